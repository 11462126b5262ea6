"""Fails when a declared dependency is imported nowhere or not locked, or an imported one isn't declared."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent
CODE = ("referee", "migrations")
NEVER_IMPORTED = {
    "tzdata": "time zones where the system has none",
    "websockets": "what uvicorn speaks WebSockets with",
}


def declared() -> set[str]:
    """The distributions that pyproject.toml names for running."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    optional = project.get("optional-dependencies", {}).values()
    listed = [*project["dependencies"], *(each for extra in optional for each in extra)]
    return {normal(re.split(r"[^A-Za-z0-9._-]", each)[0]) for each in listed}


def locked() -> set[str]:
    """The distributions that requirements.lock installs."""
    lines = (ROOT / "requirements.lock").read_text("utf-8").splitlines()
    return {normal(line.partition("==")[0]) for line in lines if line[:1].isalnum()}


def imported() -> set[str]:
    """The distributions whose modules are imported anywhere in the code."""
    owners = packages_distributions()
    modules = {name for path in files() for name in modules_of(ast.parse(path.read_text("utf-8")))}
    return {normal(owner) for module in modules for owner in owners.get(module, [])} - {"referee"}


def files() -> Iterator[Path]:
    """Every Python file of the project."""
    for folder in CODE:
        yield from (ROOT / folder).rglob("*.py")


def modules_of(tree: ast.AST) -> Iterator[str]:
    """The top-level modules that a file imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


def normal(name: str) -> str:
    """A distribution's name as the registry compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def complain(what: str, names: Iterable[str]) -> int:
    """One line for each name; how many there were."""
    told = [f"{name} {what}" for name in sorted(names)]
    print("\n".join(told), end="\n" if told else "")
    return len(told)


def main() -> int:
    """The exit code."""
    wanted, used = declared(), imported()
    unused = complain("is declared and imported nowhere", wanted - used - set(NEVER_IMPORTED))
    undeclared = complain("is imported and not declared", used - wanted)
    unlocked = complain("is declared and not in requirements.lock", wanted - locked())
    return 1 if unused + undeclared + unlocked else 0


if __name__ == "__main__":
    sys.exit(main())

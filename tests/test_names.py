"""Names and addresses that look alike, and those that only do so to a program."""

import pytest

from referee.engine.names import likeness, lowered, spelled


@pytest.mark.parametrize(
    "other", ["Ann", "ANN", "ann", "Аnn", "Ａｎｎ", "𝐀nn", "ⓐⓝⓝ"], ids=lambda name: ascii(name)
)
def test_a_name_is_alike_in_other_letters(other: str) -> None:
    assert likeness(other) == likeness("Ann")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anna"), ("Zoé", "Zoe"), ("张三", "张山"), ("Олег", "Onег"), ("Jürgen", "Jurgen"), ("A1", "Al")],
)
def test_a_name_is_no_other(one: str, other: str) -> None:
    assert likeness(one) != likeness(other)


def test_only_letters_of_ascii_lose_their_size_in_an_address() -> None:
    assert lowered("Ann@Example.NET") == "ann@example.net"
    assert lowered("\u212aim@example.net") != "kim@example.net"
    assert lowered("\u0130da@example.net") == "\u0130da@example.net"


def test_an_address_that_looks_like_another_is_spelled() -> None:
    assert spelled("ann@example.net") == "ann@example.net"
    assert spelled("аnn@example.net") == "\\u0430nn@example.net"

"""The verbs of Nomic: how each is used, for help; reading.py reads every form."""

from collections.abc import Mapping

from referee.engine.game import Verb

VERBS: Mapping[str, Verb] = {
    "propose": Verb(
        "propose to enact a new rule: TEXT | propose to amend rule 206 to read: TEXT | "
        'propose to amend rule 206 by replacing "A" with "B" | propose to repeal rule 206 | '
        "propose to transmute rule 101",
        "proposes a rule-change; text of several paragraphs stands between a line {{{ and a line }}}",
        block=True,
        prose=True,
        synonyms={"en": ("proposal:", "submit the following"), "pt": ("proponho",)},
    ),
    "revise": Verb("revise 301: …", "makes a new version of your proposal", block=True, prose=True),
    "withdraw": Verb("withdraw 301", "takes your proposal back while it is debated"),
    "open": Verb(
        "open the vote | ask the Judge to end the debate",
        "ends the debate",
        synonyms={"en": ("call the vote", "ask the judge")},
    ),
    "vote": Verb(
        "vote FOR 301 | 301: AGAINST | vote ABSTAIN on 301 | vote FOR all",
        "casts your ballot; the last one before the close counts",
        private=True,  # who reads the history must not learn a ballot before the close
        synonyms={"en": ("endorse", "change my vote"), "pt": ("voto",)},
    ),
    "retract": Verb("retract my vote on 301", "takes your ballot back", private=True),
    "invoke": Verb(
        "invoke judgment: QUESTION", "puts a question to the Judge", prose=True, synonyms={"en": ("cfj",)}
    ),
    "judge": Verb(
        "judge 1: ANSWER",
        "answers a question as its Judge; acts may follow under Effect:",
        block=True,
        prose=True,
    ),
    "overrule": Verb("overrule 1", "overrules an answer, with all others but the Judge"),
    "consent": Verb("consent", "consents that the next turn begins in spite of a question"),
    "dismiss": Verb("dismiss 1", "dismisses another's question, with more than half of the others"),
    "claim": Verb(
        "claim 5 points under rule 305: REASON | claim that play cannot go on: REASON | "
        "claim an error in 301: REASON",
        "claims what a rule without settings gives you",
        prose=True,
    ),
    "object": Verb("object to 2", "puts a claim before the Judge"),
    "act": Verb("act: TEXT", "publishes what you do, and does nothing else", prose=True),
    "record": Verb(
        "record 3 gold to NAME because REASON", "enters something in a ledger that you keep", prose=True
    ),
    "decide": Verb("decide 301: adopted because REASON", "decides, where you alone decide", prose=True),
    "admit": Verb("admit NAME | refuse to admit NAME", "your vote on somebody who asks to join"),
    "say": Verb("say TEXT", "tells the whole table", prose=True),
    "rules": Verb("rules", "lists the rules in force", query=True),
    "history rule": Verb("history rule 206", "tells how a rule came to be what it is", query=True),
    "history rules": Verb(
        "history rules",
        "lists the rules by number, with their history and the Judgments under each",
        query=True,
    ),
    "rule": Verb("rule 206", "shows a rule, also by an old number", query=True),
    "diff": Verb("diff 301", "shows what a proposal would change", query=True),
    "proposals": Verb("proposals", "lists all proposals", query=True),
    "proposal": Verb("proposal 301", "shows a proposal", query=True),
    "scores": Verb("scores", "shows scores and ledgers", query=True),
    "who": Verb("who", "tells whom the game waits for, and until when", query=True),
    "judgments": Verb("judgments", "lists questions and answers", query=True),
}

COMMANDS: Mapping[str, Verb] = {
    "enact": Verb("enact a new rule: TEXT because REASON", "enacts a rule outright", prose=True),
    "amend": Verb("amend rule 206 to read: TEXT because REASON", "amends a rule outright", prose=True),
    "repeal": Verb("repeal rule 206 because REASON", "repeals a rule outright", prose=True),
    "transmute": Verb("transmute rule 101 because REASON", "transmutes a rule outright", prose=True),
    "award": Verb(
        "award NAME 10 [LEDGER] because REASON", "pays points, a ledger's units or a title", prose=True
    ),
    "ballot": Verb("ballot NAME FOR 301 because REASON", "sets a player's ballot", prose=True),
    "mover": Verb("mover NAME because REASON", "gives a player the turn", prose=True),
    "strike": Verb("strike 301 because REASON", "makes a proposal count as not made", prose=True),
    "answer": Verb("answer 301 accepted|denied because REASON", "answers a claim of an error", prose=True),
    "decide": Verb("decide 301 adopted|defeated because REASON", "decides a proposal", prose=True),
    "surname": Verb("surname NAME = GIVEN SURNAME because REASON", "sets a key of the order", prose=True),
}

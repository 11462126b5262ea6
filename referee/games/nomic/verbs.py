"""The verbs of Nomic: how each is used, for help; reading.py reads every form."""

from collections.abc import Mapping

from referee.engine.game import Verb
from referee.engine.said import said

VERBS: Mapping[str, Verb] = {
    "propose": Verb(
        said(
            "propose to enact a new rule: TEXT | propose to amend rule 206 to read: TEXT | "
            'propose to amend rule 206 by replacing "A" with "B" | propose to repeal rule 206 | '
            "propose to transmute rule 101"
        ),
        said("proposes a rule-change; text of several paragraphs stands between a line {{{ and a line }}}"),
        block=True,
        prose=True,
        synonyms={"en": ("proposal:", "submit the following"), "pt": ("proponho",)},
    ),
    "revise": Verb(
        said("revise 301: …"), said("makes a new version of your proposal"), block=True, prose=True
    ),
    "withdraw": Verb(said("withdraw 301"), said("takes your proposal back while it is debated")),
    "open": Verb(
        said("open the vote | ask the Judge to end the debate"),
        said("ends the debate"),
        synonyms={"en": ("call the vote", "ask the judge")},
    ),
    "vote": Verb(
        said("vote FOR 301 | 301: AGAINST | vote ABSTAIN on 301 | vote FOR all"),
        said("casts your ballot; the last one before the close counts"),
        private=True,  # who reads the history must not learn a ballot before the close
        synonyms={"en": ("endorse", "change my vote"), "pt": ("voto",)},
    ),
    "retract": Verb(said("retract my vote on 301"), said("takes your ballot back"), private=True),
    "invoke": Verb(
        said("invoke judgment: QUESTION"),
        said("puts a question to the Judge"),
        prose=True,
        synonyms={"en": ("cfj",)},
    ),
    "judge": Verb(
        said("judge 1: ANSWER"),
        said("answers a question as its Judge; acts may follow under Effect:"),
        block=True,
        prose=True,
    ),
    "overrule": Verb(said("overrule 1"), said("overrules an answer, with all others but the Judge")),
    "consent": Verb(said("consent"), said("consents that the next turn begins in spite of a question")),
    "dismiss": Verb(
        said("dismiss 1"), said("dismisses another's question, with more than half of the others")
    ),
    "claim": Verb(
        said(
            "claim 5 points under rule 305: REASON | claim that play cannot go on: REASON | "
            "claim an error in 301: REASON"
        ),
        said("claims what a rule without settings gives you"),
        prose=True,
    ),
    "object": Verb(said("object to 2"), said("puts a claim before the Judge")),
    "act": Verb(said("act: TEXT"), said("publishes what you do, and does nothing else"), prose=True),
    "record": Verb(
        said("record 3 gold to NAME because REASON"),
        said("enters something in a ledger that you keep"),
        prose=True,
    ),
    "decide": Verb(
        said("decide 301: adopted because REASON"), said("decides, where you alone decide"), prose=True
    ),
    "admit": Verb(said("admit NAME | refuse to admit NAME"), said("your vote on somebody who asks to join")),
    "say": Verb(said("say TEXT"), said("tells the whole table"), prose=True),
    "rules": Verb(said("rules"), said("lists the rules in force"), query=True),
    "history rule": Verb(
        said("history rule 206"), said("tells how a rule came to be what it is"), query=True
    ),
    "history rules": Verb(
        said("history rules"),
        said("lists the rules by number, with their history and the Judgments under each"),
        query=True,
    ),
    "rule": Verb(said("rule 206"), said("shows a rule, also by an old number"), query=True),
    "diff": Verb(said("diff 301"), said("shows what a proposal would change"), query=True),
    "proposals": Verb(said("proposals"), said("lists all proposals"), query=True),
    "proposal": Verb(said("proposal 301"), said("shows a proposal"), query=True),
    "scores": Verb(said("scores"), said("shows scores and ledgers"), query=True),
    "who": Verb(said("who"), said("tells whom the game waits for, and until when"), query=True),
    "judgments": Verb(said("judgments"), said("lists questions and answers"), query=True),
}

COMMANDS: Mapping[str, Verb] = {
    "enact": Verb(said("enact a new rule: TEXT because REASON"), said("enacts a rule outright"), prose=True),
    "amend": Verb(
        said("amend rule 206 to read: TEXT because REASON"), said("amends a rule outright"), prose=True
    ),
    "repeal": Verb(said("repeal rule 206 because REASON"), said("repeals a rule outright"), prose=True),
    "transmute": Verb(
        said("transmute rule 101 because REASON"), said("transmutes a rule outright"), prose=True
    ),
    "award": Verb(
        said("award NAME 10 [LEDGER] because REASON"),
        said("pays points, a ledger's units or a title"),
        prose=True,
    ),
    "ballot": Verb(said("ballot NAME FOR 301 because REASON"), said("sets a player's ballot"), prose=True),
    "mover": Verb(said("mover NAME because REASON"), said("gives a player the turn"), prose=True),
    "strike": Verb(said("strike 301 because REASON"), said("makes a proposal count as not made"), prose=True),
    "answer": Verb(
        said("answer 301 accepted|denied because REASON"), said("answers a claim of an error"), prose=True
    ),
    "decide": Verb(
        said("decide 301 adopted|defeated because REASON"), said("decides a proposal"), prose=True
    ),
    "surname": Verb(
        said("surname NAME = GIVEN SURNAME because REASON"), said("sets a key of the order"), prose=True
    ),
}

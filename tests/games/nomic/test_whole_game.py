"""A game of five players from the first turn to 200 points."""

from tests.games.nomic.table import Letter, play, proposal, rule, turn_of

FIVE = "Ann Bob Cid Dee Max"
ALL = "Ann+ Bob+ Cid+ Dee+ Max+"
NO_CID = "Ann+ Bob+ Cid- Dee+ Max+"


def game() -> list[Letter]:
    """Turn by turn, a day each: two circuits of unanimity, then majorities until somebody wins."""
    letters: list[Letter] = []
    players, number, hats = FIVE.split(), 301, list[int]()
    for turn in range(45):
        mover, votes, text = players[turn % 5], ALL, f"enact a new rule:\nHats are blue on day {turn}."
        if turn == 2:
            text, votes = "repeal rule 210", NO_CID
        elif turn == 12:
            text, votes = "transmute rule 116", "Ann+ Bob+ Cid+ Dee0 Max+"
        elif hats and turn != 11:
            text = f"repeal rule {hats.pop()}"
        else:
            hats.append(number)
            votes = NO_CID if turn == 11 else ALL
        letters += turn_of(mover, f"{turn + 1} 10", text, votes, number)
        number += 1
    return letters


def test_five_players_play_to_200_points() -> None:
    result = play(game(), "60", FIVE)
    assert (result["phase"], result["winner"], result["deadline"]) == ("over", "Max", None)
    assert result["scores"].pop("Max") == 203
    assert max(result["scores"].values()) < 200


def test_before_the_switch_a_defeat_scores_both_202_and_206() -> None:
    row = proposal(play(game(), "12", FIVE), 303)
    # 12 × 4/5 = 9.6, so 10, and 10 are lost
    assert (row["status"], row["against"], row["points"]) == ("defeated", ["Cid"], {})


def test_after_the_second_circuit_a_majority_adopts_and_204_pays_dissent() -> None:
    result = play(game(), "14 12", FIVE)
    assert rule(result, 203)["settings"]["adoption"] == "majority"
    # Bob: (312 − 291) × 4/5 = 16.8, so 17; Cid voted against
    assert proposal(result, 312)["points"] == {"Bob": 17, "Cid": 10}
    assert proposal(result, 313)["status"] == "defeated"


def test_the_scores_are_the_sum_of_what_the_proposals_paid() -> None:
    result = play(game(), "40", FIVE)
    for name in FIVE.split():
        paid = sum(row["points"].get(name, 0) for row in result["proposals"])
        assert result["scores"][name] == paid

open nomic "Ten points win"
settings = debate_least = 0 hours, points_to_win = 10
seat Ann ann@example.net
seat Bob bob@example.net
seat Cid cid@example.net
start

1 11:00 Bob: propose to repeal rule 210. | rules
1 12:00 Ann: I propose to repeal rule 210. | I open the vote. | I vote for 301
1 13:00 Bob: vote for 301 | scores | proposals
1 13:30 Cid: vote fro 301
1 14:00 Cid: vote for 301 | proposal 301 | diff 301
1 14:05 tick
over: Ann

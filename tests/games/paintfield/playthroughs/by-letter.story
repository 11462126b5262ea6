open paintfield "By letter"
by = letter
rounds = 1
ticks = 120
leg = 1h
seat Ann ann@example.net
seat Bob bob@example.net
seat Cid cid@example.net
start

1 10:10 Ann: E12 S6 W* N | field
1 10:20 Bob: if blocked turn left
1 10:30 Bob: withdraw
1 10:31 Ann: plan S9 E3 | status
tick due
tick due
1 12:10 Cid: go to most bare in 6
1 12:11 Bob: W20
tick due
tick due
over: Cid

open paprika "Three ndays of dreams"
max_ndays = 3
dreams_reach = sleeping
revisable = on
reminders = on
practice = on
seat Ann ann@example.net
seat Bob bob@example.net
start

1 11:00 Ann: dig ne | I build a wall to my left
1 12:00 Bob: focus
1 18:00 tick
1 19:00 Ann: withdraw
1 19:01 Ann: push w bob
2 00:01 tick
2 10:00 Bob: tilt se
2 18:00 tick
3 00:01 tick
3 09:00 Max: moderate m1 | undo turn because I want to see it again
3 09:10 Max: moderate m1 | close because all is said
3 10:00 Ann: clear n
5 00:01 tick
over: nobody

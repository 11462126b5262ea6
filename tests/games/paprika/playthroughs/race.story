open paprika "A race to the top row"
columns = 4
rows = 6
waking_chance = 1
press = private
map
b3 springboard
c4 wall
end
seat Ann ann@example.net
seat Bob bob@example.net
seat Cid cid@example.net
start

1 11:00 Ann: move n
1 11:30 Bob: nday 1: freeze to the left | say Who is awake?
1 12:00 Cid: Hello all! | duck
2 00:01 tick
2 09:00 Bob: preview | push n
2 09:01 Bob: move up | tell Ann I saw you
2 10:00 Ann: leapfrog n | move n
3 00:01 tick
3 09:00 Max: moderate m1 | set true.avatars.Ann.at = a5 because of a bug | set true.avatars.Ann.frozen = 0 because of a bug
3 09:30 Ann: display | status | history | help
3 10:00 Ann: move n
3 10:30 Cid: tilt e
3 11:00 Bob: cut in line
4 00:01 tick
over: Ann

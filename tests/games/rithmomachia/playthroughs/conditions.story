open rithmomachia "Conditions and a draw"
white = Ann
seat Ann ann@example.net
seat Bob bob@example.net
start

1 11:00 Bob: 4c2-3c2
1 12:00 Ann: 1a1-2a1 | show | legal 1b1
1 13:00 Ann: if 4b1-3c1 then 1a2-2a2
1 14:00 Bob: preview 4b1-3c1
1 14:10 Bob: 4b1-3c1
1 15:00 Bob: offer draw
1 16:00 Ann: accept
over: nobody

http://e.com/a b c 93.184.216.119 20140216050221 text/html 1
x

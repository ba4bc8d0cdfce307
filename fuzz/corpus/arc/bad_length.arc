http://e.com/ 1.2.3.4 20140401000000 text/html -1
x
http://example.com/b 93.184.216.119 20140216050221 text/html 95
HTTP/1.1 200 OK
Content-Type: text/html; charset=utf-8

<p>one two three four five six seven

filedesc://x.arc 0.0.0.0 20140216050221 text/plain 76
1 0 Internet Archive
URL IP-address Archive-date Content-type Archive-length

http://example.com/ 93.184.216.119 20140216050221 text/html 95
HTTP/1.1 200 OK
Content-Type: text/html; charset=utf-8

<p>one two three four five six seven

filedesc://x.arc 0.0.0.0 19961104142103 text/plain 200 - - 0 x.arc 122
2 0 IA
URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length

http://example.com/ 1.2.3.4 19961104142103 text/html 200 fac069150613fe55599cc7fa88aa089d - 209 IA-001102.arc 5
hello

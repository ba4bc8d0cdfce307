dns:example.com 93.184.216.119 20140216050221 text/dns 43
20140216050221
example.com. 1 IN A 1.2.3.4


"""The sites of the template trap: what real sites repeat on every page, such as menus, notices, an author's blurb,
search hints, terms of delivery and rules. Each is the frame of a page, with places for title, heading and content.
"""
BLOG = """<!doctype html><html lang="en"><head><meta charset="utf-8">{title}
<link rel="stylesheet" href="/style.css"></head><body>
<div id="header"><a href="/">The Harbour Notebook</a> <p>Walks, boats and bread since 2006</p></div>
<ul id="nav"><li><a href="/">Home</a></li><li><a href="/about">About</a></li><li><a href="/archive">Archive</a></li>
<li><a href="/contact">Contact</a></li><li><a href="/feed">Subscribe by RSS</a></li></ul>
<div id="content"><div class="post">{heading}<div class="entry">{content}</div>
<p class="postmetadata">Filed under <a href="/c/notes">Notes</a>. You can follow any responses to this entry through
the <a href="/feed">RSS 2.0</a> feed. You can leave a response, or trackback from your own site.</p></div></div>
<div id="sidebar"><h2>About the author</h2><p>Marta Lindqvist has lived beside the harbour for twenty years. She writes
about the people who repair boats, the bakers who get up at three in the morning, and the ferries that are late. Her
first book, The Long Pier, was published in spring and can be ordered from any good bookshop. She lives with two dogs
and an old piano that nobody can tune, and answers every letter that she gets, although sometimes slowly.</p>
<h2>Recent posts</h2><ul><li><a href="/1">A storm in the outer basin</a></li><li><a href="/2">How to read a tide
table</a></li><li><a href="/3">The last wooden crane</a></li><li><a href="/4">Rye bread for beginners</a></li></ul>
<h2>Disclaimer</h2><p>All opinions on these pages are my own and not those of my employer. Links to other sites are
for your convenience only, and I am not responsible for what you find there.</p></div>
<div id="footer"><p>Copyright The Harbour Notebook. Powered by a small server in the kitchen. Entries and comments are
available as feeds.</p></div></body></html>"""

MANUAL = """<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
{title}</head><body><div class="related"><h3>Navigation</h3><ul><li><a href="genindex.html">index</a></li>
<li><a href="modules.html">modules</a> |</li><li><a href="next.html">next</a> |</li><li><a href="previous.html">previous
</a> |</li><li><a href="index.html">Lantern 2.4 documentation</a> &raquo;</li></ul></div>
<div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body">
<div class="admonition warning"><p>Warning: this documentation covers a version that is no longer maintained. If you are
not sure which version you have, run lantern --version, or read the latest stable documentation instead.</p></div>
<div class="section">{heading}{content}</div></div></div></div>
<div class="sphinxsidebar"><h3>Table of contents</h3><p class="topless"><a href="#">On this page</a></p>
<h3>This page</h3><ul><li><a href="_sources/page.txt">Show source</a></li></ul><div id="searchbox"><h3>Quick search</h3>
<form action="search.html"><input type="text" name="q" /><input type="submit" value="Go" /></form>
<p class="searchtip">Enter search terms or a module, class or function name.</p></div></div></div>
<div class="footer">Copyright 2008 to 2014, the Lantern development team. Last updated on 4 March 2014. Created using a
documentation generator, version 1.2.</div></body></html>"""

SHOP = """<html><head>{title}</head><body bgcolor="#ffffff"><table width="900"><tr><td colspan="3"><a href="/">Oak and
Iron</a> | <a href="/tools">Tools</a> | <a href="/garden">Garden</a> | <a href="/kitchen">Kitchen</a> |
<a href="/sale">Sale</a> | <a href="/basket">Basket (0)</a> | <a href="/account">My account</a></td></tr>
<tr><td width="160"><b>Departments</b><br><a href="/a">Axes and saws</a><br><a href="/b">Buckets</a><br><a href="/c">
Cast iron</a><br><a href="/d">Doormats</a><br><a href="/e">Enamel</a></td><td>{heading}{content}
<p><b>Delivery and returns.</b> Orders that reach us before two o'clock on a working day leave our warehouse on the same
day. Delivery is free for orders above fifty pounds within the country. If you are not entirely happy with your purchase
you may return it within thirty days, unused and in its original packing, and we will refund the price in full, without
the cost of carriage. Heavy items are delivered to the kerb only; please make sure that somebody can help you.</p>
<p><b>Questions?</b> Our staff will be glad to help you by telephone from nine to five on every working day.</p></td>
<td width="140"><b>Customers also bought</b><br>Beeswax polish<br>Linen towel, set of three<br>Cast iron trivet<br></td>
</tr><tr><td colspan="3"><font size="1">Prices include value added tax. Pictures may differ. Oak and Iron Ltd is
registered in England. <a href="/terms">Terms</a>
<a href="/privacy">Privacy</a></font></td></tr></table></body></html>"""

PORTAL = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">{title}<script>var page =
1;</script></head><body> <header><nav><a href="/">Valley
Post</a><a href="/news">News</a><a href="/sport">Sport</a><a href="/weather">Weather</a>
<a href="/jobs">Jobs</a></nav><div role="banner">We use cookies to improve your experience on this site. By continuing
to browse you agree to our use of cookies and to our privacy policy, which was updated last month.</div></header>
<main><article>{heading}{content}</article><section class="newsletter"><h3>Sign up for our newsletter</h3><p>Every
morning at seven our editors choose the five stories that matter most in the valley, and send them to you free of
charge. You can cancel at any time. We will never pass your address on to anybody
else.</p></section><section class="comments"><h3> Comments</h3><p>You must be signed in to write a comment. Please be
polite, keep to the subject and do not publish the personal details of other people. Comments are read by our
moderators before they appear.</p></section></main> <aside><h3>Most read</h3><ol><li><a href="/n/1">Bridge to close
for six weeks</a></li><li><a href="/n/2">School wins national prize for its garden</a></li><li><a href="/n/3">Council
votes on new bus lines</a></li></ol></aside> <footer><p>Valley Post is a member of the press council. Complaints to
the editor. Advertise with us. Work for us.</p> </footer></body></html>"""

DIRECTORY = """<!doctype html><html><head>{title}</head><body><div class="top"><a href="/">Open Directory of Clubs</a>
<form action="/find"><label>Find a club near you</label><input name="q"><button>Search</button></form></div>
<div class="wrap"><div class="entry">{heading}{content}</div>
<div class="box"><p>Is this your club? Sign in to change its entry, to add pictures or to answer questions. Entries are
checked by volunteers within a week.</p></div><div class="terms"><h4>Terms of
use</h4>{terms}</div></div></body></html>"""

# Name -> (title of every page in the variant "same title", frame)
SITES = {
    "blog": ("The Harbour Notebook", BLOG),
    "manual": ("Lantern 2.4 documentation", MANUAL),
    "shop": ("Oak and Iron", SHOP),
    "portal": ("Valley Post", PORTAL),
    "directory": ("Open Directory of Clubs", DIRECTORY),
}

/** Clipboard content of various programs, reduced to their peculiarities. The texts are our own. */

export const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns:st1="urn:schemas-microsoft-com:office:smarttags" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/maria/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal, li.MsoNormal {mso-style-unhide:no; margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif;} @list l0:level1 {mso-level-number-format:bullet;} --></style>
<!--[if gte mso 10]><style>table.MsoNormalTable {mso-style-name:"Table Normal";}</style><![endif]--></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h2><a name="_Toc1"></a><span style='mso-fareast-font-family:"Times New Roman"'>Marsh birds<o:p></o:p></span></h2>
<p class=MsoNormal style='margin-bottom:8.0pt'><b style='mso-bidi-font-weight:normal'><span lang=EN-US style='font-size:12.0pt'>Herons</span></b><span lang=EN-US> wade in <st1:City w:st="on"><st1:place w:st="on">Prague</st1:place></st1:City>, see <a href="https://example.org/herons" onclick="alert(1)">the guide</a>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Reeds<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New";mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>tall ones<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Ponds<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Look<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Listen<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;mso-yfti-tbllook:1184'>
<tr style='mso-yfti-irow:0'><td width=301 valign=top style='width:225.4pt;padding:0cm 5.4pt'><p class=MsoNormal><b>Bird</b><o:p></o:p></p></td><td width=301 valign=top style='width:225.4pt'><p class=MsoNormal><b>Seen</b><o:p></o:p></p></td></tr>
<tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'><td width=301><p class=MsoNormal>Egret<o:p></o:p></p></td><td width=301><p class=MsoNormal>12<o:p></o:p></p></td></tr>
</table>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="p1" style='width:10pt'><v:imagedata src="file:///C:/Temp/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=100 height=80 src="file:///C:/Temp/clip_image001.png" v:shapes="p1"><![endif]></p>
<p class=MsoNormal><span style='color:red;background:yellow;mso-highlight:yellow'>Last line.</span><o:p></o:p></p>
<!--EndFragment--></body></html>`;

export const GOOGLE_DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5c0f7a1e-7fff-1"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;margin-bottom:6pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;">Where it lives</span></h2><p dir="ltr" style="line-height:1.38;margin-top:0pt;"><span style="font-size:11pt;font-family:Arial;font-weight:400;white-space:pre-wrap;">In </span><span style="font-size:11pt;font-weight:700;white-space:pre-wrap;">reeds</span><span style="font-size:11pt;font-weight:400;"> and </span><span style="font-size:11pt;font-weight:400;font-style:italic;">ponds</span><span style="font-weight:400;">, see </span><a href="https://example.org/" style="text-decoration:none;"><span style="font-size:11pt;color:#1155cc;text-decoration:underline;">here</span></a><span style="font-weight:400;">.</span></p><br /><ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Iceland</span></p></li><ul style="padding-inline-start:48px;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span>The north</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Norway</span></p></li></ul><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="312" /><col width="312" /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000000 1pt;"><p dir="ltr"><span style="font-weight:700;">Month</span></p></td><td><p dir="ltr"><span>Birds</span></p></td></tr></tbody></table></div><p dir="ltr"><span><img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC" width="40" height="40"></span></p></b>`;

/** Part of a document with notes. The text of the last note was not copied. */
export const WORD_NOTES = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><body lang=EN-GB><!--StartFragment-->
<h1>Herons<o:p></o:p></h1>
<h2>Where<o:p></o:p></h2>
<p class=MsoNormal>In reeds<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference><span style='font-size:11.0pt'>[1]</span></span><![endif]></span></span></a> and ponds<a style='mso-footnote-id:ftn2' href="#_ftn2" name="_ftnref2" title=""><span class=MsoFootnoteReference>[2]</span></a>, rarely elsewhere<a style='mso-endnote-id:edn1' href="#_edn1" name="_ednref1" title=""><span class=MsoEndnoteReference>[i]</span></a>.<o:p></o:p></p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>
<div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]>[1]<![endif]></span></span></a> Tall <i>ones</i>.<o:p></o:p></p></div>
<div style='mso-element:footnote' id=ftn2><p class=MsoFootnoteText><a style='mso-footnote-id:ftn2' href="#_ftnref2" name="_ftn2" title=""><span class=MsoFootnoteReference>[2]</span></a> Shallow ones.<o:p></o:p></p><p class=MsoFootnoteText>See <a href="https://example.org/ponds">a map</a>.<o:p></o:p></p></div>
</div>
<!--EndFragment--></body></html>`;

/** Markup as written by LibreOffice. */
export const LIBRE_OFFICE_NOTES = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN"><html><head><meta name="generator" content="LibreOffice 24.2 (Linux)"/></head><body lang="en-GB" dir="ltr"><h2 class="western">Herons</h2><p style="line-height: 100%">In reeds<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>.</p><div id="sdfootnote1"><p class="sdfootnote-western"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>Tall ones.</p></div></body></html>`;

export const MARKDOWN_DOCUMENT = `# Herons

They stand[^where] and wait[^why].

## Seen

- [x] in reeds
- [ ] in towns

\`\`\`ts
const answer = call('heron');
\`\`\`

> [!NOTE]
> They may not come.

[^where]: In *reeds*.
[^why]: For fish.`;

/** Visual Studio Code writes colored lines and declares the language in another clipboard type. */
export const CODE_EDITOR = `<meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: Consolas, monospace;white-space: pre;"><div><span style="color: #569cd6;">const</span> answer = 1;</div><div><span>call(answer);</span></div></div>`;

export const MARKDOWN = `## How to call it

Say its *name*, **twice**, with \`call()\`, as [the guide](https://example.org/call) has it.

- Softly
- Again
  - and again

1. Wait
2. Look

\`\`\`js
const answer = call('heron', { volume: 1 < 2 });
\`\`\`

> It may not come.

| Bird | Seen |
| --- | ---: |
| Egret | 12 |

---

Last line.`;

export const WEB_PAGE = `<meta charset='utf-8'><div class="article" style="font-family: Georgia; color: rgb(51, 51, 51);"><script>window.hacked = true</script><style>p { color: red }</style>
<h1 id="top" onmouseover="window.hacked = true">A page</h1>
<p onclick="window.hacked = true" style="color: red">Text with <a href="javascript:window.hacked=true">a script</a>, <a href="https://example.org/ok" target="_blank" onfocus="window.hacked = true">a link</a> and <font color="red">colour</font>.</p>
<img src="x" onerror="window.hacked = true">
<p>Here: <img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIj4=" onload="window.hacked = true"> inline.</p>
<iframe src="https://example.org/frame" onload="window.hacked = true"></iframe><object data="https://example.org/x.swf"></object><embed src="https://example.org/x.swf">
<form action="https://example.org/steal"><input name="password" autofocus onfocus="window.hacked = true"><button formaction="javascript:window.hacked=true">Send</button></form>
<svg onload="window.hacked = true"><a xlink:href="javascript:window.hacked=true"><text>drawn</text></a></svg><math><mtext><img src=x onerror="window.hacked = true"></mtext></math>
<blockquote cite="https://example.org/"><p>Quoted <b onclick="window.hacked = true">words</b>.</p></blockquote>
<pre><code class="language-js">call(1 &lt; 2);</code></pre>
<details open ontoggle="window.hacked = true"><summary>More</summary>Less</details>
<!-- wp:html --><img src=x onerror="window.hacked = true"><!-- /wp:html --></div>`;

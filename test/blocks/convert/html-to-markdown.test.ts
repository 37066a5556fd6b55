import { htmlToMarkdown } from 'mortise/blocks';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/blocks/markdown.js';

const PAGE = 'https://example.com/kb/guides/first';
const roundTripped = (source: string): string => htmlToMarkdown(renderMarkdown(source).html, { url: PAGE });

describe('Markdown of rendered HTML', () => {
  it.each([
    ['a paragraph', 'One *line* with **bold**, ~~gone~~ and `code`.\n'],
    ['headings', '# One\n\n## Two\n'],
    ['nested lists', '- a\n- b\n  - c\n  - d\n- e\n'],
    ['a list that starts at 3', '3. a\n4. b\n'],
    ['list items with blocks', '1. one\n\n   more\n\n   ```js\n   let a = 1 < 2;\n   ```\n\n2. two\n'],
    ['a task list', '- [ ] open\n- [x] done\n'],
    ['a quote', '> a\n>\n> b\n'],
    ['a code fence', '```js\nlet a = `1`;\n\n\n  // b & <c>  \n```\n'],
    ['a fence with fences in it', '````md\n```js\nx\n```\n````\n'],
    ['a table', '| a | b |\n| :--- | ---: |\n| 1 | `2 \\| 3` |\n'],
    ['footnotes', 'A[^1] and again[^1].\n\n[^1]: The *note*.\n\n    More of it.\n'],
    ['an absolute link', '[a](https://example.org/b "t") and <https://example.org/c>\n'],
    ['an image', '![alt](https://example.org/a.png "title")\n'],
    ['hard line breaks', 'a\\\nb\n'],
    ['folded text', '<details>\n<summary>More</summary>\n\nText\n\n</details>\n'],
    ['keys', 'Press <kbd>Ctrl</kbd> and H<sub>2</sub>O\n'],
    ['two lists in a row', '- a\n\n+ b\n'],
    ['tags of other generators', '`{{< note >}}`\n'],
  ])('matches the usual notation of %s', (_, markdown) => {
    expect(roundTripped(markdown)).toBe(markdown);
  });

  it('has absolute links and images', () => {
    expect(roundTripped('[a](../b?c=d#e) ![i](i.png) [h](#top)\n\n<div><img src="x.png" alt=""></div>')).toBe(
      '[a](https://example.com/kb/b?c=d#e) ![i](https://example.com/kb/guides/i.png) ' +
        '[h](https://example.com/kb/guides/first#h-top)\n\n![](https://example.com/kb/guides/x.png)\n',
    );
  });

  it('writes callouts as quotes with their label', () => {
    expect(roundTripped('> [!TIP]\n> A hint.\n\n:::warning Hot *thing*\nBody\n:::')).toBe(
      '> **Tip**\n>\n> A hint.\n\n> **Hot *thing***\n>\n> Body\n',
    );
  });

  it('keeps as HTML, without blank lines, elements that Markdown lacks', () => {
    const table = '<table><tr><th>a</th></tr><tr><td><pre>x\n\n  y</pre></td></tr></table>';
    const markdown = roundTripped(table);
    expect(markdown).toContain('<table>');
    expect(markdown.trim()).not.toMatch(/\n\s*\n/);
    expect(renderMarkdown(markdown).text).toBe(renderMarkdown(table).text);
  });

  const LEAK = 'falcon';
  it.each([
    ['an HTML comment', `<!-- ${LEAK} -->`],
    ['a comment inside a line', `a <!-- ${LEAK} --> b`],
    ['a comment in raw HTML', `<div>a<!-- ${LEAK} --></div>`],
    ['a reference definition', `[${LEAK}]: https://intranet.example/${LEAK}`],
    ['the title of an unused definition', `[a]: https://example.org "${LEAK}"`],
    ['a second definition of a used reference', `[a]\n\n[a]: /b\n[a]: /${LEAK}`],
    ['an unused footnote', `a\n\n[^1]: ${LEAK}`],
    ['a second definition of a footnote', `a[^1]\n\n[^1]: b\n[^1]: ${LEAK}`],
    ['a script', `<script>${LEAK}</script>`],
    ['a script inside a line', `a <script>${LEAK}</script> b`],
    ['a style', `<style>.${LEAK} {}</style>`],
    ['a template', `<template>${LEAK}</template>`],
    ['a text area', `a <textarea>${LEAK}</textarea>`],
    ['an attribute that is removed', `<p data-note="${LEAK}" onclick="${LEAK}()">a</p>`],
    ['a link that is removed', `[a](javascript:${LEAK})`],
    ['the words behind the language of a fence', `\`\`\`js title="${LEAK}"\na\n\`\`\``],
    ['table cells beyond the last column', `| a |\n|---|\n| b | ${LEAK} |`],
    ['the id of a heading', `## a {#${LEAK}}`],
  ])('never contains %s', (_, source) => {
    expect(renderMarkdown(source).text).not.toContain(LEAK);
    expect(roundTripped(`Before\n\n${source}\n\nAfter`)).not.toContain(LEAK);
  });

  it.each([
    ['signs of emphasis', '2 * 3 * 4, a_b_c, _d, __init__, ~5~, \\'],
    ['brackets', 'array[0](x) ![a](b) [^1] <b> &copy; {{< a >}} {% b %} {#c}'],
    ['beginnings of blocks', '# a\n- b\n1. c\n> d\n::: e\n=== f\n--- \n| g'],
    ['backticks', '`` a ` b ```'],
  ])('escapes text with %s', (_, text) => {
    const html = `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')}</p>`;
    const again = renderMarkdown(htmlToMarkdown(html));
    expect(again.text.replace(/\s+/g, ' ').trim()).toBe(text.replace(/\s+/g, ' '));
    expect(again.html).toMatch(/^<p>/);
    expect(again.html).not.toMatch(/<(?!\/?p>|br \/>|\/?code>)/);
  });

  it.each([
    ['white space at the ends', '<p>a<strong> b </strong>c</p>', 'a **b** c\n'],
    ['punctuation inside a word', '<p>a<em>"b"</em>c</p>', 'a<em>"b"</em>c\n'],
    ['emphasis beside emphasis', '<p><em>a</em><em>b</em></p>', '*a*<em>b</em>\n'],
    ['nothing in it', '<p>a<strong></strong>b</p>', 'ab\n'],
    ['an exclamation mark before a link', '<p>Stop!<a href="/x">y</a></p>', 'Stop\\![y](/x)\n'],
  ])('writes emphasis with %s', (_, html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown);
  });

  const MEGABYTE = 2 ** 20;
  it.each([
    ['backticks in a sample', `<pre><code>${'`'.repeat(MEGABYTE)}</code></pre>`],
    ['backticks in a line', `<p><code>${'` '.repeat(MEGABYTE / 2)}</code></p>`],
    ['runs of backticks', `<p><code>${Array.from({ length: 1_400 }, (_, n) => '`'.repeat(n)).join(' ')}</code></p>`],
    ['underscores', `<p>${'_'.repeat(MEGABYTE)}</p>`],
    ['hashes', `<h2>${'# '.repeat(MEGABYTE / 2)}a</h2>`],
    ['line breaks', `<p>${'<br> '.repeat(MEGABYTE / 5)}a</p>`],
    ['emphasis', `<p>${'<b>a</b>'.repeat(MEGABYTE / 8)}</p>`],
    ['nested elements', '<blockquote><ul><li>'.repeat(40) + 'a\n'.repeat(MEGABYTE / 2)],
    ['blank lines', `<dl>${'\n'.repeat(MEGABYTE)}</dl>`],
    ['table cells', `<table><tr>${'<th>a</th>'.repeat(MEGABYTE / 10)}</tr></table>`],
    ['white space', `<p>a${' '.repeat(MEGABYTE)}<b>${'\t'.repeat(MEGABYTE)}</b></p>`],
  ])('converts a megabyte of %s in linear time', (_, html) => {
    // Quadratic time was minutes; linear time is a second or two, more on a busy machine.
    const start = performance.now();
    htmlToMarkdown(html, { url: PAGE });
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});

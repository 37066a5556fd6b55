import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../src/blocks/markdown.js';
import { headingAnchor, readingTime } from '../../src/blocks.js';
import { sanitizeHtml } from '../../src/core/html/sanitize.js';
import { inspectHtml } from './inspect-html.js';

const html = (source: string): string => renderMarkdown(source).html.trim();
const idsOf = (source: string): string[] => [...html(source).matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);

describe('heading ids', () => {
  it('are slugs in every script, prefixed, and unique within the page', () => {
    const { toc } = renderMarkdown('## Problem it addresses\n\n## यह क्या है\n\n## Dup\n\n## Dup\n\n## Dup-1');
    expect(toc.map(({ id }) => id)).toEqual(['h-problem-it-addresses', 'h-यह-क्या-है', 'h-dup', 'h-dup-1', 'h-dup-1-1']);
  });

  it('are taken from {#id} in every form that authors use', () => {
    const source = '## 標題 {#title}\n\n## Closed ## {#closed}\n\n### Kramdown {: #kram .big}\n\nSetext {#set}\n---';
    expect(renderMarkdown(source).toc).toEqual([
      { id: 'h-title', level: 2, text: '標題' },
      { id: 'h-closed', level: 2, text: 'Closed' },
      { id: 'h-kram', level: 3, text: 'Kramdown' },
      { id: 'h-set', level: 2, text: 'Setext' },
    ]);
  });

  it('appear in the table of contents for levels 2 to 4, with plain text', () => {
    const { toc } = renderMarkdown('# One\n\n## *A* & `b` < c\n\n##### Five');
    expect(toc).toEqual([{ id: 'h-a--b--c', level: 2, text: 'A & b < c' }]);
  });

  it('are the targets of links within the page', () => {
    expect(html('[x](#problem)\n\n## Problem')).toContain('<a href="#h-problem">');
    expect(headingAnchor('#problem-it-addresses')).toBe('h-problem-it-addresses');
    expect(headingAnchor('%E5%9B%BE')).toBe('h-图');
    expect(headingAnchor('#h-again')).toBe('h-again');
    expect(headingAnchor('')).toBe('');
  });

  it('are given to headings and kept on other elements', () => {
    expect(idsOf('# A\n\n<a id="mark">x</a>')).toEqual(['h-a', 'h-mark']);
  });
});

describe('Markdown dialect', () => {
  it('wraps tables in a keyboard-scrollable region', () => {
    expect(html('| a |\n|---|\n| b |')).toMatch(
      /^<div class="table-scroll" tabindex="0" role="region" aria-label="Table"><table>[\s\S]*<\/table><\/div>$/,
    );
  });

  it('shows task lists as disabled, labeled checkboxes', () => {
    expect(html('- [x] done')).toContain('<input type="checkbox" disabled checked aria-label="Done" /> done');
  });

  it('numbers footnotes by first reference and links back from each', () => {
    const page = html('b[^b] a[^a] b[^b] none[^c]\n\n[^a]: A\n[^b]: B\n[^unused]: U');
    expect(page).toContain('id="h-fnref-1"');
    expect(page.match(/<li id="h-fn-\d+"><p>[AB]/g)).toEqual(['<li id="h-fn-1"><p>B', '<li id="h-fn-2"><p>A']);
    expect(page).toContain('href="#h-fnref-1-2"');
    expect(page).toContain('none[^c]');
    expect(page).not.toContain('U</p>');
  });

  it.each(['## Fn 1', '## Fnref 1', '## Fnref 1-2', '## A {#fn-1}', '<a id="fn-1">x</a>', '<p id="fnref-1-2">x</p>'])(
    'reserves the ids of footnotes, even next to %s',
    (other) => {
      const source = `${other}\n\na[^x] b[^x]\n\n[^x]: Note`;
      const page = html(source);
      expect(page).toContain('<li id="h-fn-1"><p>Note');
      expect(page.match(/<a id="h-fnref-1(-2)?"[^>]* role="doc-noteref"/g)).toHaveLength(2);
      const ids = idsOf(source);
      expect(new Set(ids).size).toBe(ids.length);
      expect(idsOf(other)).toHaveLength(1);
    },
  );

  it.each([
    ['> [!NOTE]\n> Body', 'note', 'Note'],
    ['> [!warning] Mind the gap\n> Body', 'warning', 'Mind the gap'],
    [':::tip\nBody\n:::', 'tip', 'Tip'],
    [':::danger[Own title]\nBody\n:::', 'caution', 'Own title'],
  ])('renders %j as a callout', (source, kind, label) => {
    expect(html(source)).toBe(
      `<aside class="callout callout-${kind}">\n<p class="callout-label">${label}</p>\n<p>Body</p>\n</aside>`,
    );
  });

  it.each([
    [':::tip Custom *title*\nBody\n:::', 'Custom <em>title</em>'],
    [':::tip[See [x](/y) `z`]\nBody\n:::', 'See <a href="/y">x</a> <code>z</code>'],
    ['> [!TIP] **Mind** <script>x</script>[l][r]\n> Body\n\n[r]: /y', '<strong>Mind</strong> <a href="/y">l</a>'],
    [':::tip a < b & c\nBody\n:::', 'a &lt; b &amp; c'],
  ])('renders Markdown in the title of %j', (source, label) => {
    expect(html(source)).toContain(`<p class="callout-label">${label}</p>`);
  });

  it('includes footnotes that only a title refers to', () => {
    expect(html(':::note Title[^a]\nBody\n:::\n\n[^a]: A')).toContain('<li id="h-fn-1"><p>A');
  });

  it.each([
    ['-', ' Folded *x*', '', 'Folded <em>x</em>'],
    ['+', ' Folded', ' open', 'Folded'],
    ['-', '', '', 'Note'],
  ])('folds callouts with %j as Obsidian does', (sign, title, open, label) => {
    expect(html(`> [!NOTE]${sign}${title}\n> Body`)).toBe(
      `<details class="callout callout-note"${open}>\n<summary class="callout-label">${label}</summary>\n<p>Body</p>\n</details>`,
    );
  });

  it('nests containers and ignores unknown names', () => {
    expect(html(':::note\n:::tip\nin\n:::\nout\n:::\nafter').match(/<aside|<\/aside/g)).toHaveLength(4);
    expect(html(':::unknown\nx\n:::')).not.toContain('<aside');
  });

  it.each([
    ['```\n:::\n```', ':::'],
    ['````md\n:::tip\n```\n:::\n```\n````', ':::tip\n```\n:::\n```'],
    ['~~~\n:::\n```\n~~~~', ':::\n```'],
    ['- ```\n  x\n  ```', 'x'],
    ['1. ~~~\n   x', 'x'],
  ])('keeps the code %j inside its container', (code, expected) => {
    const page = html(`:::danger\n${code}\n:::\n\nafter`);
    expect(page.match(/<code[\s\S]*<\/code>/)?.[0].replace(/<[^>]+>/g, '')).toBe(expected);
    expect(page).toMatch(/<\/aside>\n?<p>after<\/p>$/);
  });

  it('renders any code in any container unchanged', () => {
    const line = fc.constantFrom(':::', ':::tip', '::::', '```', '``` x', '~~~', '> x', '- x', '', '  :::');
    const fence = fc.constantFrom('````', '`````md', '~~~~', '~~~~~');
    fc.assert(
      fc.property(fence, fc.array(line, { maxLength: 6 }), fc.integer({ min: 1, max: 3 }), (opening, lines, depth) => {
        const closing = /^[`~]+/.exec(opening)?.[0];
        const code = [opening, 'first', ...lines, closing].join('\n');
        const open = Array.from({ length: depth }, () => ':::note\n').join('');
        const page = html(`${open}${code}\n${':::\n'.repeat(depth)}\nafter`);
        const alone = html(code);
        expect(page).toContain(alone);
        expect(page).toMatch(/<\/aside>\n?<p>after<\/p>$/);
      }),
    );
  });

  it('uses labels in the language of the text', () => {
    expect(renderMarkdown('> [!NOTE]\n> x', { labels: { note: 'Hinweis' } }).html).toContain('>Hinweis<');
  });

  it.each(['{{< youtube a_b_c >}}', '{{% note %}}', '{% link _en/a_b_c.md %}', '{{ site.base_url }}'])(
    'keeps %s verbatim as code',
    (tag) => {
      const escaped = tag.replace('<', '&lt;').replace('>', '&gt;');
      expect(html(`a ${tag} b`)).toBe(`<p>a <code>${escaped}</code> b</p>`);
      expect(html(`\`${tag}\``)).toBe(`<p><code>${escaped}</code></p>`);
      expect(html(`<div>${tag.replace(/[<>]/g, '')}</div>`)).toContain(`<code>${tag.replace(/[<>]/g, '')}</code>`);
    },
  );

  it('highlights known languages and escapes the rest', () => {
    expect(html('```js\nconst a = "<b>";\n```')).toContain('<span class="hljs-keyword">const</span>');
    expect(html('```nolang\n<b>\n```')).toBe('<pre tabindex="0"><code class="language-nolang">&lt;b&gt;</code></pre>');
    expect(html('```\n<b>\n```')).toBe('<pre tabindex="0"><code>&lt;b&gt;</code></pre>');
  });

  it('makes code focusable for keyboard scrolling, and ignores the tabindex of an author', () => {
    expect(html('```\nlong\n```')).toMatch(/^<pre tabindex="0">/);
    expect(html('<pre tabindex="5" id="x">long</pre>')).toBe('<pre tabindex="0" id="h-x">long</pre>');
  });

  it('renders Markdown inside details', () => {
    expect(html('<details><summary>S</summary>\n\n**b**\n\n</details>')).toContain('<strong>b</strong>');
  });
});

describe('links and images', () => {
  it('mark external links only', () => {
    const rel = (source: string): (string | undefined)[] =>
      inspectHtml(renderMarkdown(source, { origin: 'https://own.example' }).html)
        .filter(({ tag }) => tag === 'a')
        .map(({ attributes }) => attributes.get('rel'));
    expect(rel('[a](https://x.example) [b](//x.example) <a href="/\\x.example">c</a>')).toEqual([
      'noopener',
      'noopener',
      'noopener',
    ]);
    expect(rel('[a](/x) [b](x) [c](#x) [d](mailto:a@b.example) [e](https://own.example/y)')).toEqual(
      Array(5).fill(undefined),
    );
  });

  it.each([
    ['/kb/x#my-id', '/kb/x#h-my-id'],
    ['/kb/x#h-my-id', '/kb/x#h-my-id'],
    ['/kb/x?a=1#图', '/kb/x?a=1#h-图'],
    ['/kb#top', '/kb#h-top'],
    ['https://own.example/kb/x#y', 'https://own.example/kb/x#h-y'],
    ['../x#y', '../x#h-y'],
    ['x', 'x'],
    ['/kb/x#', '/kb/x#'],
    ['/kb/x#:~:text=a%20b', '/kb/x#:~:text=a%20b'],
    ['/kbx#y', '/kbx#y'],
    ['/kb/../shop#y', '/kb/../shop#y'],
    ['/shop#y', '/shop#y'],
    ['https://other.example/kb/x#y', 'https://other.example/kb/x#y'],
    ['mailto:a@b.example#y', 'mailto:a@b.example#y'],
  ])('point from %s to the id of a heading there', (href, found) => {
    const options = { origin: 'https://own.example', pages: 'https://own.example/kb' };
    const sanitized = sanitizeHtml(`<a href="${href}">x</a>`, options);
    expect(/href="([^"]*)"/.exec(sanitized)?.[1]).toBe(found);
    expect(sanitizeHtml(sanitized, options)).toBe(sanitized);
  });

  it('find anchors named in the HTML 4 way', () => {
    const source = '[b](#bar)\n\n<a name="bar"></a>Text <a name="x" id="y">z</a>';
    const page = html(source);
    expect(page).toContain('<a href="#h-bar">b</a>');
    expect(page).toContain('<a id="h-bar"></a>');
    expect(idsOf(source)).toEqual(['h-bar', 'h-y']);
  });

  it('load images lazily', () => {
    expect(html('![alt](/a.png)')).toBe('<p><img src="/a.png" alt="alt" loading="lazy" /></p>');
  });
});

describe('text and reading time', () => {
  it('yields plain text for search, without footnote markup', () => {
    const { text, wordCount } = renderMarkdown('# A &amp; B\n\none[^1] `two`\n\n[^1]: three');
    expect(text).toBe('A & B\none two\nthree');
    expect(wordCount).toBe(5);
  });

  it('counts 200 words or 400 CJK characters a minute, at least one', () => {
    expect(readingTime('', 'en')).toBe(1);
    expect(readingTime('word '.repeat(1_000), 'en')).toBe(5);
    expect(readingTime('字'.repeat(2_000), 'zh-CN')).toBe(5);
    expect(readingTime('word '.repeat(400) + '字'.repeat(400), 'ja')).toBe(3);
    expect(readingTime('สวัสดีชาวโลก'.repeat(300), 'th')).toBeGreaterThan(1);
  });

  it('sanitizes idempotently', () => {
    const once = sanitizeHtml('<h2 id="a b">x</h2><a href="#a">y</a><p id="h-c">&amp;lt;</p>');
    expect(once).toBe('<h2 id="h-a-b">x</h2><a href="#h-a">y</a><p id="h-c">&amp;lt;</p>');
    expect(sanitizeHtml(once)).toBe(once);
  });
});

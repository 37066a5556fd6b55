import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../src/blocks/html.js';
import { renderMarkdown } from '../../src/blocks/markdown.js';

describe('rendered HTML', () => {
  it('has heading ids and a table of contents like Markdown', () => {
    const source = '<h2>One thing</h2><p>a</p><h3 id="own">Another</h3><h2>One thing</h2>';
    const markdown = renderMarkdown('## One thing\n\na\n\n### Another {#own}\n\n## One thing\n');
    expect(renderHtml(source).toc).toEqual(markdown.toc);
  });

  it.each([
    '<pre><code class="language-js">const a = 1 &lt; 2;</code></pre>',
    "<pre><code class='foo lang-js bar'>const a = 1 &lt; 2;</code></pre>",
    '<PRE class="x">\n<CODE data-a="b" class=language-js>\nconst a = 1 &lt; 2;</CODE></PRE>',
  ])('highlights code in known languages: %s', (source) => {
    const { html, text } = renderHtml(source);
    expect(html).toContain('<span class="hljs-keyword">const</span>');
    expect(html).toContain('class="hljs language-js"');
    expect(text).toBe('const a = 1 < 2;');
  });

  it.each([
    '<pre><code>const a = 1;</code></pre>',
    '<pre><code class="language-js"><b>const</b> a</code></pre>',
    '<code class="language-js">const a</code>',
    '<pre><code id="a"> class=language-js const a</code></pre>',
  ])('leaves other code unchanged: %s', (source) => {
    expect(renderHtml(source).html).not.toContain('hljs');
  });

  it('is sanitized after all transformations', () => {
    for (const source of [
      '<pre><code class="language-js">&lt;script&gt;alert(1)&lt;/script&gt;</code></pre>',
      '<pre><code class="language-x&quot; onclick=&quot;a">a</code></pre>',
      '<h2 id="x" onclick="a()"><img src=x onerror=a()>T</h2><script>a()</script>',
      '<a href="javascript:a()">b</a><pre><code class="language-html">&lt;img onerror=a&gt;</code></pre>',
    ]) {
      const { html } = renderHtml(source);
      expect(html).not.toMatch(/<script|<[^>]*\son\w+=|javascript:/i);
    }
  });

  it('contains nothing active, with any text around its code', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[<>/"'= a-z&;0-9-]{0,80}$/), (noise) => {
        const { html } = renderHtml(`<h2>T</h2>${noise}<pre><code class="language-js">${noise}</code></pre>`);
        expect(html).not.toMatch(/<script|<[^>"]*\son\w+=/i);
      }),
    );
  });

  it('has a word count by language, with blocks kept apart', () => {
    expect(renderHtml('<p>one</p><p>two</p>').text).toBe('one\ntwo');
    expect(renderHtml('<p>on<b>e</b></p>').wordCount).toBe(1);
    const thai = '<p>ฉันรักภาษาไทย</p>';
    expect(renderHtml(thai, { locale: 'th' }).wordCount).toBe(
      renderMarkdown('ฉันรักภาษาไทย', { locale: 'th' }).wordCount,
    );
    expect(renderHtml(thai, { locale: 'th' }).wordCount).toBeGreaterThan(1);
  });

  it('wraps tables in a scrollable region, with a label in the language of the text', () => {
    const { html } = renderHtml('<table><tr><td>1</td></tr></table>', { labels: { table: 'Tabelle' } });
    expect(html).toContain('aria-label="Tabelle"');
  });

  it('recognizes links within its own site', () => {
    const link = '<a href="https://example.com/a">a</a>';
    expect(renderHtml(link).html).toContain('rel=');
    expect(renderHtml(link, { origin: 'https://example.com' }).html).not.toContain('rel=');
  });

  it('is rejected above the size limit', () => {
    expect(() => renderHtml('<p>long</p>', { maxBytes: 5 })).toThrow(
      expect.objectContaining({ code: 'markdown_too_large', status: 413 }),
    );
  });

  it('renders 20,000 unclosed code elements without an error', () => {
    for (const piece of [
      '<pre ',
      '<pre><code class="language-',
      '<pre><code class="language-js">',
      '<code class=" lang- ',
    ]) {
      expect(() => renderHtml(piece.repeat(20_000))).not.toThrow();
    }
  });
});

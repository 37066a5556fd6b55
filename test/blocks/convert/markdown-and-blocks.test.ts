import fc from 'fast-check';
import { convertText, parseBlocks, plainText } from 'mortise/blocks';
import { describe, expect, it } from 'vitest';
import { CORE_BLOCKS } from '../../../src/blocks/core/blocks.js';
import { renderMarkdown } from '../../../src/blocks/markdown.js';
import { draftOf } from '../../../src/blocks/render/document.js';
import { walkBlocks } from '../../../src/blocks/render/walk.js';
import { createTemplates } from '../../../src/core/templates/templates.js';
import { markdown } from '../../../src/plugins/knowledge-base/content/blocks/markdown/markdown.js';

const markdownBlock = 'vendor-kb/markdown';
const toBlocks = (source: string): string => convertText(source, { from: 'markdown', to: 'blocks', markdownBlock });
const toMarkdown = (source: string): string => convertText(source, { from: 'blocks', to: 'markdown', markdownBlock });
const names = (source: string): (string | null)[] =>
  parseBlocks(source)
    .filter(({ blockName }) => blockName !== null)
    .map(({ blockName }) => blockName);

/** Plain text of a document as the engine renders it. */
async function textOf(source: string, format: 'blocks' | 'markdown'): Promise<string> {
  const registered = [...CORE_BLOCKS, markdown];
  const find = (name: string) => registered.find(({ metadata }) => metadata.name === name);
  const draft = await draftOf(
    source,
    { format },
    {
      classes: [],
      template: createTemplates({ strict: true }).renderSync,
      debug: false,
      report: (_block, error) => {
        throw error;
      },
    },
  );
  const walk = { ...draft, find, place: () => '', pause: () => null, filters: null };
  const { text } = await draft.finish(await walkBlocks(draft.blocks, {}, walk));
  return spaced(text);
}

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

describe('Markdown to blocks', () => {
  it.each([
    [
      'a paragraph',
      'One *two* **three** `four` ~~five~~\nsix.',
      ['core/paragraph'],
      '<p>One <em>two</em> <strong>three</strong> <code>four</code> <del>five</del> six.</p>',
    ],
    ['a heading', '### Marsh', ['core/heading'], '{"level":3} -->\n<h3 class="wp-block-heading">Marsh</h3>'],
    [
      'a heading with an id',
      '## Marsh {#reeds}',
      ['core/heading'],
      '<h2 class="wp-block-heading" id="reeds">Marsh</h2>',
    ],
    ['a list in a list', '- a\n  - b\n- c', ['core/list'], '<li>a<!-- wp:list -->'],
    ['a list from three', '3. a\n4. b', ['core/list'], '{"ordered":true,"start":3}'],
    ['tasks', '- [x] a\n- [ ] b', [markdownBlock], '- [x] a\n- [ ] b</pre>'],
    ['items with paragraphs', '- a\n\n  b\n\n- c', [markdownBlock], '- a\n\n  b'],
    ['a quotation', '> a\n>\n> b', ['core/quote'], '<blockquote class="wp-block-quote"><!-- wp:paragraph -->'],
    ['a callout', '> [!WARNING]\n> Deep.', [markdownBlock], '&gt; [!WARNING]'],
    ['a callout of Docusaurus', ':::tip Title\nText\n:::', [markdownBlock], ':::tip Title'],
    [
      'a sample with a language',
      '```js\na < b\n```',
      ['core/code'],
      '<pre class="wp-block-code language-js"><code>a &lt; b</code></pre>',
    ],
    ['a sample with more than a language', '```js {1}\na\n```', [markdownBlock], '```js {1}'],
    [
      'a table',
      '| a | b |\n|---|--:|\n| 1 | 2 |',
      ['core/table'],
      '<td class="has-text-align-right" data-align="right">2</td>',
    ],
    ['a picture', '![Alt](/a.png "Title")', ['core/image'], '<img src="/a.png" alt="Alt" title="Title"/>'],
    [
      'a picture that is a link',
      '[![Alt](/a.png)](/b)',
      ['core/image'],
      '<a href="/b"><img src="/a.png" alt="Alt"/></a>',
    ],
    ['a line', 'a\n\n---', ['core/paragraph', 'core/separator'], '<hr class="wp-block-separator'],
    [
      'details',
      '<details>\n<summary>More</summary>\n\nText\n\n</details>',
      ['core/details'],
      '<summary>More</summary><!-- wp:paragraph -->',
    ],
    ['HTML', '<div class="x"><b>raw</b></div>', ['core/html'], '<div class="x"><b>raw</b></div>'],
    ['HTML round Markdown', '<div>\n\n**a**\n\n</div>', [markdownBlock], '**a**'],
    [
      'a footnote',
      'A[^n]\n\n[^n]: *Note*',
      ['core/paragraph', 'core/html'],
      '<section class="footnotes" role="doc-endnotes"',
    ],
    [
      'a callout with a link that is defined elsewhere',
      '> [!NOTE]\n> [a][r]\n\n[r]: /b',
      [markdownBlock],
      '[r]: &lt;/b&gt;',
    ],
    ['a tag of a template', 'a {{< b >}}', ['core/paragraph'], '<code>{{&lt; b &gt;}}</code>'],
    [
      'a block',
      '<!-- wp:vendor-kb/related-articles {"count":2} /-->',
      ['vendor-kb/related-articles'],
      '{"count":2} /-->',
    ],
    [
      'Markdown in a block',
      '<!-- wp:vendor-kb/content-toggle -->\n<details><summary>a</summary>\n\n**b**\n\n</details>\n<!-- /wp:vendor-kb/content-toggle -->',
      ['vendor-kb/content-toggle'],
      '<p><strong>b</strong></p>',
    ],
    ['a sample of a block', '```html\n<!-- wp:html -->\n```', ['core/code'], '&lt;!-- wp:html --&gt;'],
  ])('%s', async (_what, source, blocks, part) => {
    const document = toBlocks(source);
    expect(names(document)).toEqual(blocks);
    expect(document).toContain(part);
    expect(await textOf(document, 'blocks')).toBe(await textOf(source, 'markdown'));
    expect(await textOf(toMarkdown(document), 'markdown')).toBe(await textOf(source, 'markdown'));
  });

  it('uses HTML instead of the Markdown block if there is none', () => {
    const document = convertText('- [x] a', { from: 'markdown', to: 'blocks' });
    expect(names(document)).toEqual(['core/html']);
    expect(document).toContain('type="checkbox"');
  });
});

describe('blocks to Markdown', () => {
  it.each([
    [
      'a paragraph',
      '<!-- wp:paragraph --><p>a <strong>b</strong> c_d 1. *</p><!-- /wp:paragraph -->',
      'a **b** c_d 1. \\*\n',
    ],
    ['signs at the beginning', '<!-- wp:paragraph --><p># a</p><!-- /wp:paragraph -->', '\\# a\n'],
    [
      'an address that is no link',
      '<!-- wp:paragraph --><p>https://example.com</p><!-- /wp:paragraph -->',
      'https\\:\\/\\/example\\.com\n',
    ],
    ['keys', '<!-- wp:paragraph --><p>Press <kbd>a*b</kbd></p><!-- /wp:paragraph -->', 'Press <kbd>a\\*b</kbd>\n'],
    [
      'two lists',
      '<!-- wp:list --><ul class="wp-block-list"><!-- wp:list-item --><li>a</li><!-- /wp:list-item --></ul><!-- /wp:list --><!-- wp:list --><ul class="wp-block-list"><!-- wp:list-item --><li>b</li><!-- /wp:list-item --></ul><!-- /wp:list -->',
      '- a\n\n<!-- -->\n\n- b\n',
    ],
    [
      'a sample with a fence in it',
      '<!-- wp:code --><pre class="wp-block-code"><code>```\na</code></pre><!-- /wp:code -->',
      '````\n```\na\n````\n',
    ],
    [
      'a text in Markdown',
      '<!-- wp:vendor-kb/markdown --><pre class="wp-block-vendor-kb-markdown">&gt; [!NOTE]\n&gt; a</pre><!-- /wp:vendor-kb/markdown -->',
      '> [!NOTE]\n> a\n',
    ],
    [
      'HTML',
      '<!-- wp:html -->\n<video src="/a.mp4"></video>\n<!-- /wp:html -->',
      '<!-- wp:html --> <video src="/a.mp4"></video> <!-- /wp:html -->\n',
    ],
    ['text of no block', 'Some <b>text</b>', 'Some **text**\n'],
    [
      'a paragraph in the middle',
      '<!-- wp:paragraph {"align":"center"} -->\n<p class="has-text-align-center">a</p>\n<!-- /wp:paragraph -->',
      null,
    ],
    [
      'a picture of the library',
      '<!-- wp:image {"id":5,"sizeSlug":"large"} -->\n<figure class="wp-block-image size-large"><img src="/a.png" alt="" class="wp-image-5"/></figure>\n<!-- /wp:image -->',
      null,
    ],
    ['a block of nobody', '<!-- wp:acme/x {"a":1} -->plain *text*<!-- /wp:acme/x -->', null],
    ['a dynamic block', '<!-- wp:vendor-kb/related-articles /-->', null],
  ])('%s', async (_what, source, expected) => {
    const text = toMarkdown(source);
    expect(text).toBe(expected ?? `${source}\n`);
    expect(await textOf(text, 'markdown')).toBe(await textOf(source, 'blocks'));
  });

  it('removes blank lines that would end the HTML of a block', () => {
    const source =
      '<!-- wp:acme/x -->\n<div>\n\n*a*\n\n<pre>b\n\nc</pre></div>\n<!-- wp:paragraph -->\n<p>d</p>\n<!-- /wp:paragraph -->\n\n<!-- /wp:acme/x -->';
    const text = toMarkdown(source);
    expect(text).not.toMatch(/\n\s*\n(?!$)/);
    expect(names(toBlocks(text))).toEqual(['acme/x']);
    expect(renderMarkdown(text).html).toContain('*a*');
    expect(plainText(renderMarkdown(text).html)).toContain('b\nc');
  });

  it('keeps an unclosed fence from swallowing later blocks', async () => {
    const source = `<!-- wp:${markdownBlock} --><pre class="wp-block-vendor-kb-markdown">\`\`\`\na</pre><!-- /wp:${markdownBlock} --><!-- wp:paragraph --><p>b</p><!-- /wp:paragraph -->`;
    expect(await textOf(toMarkdown(source), 'markdown')).toBe(await textOf(source, 'blocks'));
  });
});

describe('HTML to blocks', () => {
  const fromHtml = (html: string): string => convertText(html, { from: 'html', to: 'blocks' });

  it.each([
    ['<p>a<p>b', ['core/paragraph', 'core/paragraph'], '<p>a</p>'],
    ['a <b>b</b> text', ['core/paragraph'], '<p>a <b>b</b> text</p>'],
    ['<div><h2 id="x">a</h2><p>b</p></div>', ['core/heading', 'core/paragraph'], 'id="x"'],
    ['<ul><li>a<ol start="2"><li>b</ol></ul>', ['core/list'], '"start":2'],
    ['<ul><li><p>a</p><p>b</p></li></ul>', ['core/html'], '<p>a</p><p>b</p>'],
    ['<figure><img src="/a.png" alt="A"><figcaption>C</figcaption></figure>', ['core/image'], 'wp-element-caption">C'],
    ['<p><img src="/a.png" width="5"></p>', ['core/paragraph'], 'width="5"'],
    ['<table><tr><th>a<tr><td colspan=2>b</table>', ['core/table'], '<thead><tr><th>a</th></tr></thead>'],
    ['<table><tr><td><ul><li>a</ul></table>', ['core/html'], '<ul><li>a'],
    ['<pre><code class="language-php">&lt;?php</code></pre>', ['core/code'], 'language-php'],
    ['<pre>a\n  b</pre>', ['core/preformatted'], 'a\n  b'],
    ['<details open><summary>a</summary>b</details>', ['core/details'], '"showContent":true'],
    ['<aside class="callout">a</aside>', ['core/html'], '<aside class="callout">a</aside>'],
    ['<iframe src="/x"></iframe><hr>', ['core/html', 'core/separator'], '<iframe src="/x"></iframe>'],
    ['<!-- a comment --><p>b</p>', ['core/html', 'core/paragraph'], '<!-- a comment -->'],
    ['<blockquote><p>a</p></blockquote>', ['core/quote'], 'wp-block-quote'],
    ['<p>a</p><!-- wp:acme/x /-->', ['core/paragraph', 'acme/x'], 'acme/x /-->'],
  ])('%s', (html, blocks, part) => {
    const document = fromHtml(html);
    expect(names(document)).toEqual(blocks);
    expect(document).toContain(part);
  });

  it.each([
    [
      'comments of blocks in attributes',
      '<p title="<!-- wp:html -->">a</p><div data-a="<!-- /wp:html -->" id="b">c</div>',
      2,
    ],
    ['comments of blocks in HTML that is kept', '<aside><!-- wp:paragraph --></aside>', null],
    ['10,000 nested elements', `${'<div><blockquote>'.repeat(10_000)}a`, 1],
    ['10,000 nested lists', '<ul><li>'.repeat(10_000), 1],
    ['a script', '<script>document.write("<!-- wp:html -->")</script>', null],
    ['what is no HTML', '<<<>>>&&&&#x;</p></div><p', null],
  ])('converts hostile input: %s', (_what, html, count) => {
    const document = fromHtml(html);
    if (count !== null) expect(names(document)).toHaveLength(count);
    expect(fromHtml(document)).toBe(document);
  });
});

/** Pieces of Markdown, common and malformed. */
const words = fc.constantFrom(
  'reed',
  'Marsh',
  'a_b',
  '*',
  '**',
  '`',
  '[x]',
  '(y)',
  '#',
  '1.',
  '- ',
  '|',
  '<b>',
  '&amp;',
  '~~',
  '\\',
  'https://a.b',
  '![i](/p)',
  '[l](/q "t")',
  '{#id}',
  '<!-- -->',
  '[^1]',
  ':::',
  '{{ t }}',
);
const line = fc.array(words, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
const block = fc.oneof(
  line,
  line.map((text) => `## ${text}`),
  fc.array(line, { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `- ${item}`).join('\n')),
  fc
    .array(line, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item, index) => `${index + 1}. ${item}`).join('\n')),
  line.map((text) => `> ${text}`),
  line.map((text) => `\`\`\`js\n${text}\n\`\`\``),
  line.map((text) => `| ${text.replaceAll('|', '')} | b |\n|---|---|\n| c | d |`),
  line.map((text) => `> [!NOTE]\n> ${text}`),
  fc.constant('---'),
  fc.constant('<details>\n<summary>s</summary>\n\nt\n\n</details>'),
  fc.constant('[^1]: note'),
  fc.constant('<!-- wp:vendor-kb/related-articles /-->'),
);

describe('arbitrary Markdown', () => {
  const runs = process.env.MORTISE_FULL === '1' ? 5_000 : 150;

  it('has the same text as blocks, and as Markdown again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(block, { maxLength: 6 }), async (blocks) => {
        const source = blocks.join('\n\n');
        const document = toBlocks(source);
        const text = await textOf(source, 'markdown');
        expect(await textOf(document, 'blocks')).toBe(text);
        expect(await textOf(toMarkdown(document), 'markdown')).toBe(text);
      }),
      { numRuns: runs },
    );
  });

  it('converts to blocks and back without an error, even with mismatched comments', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            '<!-- wp:',
            '<!-- /wp:',
            'a',
            'paragraph',
            ' -->',
            ' /-->',
            '\n',
            '<p>',
            '</p>',
            '`',
            '- ',
            '{"a":"',
            '"}',
          ),
        }),
        (source) => {
          expect(() => toMarkdown(toBlocks(source))).not.toThrow();
        },
      ),
      { numRuns: runs },
    );
  });

  it('converts long, repetitive texts within seconds', () => {
    const texts = [
      `${'- a\n'.repeat(20_000)}`,
      `${'a\n\n'.repeat(20_000)}`,
      `${'<div>\n\n'.repeat(5_000)}`,
      `${'> '.repeat(5_000)}a`,
      `${'[^1] '.repeat(10_000)}\n\n[^1]: a`,
    ];
    const started = performance.now();
    for (const text of texts) toBlocks(text);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('is rejected when it is too large', () => {
    expect(() => toBlocks('a'.repeat(3_000_000))).toThrow(/3000000 bytes/);
  });
});

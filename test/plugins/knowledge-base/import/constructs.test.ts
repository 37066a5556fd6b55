import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertPage } from '../../../../src/plugins/knowledge-base/content/import/constructs/convert-page.js';
import { parseFrontMatter } from '../../../../src/plugins/knowledge-base/content/import/front-matter.js';
import {
  combineRewrites,
  restoreLinks,
  rewriteLinks,
} from '../../../../src/plugins/knowledge-base/content/import/links/rewrite-links.js';

/** Converts a page and asserts that its text can be restored. */
async function converted(text: string, key = 'page.md') {
  const matter = parseFrontMatter(text);
  const page = await convertPage(matter, key, key.endsWith('.mdx') ? 'docusaurus' : 'hugo');
  expect(restoreLinks(page.body, page.conversions)).toBe(matter.body);
  return page;
}

describe('title heading', () => {
  it.each([
    ['# Title\n\ntext', 'Title'],
    ['# Title', 'Title'],
    ['\n\n  # Title ##\ntext', 'Title'],
    ['Title\n=====\n\ntext', 'Title'],
    ['Two\nlines\n===\ntext', 'Two lines'],
    ['# **Bold** `code` [link](x.md) &amp; <b>html</b>', 'Bold code link & html'],
    ['# With an id {#own}', 'With an id'],
    ['# With a list {: #own .x }', 'With a list'],
    ['# C#', 'C#'],
    ['<h1 align="center">My <em>page</em></h1>\n\ntext', 'My page'],
    ['<!-- note -->\n# Title\n', 'Title'],
    ['![badge](x.svg)\n\n# Title\n\ntext', 'Title'],
    ['```sh\n# comment\n```\n\n# Title', 'Title'],
  ])('is taken out of the text: %j', async (text, title) => {
    const page = await converted(text);
    expect(page.headingTitle).toBe(title);
    expect(page.body).not.toMatch(/^ *#(?!#| comment)|===|<h1/m);
  });

  it.each([
    'text',
    '## Section',
    '```\n# comment\n```',
    '    # code',
    '- # item',
    '> # quote',
    '#hashtag',
    '# ',
    'a\n\n===',
    '- item\n===',
  ])('is none in %j', async (text) => expect(await converted(text)).toMatchObject({ headingTitle: null, body: text }));

  it('is taken out if it repeats the title of the front matter, and stays if it differs', async () => {
    expect((await converted('---\ntitle: A  page\n---\n# a PAGE\ntext')).body).toBe('text');
    expect((await converted('---\ntitle: Other\n---\n# A page\ntext')).body).toBe('# A page\ntext');
  });
});

describe('ids of headings', () => {
  it.each([
    ['## H {#id .cls}', '## H {#id}'],
    ['## H {.a #id class="b c"}', '## H {#id}'],
    ['## H ## {#id .cls}', '## H ## {#id}'],
    ['## H { #id }\r\ntext', '## H {#id}\r\ntext'],
    ['## H { .cls }\ntext', '## H \ntext'],
    ['H { #id }\n---\ntext', 'H {#id}\n---\ntext'],
    ['## H\n{: #id}\n\ntext', '## H {#id}\n\ntext'],
    ['## H\r\n{:#id .cls}\r\ntext', '## H {#id}\r\ntext'],
    ['H\n---\n{: #id}', 'H {#id}\n---\n'],
    ['## H {#own}\n{: #id .cls}', '## H {#own}\n'],
    ['## H\n{: .no_toc }\ntext', '## H\ntext'],
    ['!!! note\n    ## H { #id }\n', ':::note\n## H {#id}\n:::\n'],
  ])('are kept and their classes dropped: %j', async (text, body) => expect((await converted(text)).body).toBe(body));

  it.each([
    '## H {#id}',
    '## H {: #id .cls}',
    '## Set {a, b}',
    '## Set {x=1}',
    '## Array a{#a .b}',
    '## Code `{ #id }`',
    '```\n## H { #id }\n```',
    '    ## H { #id }',
    'text { #id }',
    'text\n{: .cls}',
    '## H\n{:toc}',
  ])('are left as written in %j', async (text) => expect((await converted(text)).body).toBe(text));

  it('belong to the title too', async () => {
    expect(await converted('# Title { #own }\n')).toMatchObject({ headingTitle: 'Title', titleAnchor: 'h-own' });
    expect(await converted('# Title\n{: #own}\ntext')).toMatchObject({ titleAnchor: 'h-own', body: 'text' });
  });
});

describe('comments of generators', () => {
  it.each([
    ['{% comment %}', 'a {% comment %}hidden{% endcomment %} b'],
    ['{% comment %}', 'a {%- comment -%}\nhidden {{ x }}\n{%- endcomment -%} b'],
    ['{% comment %}', 'a {% comment %}hidden ``` {% endcomment %} b'],
    ['{% # %}', 'a {% # hidden %} b'],
    ['{# #}', 'a {# hidden #} b'],
    ['{{/* */}}', 'a {{/* hidden */}} b'],
    ['{{/* */}}', 'a {{- /* hidden */ -}} b'],
    ['{{< comment >}}', 'a {{< comment >}}hidden{{< /comment >}} b'],
    ['{{< comment >}}', 'a {{% comment %}}hidden{{% /comment %}} b'],
    ['{::comment}', 'a {::comment}hidden{:/comment} b'],
    ['{::comment}', 'a {::comment}hidden{:/} b'],
    ['{/* */}', 'a {/* hidden */} b'],
    ['%% %%', 'a %%hidden%% b [[Link]]'],
  ])('are removed and listed: %s in %j', async (name, text) => {
    const { body, constructs } = await converted(text);
    expect(body).not.toContain('hidden');
    expect(body).toMatch(/^a\s+b/);
    expect(constructs).toContain(`${name} (removed)`);
  });

  it.each([
    '```\n{% comment %}shown{% endcomment %}\n```',
    '`{% comment %}shown{% endcomment %}`',
    '    {# shown #}',
    '- x\n\n      {% comment %}shown{% endcomment %}',
    '<pre>{/* shown */}</pre>',
    '{% comment %}shown, because it is not closed',
    '100%% shown%%',
  ])('stay in code samples and where they are none: %j', async (text) =>
    expect((await converted(text)).body).toBe(text),
  );
});

describe('MDX', () => {
  it('loses its statements, and its tabs become headings', async () => {
    const text = [
      "import Tabs from '@theme/Tabs';",
      'export const a = {',
      '  b: 1,',
      '};',
      '',
      '## Install',
      '',
      '<Tabs groupId="os">',
      '  <TabItem value="mac" label="macOS" default>',
      '',
      'Use **brew**.',
      '',
      '  </TabItem>',
      '  <TabItem value="win">Use winget.</TabItem>',
      '</Tabs>',
      '',
      'import is a word here.',
      '',
      "```js\nimport x from 'y';\n```",
    ].join('\n');
    const { body, constructs } = await converted(text, 'page.mdx');
    expect(body).not.toMatch(/Tabs|TabItem|b: 1/);
    expect(body).toContain('### macOS\n');
    expect(body).toContain('### win\n\nUse winget.');
    expect(body).toContain('import is a word here.');
    expect(body).toContain("import x from 'y';");
    expect(constructs).toEqual(['import (removed)', 'export (removed)']);
  });

  it('has plain images for required ones, and our syntax for ids', async () => {
    const { body } = await converted("<img src={require('./x.png').default} />\n\n## A {/* #own */}\n", 'a.mdx');
    expect(body).toBe('<img src="./x.png" />\n\n## A {#own}\n');
  });
});

describe('blocks of MkDocs, VitePress and Obsidian', () => {
  it.each([
    ['!!! note "Title"\n    text\n\n    more\n\nend', ':::note Title\ntext\n\nmore\n:::\n\nend'],
    ['!!! warning\n    text', ':::warning\ntext\n:::\n'],
    ['!!! example\n    text\n', ':::note Example\ntext\n:::\n'],
    ['!!! danger ""\n    text\n', ':::danger\ntext\n:::\n'],
    ['para\n!!! tip\n    text\n', 'para\n\n:::tip\ntext\n:::\n'],
    ['!!! note\n    !!! tip\n        deep\n', ':::note\n\n:::tip\ndeep\n:::\n:::\n'],
    ['??? note "More <b>"\n    text\n', '<details>\n<summary>More &#60;b&#62;</summary>\n\ntext\n\n</details>\n'],
    ['???+ tip\n    text\n', '<details open>\n<summary>Tip</summary>\n\ntext\n\n</details>\n'],
    ['## A\n\n=== "Linux"\n    apt\n\n=== "Mac"\n    brew\n', '## A\n\n### Linux\n\napt\n\n\n### Mac\n\nbrew\n\n'],
    ['::: details Title\ntext\n:::\n', '<details>\n<summary>Title</summary>\n\ntext\n\n</details>\n'],
    ['> [!faq]- Why?\n> text\n', '> [!note]- Why?\n> text\n'],
    ['> [!quote]\n> text\n', '> [!note] Quote\n> text\n'],
  ])('%j are converted', async (text, body) => expect((await converted(text)).body).toBe(body));

  it.each(['```\n!!! note\n    text\n```', '    !!! note', 'Stop!!! note', '> [!note]\n> text', ':::note\ntext\n:::'])(
    'stay as they are in %j',
    async (text) => expect((await converted(text)).body).toBe(text),
  );
});

describe('constructs that are not understood', () => {
  it.each([
    ['{{< figure src="x" >}}', '{{< figure >}}'],
    ['{{% tab name="a" %}}', '{{% tab %}}'],
    ['{% include x.html %}', '{% include %}'],
    ['{{ site.title }}', '{{ site.title }}'],
    ['{{ $frontmatter.title }}', '{{ $frontmatter.title }}'],
    ['<Highlight color="red">x</Highlight>', '<Highlight>'],
    ['<Badge type="tip" text="x" />', '<Badge>'],
    ['<my-widget></my-widget>', '<my-widget>'],
    ['::: code-group\n:::', ':::code-group'],
    ['::: mkdocs.module.path', ':::mkdocs.module.path'],
    ['```{note}\nx\n```', '```{note}'],
    ['```mermaid\nx\n```', '```mermaid'],
    ['```js title="a.js"\nx\n```', 'code title'],
    ['```js {1,3-4}\nx\n```', 'code line highlights'],
    ['```js showLineNumbers\nx\n```', 'code line numbers'],
    ['--8<-- "x.md"', '--8<--'],
    ['{!x.md!}', '{! !}'],
    ['Press ++ctrl+c++', '++key++'],
    ['{++ added ++}', '{++ }'],
    ['*[HTML]: Hypertext', '*[abbreviation]:'],
    [':material-home: home', ':material-home:'],
    ['[TOC]', '[toc]'],
    ['[[toc]]', '[toc]'],
    ['<<< @/a.js', '<<<'],
    ['@[code js](a.js)', '@[code]'],
    ['<!-- @include: ./a.md -->', '<!-- @include -->'],
    ['<script setup>\nx\n</script>', '<script>'],
    ['![[Page]]', '![[ ]]'],
    ['![[Page#Part]]', '![[ ]]'],
    ['==marked==', '== =='],
    ['text ^block-1', '^block'],
    ['$$\nx^2\n$$', '$$'],
  ])('%j is listed as %s', async (text, name) => expect((await converted(text)).constructs).toEqual([name]));

  it.each([
    ['`{{< x >}}` and `<Tag>`'],
    ['[[Page|text]] and ![[image.png]]'],
    ['    <Tag>'],
    ['- a\n\n      {{< x >}}'],
    ['[a]({{< ref "x.md" >}})'],
    ['[a]({{ site.baseurl }}/x)'],
    ['at 10:30:45, a::b, http://x.example:80/'],
    ['a == b == c, 1 < 2, {x}'],
    ['# C++ and A+B'],
    ['\\$$ 5'],
  ])('are none in %j', async (text) => expect((await converted(text)).constructs).toEqual([]));

  it('include the expressions of MDX', async () => {
    expect((await converted('is {1 + 1}. {props.x}\n', 'a.mdx')).constructs).toEqual(['{expression}']);
  });
});

describe('combined rewrites', () => {
  it('undo two successive rewritings of any text', () => {
    const edit = fc.record({ at: fc.nat(40), length: fc.nat(6), text: fc.string({ maxLength: 6 }) });
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.array(edit), fc.array(edit), (source, one, other) => {
        const apply = (text: string, edits: typeof one) =>
          rewriteLinks(
            text,
            [],
            edits
              .filter(({ at, length }) => at + length <= text.length)
              .map(({ at: offset, length, text: written }) => ({ offset, length, text: written })),
          );
        const first = apply(source, one);
        const second = apply(first.text, other);
        expect(restoreLinks(second.text, combineRewrites(first.rewrites, second))).toBe(source);
      }),
    );
  });
});

import { readFile } from 'node:fs/promises';
import { convertText, parseBlocks, serializeBlocks } from 'mortise/blocks';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ReadByWordPress, readByWordPress } from '../../support/wordpress-in-node.js';

const MARKDOWN = `# Marsh birds *x*

Para with **bold**, \`code\`, snake_case, [link](https://a.b "t") and footnote[^n].
second line\\
third https://example.com/x

## Install {#inst}

- a
- b
  1. one
  2. two

3. three

- [x] done

> quote
>
> more

> [!NOTE]
> callout

\`\`\`js
const a = "<b>" && [1];
\`\`\`

| a | b |
|---|:-:|
| 1 | \`x\` |

![alt](/a.png "title")

---

<details>
<summary>More</summary>

Inner **text**

</details>

<div class="x">raw</div>

[^n]: The note *text*.
`;

const HTML = `<p id="x">a &nbsp; “b”</p><ul id="l"><li>a <mark>b</mark></li></ul><details open id="d"><summary>a</summary>b</details>
<figure><img src="/a.png" alt="A" title="T"><figcaption>C <em>d</em></figcaption></figure><a href="/x"><img src="/b.png"></a>
<table id="t"><caption>c</caption><tr><th scope="col">a<tr><td colspan=2 align=center>b</table>
<pre id="p">a\n  b</pre><ol reversed start=5><li>x</ol><blockquote id="q">a</blockquote><p><img src="/a.png" width=5> b <kbd>c</kbd></p>
<aside>kept</aside><h3 id="h">c</h3><hr>`;

let fromMarkdown: ReadByWordPress | undefined;
let fromHtml: ReadByWordPress | undefined;
let saved: ReadByWordPress | undefined;
let fixture = '';

beforeAll(async () => {
  fixture = (await readFile(new URL('./fixtures/questions.html', import.meta.url), 'utf8')).trimEnd();
  [fromMarkdown, fromHtml, saved] = await readByWordPress([
    convertText(MARKDOWN, { from: 'markdown', to: 'blocks', markdownBlock: 'vendor-kb/markdown' }),
    convertText(HTML, { from: 'html', to: 'blocks' }),
    fixture,
  ]);
}, 120_000);

describe('converted blocks in the WordPress editor', () => {
  it('are valid and known when converted from Markdown', () => {
    expect(fromMarkdown).toMatchObject({ invalid: [], missing: 0, blocks: 24 });
  });

  it('are valid and known when converted from HTML', () => {
    expect(fromHtml).toMatchObject({ invalid: [], missing: 0, blocks: 17 });
  });
});

describe('document of our blocks', () => {
  it('is valid, and serialized byte for byte by WordPress in Node and by us', () => {
    expect(saved).toMatchObject({ invalid: [], missing: 0 });
    expect(saved?.serialized).toBe(fixture);
    expect(serializeBlocks(parseBlocks(fixture))).toBe(fixture);
  });

  it('has the attributes in its markup', () => {
    const of = (name: string) =>
      saved?.attributes.filter(([block]) => block === name).map(([, attributes]) => attributes);
    expect(of('vendor-kb/accordion')).toMatchObject([
      { headingLevel: 4, openFirst: true, align: 'wide', anchor: 'faq' },
    ]);
    expect(of('vendor-kb/accordion-item')).toMatchObject([{ anchor: 'cost', open: false }, { open: true }]);
    expect(of('vendor-kb/content-toggle')).toMatchObject([{ open: true, anchor: 'more' }]);
    expect(of('vendor-kb/markdown')).toMatchObject([{ content: '> [!NOTE]\n> **a** <b> & "c"\n\n- [x] d' }]);
    expect(of('vendor-kb/related-articles')).toMatchObject([{ count: 5, title: 'More & more' }]);
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { definePlugin, type Plugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;
let host: TestHost | undefined;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'mortise-overrides-'));
  await mkdir(path.join(root, 'site'));
});
afterEach(async () => {
  await host?.close();
  host = undefined;
  await rm(root, { recursive: true });
});

/** Has a folder of templates, and one that comes before all others. */
function decorator(): Plugin {
  return definePlugin({
    name: 'acme-templates',
    version: '1.0.0',
    requires: { 'knowledge-base': '^1.0.0' },
    setup({ hooks, templates }) {
      templates.add(path.join(root, 'plugin'));
      hooks.addFilter('vendor_kb/template_locations', (locations) => [
        { path: path.join(root, 'first'), priority: 5, origin: 'acme-templates' },
        ...locations,
        { path: path.join(root, 'late'), priority: 50, origin: 'acme-templates' },
      ]);
    },
  });
}

async function write(file: string, source: string): Promise<void> {
  const target = path.join(root, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, source);
}

async function open({ debug = true, lines = [] as string[], article = {} as Readonly<Record<string, unknown>> } = {}) {
  const opened = await createTestHost({
    debug,
    locale: 'de',
    templates: path.join(root, 'site'),
    theme: 'oak',
    plugins: [knowledgeBase(), decorator()],
    log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
  });
  host = opened;
  const as = await opened.createUser('administrator');
  const { data } = await opened.request('POST', '/vendor-kb/v1/articles', {
    as,
    body: { title: 'Soup', slug: 'soup', content: 'Text.', status: 'publish', ...article },
  });
  const { id } = data as { id: number };
  const page = async () => {
    const answer = await opened.visit('/kb/soup');
    return { status: answer.status, html: await answer.text() };
  };
  return { id, page };
}

/** Folders in the order in which they are asked, with the folder of the namespace in each. */
const FOLDERS = [
  { place: 'a location of the filter with a priority below 10', folder: 'first' },
  { place: 'the theme of the site', folder: 'site/oak/vendor-kb' },
  { place: 'the site', folder: 'site/vendor-kb' },
  { place: 'another plugin', folder: 'plugin/kb' },
];

describe.each([
  { what: 'a page', template: 'article' },
  { what: 'a part of a page', template: 'parts/article-meta' },
])('$what is taken from', ({ template }) => {
  it.each(FOLDERS.map((row, index) => ({ ...row, later: FOLDERS.slice(index + 1) })))(
    '$place before all that come later',
    async ({ folder, later }) => {
      for (const each of [{ folder }, ...later, { folder: 'late' }]) {
        await write(`${each.folder}/${template}.eta`, `<p>from ${each.folder}</p>`);
      }
      const { page } = await open();
      const { html } = await page();
      expect([...html.matchAll(/<p>from ([^<]*)<\/p>/g)].map(([, from]) => from)).toEqual([folder]);
    },
  );

  it('the knowledge base itself before a location of the filter with a priority above', async () => {
    await write(`late/${template}.eta`, '<p>from late</p>');
    const { page } = await open();
    const { html } = await page();
    expect(html).not.toContain('from late');
    expect(html).toContain('class="kb-meta"');
  });

  it('a file for the slug, then for the id, then for the language, then for all', async () => {
    const { id, page } = await open();
    const order = ['soup', String(id), 'de'];
    await write(`site/vendor-kb/${template}.eta`, '<p>from all</p>');
    const seen: (string | undefined)[] = [];
    const look = async () => seen.push(/<p>from ([^<]*)<\/p>/.exec((await page()).html)?.[1]);
    await look();
    for (const variant of order.toReversed()) {
      await write(`site/vendor-kb/${template}-${variant}.eta`, `<p>from ${variant}</p>`);
      await look();
    }
    expect(seen).toEqual(['all', ...order.toReversed()]);
  });

  it('a file for all in the theme before one for the slug in the site', async () => {
    await write(`site/oak/vendor-kb/${template}.eta`, '<p>from the theme</p>');
    await write(`site/vendor-kb/${template}-soup.eta`, '<p>from the site</p>');
    const { page } = await open();
    const { html } = await page();
    expect(html).toContain('from the theme');
    expect(html).not.toContain('from the site');
  });
});

/** What an editor saves of an accordion and of something that opens. */
const OPENS = {
  format: 'blocks',
  content: [
    '<!-- wp:vendor-kb/accordion --><div class="wp-block-vendor-kb-accordion">',
    '<!-- wp:vendor-kb/accordion-item --><details class="wp-block-vendor-kb-accordion-item"><summary class="kb-faq-q">Why <em>so</em>?</summary><div class="kb-faq-a"><p>Because.</p></div></details><!-- /wp:vendor-kb/accordion-item -->',
    '</div><!-- /wp:vendor-kb/accordion -->',
    '<!-- wp:vendor-kb/content-toggle --><details class="wp-block-vendor-kb-content-toggle"><summary class="kb-toggle-label">More</summary><div class="kb-toggle-content"><p>Rest.</p></div></details><!-- /wp:vendor-kb/content-toggle -->',
  ].join(''),
};

describe('what an author has saved is shown by the template of its block', () => {
  const ITEM = 'site/vendor-kb/blocks/accordion-item.eta';

  it('also where it was shown before by another', async () => {
    const { page } = await open({ article: OPENS });
    expect((await page()).html).toContain('<summary class="kb-faq-q"><h3');
    await write(ITEM, '<details class="is-mine"><summary><%~ it.question %></summary><%~ it.answer %></details>');
    expect((await page()).html).toContain('<details class="is-mine"><summary>Why <em>so</em>?</summary><div');
    await write(ITEM, '<details class="is-theirs"><summary><%~ it.question %></summary><%~ it.answer %></details>');
    expect((await page()).html).toContain('<details class="is-theirs"><summary>Why');
  });

  it('of the language of its article', async () => {
    await write('site/vendor-kb/blocks/accordion-de.eta', '<section class="is-german"><%~ it.items %></section>');
    await write('site/vendor-kb/blocks/toggle-fr.eta', '<section class="is-french"><%~ it.content %></section>');
    const { page } = await open({ article: OPENS });
    const { html } = await page();
    expect([html.includes('is-german'), html.includes('is-french')]).toEqual([true, false]);
  });

  it('and is sanitised after it', async () => {
    await write(ITEM, '<details onclick="x()"><summary>Q</summary><script>x()</script><%~ it.answer %></details>');
    const { page } = await open({ article: OPENS });
    const [text = ''] = /<div class="kb-prose.*?<\/article>/s.exec((await page()).html) ?? [];
    expect(text).toContain('<summary>Q</summary><div');
    expect(text).not.toMatch(/onclick|x\(\)/);
  });

  it('or by ours, in production, where that one fails', async () => {
    await write(ITEM, '<%= it.nothing.at.all %>');
    const lines: string[] = [];
    const { page } = await open({ debug: false, lines, article: OPENS });
    expect((await page()).html).toContain('<summary class="kb-faq-q"><h3');
    expect(lines.join()).toContain('A template failed');
  });

  it('and is left out in development where that one fails, with the reason in the log', async () => {
    await write(ITEM, '<%= it.questoin %>');
    const lines: string[] = [];
    const { page } = await open({ lines, article: OPENS });
    const { status, html } = await page();
    expect([status, html.includes('Because.'), html.includes('Rest.')]).toEqual([200, false, true]);
    expect(lines.join()).toContain(`Did you mean`);
  });
});

describe('a template of the site with a mistake', () => {
  const FILE = 'site/vendor-kb/article.eta';

  it('says in development which template, field, file and line, and what was meant', async () => {
    await write(FILE, '<h1><%= it.title %></h1>\n<p><%= it.descripton %></p>');
    const lines: string[] = [];
    const { page } = await open({ lines });
    const { status, html } = await page();
    expect(status).toBe(500);
    for (const named of ['kb/article', 'descripton', `${path.join(root, FILE)}:2`, 'Did you mean', 'description']) {
      expect(html).toContain(named);
      expect(lines.join()).toContain(named);
    }
  });

  it('in production prints nothing for the field, and tells readers nothing of files', async () => {
    await write(FILE, '<h1><%= it.title %></h1>\n<p>[<%= it.descripton %>]</p>');
    const { page } = await open({ debug: false });
    const { status, html } = await page();
    expect([status, html.includes('<p>[]</p>'), html.includes(root)]).toEqual([200, true, false]);
  });

  it.each([
    { mistake: 'throws', source: '<%= it.descripton.length %>' },
    { mistake: 'is no JavaScript', source: '<% if (it.title { %>' },
    { mistake: 'includes what is not there', source: "<%~ include('kb/parts/nowhere') %>" },
  ])('gives way to ours in production where it $mistake, and is logged once', async ({ source }) => {
    await write(FILE, source);
    const lines: string[] = [];
    const { page } = await open({ debug: false, lines });
    for (let visit = 0; visit < 3; visit += 1) {
      const { status, html } = await page();
      expect([status, html.includes('<h1 dir="auto">Soup</h1>'), html.includes('class="kb-meta"')]).toEqual([
        200,
        true,
        true,
      ]);
    }
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        msg: expect.stringContaining('A template failed'),
        file: path.join(root, FILE),
        instead: expect.stringMatching(/templates\/kb\/article\.eta$/),
      }),
    ]);
  });

  it('takes a part alone from us, and the rest of the page stays that of the site', async () => {
    await write(FILE, "<h1>Ours: <%= it.title %></h1>\n<%~ include('kb/parts/article-meta') %>");
    await write('site/vendor-kb/parts/article-meta.eta', '<%= it.nothing.at.all %>');
    const { page } = await open({ debug: false });
    const { html } = await page();
    expect(html).toContain('<h1>Ours: Soup</h1>');
    expect(html).toContain('class="kb-meta"');
  });
});

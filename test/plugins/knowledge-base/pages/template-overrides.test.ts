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

/** Plugin with a template folder, and with locations before and after all others. */
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

/** Template folders in lookup order, each with its namespace folder. */
const FOLDERS = [
  { place: 'a location of the filter with a priority below 10', folder: 'first' },
  { place: 'the theme of the site', folder: 'site/oak/vendor-kb' },
  { place: 'the site', folder: 'site/vendor-kb' },
  { place: 'another plugin', folder: 'plugin/kb' },
];

describe.each([
  { what: 'a page', template: 'article' },
  { what: 'a part of a page', template: 'parts/article-meta' },
])('template lookup of $what', ({ template }) => {
  it.each(FOLDERS.map((row, index) => ({ ...row, later: FOLDERS.slice(index + 1) })))(
    'prefers $place to all later folders',
    async ({ folder, later }) => {
      for (const each of [{ folder }, ...later, { folder: 'late' }]) {
        await write(`${each.folder}/${template}.eta`, `<p>from ${each.folder}</p>`);
      }
      const { page } = await open();
      const { html } = await page();
      expect([...html.matchAll(/<p>from ([^<]*)<\/p>/g)].map(([, from]) => from)).toEqual([folder]);
    },
  );

  it('prefers the built-in template to a filter location with a priority above 10', async () => {
    await write(`late/${template}.eta`, '<p>from late</p>');
    const { page } = await open();
    const { html } = await page();
    expect(html).not.toContain('from late');
    expect(html).toContain('class="kb-meta"');
  });

  it('tries the slug, then the id, then the language, then the generic file', async () => {
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

  it('prefers a generic file in the theme to a slug file in the site', async () => {
    await write(`site/oak/vendor-kb/${template}.eta`, '<p>from the theme</p>');
    await write(`site/vendor-kb/${template}-soup.eta`, '<p>from the site</p>');
    const { page } = await open();
    const { html } = await page();
    expect(html).toContain('from the theme');
    expect(html).not.toContain('from the site');
  });
});

/** Saved markup of an accordion and a toggle. */
const OPENS = {
  format: 'blocks',
  content: [
    '<!-- wp:vendor-kb/accordion --><div class="wp-block-vendor-kb-accordion">',
    '<!-- wp:vendor-kb/accordion-item --><details class="wp-block-vendor-kb-accordion-item"><summary class="kb-faq-q">Why <em>so</em>?</summary><div class="kb-faq-a"><p>Because.</p></div></details><!-- /wp:vendor-kb/accordion-item -->',
    '</div><!-- /wp:vendor-kb/accordion -->',
    '<!-- wp:vendor-kb/content-toggle --><details class="wp-block-vendor-kb-content-toggle"><summary class="kb-toggle-label">More</summary><div class="kb-toggle-content"><p>Rest.</p></div></details><!-- /wp:vendor-kb/content-toggle -->',
  ].join(''),
};

describe('template of a saved block', () => {
  const ITEM = 'site/vendor-kb/blocks/accordion-item.eta';

  it('replaces output rendered earlier by another template', async () => {
    const { page } = await open({ article: OPENS });
    expect((await page()).html).toContain('<summary class="kb-faq-q"><h3');
    await write(ITEM, '<details class="is-mine"><summary><%~ it.question %></summary><%~ it.answer %></details>');
    expect((await page()).html).toContain('<details class="is-mine"><summary>Why <em>so</em>?</summary><div');
    await write(ITEM, '<details class="is-theirs"><summary><%~ it.question %></summary><%~ it.answer %></details>');
    expect((await page()).html).toContain('<details class="is-theirs"><summary>Why');
  });

  it('is chosen by the language of its article', async () => {
    await write('site/vendor-kb/blocks/accordion-de.eta', '<section class="is-german"><%~ it.items %></section>');
    await write('site/vendor-kb/blocks/toggle-fr.eta', '<section class="is-french"><%~ it.content %></section>');
    const { page } = await open({ article: OPENS });
    const { html } = await page();
    expect([html.includes('is-german'), html.includes('is-french')]).toEqual([true, false]);
  });

  it('has its output sanitized', async () => {
    await write(ITEM, '<details onclick="x()"><summary>Q</summary><script>x()</script><%~ it.answer %></details>');
    const { page } = await open({ article: OPENS });
    const [text = ''] = /<div class="kb-prose.*?<\/article>/s.exec((await page()).html) ?? [];
    expect(text).toContain('<summary>Q</summary><div');
    expect(text).not.toMatch(/onclick|x\(\)/);
  });

  it('falls back to the built-in template in production when it fails', async () => {
    await write(ITEM, '<%= it.nothing.at.all %>');
    const lines: string[] = [];
    const { page } = await open({ debug: false, lines, article: OPENS });
    expect((await page()).html).toContain('<summary class="kb-faq-q"><h3');
    expect(lines.join()).toContain('A template failed');
  });

  it('leaves the block out in development when it fails, and logs the reason', async () => {
    await write(ITEM, '<%= it.questoin %>');
    const lines: string[] = [];
    const { page } = await open({ lines, article: OPENS });
    const { status, html } = await page();
    expect([status, html.includes('Because.'), html.includes('Rest.')]).toEqual([200, false, true]);
    expect(lines.join()).toContain(`Did you mean`);
  });
});

describe('broken template override', () => {
  const FILE = 'site/vendor-kb/article.eta';

  it('reports template, field, file, line and suggestion in development', async () => {
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

  it('prints nothing for an unknown field in production and reveals no file paths', async () => {
    await write(FILE, '<h1><%= it.title %></h1>\n<p>[<%= it.descripton %>]</p>');
    const { page } = await open({ debug: false });
    const { status, html } = await page();
    expect([status, html.includes('<p>[]</p>'), html.includes(root)]).toEqual([200, true, false]);
  });

  it.each([
    { mistake: 'throws', source: '<%= it.descripton.length %>' },
    { mistake: 'is no JavaScript', source: '<% if (it.title { %>' },
    { mistake: 'includes what is not there', source: "<%~ include('kb/parts/nowhere') %>" },
  ])('falls back to the built-in template in production when it $mistake, and is logged once', async ({ source }) => {
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

  it('falls back only for a broken part and keeps the rest of the page', async () => {
    await write(FILE, "<h1>Ours: <%= it.title %></h1>\n<%~ include('kb/parts/article-meta') %>");
    await write('site/vendor-kb/parts/article-meta.eta', '<%= it.nothing.at.all %>');
    const { page } = await open({ debug: false });
    const { html } = await page();
    expect(html).toContain('<h1>Ours: Soup</h1>');
    expect(html).toContain('class="kb-meta"');
  });
});

import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parseFrontMatter } from '../../src/plugins/knowledge-base/content/import/front-matter.js';
import { importFrom } from '../../src/plugins/knowledge-base/content/import/import-from.js';
import type { ImportReport } from '../../src/plugins/knowledge-base/content/import/report.js';
import { walkFolder } from '../../src/plugins/knowledge-base/content/import/walk-folder.js';
import { dialects, migratedDatabase } from '../support/databases.js';
import { exportInto } from '../support/knowledge-base-export.js';

const isThere = inject('services').includes('corpus');
const file = (name: string): string =>
  path.join(process.env.MORTISE_CORPUS ?? '', 'knowledge-base', 'wxr', `${name}.xml`);
const BLOCKS = '64-block-test-data';
const THEME = 'theme-preview';

/** Texts of the file by title, read without the importer. */
async function textsOf(name: string): Promise<[title: string, text: string][]> {
  const xml = (await readFile(file(name), 'utf8')).replaceAll('\r\n', '\n');
  return [...xml.matchAll(/<item>([\s\S]*?)<\/item>/g)].flatMap(([, item = '']) => {
    if (!/<wp:post_type>(?:<!\[CDATA\[)?(?:post|page)\b/.test(item)) return [];
    const title = /<title>(?:<!\[CDATA\[)?(.*?)(?:\]\]>)?<\/title>/.exec(item)?.[1] ?? '';
    const text = /<content:encoded>([\s\S]*?)<\/content:encoded>/.exec(item)?.[1] ?? '';
    return [[title.replaceAll('&amp;', '&'), text.replace('<![CDATA[', '').replace(']]>', '')]];
  });
}

const withoutLinks = (text: string): string => text.replace(/(href|src)="[^"]*"/g, '$1=""');

describe.skipIf(!isThere).each(dialects)('WordPress exports on $name', (dialect) => {
  const cleanups: (() => Promise<void>)[] = [];
  let host: TestHost;
  const reports: Record<string, ImportReport> = {};
  const folder = (name: string): string => path.join(tmpdir(), `mortise-wxr-${process.pid}-${dialect.name}`, name);

  async function freshHost(): Promise<TestHost> {
    const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
    cleanups.push(drop);
    const fresh = await createTestHost({ database: url, plugins: [knowledgeBase()] });
    cleanups.push(fresh.close);
    return fresh;
  }

  async function articlesOf(from: TestHost) {
    const rows = await from.db.query.selectFrom('kb_articles').select('id').orderBy('id').execute();
    const found = await from.plugin('knowledge-base').articles.getMany(rows.map(({ id }) => id));
    const tree = from.plugin('knowledge-base').categories.tree();
    return found.map(({ categoryIds, ...article }) => ({
      ...article,
      path: from.plugin('knowledge-base').articles.pathOf({ ...article, categoryIds }),
      categories: categoryIds.map((id) => tree.get(id)?.path),
    }));
  }

  beforeAll(async () => {
    host = await freshHost();
    for (const name of [BLOCKS, THEME]) {
      reports[name] = await importFrom(host.plugin('knowledge-base'), host.hooks, { path: file(name), name });
    }
    cleanups.push(() => rm(folder('.'), { recursive: true, force: true }));
  }, 120_000);
  afterAll(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  it.each([
    [BLOCKS, 72, 62, 9, 1, 8, 2],
    [THEME, 7, 7, 0, 0, 10, 2],
  ])('%s: accounts for all %i items', (name, items, articles, attachments, listed, categories, comments) => {
    expect(reports[name]).toMatchObject({
      files: items,
      articles: { created: articles, updated: 0, unchanged: 0 },
      generatedCategories: { created: categories },
      redirects: { created: attachments },
      problems: [],
      skipped: [],
      warnings: [],
      comments,
    });
    expect(reports[name]?.listed).toHaveLength(listed);
    expect(articles + attachments + listed).toBe(items);
  });

  it('keep their texts except for links, classic editor paragraphs and shortcodes', async () => {
    const articles = await articlesOf(host);
    const texts = [...(await textsOf(BLOCKS)), ...(await textsOf(THEME))];
    expect(texts).toHaveLength(69);
    const shortcodes = /(<!-- wp:shortcode -->)[\s\S]*?(<!-- \/wp:shortcode -->)/g;
    const bare = (text: string): string =>
      withoutLinks(text)
        .replace(/<\/?p>|<br \/>/g, '')
        .replace(shortcodes, '$1$2');
    expect(articles.map(({ title, content }) => [title, bare(content)]).sort()).toEqual(
      texts.map(([title, text]) => [title, bare(text)]).sort(),
    );
    expect(articles.filter(({ contentFormat }) => contentFormat === 'blocks')).toHaveLength(61);
  });

  it('show the images of a gallery shortcode and link the file of an audio shortcode', async () => {
    const converted = (await articlesOf(host)).find(({ content }) =>
      content.includes('<!-- wp:shortcode -->'),
    )?.content;
    const files = 'https://wpthemetestdata.files.wordpress.com/2008/06';
    const beach = `<img src="${files}/img_0747.jpg" alt="Brazil Beach" /><figcaption>Jericoacoara Ceara Brasil</figcaption>`;
    const mill = `<img src="${files}/windmill.jpg" alt="Windmill" /><figcaption>Windmill shrouded in fog at a farm outside of Walker, Iowa</figcaption>`;
    const figureHtml = [beach, mill].map((image) => `<figure class="wp-block-image">${image}</figure>`).join('');
    expect(converted).toContain(`<figure class="wp-block-gallery">${figureHtml}</figure>`);
    const audio = `${files}/originaldixielandjazzbandwithalbernard-stlouisblues.mp3`;
    expect(converted).toContain(`<a href="${audio}">${audio}</a>`);
  });

  it('get a numbered slug for the second of two posts with the same slug', async () => {
    const paths = (await articlesOf(host)).map((article) => article.path);
    expect(paths).toEqual(expect.arrayContaining([`${BLOCKS}/text/footnotes`, `${BLOCKS}/text/footnotes-2`]));
    expect(new Set(paths).size).toBe(69);
  });

  it('change nothing when imported again', async () => {
    for (const name of [BLOCKS, THEME]) {
      const report = await importFrom(host.plugin('knowledge-base'), host.hooks, { path: file(name), name });
      const { articles, generatedCategories, redirects } = report;
      expect([articles, generatedCategories, redirects].map(({ created, updated }) => created + updated)).toEqual([
        0, 0, 0,
      ]);
    }
  });

  it("redirect the old site's URLs to the new ones, and attachment pages to the files", async () => {
    const url = await host.listen();
    const lead = (old: string) => fetch(`${url}/kb${old}`, { redirect: 'manual' });
    expect((await lead('/paragraph/')).headers.get('location')).toContain(`/kb/${BLOCKS}/text/paragraph`);
    expect((await lead('/2010/09/10/post-format-gallery/100_5540/')).headers.get('location')).toBe(
      'https://wpthemetestdata.files.wordpress.com/2008/06/100_5540.jpg',
    );
  });

  it('have a page for each article without anything executable', async () => {
    const url = await host.listen();
    for (const article of await articlesOf(host)) {
      const response = await fetch(`${url}/kb/${article.path}`);
      const html = (await response.text()).replace(/<script[^>]* src="\/[^"]*"[^>]*><\/script>/g, '');
      expect([article.path, response.status]).toEqual([article.path, 200]);
      expect(html).not.toMatch(/<script(?! type="application\/ld\+json")|\son\w+=|=["']?javascript:|<!-- wp:/i);
    }
  }, 60_000);

  it('are exported as they are stored except for links, and reimporting that export yields the same articles', async () => {
    const second = await freshHost();
    const stored = await articlesOf(host);
    for (const name of [BLOCKS, THEME]) {
      const target = folder(name);
      await exportInto(host, target, { source: name });
      const bodies: [string, string][] = [];
      for (const key of (await walkFolder(target)).files) {
        if (key.endsWith('_index.md')) continue;
        const { data, body } = parseFrontMatter(await readFile(path.join(target, key), 'utf8'));
        bodies.push([String(data.title), withoutLinks(body)]);
      }
      const inFile = stored.filter((article) => article.path.startsWith(`${name}/`));
      expect(bodies.sort()).toEqual(inFile.map(({ title, content }) => [title, withoutLinks(content)]).sort());
      await importFrom(second.plugin('knowledge-base'), second.hooks, {
        path: target,
        name,
        baseUrls: ['https://wpthemetestdata.wordpress.com', 'https://wp-themes.com', 'http://wp-themes.com'],
      });
    }
    const stable = (articles: Awaited<ReturnType<typeof articlesOf>>) =>
      articles
        .map(
          ({
            id: _,
            version: _version,
            translationKey: _key,
            redirects: _old,
            modifiedAt: _at,
            uuid: _uuid,
            ...article
          }) => article,
        )
        .sort((one, other) => (one.path < other.path ? -1 : 1));
    expect(stable(await articlesOf(second))).toEqual(stable(stored));
  }, 60_000);
});

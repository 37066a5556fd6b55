import path from 'node:path';
import fc from 'fast-check';
import { HostError } from 'mortise';
import type { TestHost } from 'mortise/testing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { importFrom } from '../../../../src/plugins/knowledge-base/content/import/import-from.js';
import { toImportMap } from '../../../../src/plugins/knowledge-base/content/import/import-map.js';
import { readZendeskSource } from '../../../../src/plugins/knowledge-base/content/import/zendesk/zendesk-source.js';
import { dialects } from '../../../support/databases.js';
import { importedArticle, startImportHost } from './import-host.js';
import { openImportSite } from './import-site.js';
import { temporaryFolder } from './temporary-folder.js';

const HELP = 'https://help.example/hc/en-us';

const article = (id: number, more: object = {}) => ({
  id,
  title: `Article ${id}`,
  body: `<p>Text ${id}</p>`,
  locale: 'en-us',
  source_locale: 'en-us',
  html_url: `${HELP}/articles/${id}-Article-${id}`,
  section_id: 20,
  user_segment_id: null,
  draft: false,
  ...more,
});
const section = (id: number, more: object = {}) => ({
  id,
  name: `Section ${id}`,
  description: '',
  locale: 'en-us',
  source_locale: 'en-us',
  category_id: 10,
  html_url: `${HELP}/sections/${id}-Section-${id}`,
  ...more,
});
const category = (id: number, more: object = {}) => ({
  id,
  name: `Category ${id}`,
  description: 'All of it',
  locale: 'en-us',
  source_locale: 'en-us',
  ...more,
});
const answers = (articles: object[], sections: object[] = [section(20)], categories: object[] = [category(10)]) =>
  JSON.stringify({ count: 3, next_page: null, meta: { has_more: false }, categories, sections, articles });

describe.each(dialects)('Zendesk import on $name', (dialect) => {
  let host: TestHost;

  beforeEach(async () => {
    host = await startImportHost(dialect);
  });

  const kb = () => host.plugin('knowledge-base');
  async function run(
    files: string | Record<string, string>,
    { map, ...options }: { map?: object; dryRun?: boolean; update?: 'overwrite'; unfilteredHtml?: boolean } = {},
  ) {
    const folder = await temporaryFolder(typeof files === 'string' ? { 'all.json': files } : files);
    return importFrom(kb(), host.hooks, {
      path: typeof files === 'string' ? path.join(folder, 'all.json') : folder,
      name: 'help',
      from: 'zendesk',
      ...options,
      ...(map && { map: toImportMap(map) }),
    });
  }
  const found = (slug: string, place = 'help/category-10/section-20', locale = 'en') =>
    importedArticle(host, `${place}/${slug}`, locale);

  it('imports texts, dates, statuses, labels, order and promoted articles', async () => {
    const report = await run(
      answers([
        article(1, {
          title: 'Tom & <Ann>',
          body: '<p onclick="x()">Hello</p>',
          promoted: true,
          position: 7,
          author_id: 42,
          label_names: ['a', 'b c'],
          outdated: true,
          html_url: `${HELP}/articles/1-Tom-Ann`,
          created_at: '2020-01-02T03:04:05Z',
          updated_at: '2021-01-02T03:04:05Z',
        }),
        article(2, { draft: true, body: null }),
      ]),
      { unfilteredHtml: false },
    );
    expect(report).toMatchObject({
      profile: 'zendesk',
      files: 4,
      problems: [],
      warnings: [],
      articles: { created: 2 },
      categories: { created: 2 },
      generatedCategories: { created: 1 },
    });
    expect(await found('tom-ann')).toMatchObject({
      title: 'Tom & <Ann>',
      content: '<p>Hello</p>',
      contentFormat: 'html',
      status: 'publish',
      sticky: true,
      tags: ['a', 'b c'],
      menuOrder: 7,
      meta: { front_matter: { author: '42' } },
      ruleId: null,
      publishedAt: new Date('2020-01-02T03:04:05Z'),
      modifiedAt: new Date('2021-01-02T03:04:05Z'),
    });
    expect(await found('article-2')).toMatchObject({ status: 'draft', content: '' });
    expect(kb().categories.tree().byPath('en', 'help/category-10')).toMatchObject({ description: 'All of it' });
  });

  it('rewrites links by the id of their target, with any slug, and redirects old URLs', async () => {
    const links = [
      `${HELP}/articles/2`,
      `${HELP}/articles/2-Other-words#top`,
      '/hc/articles/2',
      '/hc/en-us/sections/20',
    ];
    const body = [...links, '/hc/en-us/articles/99', 'https://other.example/hc/en-us/articles/2']
      .map((link) => `<a href="${link}">x</a>`)
      .join('');
    const report = await run(answers([article(1, { body }), article(2)]));
    const sectionPath = '/kb/help/category-10/section-20';
    const expected = [
      `${sectionPath}/article-2`,
      `${sectionPath}/article-2#top`,
      `${sectionPath}/article-2`,
      sectionPath,
    ];
    const left = ['https://help.example/hc/en-us/articles/99', 'https://other.example/hc/en-us/articles/2'];
    const { content } = await found('article-1');
    expect([...content.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replace('#h-top', '#top'))).toEqual([
      ...expected,
      ...left,
    ]);
    expect(report.links).toMatchObject({ resolved: 4, external: 1, unresolved: [{ link: '/hc/en-us/articles/99' }] });
    expect((await found('article-2')).redirects).toContain('hc/en-us/articles/2-article-2');
  });

  it('grants access only to the segments in the map', async () => {
    const articles = [
      article(1, { user_segment_id: 7 }),
      article(2, { user_segment_id: 8 }),
      article(3, { user_segment_id: 9 }),
      article(4, { user_segment_id: undefined }),
      article(5, { user_segment_id: null, user_segment_ids: [8, 9] }),
      article(6, { user_segment_id: null, user_segment_ids: [] }),
    ];
    const report = await run(answers(articles), { map: { segments: { 7: 'logged_in', 8: 'editor' } } });
    expect(report.warnings.map(({ key }) => key)).toEqual(['article:3:en', 'article:4:en', 'article:5:en']);
    const reader = await host.createUser('subscriber');
    const editor = await host.createUser('editor');
    const readers = async (number: number) => {
      const { id } = await found(`article-${number}`);
      return Promise.all([null, reader, editor].map((user) => kb().vendor_kb_can_access(id, user)));
    };
    expect(await readers(1)).toEqual([false, true, true]);
    expect(await readers(2)).toEqual([false, false, true]);
    expect(await readers(3)).toEqual([false, false, false]);
    expect(await readers(4)).toEqual([false, false, false]);
    expect(await readers(5)).toEqual([false, false, true]);
    expect(await readers(6)).toEqual([true, true, true]);
    // Only the map has changed.
    await run(answers(articles), { map: { segments: { 7: 'logged_in', 8: 'editor', 9: 'logged_in' } } });
    expect(await readers(3)).toEqual([false, true, true]);
  });

  it('imports votes once, adds new ones and warns about invalid ones', async () => {
    const votes = (vote_sum: number, vote_count: number) => answers([article(1, { vote_sum, vote_count })]);
    const voteCounts = async () => {
      const { id } = await found('article-1');
      return host.db.query
        .selectFrom('kb_article_figures')
        .select(['helpful_yes', 'helpful_no'])
        .where('article_id', '=', id)
        .executeTakeFirst();
    };
    await run(votes(4, 10));
    expect(await voteCounts()).toEqual({ helpful_yes: 7, helpful_no: 3 });
    await run(votes(4, 10));
    await run(votes(5, 11));
    expect(await voteCounts()).toEqual({ helpful_yes: 8, helpful_no: 3 });
    const { warnings } = await run(votes(5, 2));
    expect(warnings).toEqual([{ key: 'article:1:en', message: expect.stringContaining('are inconsistent') }]);
    expect(await voteCounts()).toEqual({ helpful_yes: 8, helpful_no: 3 });
  });

  it('reads a folder of responses in several languages and imports duplicates once', async () => {
    const german = { locale: 'de', html_url: 'https://help.example/hc/de/articles/1-Eins', title: 'Eins' };
    const files = {
      'articles-1.json': JSON.stringify({ articles: [article(1), article(2)] }),
      'articles-2.json': JSON.stringify({
        articles: [article(2, { title: 'Newer', updated_at: '2024-01-01T00:00:00Z' }), article(1, german)],
      }),
      'tree.json': JSON.stringify({ sections: [section(20)], categories: [category(10)] }),
      'notes.txt': 'x',
    };
    const report = await run(files);
    expect(report).toMatchObject({ files: 6, articles: { created: 3 }, skipped: ['article:2:en'], problems: [] });
    expect(await found('article-2')).toMatchObject({ title: 'Newer' });
    const eins = await found('eins', 'help/category-10/section-20', 'de');
    expect(eins.translationKey).toBe((await found('article-1')).translationKey);
    const again = await run(files);
    expect(again).toMatchObject({ articles: { created: 0, updated: 0, unchanged: 3 }, categories: { unchanged: 2 } });
  });

  it('builds a tree despite cycles, missing parents and chains that are too deep', async () => {
    const chain = Array.from({ length: 60 }, (_, index) =>
      section(100 + index, { parent_section_id: index === 0 ? null : 99 + index }),
    );
    const report = await run(
      answers(
        [article(1, { section_id: 31 }), article(2, { section_id: 999 }), article(3, { section_id: 159 })],
        [
          section(30, { parent_section_id: 31 }),
          section(31, { parent_section_id: 30 }),
          section(32, { parent_section_id: 32, category_id: 77 }),
          section(33, { name: 'Section 20', html_url: null }),
          section(34, { name: 'Section 20', html_url: null }),
          ...chain,
        ],
      ),
    );
    expect(report).toMatchObject({ articles: { created: 3 }, problems: [] });
    const tree = kb().categories.tree();
    const paths = tree.all().map(({ path: at }) => at);
    expect(paths).toEqual(
      expect.arrayContaining([
        'help/category-10/section-31',
        'help/category-10/section-31/section-30',
        'help/section-32',
        'help/category-10/section-20',
        'help/category-10/34-section-20',
      ]),
    );
    expect(await found('article-2', 'help')).toBeTruthy();
    expect(Math.max(...tree.all().map(({ depth }) => depth))).toBeLessThanOrEqual(10);
    expect(report.warnings.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['section:31:en', 'section:32:en', 'article:2:en']),
    );
  });

  it('reports invalid articles and imports the rest', async () => {
    const report = await run(
      answers([article(1, { body: 'x'.repeat(2_100_000) }), article(2, { locale: 'klingon' }), article(3)]),
    );
    expect(report).toMatchObject({
      files: 5,
      articles: { created: 1 },
      problems: [
        { key: 'article:1:en', code: 'vendor_kb_too_large' },
        { key: 'article:2:klingon', code: 'vendor_kb_import_invalid' },
      ],
    });
  });

  it('changes nothing in a dry run', async () => {
    const report = await run(answers([article(1, { vote_sum: 1, vote_count: 1 })]), { dryRun: true });
    expect(report).toMatchObject({ dryRun: true, articles: { created: 1 } });
    expect(kb().categories.tree().all()).toEqual([]);
  });

  it('works over REST, where restricted articles stay closed without a map', async () => {
    const site = await openImportSite(dialect);
    onTestFinished(site.close);
    const { data } = await site.run(answers([article(1, { user_segment_id: 7 })]), { from: 'zendesk', source: 'help' });
    expect(data).toMatchObject({ state: 'completed', report: { articles: { created: 1 }, warnings: [{}] } });
    const { data: listed } = await site.call(null, 'GET', '/articles');
    expect(listed).toEqual([]);
    const refused = await site.send('{"articles":[{"id":"1"}]}', { from: 'zendesk' });
    expect(refused).toMatchObject({ status: 422, data: { code: 'vendor_kb_import_invalid' } });
    const carried = await site.run(answers([article(8, { user_segment_id: 7 })]), { from: 'zendesk' }, 'carrier');
    expect(carried.data.report).toMatchObject({ articles: { created: 0 }, problems: [{ code: 'rest_forbidden' }] });
  });
});

describe('Zendesk file', () => {
  const read = async (text: string) => {
    const folder = await temporaryFolder({ 'all.json': text });
    const source = await readZendeskSource(path.join(folder, 'all.json'), {
      name: 'help',
      siteLocale: 'en',
      segments: {},
    });
    await source.close?.();
    return source;
  };

  it.each([
    ['an entry without a number', answers([{ ...article(1), id: '1' }]), /articles\[0\]\.id must be integer/],
    ['an entry that is none', answers([], [], [7 as unknown as object]), /categories\[0\] must be object/],
    ['a part that is no list', '{"articles":{}}', /articles must be a list/],
    ['no part at all', '{"tickets":[{"id":1}]}', /no articles, sections or categories/],
    ['a list', '[]', /./],
    ['half a file', answers([article(1)]).slice(0, -20), /./],
    ['a name that pollutes', '{"articles":[{"__proto__":{}}]}', /__proto__/],
  ])('is rejected if invalid: %s', async (_, text, message) => {
    const error = await read(text).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'vendor_kb_import_invalid',
      status: 422,
      message: expect.stringMatching(message),
    });
  });

  it('is rejected with an error code or read completely, for any content', async () => {
    const id = fc.integer({ min: 0, max: 6 });
    const place = fc.record(
      {
        id,
        name: fc.string(),
        locale: fc.constantFrom('en-us', 'de', 'en-gb', 'x'),
        category_id: id,
        parent_section_id: fc.option(id),
      },
      { requiredKeys: ['id', 'name', 'locale'] },
    );
    const page = fc.record(
      {
        id,
        title: fc.string(),
        locale: fc.constantFrom('en-us', 'de', ''),
        body: fc.option(fc.string()),
        section_id: fc.option(id),
        html_url: fc.option(fc.webUrl()),
        vote_sum: fc.integer(),
        vote_count: fc.nat(),
        user_segment_id: fc.option(id),
      },
      { requiredKeys: ['id', 'title', 'locale', 'body'] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.record({ articles: fc.array(page), sections: fc.array(place), categories: fc.array(place) }),
        async (document) => {
          const source = await read(JSON.stringify(document)).catch((error: unknown) => {
            if (error instanceof HostError && error.code === 'vendor_kb_import_invalid') return null;
            throw error;
          });
          if (!source) return;
          const { items, problems, skipped, fileCount } = source;
          expect(items.filter(({ generated }) => !generated).length + problems.length + skipped.length).toBe(fileCount);
          expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
          const seen = new Set<string | null>([null]);
          for (const { key, parentKey, access, categoryPath } of items) {
            expect(seen.has(parentKey)).toBe(true);
            expect(categoryPath.length).toBeLessThan(11);
            const matching = document.articles.filter(({ id }) => key.startsWith(`article:${id}:`));
            const isClosed = matching.length > 0 && matching.every((each) => each.user_segment_id !== null);
            if (isClosed) expect(access).not.toBeNull();
            seen.add(key);
          }
        },
      ),
    );
  });
});

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_COUNTS } from '../../../../src/plugins/knowledge-base/content/json/records.js';
import { synonymList } from '../../../../src/plugins/knowledge-base/domain/search/synonyms/synonym-list.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { exportInto } from '../../../support/knowledge-base-export.js';
import { comparable, exportJsonInto, importDocument, importJsonFrom } from '../../../support/knowledge-base-json.js';
import { temporaryFolder } from '../import/temporary-folder.js';

const actor = { user: null, source: 'rest' } as const;

const createUser = (host: TestHost, login: string) =>
  host.users.create({ login, email: `${login}@example.com`, roles: ['editor'] });

describe.each(dialects)('JSON export on $name', (dialect) => {
  const cleanups: (() => Promise<void>)[] = [];
  let folder: string;
  let source: TestHost;

  async function host(): Promise<TestHost> {
    const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
    cleanups.push(drop);
    const target = await createTestHost({ database: url, plugins: [knowledgeBase()] });
    cleanups.push(target.close);
    return target;
  }
  beforeEach(async () => {
    folder = await temporaryFolder({});
    source = await host();
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  const kbOf = (of: TestHost) => of.plugin('knowledge-base');
  const file = () => path.join(folder, 'kb.json');

  /** Fills a knowledge base with every type of content. */
  async function fill(of: TestHost) {
    const kb = kbOf(of);
    const passwordHash = await kb.hashPassword('open sesame');
    const password = await kb.access.rules.keep({
      mode: 'password',
      passwordHash,
      listed: true,
      teaser: 'excerpt',
      teaserWords: 55,
      message: 'Ask us.',
      redirectToLogin: false,
    });
    const ann = await createUser(of, 'ann');
    const people = await kb.access.rules.keep({
      mode: 'users',
      users: [ann.id],
      listed: false,
      teaser: 'none',
      teaserWords: 55,
      message: null,
      redirectToLogin: false,
    });
    const guides = await kb.categories.create({
      name: 'Guides',
      description: '**All** of them',
      order: 3,
      meta: {
        icon: 'book',
        color: '#aabbcc',
        translation_key: 'guides',
        seo: { title: 'G', description: '', canonical: '', noindex: true, ogImage: 0 },
      },
      ruleId: people,
    });
    // Metadata as imported front matter may contain it.
    const foreign = { uuid: 'mine', image: '/a.png', seo: { title: 7 }, color: 5 };
    const inner = await kb.categories.create({ name: 'Inner', parentId: guides.id, meta: foreign });
    const french = await kb.categories.create({
      name: 'Guides',
      slug: 'guides',
      locale: 'fr',
      meta: { translation_key: 'guides' },
    });
    await kb.categories.update(inner.id, { slug: 'within' });
    const first = await kb.articles.create(
      {
        title: 'First ✓',
        content: 'See [two](/kb/guides/two).',
        categoryIds: [inner.id, guides.id],
        tags: ['A', 'b'],
        status: 'publish',
        authorId: ann.id,
        ruleId: password,
        reviewBy: '2030-01-31',
        sticky: true,
        menuOrder: 7,
        translationKey: 'first',
        meta: { source: { deep: [1, null] } },
      },
      actor,
    );
    const second = await kb.articles.create(
      {
        title: 'Two',
        content: '<p>Two</p>',
        contentFormat: 'html',
        categoryIds: [guides.id],
        status: 'publish',
        related: [first.id],
      },
      actor,
    );
    await kb.articles.update(
      first.id,
      {
        title: 'First, again',
        slug: 'moved',
        related: [second.id],
        contributors: [ann.id],
        searchAliases: ['the beginning'],
        seo: { title: 'S', canonical: 'https://example.org/' },
      },
      actor,
    );
    await kb.articles.update(first.id, { reviewBy: '2031-01-31' }, actor);
    await kb.articles.update(second.id, { status: 'archived' }, actor);
    const trashed = await kb.articles.create({ title: 'Trashed', status: 'pending' }, actor);
    await kb.articles.update(trashed.id, { status: 'trash' }, actor);
    await kb.articles.create(
      {
        title: 'Later',
        status: 'future',
        publishedAt: new Date('2099-01-01T00:00:00Z'),
        locale: 'fr',
        categoryIds: [french.id],
      },
      actor,
    );
    await kb.redirects.add({ locale: 'en', path: 'old/away', kind: 'external', targetUrl: 'https://example.org/x' });
    await kb.db.upsert('kb_article_figures', { ...figureRow, article_id: first.id }, ['article_id'], figureRow);
    return { first, second, ann };
  }
  const figureRow = {
    views: 12,
    rating_count: 3,
    rating_sum: 14,
    rating_1: 0,
    rating_2: 0,
    rating_3: 0,
    rating_4: 1,
    rating_5: 2,
    helpful_yes: 4,
    helpful_no: 1,
    score_milli: 4667,
    feedback: 0,
    downloads: 9,
    attachments: 0,
    last_viewed_at: '2026-02-03 04:05:06.000',
  };

  /** Reads the tables with ids replaced by UUIDs. */
  async function tables(of: TestHost) {
    const { db } = kbOf(of);
    const articles = await db.query
      .selectFrom('kb_articles')
      .innerJoin('posts', 'posts.id', 'kb_articles.id')
      .selectAll('posts')
      .selectAll('kb_articles')
      .execute();
    const terms = await db.query.selectFrom('terms').selectAll().where('taxonomy', '=', 'kb_category').execute();
    const uuid = new Map<unknown, string>([
      ...articles.map((row) => [`article ${row.id}`, String(row.uuid)] as const),
      ...terms.map((row) => [`category ${row.id}`, JSON.parse(row.meta).kb_uuid as string] as const),
    ]);
    const named = (kind: string, ids: string | null) =>
      ids === null ? null : (JSON.parse(ids) as number[]).map((id) => uuid.get(`${kind} ${id}`));
    const rule = async (id: number | null) =>
      id === null
        ? null
        : (await db.query.selectFrom('kb_access_rules').select('hash').where('id', '=', id).executeTakeFirstOrThrow())
            .hash;
    const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
    const tags = await db.query.selectFrom('kb_article_tags').selectAll().execute();
    const links = await db.query.selectFrom('kb_links').select(['article_id', 'position', 'href']).execute();
    const storedFigures = await db.query.selectFrom('kb_article_figures').selectAll().execute();
    const placed = await db.query.selectFrom('post_terms').selectAll().execute();
    return {
      articles: sorted(
        await Promise.all(
          articles.map(
            async ({ id, author_id, category_id, category_ids, related, contributors, rule_id, slug, ...row }) => ({
              ...row,
              slug: slug.replace(String(id), 'id'),
              authored: author_id !== 0,
              category: uuid.get(`category ${category_id}`),
              categories: named('category', category_ids),
              related: named('article', related),
              contributors: contributors && JSON.parse(contributors).length,
              rule: await rule(rule_id),
            }),
          ),
        ),
      ),
      terms: sorted(
        terms.map(({ id: _, parent_id, meta, created_at: _c, modified_at: _m, ...row }) => ({
          ...row,
          meta: Object.entries(JSON.parse(meta)).sort(),
          parent: uuid.get(`category ${parent_id}`),
        })),
      ),
      tags: sorted(tags.map(({ article_id, ...row }) => ({ ...row, article: uuid.get(`article ${article_id}`) }))),
      links: sorted(links.map(({ article_id, ...row }) => ({ ...row, article: uuid.get(`article ${article_id}`) }))),
      figures: sorted(
        storedFigures.map(({ article_id, ...row }) => ({ ...row, article: uuid.get(`article ${article_id}`) })),
      ),
      placed: sorted(
        placed.map((row) => [uuid.get(`article ${row.post_id}`), uuid.get(`category ${row.term_id}`), row.position]),
      ),
    };
  }

  it('imports again after clamping out-of-range order values', async () => {
    const { id } = await kbOf(source).articles.create({ title: 'Far', menuOrder: 3_000_000_000 }, actor);
    await kbOf(source).categories.create({ name: 'Near', order: -3_000_000_000 });
    await kbOf(source).articles.update(id, { title: 'Farther' }, actor);
    await exportJsonInto(source, file());
    const target = await host();
    expect(await importJsonFrom(target, file())).toMatchObject({ problems: [], articles: { created: 1 } });
    expect(await kbOf(target).articles.byPath('en', 'far')).toMatchObject({ menuOrder: 2_000_000_000 });
    expect(kbOf(target).categories.tree().byPath('en', 'near')).toMatchObject({ order: -2_000_000_000 });
  });

  it('recreates the same knowledge base on an empty site', async () => {
    const { first } = await fill(source);
    const document = await exportJsonInto(source, file());
    expect(document.counts).toMatchObject({ categories: 3, articles: 4, revisions: 8 });
    const target = await host();
    // Makes ids differ from the source.
    await createUser(target, 'bob');
    await createUser(target, 'ann');
    await kbOf(target).articles.delete((await kbOf(target).articles.create({ title: 'x' }, actor)).id);
    const report = await importJsonFrom(target, file());
    expect(report).toMatchObject({ problems: [], warnings: [], articles: { created: 4 }, categories: { created: 3 } });
    expect(comparable(await exportJsonInto(target, path.join(folder, 'again.json')))).toEqual(comparable(document));
    expect(await tables(target)).toEqual(await tables(source));
    const copy = await kbOf(target).articles.byPath('en', 'guides/within/moved');
    expect(copy).toMatchObject({ version: 3, reviewBy: '2031-01-31' });
    expect((await kbOf(target).revisions.get(copy?.id ?? 0, 1))?.title).toBe('First ✓');
    expect(copy?.id).not.toBe(first.id);
  });

  it('changes nothing on a second import under any update policy', async () => {
    await fill(source);
    await exportJsonInto(source, file());
    const target = await host();
    await createUser(target, 'ann');
    await importJsonFrom(target, file());
    const before = await exportJsonInto(target, path.join(folder, 'before.json'));
    for (const update of ['skip', 'newer', 'overwrite'] as const) {
      const report = await importJsonFrom(target, file(), { update });
      expect(report).toMatchObject({ articles: { created: 0, updated: 0, unchanged: 4 }, problems: [], edited: [] });
      expect(report).toMatchObject({
        categories: { created: 0, updated: 0, unchanged: 3 },
        redirects: { created: 0, updated: 0 },
      });
    }
    expect(comparable(await exportJsonInto(target, path.join(folder, 'after.json')))).toEqual(comparable(before));
  });

  describe('synonyms and promotions', () => {
    async function say(of: TestHost) {
      const { first, second } = await fill(of);
      const kb = kbOf(of);
      await kb.synonyms.create({ locale: 'en', words: ['login', 'signing in'], also: [] }, actor);
      await kb.synonyms.create({ locale: 'fr', words: ['k8s'], also: ['kubernetes'] }, actor);
      await kb.promotions.create({ locale: 'en', query: 'Opening hours', articles: [second.id, first.id] }, actor);
      return { first, second };
    }
    const promotions = async (of: TestHost) =>
      (await kbOf(of).promotions.list({ limit: 10, offset: 0 })).promotions.map(({ query, articles }) => ({
        query,
        articles,
      }));

    it('are exported and imported, and stay unchanged on a second import', async () => {
      await say(source);
      const document = await exportJsonInto(source, file());
      expect(document.counts).toMatchObject({ synonyms: 2, promotions: 1 });
      const target = await host();
      await createUser(target, 'ann');
      const dry = await importJsonFrom(target, file(), { dryRun: true });
      expect(dry).toMatchObject({ synonyms: { created: 2 }, promotions: { created: 1 }, problems: [] });
      expect(await promotions(target)).toEqual([]);
      const report = await importJsonFrom(target, file());
      expect(report).toMatchObject({ synonyms: { created: 2 }, promotions: { created: 1 }, warnings: [] });
      expect(comparable(await exportJsonInto(target, path.join(folder, 'again.json')))).toEqual(comparable(document));
      for (const update of ['skip', 'newer', 'overwrite'] as const) {
        const again = await importJsonFrom(target, file(), { update });
        expect(again).toMatchObject({
          synonyms: { created: 0, updated: 0, unchanged: 2 },
          promotions: { created: 0, updated: 0, unchanged: 1 },
          edited: [],
        });
      }
    });

    it('keep the local promotion for the same query unless the policy is overwrite', async () => {
      await say(source);
      await exportJsonInto(source, file());
      const target = await host();
      await createUser(target, 'ann');
      const other = await kbOf(target).articles.create({ title: 'Ours' }, actor);
      await kbOf(target).promotions.create({ locale: 'en', query: 'hours opening', articles: [other.id] }, actor);
      const report = await importJsonFrom(target, file());
      expect(report).toMatchObject({ promotions: { unchanged: 1 }, edited: ['Opening hours'] });
      expect(await promotions(target)).toEqual([{ query: 'hours opening', articles: [other.id] }]);
      expect(await importJsonFrom(target, file(), { update: 'overwrite' })).toMatchObject({
        promotions: { updated: 1 },
      });
      const [{ query, articles } = { query: '', articles: [] }] = await promotions(target);
      expect([query, articles.length, articles.includes(other.id)]).toEqual(['Opening hours', 2, false]);
    });

    it('are left out of category exports and imports without permission; orphaned promotions are skipped', async () => {
      await say(source);
      const document = await exportJsonInto(source, file());
      const [category] = kbOf(source).categories.tree().roots('en');
      const part = await exportJsonInto(source, path.join(folder, 'part.json'), { category: category?.id });
      expect(part.counts).toMatchObject({ synonyms: 0, promotions: 0 });
      const target = await host();
      const report = await importJsonFrom(target, file(), { canManageSearch: false });
      const refused = report.problems.filter(({ code }) => code === 'rest_forbidden');
      expect(refused.map(({ key }) => key)).toEqual(['synonyms[0]', 'synonyms[1]', 'promotions[0]']);
      expect(await synonymList.count(target.db, {})).toBe(0);
      // Promotions are skipped when their articles do not exist.
      const lost = { ...document, categories: [], articles: [], revisions: [], redirects: [] };
      const counts = { ...document.counts, categories: 0, articles: 0, revisions: 0, redirects: 0 };
      const empty = await host();
      const rest = await importDocument(empty, folder, { ...lost, counts });
      expect(rest).toMatchObject({ files: 3, synonyms: { created: 2 }, skipped: ['Opening hours'] });
    });

    it('are optional: older exports without them still import', async () => {
      await say(source);
      const { synonyms: _s, promotions: _p, counts, ...older } = await exportJsonInto(source, file());
      const { synonyms: _sc, promotions: _pc, ...olderCounts } = counts;
      const target = await host();
      await createUser(target, 'ann');
      await kbOf(target).synonyms.create({ locale: 'en', words: ['car', 'auto'], also: [] }, actor);
      const report = await importDocument(target, folder, { ...older, counts: olderCounts });
      expect(report).toMatchObject({ problems: [], articles: { created: 4 }, synonyms: { created: 0, unchanged: 0 } });
      expect(await synonymList.count(target.db, {})).toBe(1);
    });
  });

  it('takes newer articles from the export and keeps newer local ones unless overwriting', async () => {
    const { first, second } = await fill(source);
    await exportJsonInto(source, file());
    const target = await host();
    await createUser(target, 'ann');
    await importJsonFrom(target, file());
    const kb = kbOf(target);
    await kbOf(source).articles.update(first.id, { title: 'Newer there' }, actor);
    const mine = await kb.articles.byPath('en', 'guides/two');
    await kb.articles.update(mine?.id ?? 0, { title: 'Newer here' }, actor);
    await exportJsonInto(source, file());
    const report = await importJsonFrom(target, file());
    expect(report).toMatchObject({ articles: { updated: 1, unchanged: 3 }, edited: ['two'], problems: [] });
    expect((await kb.articles.byPath('en', 'guides/within/moved'))?.title).toBe('Newer there');
    expect((await kb.articles.byPath('en', 'guides/two'))?.title).toBe('Newer here');
    await importJsonFrom(target, file(), { update: 'overwrite' });
    expect((await kb.articles.byPath('en', 'guides/two'))?.title).toBe(
      (await kbOf(source).articles.get(second.id))?.title,
    );
  });

  it('denies everyone when an access rule names missing users', async () => {
    await fill(source);
    await exportJsonInto(source, file());
    const target = await host();
    const report = await importJsonFrom(target, file());
    expect(report.warnings.map(({ key }) => key)).toContain('ann');
    const guides = kbOf(target).categories.tree().byPath('en', 'guides');
    expect(kbOf(target).access.rules.ofCategory(guides?.id ?? 0)).toMatchObject({ mode: 'nobody' });
  });

  it('resumes an interrupted import', async () => {
    await fill(source);
    const document = await exportJsonInto(source, file());
    const target = await host();
    await createUser(target, 'ann');
    for (let steps = 1; ; steps += 1) {
      const controller = new AbortController();
      let left = steps;
      const report = await importJsonFrom(target, file(), {
        signal: controller.signal,
        onStep: () => {
          left -= 1;
          if (left === 0) controller.abort();
        },
      });
      if (!report.interrupted) break;
    }
    expect(comparable(await exportJsonInto(target, path.join(folder, 'again.json')))).toEqual(comparable(document));
  });

  it('imports no article whose category is rejected, since it would become public', async () => {
    await fill(source);
    const document = await exportJsonInto(source, file());
    const target = await host();
    // An article already uses the URL of the category.
    await kbOf(target).articles.create({ title: 'Guides', slug: 'guides', status: 'publish' }, actor);
    const report = await importDocument(target, folder, document);
    expect(report.problems.map(({ code }) => code)).toContain('vendor_kb_import_invalid');
    expect(await kbOf(target).db.query.selectFrom('kb_articles').select('id').execute()).toHaveLength(3);
  });

  it('imports articles as filtered by callbacks, without their earlier revisions', async () => {
    await fill(source);
    await exportJsonInto(source, file());
    const target = await host();
    target.hooks.addFilter('vendor_kb_import_item', (item) =>
      item?.slug === 'two' ? null : item?.slug === 'moved' ? { ...item, title: 'Censored', body: 'Nothing.' } : item,
    );
    const report = await importJsonFrom(target, file());
    expect(report.skipped).toContain('two');
    const { articles, revisions } = await exportJsonInto(target, path.join(folder, 'again.json'));
    expect(articles.map(({ title }) => title).sort()).toEqual(['Censored', 'Later', 'Trashed']);
    expect(revisions.filter(({ title }) => title.startsWith('First'))).toEqual([]);
  });

  it('reports a dry run without changing anything', async () => {
    await fill(source);
    await exportJsonInto(source, file());
    const target = await host();
    expect(await importJsonFrom(target, file(), { dryRun: true })).toMatchObject({
      dryRun: true,
      problems: [],
      articles: { created: 4 },
      categories: { created: 3 },
    });
    const { counts } = await exportJsonInto(target, path.join(folder, 'again.json'));
    expect(counts).toEqual(NO_COUNTS);
    expect(await kbOf(target).db.query.selectFrom('kb_access_rules').select('id').execute()).toEqual([]);
  });

  it('leaves the Markdown export unchanged', async () => {
    await fill(source);
    const before = path.join(folder, 'before');
    const after = path.join(folder, 'after');
    await exportInto(source, before);
    await exportJsonInto(source, file());
    await exportInto(source, after);
    const textOf = async (at: string) => {
      const names = (await readdir(at, { recursive: true })).filter((name) => name.endsWith('.md')).sort();
      return Promise.all(names.map(async (name) => [name, await readFile(path.join(at, name), 'utf8')]));
    };
    expect((await textOf(after)).length).toBeGreaterThan(0);
    expect(await textOf(after)).toEqual(await textOf(before));
  });

  it('exports one category with its ancestors and articles', async () => {
    await fill(source);
    const inner = kbOf(source).categories.tree().byPath('en', 'guides/within');
    const { categories, articles } = await exportJsonInto(source, file(), { category: inner?.id ?? 0 });
    expect(categories.map(({ slug }) => slug)).toEqual(['guides', 'within']);
    expect(articles.map(({ slug }) => slug)).toEqual(['moved']);
  });
});

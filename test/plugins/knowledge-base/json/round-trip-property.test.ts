import path from 'node:path';
import fc from 'fast-check';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { describe, expect, it } from 'vitest';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import {
  comparable,
  type ExportDocument,
  exportJsonInto,
  importDocument,
  importJsonFrom,
} from '../../../support/knowledge-base-json.js';
import { temporaryFolder } from '../import/temporary-folder.js';

const RUNS = process.env.MORTISE_FULL ? 100 : 4;
const DAY = 86_400_000;

const time = fc.integer({ min: 0, max: 20_000 * DAY }).map((at) => new Date(at).toISOString());
const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const meta = fc
  .dictionary(
    fc.string({ minLength: 1, maxLength: 5 }),
    // A null meta member means deletion.
    fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== null),
    { maxKeys: 3 },
  )
  .filter((value) => !JSON.stringify(value).includes('__proto__'));
const noMeta = new Set(['kb_uuid', 'image', 'seo']);
const login = fc.constantFrom('ann', 'bob', null);
const seo = fc.record({
  title: text,
  description: text,
  canonical: fc.constantFrom('', 'https://example.org/a'),
  noindex: fc.boolean(),
  og_image: fc.constant(null),
});
const access = fc
  .record({
    who: fc.constantFrom(
      { mode: 'public' },
      { mode: 'logged_in' },
      { mode: 'nobody' },
      { mode: 'roles', roles: ['author', 'editor'] },
      { mode: 'users', users: ['ann', 'bob'] },
      { mode: 'capability', capability: 'edit_kb_articles' },
      { mode: 'password', password_hash: `$scrypt$ln=15,r=8,p=3$${'a'.repeat(22)}$${'b'.repeat(43)}` },
    ),
    listed: fc.boolean(),
    teaser: fc.constantFrom('none', 'excerpt', 'words', 'first_section'),
    teaser_words: fc.integer({ min: 1, max: 500 }),
    message: fc.constantFrom(null, 'Ask us.'),
    redirect_to_login: fc.boolean(),
  })
  .map(({ who, ...rule }) => ({ ...who, ...rule }));

const category = fc.record({
  parent: fc.nat({ max: 9 }),
  locale: fc.constantFrom('en', 'fr'),
  name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  description: text,
  order: fc.integer({ min: -5, max: 5 }),
  seo: fc.option(seo),
  meta: meta.filter((value) => Object.keys(value).every((name) => !noMeta.has(name))),
  access_rule: fc.option(access),
});

const article = fc.record({
  title: text,
  excerpt: text,
  content: text,
  format: fc.constantFrom('markdown', 'html', 'blocks'),
  author: login,
  isContributed: fc.boolean(),
  status: fc.constantFrom('draft', 'pending', 'future', 'publish', 'archived', 'trash'),
  trashed_from: fc.constantFrom('draft', 'publish', 'archived'),
  locale: fc.constantFrom('en', 'fr'),
  categories: fc.array(fc.nat({ max: 9 }), { maxLength: 3 }),
  tags: fc.uniqueArray(fc.constantFrom('x', 'Y', 'ß'), { maxLength: 3 }),
  order: fc.integer({ min: -5, max: 5 }),
  sticky: fc.boolean(),
  seo,
  related: fc.array(fc.nat({ max: 9 }), { maxLength: 3 }),
  review_by: fc.constantFrom(null, '2030-02-28'),
  reviewed_at: fc.option(time),
  translation_key: fc.constantFrom(null, 'one', 'two'),
  hasMoved: fc.boolean(),
  meta,
  access_rule: fc.option(access),
  version: fc.integer({ min: 1, max: 4 }),
  parent_revision: fc.constantFrom(null, 1),
  created_at: time,
  modified_at: time,
  published_at: time,
  figures: fc.option(
    fc.record({
      views: fc.nat(2_000_000_000),
      ratings: fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9)),
      helpful_yes: fc.nat(99),
      helpful_no: fc.nat(99),
      downloads: fc.nat(99),
      last_viewed_at: fc.option(time),
    }),
  ),
});

const uuid = (kind: number, index: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** Complete export of the generated entries, in which every reference resolves. */
const document = fc
  .record({ categories: fc.array(category, { maxLength: 4 }), articles: fc.array(article, { maxLength: 4 }) })
  .map(({ categories, articles }) => {
    const inLocale = (locale: string) => categories.flatMap((each, index) => (each.locale === locale ? [index] : []));
    const placed = categories.map(({ parent, ...each }, index) => {
      const above = inLocale(each.locale).filter((other) => other < index);
      const at = above[parent % (above.length + 1)];
      return {
        ...each,
        uuid: uuid(1, index),
        slug: `c${index}`,
        parent: at === undefined ? null : uuid(1, at),
        image: null,
      };
    });
    const written = articles.map(({ isContributed, hasMoved, ...each }, index) => {
      const inOwnLocale = inLocale(each.locale);
      const chosen =
        inOwnLocale.length === 0 ? [] : each.categories.map((at) => uuid(1, inOwnLocale[at % inOwnLocale.length] ?? 0));
      return {
        ...each,
        uuid: uuid(2, index),
        slug: `a${index}`,
        categories: [...new Set(chosen)],
        related: [...new Set(each.related.map((at) => uuid(2, at % articles.length)))],
        contributors: isContributed ? ['bob'] : [],
        search_aliases: hasMoved ? [`what ${index} was`] : [],
        redirects: hasMoved ? [`old/${index}`] : [],
        featured_media: null,
        trashed_from: each.status === 'trash' ? each.trashed_from : null,
        trashed_at: each.status === 'trash' ? each.modified_at : null,
        published_at: each.status === 'draft' || each.status === 'pending' ? null : each.published_at,
      };
    });
    const revisions = written.flatMap((each) => {
      const { title, excerpt, content, format, author, created_at } = each;
      const {
        slug,
        status,
        locale,
        categories: within,
        tags,
        order,
        sticky,
        seo: seoOf,
        featured_media,
        related,
      } = each;
      const fields = {
        slug,
        status,
        locale,
        categories: within,
        tags,
        order,
        sticky,
        seo: seoOf,
        featured_media,
        related,
      };
      return Array.from({ length: each.version }, (_, index) => ({
        article: each.uuid,
        version: index + 1,
        kind: 'save',
        parent_version: null,
        author,
        created_at,
        title,
        excerpt,
        content,
        format,
        fields: { ...fields, review_by: each.review_by },
      }));
    });
    const redirects = [
      ...written.flatMap((each) =>
        each.redirects.map((old) => ({
          locale: each.locale,
          path: old,
          kind: 'article',
          target: each.uuid,
          url: null,
        })),
      ),
      { locale: 'en', path: 'gone/one', kind: 'gone', target: null, url: null },
    ];
    const synonyms = written.map(({ locale }, index) => ({
      locale,
      words: [`word${index}`],
      also: index % 2 === 0 ? ['other'] : [`thing${index} that`],
    }));
    const promotions = written.map(({ uuid: first, locale, related }, index) => ({
      locale,
      query: `query ${index}`,
      articles: [first, ...related.filter((other) => other !== first)],
    }));
    const parts = { categories: placed, articles: written, revisions, redirects, synonyms, promotions };
    const counts = Object.fromEntries(Object.entries(parts).map(([name, entries]) => [name, entries.length]));
    const head = { format: 'mortise-kb', version: 1, exported_at: new Date(0).toISOString() };
    const whole = { ...head, site: { url: 'http://localhost', locale: 'en' }, ...parts, counts };
    return JSON.parse(JSON.stringify(whole)) as ExportDocument;
  });

describe.each(dialects)('knowledge base JSON round trip, on $name', (dialect) => {
  it('restores any knowledge base on an empty site, and a second import changes nothing', async () => {
    const folder = await temporaryFolder({});
    await fc.assert(
      fc.asyncProperty(document, async (exported) => {
        const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
        const host = await createTestHost({ database: url, plugins: [knowledgeBase()] });
        try {
          for (const name of ['ann', 'bob']) await host.users.create({ login: name, email: `${name}@example.com` });
          const report = await importDocument(host, folder, exported);
          expect(report).toMatchObject({ problems: [], warnings: [], articles: { created: exported.articles.length } });
          const { site: _, ...expected } = comparable(exported);
          const after = path.join(folder, 'after.json');
          expect(comparable(await exportJsonInto(host, after))).toMatchObject(expected);
          expect(await importJsonFrom(host, after, { update: 'overwrite' })).toMatchObject({
            problems: [],
            articles: { created: 0, updated: 0 },
            categories: { created: 0, updated: 0 },
          });
          expect(comparable(await exportJsonInto(host, after))).toMatchObject(expected);
        } finally {
          await host.close();
          await drop();
        }
      }),
      { numRuns: RUNS },
    );
  }, 240_000);
});

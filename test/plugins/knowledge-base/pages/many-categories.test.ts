import { gzipSync } from 'node:zlib';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CATEGORIES = 10_000;
/** Maximum size of a compressed page in bytes. */
const BUDGET = 40 * 1024;
/** CPU milliseconds: several times the normal cost, and far below one query per category. */
const SOON = 500;

/** Copies the only category and its article in the database. REST would take minutes. */
async function multiply({ db, plugin }: TestHost): Promise<void> {
  const { versions } = plugin('knowledge-base');
  const rowOf = async (table: 'terms' | 'posts' | 'kb_articles' | 'post_terms') => {
    const row = await db.query.selectFrom(table).selectAll().executeTakeFirst();
    if (!row) throw new Error(`${table} is empty.`);
    return row as Record<string, unknown>;
  };
  const [term, post, article, membership] = await Promise.all([
    rowOf('terms'),
    rowOf('posts'),
    rowOf('kb_articles'),
    rowOf('post_terms'),
  ]);
  const [termId, postId] = [Number(term.id), Number(post.id)];
  await db.transaction(async () => {
    for (let from = 1; from < CATEGORIES; from += 250) {
      const numbers = Array.from({ length: Math.min(250, CATEGORIES - from) }, (_, index) => from + index);
      const insert = async (table: string, rows: object[]) => {
        await db.query
          .insertInto(table as 'terms')
          .values(rows as never)
          .execute();
      };
      await insert(
        'terms',
        numbers.map((n) => ({ ...term, id: termId + n, name: `Category ${n}`, slug: `category-${n}` })),
      );
      await insert(
        'posts',
        numbers.map((n) => ({ ...post, id: postId + n, title: `Article ${n}` })),
      );
      await insert(
        'kb_articles',
        numbers.map((n) => ({
          ...article,
          id: postId + n,
          category_id: termId + n,
          category_ids: JSON.stringify([termId + n]),
          uuid: null,
        })),
      );
      await insert(
        'post_terms',
        numbers.map((n) => ({ ...membership, post_id: postId + n, term_id: termId + n })),
      );
    }
    await versions.bump('kb_categories');
    await versions.bump('kb_content');
  });
}

describe('10,000 top-level categories', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await createTestHost({ debug: false, plugins: [knowledgeBase()] });
    const as = await host.createUser('administrator');
    const create = async (path: string, body: object) =>
      (await host.request('POST', `/vendor-kb/v1${path}`, { as, body })).data as { id: number };
    const { id } = await create('/categories', { name: 'Category 0', slug: 'category-0' });
    await create('/articles', {
      title: 'Article 0',
      slug: 'text',
      content: 'Text.',
      status: 'publish',
      categories: [id],
    });
    await multiply(host);
  }, 120_000);
  afterAll(() => host?.close());

  async function look(path: string) {
    await host.visit(path);
    const times: number[] = [];
    let html = '';
    for (let round = 0; round < 5; round += 1) {
      const start = process.cpuUsage();
      html = await (await host.visit(path)).text();
      const { user, system } = process.cpuUsage(start);
      times.push((user + system) / 1000);
    }
    return { html, bytes: gzipSync(html).length, ms: times.sort((one, other) => one - other)[2] ?? 0 };
  }

  it.each([
    ['the first page', '/kb'],
    ['its last page', '/kb?page=167'],
    ['a category', '/kb/category-5000'],
    ['an article', '/kb/category-5000/text'],
    ['a search without results', '/kb/search?q=xylophone'],
  ])('keep %s small and fast', async (_, path) => {
    const { html, bytes, ms } = await look(path);
    expect(html).toContain('</html>');
    expect(bytes).toBeLessThan(BUDGET);
    expect(ms).toBeLessThan(SOON);
  });

  it('are paginated on the home page', async () => {
    const { html } = await look('/kb?page=167');
    expect([...html.matchAll(/class="kb-card"/g)]).toHaveLength(CATEGORIES - 166 * 60);
    expect(html).toContain('href="/kb?page=166"');
    expect((await host.visit('/kb?page=168')).status).toBe(404);
  });

  it('appear in the navigation as neighbors with a link to all', async () => {
    const { html } = await look('/kb/category-5000/text');
    expect(html).toContain('All 10,000 categories');
    expect(html).toMatch(/href="\/kb\/category-5000\/text" aria-current="page"/);
  });
});

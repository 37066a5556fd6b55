import fc from 'fast-check';
import type { User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { describe, expect, it } from 'vitest';
import { dialects, freshDatabase } from '../../../support/databases.js';
import { COMMON_WORD, markerOf, SURFACES, type World, type WorldArticle } from './surfaces.js';

/** A rule as it is written; `null` to inherit. */
const anyRule = fc.option(
  fc.record({
    mode: fc.constantFrom('public', 'logged_in', 'roles', 'password', 'capability', 'nobody'),
    listed: fc.boolean(),
    redirect_to_login: fc.boolean(),
  }),
  { nil: null, freq: 2 },
);

const WHO = { roles: ['author', 'subscriber'], password: 'sesame', capability: 'edit_kb_articles' };

function ruleBody(rule: { mode: string } | null): object {
  if (!rule) return {};
  const { roles, password, capability } = WHO;
  const who = { roles: { roles }, password: { password }, capability: { capability } }[rule.mode] ?? {};
  return { access_rule: { ...rule, ...who } };
}

const anyWorld = fc.record({
  policy: fc.constantFrom('all', 'any', 'primary'),
  categories: fc.array(fc.record({ parent: fc.nat(), rule: anyRule }), { minLength: 2, maxLength: 5 }),
  articles: fc.array(
    fc.record({
      places: fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 3 }),
      rule: anyRule,
      status: fc.constantFrom('publish', 'publish', 'publish', 'draft', 'archived'),
      moved: fc.boolean(),
    }),
    { minLength: 5, maxLength: 9 },
  ),
});

const VIEWERS = [null, 'subscriber', 'author', 'editor'] as const;

describe.each(dialects)('who may not read an article, on $name', (dialect) => {
  it('is told of it by nothing that shows articles', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, async (drawn) => {
        const { url, drop } = await freshDatabase(dialect);
        const host = await createTestHost({ database: url, plugins: [knowledgeBase()] });
        try {
          const administrator = await host.createUser('administrator');
          const viewers = await Promise.all(VIEWERS.map((role) => (role ? host.createUser(role) : null)));
          await host.settings.save('knowledge-base', { categoryPolicy: drawn.policy });
          const world = await build(host, administrator, drawn);
          for (const viewer of viewers) await expectNoLeak(world, viewer);
        } finally {
          await host.close();
          await drop();
        }
      }),
      { numRuns: process.env.MORTISE_FULL ? 40 : 6 },
    );
  });
});

type Drawn = typeof anyWorld extends fc.Arbitrary<infer T> ? T : never;

async function build(host: World['host'], as: User, { categories, articles }: Drawn): Promise<World> {
  async function write(method: string, path: string, body: object): Promise<{ id: number; link: string }> {
    const answer = await host.request(method, `/vendor-kb/v1${path}`, { as, body });
    expect(answer.status, JSON.stringify(answer.data)).toBeLessThan(300);
    return answer.data as { id: number; link: string };
  }
  async function attach(articleId: number, marker: string): Promise<WorldArticle['file']> {
    const source = Buffer.from(`%PDF-1.7\n${marker}`);
    const fields = { filename: 'manual.pdf', title: `Manual ${marker}`, authorId: as.id };
    const file = await host.media.create(source, fields);
    const { id } = await write('POST', `/articles/${articleId}/attachments`, { media_id: file.id });
    return { id, mediaId: file.id, path: new URL(file.url, host.site.origin).pathname };
  }
  const ids: number[] = [];
  for (const [index, { parent, rule }] of categories.entries()) {
    // Every other one stands at the top; a parent comes before its children.
    const above = index % 2 === 0 || ids.length === 0 ? {} : { parent: ids[parent % ids.length] };
    ids.push((await write('POST', '/categories', { name: `Shelf ${index}`, ...above, ...ruleBody(rule) })).id);
  }
  const made: WorldArticle[] = [];
  for (const [index, { places, rule, status, moved }] of articles.entries()) {
    const categoryIds = [...new Set(places.map((place) => ids[place % ids.length] ?? 0))];
    const first = { title: `Title before`, slug: `before-${index}`, categories: categoryIds, status: 'publish' };
    const { id, link } = await write('POST', '/articles', first);
    const marker = markerOf(id);
    const text = { title: `Title ${marker}`, content: `${COMMON_WORD} and ${marker}.`, tags: [`tag-${marker}`, 'all'] };
    const place = moved ? { slug: `place-${index}` } : {};
    const after = await write('PUT', `/articles/${id}`, { ...text, ...place, ...ruleBody(rule) });
    const file = await attach(id, marker);
    if (status !== 'publish') await write('PUT', `/articles/${id}`, { status });
    made.push({
      id,
      categoryIds,
      path: new URL(after.link).pathname,
      oldPath: moved ? new URL(link).pathname : null,
      file,
    });
  }
  return { host, administrator: as, articles: made, categories: ids };
}

async function expectNoLeak(world: World, viewer: User | null): Promise<void> {
  const allowed = new Set<number>();
  for (const { id, path, oldPath } of world.articles) {
    const { status } = await world.host.request('GET', `/vendor-kb/v1/articles/${id}`, { as: viewer });
    if (status === 200) allowed.add(id);
    if (status !== 404) continue;
    // What may not be known of has no page and no address of old, just like what was never there.
    for (const address of [path, ...(oldPath === null ? [] : [oldPath])]) {
      expect((await world.host.visit(address, viewer ? { as: viewer } : {})).status, address).toBe(404);
    }
  }
  const forbidden = world.articles.filter(({ id }) => !allowed.has(id));
  for (const surface of SURFACES) {
    for (const { text, total } of await surface.ask(world, viewer)) {
      const leaked = forbidden.filter(({ id }) => text.includes(markerOf(id)));
      expect(leaked, `${surface.name} for ${viewer?.roles.join() ?? 'a stranger'}: ${text.slice(0, 2000)}`).toEqual([]);
      if (total !== undefined && /list|search/.test(surface.name)) expect(total).toBeLessThanOrEqual(allowed.size);
    }
  }
}

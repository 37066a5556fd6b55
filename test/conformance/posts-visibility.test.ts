import fc from 'fast-check';
import type { PostStatus } from 'mortise/content';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { type ContentHost, openContentHost, ROLES, type Role } from './content-host.js';

const STATUSES = ['draft', 'pending', 'publish', 'future', 'private', 'archived', 'trash'] as const;
const RUNS = process.env.MORTISE_FULL === '1' ? 2_000 : 200;
const BASES = { post: 'posts', page: 'pages' } as const;

/** Facts about a post that the test knows independently of the host. */
interface KnownPost {
  readonly id: number;
  readonly type: 'post' | 'page';
  readonly status: PostStatus;
  readonly author: Role;
  readonly parent: number;
  readonly tags: readonly number[];
  readonly word: string;
  /** Text that occurs only in this post. */
  readonly secret: string;
}

const AUTHORS = ['administrator', 'editor', 'author', 'contributor'] as const;
const WORDS = ['alpha', 'beta'] as const;

const SEED = fc.record({
  type: fc.constantFrom('post', 'page'),
  status: fc.constantFrom(...STATUSES),
  author: fc.constantFrom(...AUTHORS),
  parent: fc.integer({ min: -1, max: 1000 }),
  tags: fc.subarray([0, 1, 2]),
  word: fc.constantFrom(...WORDS),
});

/** Access rules as documented, independent of the code. */
function mayRead(role: Role, { status, author }: KnownPost): boolean {
  if (status === 'publish' || status === 'archived') return true;
  if (role === 'anonymous') return false;
  return role === author || role === 'editor' || role === 'administrator';
}

describe.each(dialects)('post visibility on $name', (dialect) => {
  let content: ContentHost;
  let world: readonly KnownPost[];
  let tags: readonly number[];

  beforeAll(async () => {
    content = await openContentHost(dialect);
    const postIds: number[] = [];
    for (const name of ['One', 'Two', 'Three']) postIds.push((await content.create('/tags', { name })).id);
    tags = postIds;
    world = await createWorld();
  }, 120_000);
  afterAll(() => content?.close());

  async function createWorld(): Promise<KnownPost[]> {
    const { publishing, posts } = content.host.content;
    const createdPosts: KnownPost[] = [];
    for (const [index, seed] of fc.sample(SEED, { numRuns: 60, seed: 7 }).entries()) {
      const { type, status, author, word } = seed;
      const secret = `secret${index}x`;
      const pages = createdPosts.filter((post) => post.type === 'page');
      const parent =
        type === 'page' && seed.parent >= 0 ? (pages[seed.parent % Math.max(1, pages.length)]?.id ?? 0) : 0;
      const ownTags = type === 'post' ? seed.tags.map((place) => tags[place] ?? 0) : [];
      const writer = { user: content.users[author] };
      const { id } = await publishing.create(
        type,
        {
          title: `${word} ${secret}`,
          content: `The text of ${secret}`,
          status: status === 'archived' || status === 'trash' ? 'publish' : status,
          parentId: parent,
          ...(type === 'post' ? { terms: { post_tag: ownTags } } : {}),
          ...(status === 'future' ? { publishedAt: new Date(Date.now() + 86_400_000) } : {}),
        },
        writer,
      );
      if (status === 'archived' || status === 'trash') await publishing.update(id, { status }, writer);
      expect((await posts.get(id))?.status).toBe(status);
      createdPosts.push({ id, type, status, author, parent, tags: ownTags, word, secret });
    }
    return createdPosts;
  }

  const role = fc.constantFrom(...ROLES);
  const type = fc.constantFrom('post', 'page') as fc.Arbitrary<'post' | 'page'>;
  const anyPost = fc.nat().map((index) => world[index % world.length] as KnownPost);

  /** No response may contain any part of a post that the user may not read. */
  function expectNoSecrets(viewer: Role, data: unknown): void {
    const text = JSON.stringify(data);
    const leaked = world.filter((post) => !mayRead(viewer, post) && text.includes(post.secret));
    expect(leaked).toEqual([]);
  }

  it('returns posts by ID according to the rules, and hidden ones like missing ones', async () => {
    await fc.assert(
      fc.asyncProperty(role, anyPost, fc.constantFrom('', '?_embed', '?context=embed'), async (viewer, post, query) => {
        const answer = await content.call(viewer, 'GET', `/${BASES[post.type]}/${post.id}${query}`);
        expect(answer.status).toBe(mayRead(viewer, post) ? 200 : 404);
        expectNoSecrets(viewer, answer.data);
        if (answer.status === 404) {
          const nothing = await content.call(viewer, 'GET', `/${BASES[post.type]}/987654`);
          const { code, message } = nothing.data as { code: string; message: string };
          expect(answer.data).toMatchObject({ code, message: message.replace('987654', `${post.id}`) });
        }
      }),
      { numRuns: RUNS, seed: 11 },
    );
  });

  const query = fc.record(
    {
      status: fc.subarray([...STATUSES], { minLength: 1 }),
      include: fc.array(fc.nat({ max: 59 }), { minLength: 1, maxLength: 20 }),
      search: fc.constantFrom(...WORDS, 'secret3x', 'text'),
      author: fc.constantFrom(...AUTHORS),
      tags: fc.subarray([0, 1, 2], { minLength: 1 }),
      parent: fc.nat({ max: 59 }),
      orderby: fc.constantFrom('date', 'title', 'modified', 'relevance'),
    },
    { requiredKeys: [] },
  );
  type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never;

  /** Returns the expected list, computed from the facts that the test knows. */
  function expected(viewer: Role, kind: 'post' | 'page', listQuery: Query): number[] {
    const parent = listQuery.parent === undefined ? undefined : world[listQuery.parent];
    return world
      .filter((post) => post.type === kind && mayRead(viewer, post))
      .filter(({ status }) => (listQuery.status ?? ['publish']).includes(status as never))
      .filter(({ id }) => !listQuery.include || listQuery.include.some((place) => world[place]?.id === id))
      .filter(({ word, secret }) => !listQuery.search || `${word} The text of ${secret}`.includes(listQuery.search))
      .filter(({ author }) => !listQuery.author || author === listQuery.author)
      .filter((post) => !listQuery.tags || post.tags.some((id) => listQuery.tags?.some((place) => tags[place] === id)))
      .filter((post) => {
        if (kind !== 'page' || !parent) return true;
        return parent.type === 'page' && mayRead(viewer, parent) ? post.parent === parent.id : false;
      })
      .map(({ id }) => id)
      .toSorted((a, b) => a - b);
  }

  function toSearch(kind: 'post' | 'page', listQuery: Query): string {
    const parameters = new URLSearchParams({ per_page: '100' });
    const add = (name: string, value: string | undefined) => value !== undefined && parameters.set(name, value);
    add('status', listQuery.status?.join());
    add('include', listQuery.include?.map((place) => world[place]?.id).join());
    add('search', listQuery.search);
    add('author', listQuery.author && `${content.users[listQuery.author].id}`);
    if (kind === 'post') add('tags', listQuery.tags?.map((place) => tags[place]).join());
    if (kind === 'page') add('parent', listQuery.parent === undefined ? undefined : `${world[listQuery.parent]?.id}`);
    add('orderby', listQuery.orderby);
    return parameters.toString();
  }

  it('returns and counts exactly the readable posts in lists, with any filter and order', async () => {
    await fc.assert(
      fc.asyncProperty(role, type, query, fc.constantFrom('view', 'embed'), async (viewer, kind, query, context) => {
        const effectiveQuery: Query = kind === 'page' ? { ...query, tags: undefined as never } : query;
        const path = `/${BASES[kind]}?${toSearch(kind, effectiveQuery)}&context=${context}&_embed`;
        const answer = await content.call(viewer, 'GET', path);
        expectNoSecrets(viewer, answer.data);
        const asksForHidden = (query.status ?? []).some((status) => status !== 'publish');
        // Authors and contributors may not edit pages, so hidden statuses are refused.
        const edits = kind === 'post' ? [...AUTHORS] : ['administrator', 'editor'];
        if (asksForHidden && !edits.includes(viewer as never)) {
          expect(answer.data).toMatchObject({ code: 'rest_forbidden_status' });
          return;
        }
        const ids = expected(viewer, kind, effectiveQuery);
        const found = answer.data as { id: number; parent?: number }[];
        expect(found.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids);
        expect(answer.headers['X-CMS-Total']).toBe(`${ids.length}`);
        for (const { parent = 0 } of found) {
          const above = world.find(({ id }) => id === parent);
          expect(above === undefined || mayRead(viewer, above)).toBe(true);
        }
      }),
      { numRuns: RUNS, seed: 13 },
    );
  });

  it('counts published posts per term, and lists terms only for readable posts', async () => {
    const counted = (id: number) => world.filter((post) => post.status === 'publish' && post.tags.includes(id)).length;
    for (const viewer of ROLES) {
      const { data } = await content.call(viewer, 'GET', `/tags?include=${tags}&orderby=id`);
      expect(data).toMatchObject(tags.map((id) => ({ id, count: counted(id) })));
      for (const post of world.filter(({ type: kind }) => kind === 'post')) {
        const answer = await content.call(viewer, 'GET', `/tags?post=${post.id}`);
        expect(answer.status).toBe(mayRead(viewer, post) ? 200 : 404);
      }
    }
  });

  it('reveals nothing in responses to updates and deletions', async () => {
    await fc.assert(
      fc.asyncProperty(role, anyPost, fc.constantFrom('PUT', 'DELETE'), async (viewer, post, method) => {
        if (mayRead(viewer, post)) return;
        const answer = await content.call(viewer, method, `/${BASES[post.type]}/${post.id}`, { version: 99 });
        expect(answer.status).toBe(viewer === 'anonymous' ? 401 : 404);
        expectNoSecrets(viewer, answer.data);
      }),
      { numRuns: RUNS, seed: 17 },
    );
  });
});

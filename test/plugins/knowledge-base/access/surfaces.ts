import type { User } from 'mortise';
import type { RestRequest } from 'mortise/rest';
import { COMMON_WORD, markerOf, type World, type WorldArticle } from 'mortise/testing';
import { expect } from 'vitest';

/** Response of a surface: the complete text and, if it counts articles, the total. */
interface SurfaceOutput {
  readonly text: string;
  readonly total?: number;
}

interface Row {
  readonly name: string;
  ask(world: World, viewer: User | null): Promise<readonly SurfaceOutput[]>;
  /** The surface may omit articles that the viewer may read. */
  readonly isSilent?: true;
}

/** Requests a list of articles with its total. */
async function list({ host }: World, viewer: User | null, path: string): Promise<SurfaceOutput> {
  const { data, headers } = await host.request('GET', `/vendor-kb/v1${path}`, { as: viewer });
  return { text: JSON.stringify(data), total: Number(headers['X-CMS-Total']) };
}

async function rest({ host }: World, viewer: User | null, path: string): Promise<SurfaceOutput> {
  const { data } = await host.request('GET', `/vendor-kb/v1${path}`, { as: viewer });
  return { text: JSON.stringify(data) };
}

async function page({ host }: World, viewer: User | null, path: string): Promise<SurfaceOutput> {
  const answer = await host.visit(path, viewer ? { as: viewer } : {});
  // Pages repeat their own URL, which may contain the slug of a denied article.
  const text = (await answer.text()).replaceAll(path, '');
  return { text: `${answer.status} ${answer.headers.get('location') ?? ''} ${text}` };
}

const forEachArticle = (
  world: World,
  ask: (article: WorldArticle) => Promise<SurfaceOutput>,
): Promise<SurfaceOutput[]> => Promise.all(world.articles.map(ask));

/** Bots are not counted, and a user agent as short as `Mozilla/5.0` is treated as a bot. */
const BROWSER =
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36';

const searched = new WeakMap<World, Promise<void>>();

/** Records successful searches of three visitors for the word of each article. */
function searchedByMany(world: World): Promise<void> {
  const cached = searched.get(world);
  if (cached) return cached;
  const { statistics } = world.host.plugin('knowledge-base');
  for (const { id } of world.articles) {
    for (const visitor of [1, 2, 3]) {
      statistics.record(
        { kind: 'search', query: markerOf(id), locale: 'en', results: 1, categoryId: 0 },
        { headers: { 'user-agent': BROWSER }, remoteAddress: `10.0.${visitor}.1`, user: null },
      );
    }
  }
  const flushed = statistics.flush();
  searched.set(world, flushed);
  return flushed;
}

/**
 * All surfaces that show articles. Add new ones here.
 */
export const SURFACES: readonly Row[] = [
  { name: 'the list', ask: async (world, viewer) => [await list(world, viewer, '/articles?per_page=100')] },
  {
    name: 'the list in pages of one',
    ask: async (world, viewer) => [
      await list(world, viewer, '/articles?per_page=1'),
      await list(world, viewer, '/articles?per_page=1&offset=3&orderby=title'),
    ],
  },
  {
    name: 'a list by search words',
    ask: async (world, viewer) => [await list(world, viewer, `/articles?per_page=100&search=${COMMON_WORD}`)],
  },
  {
    name: 'lists by id',
    ask: (world, viewer) =>
      forEachArticle(world, ({ id }) => list(world, viewer, `/articles?include=${id}&_fields=title`)),
  },
  {
    name: 'categories and their counts',
    async ask({ host }, viewer) {
      const path = '/vendor-kb/v1/categories?per_page=100';
      const { data } = await host.request('GET', path, { as: viewer });
      const tree = await host.request('GET', `${path}&tree=true`, { as: viewer });
      const counts = (data as { count: number }[]).map(({ count }) => ({ text: '', total: count }));
      return [{ text: JSON.stringify([data, tree.data]) }, ...counts];
    },
  },
  {
    name: 'the articles of a category',
    ask: (world, viewer) =>
      Promise.all(
        world.categoryIds.map((id) => list(world, viewer, `/categories/${id}/articles?subtree=true&per_page=100`)),
      ),
  },
  { name: 'search', ask: async (world, viewer) => [await list(world, viewer, `/search?q=${COMMON_WORD}&per_page=50`)] },
  {
    name: 'search for a word of one article, and for a misspelt one',
    ask: async (world, viewer) => {
      const queries = world.articles.flatMap(({ id }) => [markerOf(id), `${markerOf(id).slice(0, -1)}y`]);
      const outputs = await Promise.all(queries.map((word) => list(world, viewer, `/search?q=${word}`)));
      // The response repeats the query, which reveals nothing.
      return outputs.map((answer, index) => ({ ...answer, text: answer.text.replaceAll(queries[index] ?? '', '') }));
    },
  },
  {
    name: 'suggestions of what others have searched for',
    async ask(world, viewer) {
      await searchedByMany(world);
      return forEachArticle(world, async ({ id }) => {
        const typed = markerOf(id).slice(0, -1);
        return rest(world, viewer, `/search/suggestions?limit=10&q=${typed}`);
      });
    },
  },
  {
    name: 'suggestions',
    ask: async (world, viewer) => [
      await rest(world, viewer, '/search/suggestions?q=title&limit=10'),
      await rest(world, viewer, '/search/suggestions?q=zq&limit=10'),
    ],
  },
  {
    name: 'an article by its address, and what is embedded',
    ask: (world, viewer) =>
      forEachArticle(world, async ({ id }) => {
        const { text } = await rest(world, viewer, `/articles/${id}?_embed`);
        // Errors repeat the requested id.
        return { text: text.startsWith('{"code"') ? '' : text };
      }),
  },
  {
    name: 'attachments and downloads',
    ask: (world, viewer) =>
      Promise.all(
        world.articles.flatMap(({ id, file }) => {
          const ways = [`/articles/${id}/attachments`, `/attachments/${file.id}`, `/attachments/${file.id}/download`];
          return [
            ...ways.map((path) => rest(world, viewer, path)),
            page(world, viewer, `/kb/-/attachments/${file.id}`),
            page(world, viewer, file.path),
          ];
        }),
      ),
  },
  {
    name: 'the list of the media library',
    ask: async ({ host }, viewer) => {
      const { data, headers } = await host.request('GET', '/mortise/v1/media?per_page=100', { as: viewer });
      return [{ text: JSON.stringify(data), total: Number(headers['X-CMS-Total']) }];
    },
  },
  {
    name: 'a file that somebody features in an article of their own',
    ask: (world, viewer) =>
      forEachArticle(world, async ({ file: { path } }) => {
        const mediaId = Number(/\/(\d+)-/.exec(path)?.[1]);
        const body = { title: 'Featuring', featured_media: mediaId };
        await world.host.request('POST', '/vendor-kb/v1/articles', { as: viewer, body });
        const { data } = await world.host.request('GET', `/mortise/v1/media/${mediaId}`, { as: viewer });
        return { text: JSON.stringify(data) };
      }),
  },
  {
    name: 'feedback and votes that wait',
    ask: async (world, viewer) => {
      await forEachArticle(world, async ({ id }) => {
        const body = { article_id: id, type: 'error', message: `About ${markerOf(id)}` };
        await world.host.request('POST', '/vendor-kb/v1/feedback', { as: world.administrator, body });
        return { text: '' };
      });
      return [await rest(world, viewer, '/feedback?per_page=100&context=edit')];
    },
  },
  {
    name: 'blocks of related articles and of categories',
    async ask({ host, articles, categoryIds }, viewer) {
      const { access, articles: store, texts } = host.plugin('knowledge-base');
      const can: RestRequest['can'] = (capability, ...object) => host.can(viewer, capability, ...object);
      const reader = access.viewerOf({ reader: viewer, cookies: new Map(), can });
      const ids = articles.map(({ id }) => id);
      const related = ['tags', 'category', 'search', 'manual'].map(
        (by) => `<!-- wp:vendor-kb/related-articles ${JSON.stringify({ by, ids, count: 10, showExcerpt: true })} /-->`,
      );
      const posts = [...categoryIds, 'current'].map(
        (category) =>
          `<!-- wp:vendor-kb/category-posts ${JSON.stringify({ category, count: 50, showExcerpt: true, showCount: true })} /-->`,
      );
      const content = [...related, ...posts].join('');
      const outputs = await Promise.all(
        (await store.getMany(ids)).map(async (article, index) => {
          const source = { ...article, content, contentFormat: 'blocks', version: 1_000 + index } as const;
          return { text: (await texts.of(source, reader)).html };
        }),
      );
      const { html } = await texts.preview({ content, contentFormat: 'blocks', locale: 'en' }, reader);
      return [...outputs, { text: html }];
    },
  },
  {
    name: 'pages that are opened as somebody else',
    async ask(world, viewer) {
      const as = viewer ? `user=${viewer.login}` : 'as=visitor';
      const paths = ['', ...world.articles.map(({ path }) => path.slice('/kb'.length))];
      const { categories } = world.host.plugin('knowledge-base');
      const places = world.categoryIds.map((id) => `/${categories.tree().get(id)?.path ?? ''}`);
      return Promise.all(
        [...paths, ...places].map(async (path) => {
          const link = `/admin/kb/access/view?${as}&path=${encodeURIComponent(path)}`;
          const output = await page(world, world.administrator, link);
          // The page repeats the requested path.
          return {
            text: output.text.replaceAll(encodeURIComponent(path), '').replaceAll(path === '' ? link : path, ''),
          };
        }),
      );
    },
  },
  { name: 'the home page', ask: async (world, viewer) => [await page(world, viewer, '/kb')] },
  { name: 'the search page', ask: async (world, viewer) => [await page(world, viewer, `/kb/search?q=${COMMON_WORD}`)] },
  {
    name: 'sitemap, feed and llms.txt',
    ask: (world, viewer) =>
      Promise.all(
        ['sitemap-pages.xml', 'sitemap-1.xml', 'feed', 'llms.txt', 'llms-full.txt'].map((path) =>
          page(world, viewer, `/kb/${path}`),
        ),
      ),
  },
  {
    name: 'pages as Markdown',
    ask: async (world, viewer) => [
      await page(world, viewer, '/kb/title-zq.md'),
      ...(await forEachArticle(world, ({ path }) => page(world, viewer, `${path}.md`))),
      ...(await forEachArticle(world, async ({ path }) => {
        const headers = { Accept: 'text/markdown' };
        const answer = await world.host.visit(path, viewer ? { as: viewer, headers } : { headers });
        return { text: (await answer.text()).replaceAll(path, '') };
      })),
    ],
  },
  {
    name: 'categories in other forms',
    ask: (world, viewer) => {
      const tree = world.host.plugin('knowledge-base').categories.tree();
      const paths = world.categoryIds.flatMap((id) => tree.get(id)?.path ?? []);
      const forms = paths.flatMap((path) => [`/kb/${path}.md`, `/kb/${path}/feed`, `/kb/${path}/print`]);
      return Promise.all(forms.map((path) => page(world, viewer, path)));
    },
  },
  { name: 'the page of nothing', ask: async (world, viewer) => [await page(world, viewer, '/kb/title-zq')] },
  {
    name: 'pages of articles, with navigation, neighbours, related ones and languages',
    ask: (world, viewer) => forEachArticle(world, ({ path }) => page(world, viewer, path)),
  },
  {
    name: 'old addresses',
    ask: (world, viewer) =>
      forEachArticle(world, ({ oldPath }) =>
        oldPath === null ? Promise.resolve({ text: '' }) : page(world, viewer, oldPath),
      ),
  },
  {
    name: 'pages and old addresses of what may not be known of: as if it had never been there',
    isSilent: true,
    ask: (world, viewer) =>
      forEachArticle(world, async ({ id, path, oldPath }) => {
        const { status } = await world.host.request('GET', `/vendor-kb/v1/articles/${id}`, { as: viewer });
        const addresses = status === 404 ? [path, ...(oldPath === null ? [] : [oldPath])] : [];
        for (const address of addresses) {
          expect((await world.host.visit(address, viewer ? { as: viewer } : {})).status, address).toBe(404);
        }
        return { text: '' };
      }),
  },
  {
    name: 'pages of the admin area on which the knowledge base is looked after',
    isSilent: true,
    ask: (world, viewer) =>
      Promise.all(
        ['/kb/work', '/kb/links', '/kb/statistics', '/kb/statistics?export=articles', '/kb/start'].map((path) =>
          page(world, viewer, `/admin${path}`),
        ),
      ),
  },
  {
    name: 'pages of the admin area on which articles are put in order',
    isSilent: true,
    ask: (world, viewer) =>
      Promise.all(world.categoryIds.map((id) => page(world, viewer, `/admin/kb/categories/${id}/order`))),
  },
  {
    name: 'what titles are completed to where articles are named',
    isSilent: true,
    ask: (world, viewer) =>
      Promise.all(
        ['articles', 'pictures'].map((kind) => page(world, viewer, `/admin/kb/articles/choices/${kind}?q=title`)),
      ),
  },
];

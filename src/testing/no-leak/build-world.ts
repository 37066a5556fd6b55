import type { User } from '../../core/user.js';
import type { TestHost } from '../test-host.js';
import type { DrawnArticle, DrawnRule, DrawnWorld } from './draw-world.js';
import { COMMON_WORD, markerOf, type World, type WorldArticle } from './world.js';

/** Roles and users admitted by rules that name roles or users. */
interface Guests {
  readonly roles: readonly string[];
  readonly users: readonly number[];
}

/**
 * Builds a generated world over REST, as people would: articles are published before their rules, then texts and
 * places change.
 */
export async function buildWorld(host: TestHost, drawn: DrawnWorld, guests: Guests): Promise<World> {
  const administrator = await host.createUser('administrator');
  const write = writerOf(host, administrator);
  await host.settings.save('knowledge-base', { categoryPolicy: drawn.policy });
  const categoryIds: number[] = [];
  for (const [index, { parent, rule }] of drawn.categories.entries()) {
    const above = parent === null ? {} : { parent: categoryIds[parent] };
    const body = { name: `Shelf ${index}`, ...above, ...ruleBody(rule, guests) };
    categoryIds.push((await write('POST', '/categories', body)).id);
  }
  const articles: WorldArticle[] = [];
  for (const [index, article] of drawn.articles.entries()) {
    articles.push(await buildArticle({ host, administrator, categoryIds }, article, index, guests));
  }
  return { host, administrator, articles, categoryIds };
}

async function buildArticle(
  { host, administrator, categoryIds: ids }: Omit<World, 'articles'>,
  { places, rule, status, moved }: DrawnArticle,
  index: number,
  guests: Guests,
): Promise<WorldArticle> {
  const write = writerOf(host, administrator);
  const categoryIds = places.flatMap((place) => ids[place] ?? []);
  const first = { title: 'Title before', slug: `before-${index}`, categories: categoryIds, status: 'publish' };
  const { id, link } = await write('POST', '/articles', first);
  const marker = markerOf(id);
  const text = { title: `Title ${marker}`, content: `${COMMON_WORD} and ${marker}.`, tags: [`tag-${marker}`, 'all'] };
  const place = moved ? { slug: `place-${index}` } : {};
  const after = await write('PUT', `/articles/${id}`, { ...text, ...place, ...ruleBody(rule, guests) });
  const fields = { filename: 'manual.pdf', title: `Manual ${marker}`, authorId: administrator.id };
  const media = await host.media.create(Buffer.from(`%PDF-1.7\n${marker}`), fields);
  const file = await write('POST', `/articles/${id}/attachments`, { media_id: media.id });
  if (status !== 'publish') await write('PUT', `/articles/${id}`, { status });
  return {
    id,
    categoryIds,
    path: new URL(after.link).pathname,
    oldPath: moved ? new URL(link).pathname : null,
    file: { id: file.id, path: new URL(media.url, host.site.origin).pathname },
  };
}

type Writer = (method: string, path: string, body: object) => Promise<{ readonly id: number; readonly link: string }>;

function writerOf(host: TestHost, as: User): Writer {
  return async (method, path, body) => {
    const { status, data } = await host.request(method, `/vendor-kb/v1${path}`, { as, body });
    if (status >= 300) throw new Error(`${method} ${path} was answered with ${status}: ${JSON.stringify(data)}`);
    return data as { id: number; link: string };
  };
}

function ruleBody(rule: DrawnRule | null, { roles, users }: Guests): object {
  if (!rule) return {};
  const who: Readonly<Record<string, object>> = {
    roles: { roles },
    users: { users },
    password: { password: 'sesame' },
    capability: { capability: 'edit_kb_articles' },
  };
  return { access_rule: { ...rule, ...who[rule.mode] } };
}

import { createTurns } from '../concurrency/turns.js';
import { HostError } from '../errors.js';
import { isFlagSet, parseQuery, type Query } from '../http/query.js';
import { isRecord } from '../record.js';
import type { Site } from '../site.js';

/** Relations to embed with `_embed`: all, or a set. Null without `_embed`. */
export type EmbedWish = 'all' | ReadonlySet<string> | null;

/** Maximum number of sub-requests per answer; links beyond it are not embedded. */
const MAX_EMBEDS = 100;

/** Sub-requests per turn of the event loop, across all responses. Those of one turn share their database queries. */
const nextTurn = createTurns(10);

/** Maximum number of relations in `_embed`. */
const MAX_RELATIONS = 100;

/**
 * Parses `_embed`. A bare flag means all relations; otherwise it is a comma-separated string or list of names.
 * @throws HostError 400 `rest_too_many_embeds` above 100 relations
 */
export function parseEmbed(value: unknown): EmbedWish {
  if (!isFlagSet(value)) return null;
  const names = [value]
    .flat()
    .flatMap((item) => (typeof item === 'string' ? item.split(',', MAX_RELATIONS + 1) : []))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length > MAX_RELATIONS) {
    throw new HostError(
      'rest_too_many_embeds',
      `_embed accepts at most ${MAX_RELATIONS} relations. Use _embed=1 to embed all of them.`,
      { status: 400, maximum: MAX_RELATIONS },
    );
  }
  if (names.length === 0 || names.some((name) => name === '1' || name === 'true')) return 'all';
  return new Set(names);
}

/** Fetches the data that a GET of one embedded URL returns; the error body if it fails. */
export type EmbedTarget = (path: string, query: Query) => Promise<unknown>;

/**
 * Adds `_embedded` to a resource or to each one in a list. It has the targets of the embeddable links in link order,
 * with an empty object for a link that is not embeddable. Each URL is fetched once; other hosts are ignored.
 * Embedding is not recursive.
 */
export async function embedLinks(
  data: unknown,
  wish: EmbedWish,
  { site, get }: { site: Site; get: EmbedTarget },
): Promise<unknown> {
  if (wish === null) return data;
  const root = site.url(site.root);
  const responses = new Map<string, Promise<unknown>>();

  function embedded(href: string): Promise<unknown> | null {
    const cached = responses.get(href);
    if (cached || responses.size >= MAX_EMBEDS) return cached ?? null;
    const target = localTarget(href, root);
    const response = target && inTurn(() => get(target.path, { ...target.query, context: 'embed' }));
    if (response) responses.set(href, response);
    return response;
  }

  async function embedInto(resource: unknown): Promise<unknown> {
    const members: Record<string, unknown[]> = {};
    for (const [relation, links] of linksOf(resource)) {
      if (wish !== 'all' && !wish?.has(relation)) continue;
      const found = links.map(({ href, embeddable }) => (embeddable ? embedded(href) : null));
      if (found.some((response) => response !== null)) {
        members[relation] = await Promise.all(found.map((response) => response ?? {}));
      }
    }
    return Object.keys(members).length > 0 ? { ...(resource as object), _embedded: members } : resource;
  }

  return Array.isArray(data) ? Promise.all(data.map(embedInto)) : embedInto(data);
}

async function inTurn(work: () => Promise<unknown>): Promise<unknown> {
  await nextTurn();
  return work();
}

/** Returns path and query of a URL below the REST root, or null. */
function localTarget(href: string, root: string): { path: string; query: Query } | null {
  if (!href.startsWith(`${root}/`)) return null;
  const [path = '', search = ''] = href.slice(root.length).split('#', 1)[0]?.split('?', 2) ?? [];
  return { path, query: parseQuery(search) };
}

/** Link in the `_links` of a resource. */
interface Link {
  readonly href: string;
  readonly embeddable: boolean;
}

/** Returns the links of a resource by relation; empty if it has none. */
function linksOf(resource: unknown): ReadonlyMap<string, readonly Link[]> {
  const links = isRecord(resource) && Object.hasOwn(resource, '_links') ? resource._links : undefined;
  if (!isRecord(links)) return new Map();
  return new Map(
    Object.entries(links).map(([relation, targets]) => [
      relation,
      [targets].flat().map((target) => ({
        href: isRecord(target) && typeof target.href === 'string' ? target.href : '',
        embeddable: isRecord(target) && target.embeddable === true,
      })),
    ]),
  );
}

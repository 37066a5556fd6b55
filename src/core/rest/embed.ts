import { HostError } from '../errors.js';
import { isFlagSet, parseQuery, type Query } from '../http/query.js';
import type { Site } from '../site.js';
import { linksOf } from './links.js';

/** The relations to embed with `_embed`: all, or these. Null without. */
export type EmbedWish = 'all' | ReadonlySet<string> | null;

/** Sub-requests that one answer may cause; the links beyond are left unembedded. */
const MAX_EMBEDS = 100;

/** Maximum number of relations that `_embed` names. */
const MAX_RELATIONS = 100;

/**
 * Reads `_embed`: present means all relations, else a comma list or list of them (host.md row 36).
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
      `_embed takes at most ${MAX_RELATIONS} relations. Write _embed=1 to embed all of them.`,
      { status: 400, maximum: MAX_RELATIONS },
    );
  }
  if (names.length === 0 || names.some((name) => name === '1' || name === 'true')) return 'all';
  return new Set(names);
}

/** Answers one embedded address with the data that a GET would have: an error's body where it fails. */
export type EmbedTarget = (path: string, query: Query) => Promise<unknown>;

/**
 * Adds `_embedded` to a resource or to each of a list: what its embeddable links lead to, in the order of the links, an
 * empty object where one is not embeddable. Every address is asked for once; addresses of other hosts are left alone.
 * What is embedded is not embedded into further.
 */
export async function embedLinks(
  data: unknown,
  wish: EmbedWish,
  { site, get }: { site: Site; get: EmbedTarget },
): Promise<unknown> {
  if (wish === null) return data;
  const root = site.url(site.root);
  const answers = new Map<string, Promise<unknown>>();

  function embedded(href: string): Promise<unknown> | null {
    const known = answers.get(href);
    if (known || answers.size >= MAX_EMBEDS) return known ?? null;
    const target = localTarget(href, root);
    const answer = target && get(target.path, { ...target.query, context: 'embed' });
    if (answer) answers.set(href, answer);
    return answer;
  }

  async function embedInto(resource: unknown): Promise<unknown> {
    const members: Record<string, unknown[]> = {};
    for (const [relation, links] of linksOf(resource)) {
      if (wish !== 'all' && !wish?.has(relation)) continue;
      const found = links.map(({ href, embeddable }) => (embeddable ? embedded(href) : null));
      if (found.some((answer) => answer !== null)) {
        members[relation] = await Promise.all(found.map((answer) => answer ?? {}));
      }
    }
    return Object.keys(members).length > 0 ? { ...(resource as object), _embedded: members } : resource;
  }

  return Array.isArray(data) ? Promise.all(data.map(embedInto)) : embedInto(data);
}

/** Path and query of an address below our own REST root. */
function localTarget(href: string, root: string): { path: string; query: Query } | null {
  if (!href.startsWith(`${root}/`)) return null;
  const [path = '', search = ''] = href.slice(root.length).split('#', 1)[0]?.split('?', 2) ?? [];
  return { path, query: parseQuery(search) };
}

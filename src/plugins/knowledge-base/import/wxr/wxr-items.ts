import { plainText } from '../../../../blocks.js';
import { escapeHtml, freeSlug } from '../../../../index.js';
import type { AccessRuleInput } from '../../access/rule.js';
import { isSlug } from '../../slug.js';
import { decodePath, normalizeAddress } from '../address.js';
import { slugOf } from '../build-item.js';
import { parseDate, readFields } from '../fields.js';
import type { ImportItem, SourceState } from '../item.js';
import { idAddress } from '../links/id-address.js';
import type { ArticleExtras } from './extras.js';
import type { WxrMapping } from './mapping.js';
import type { WxrItem, WxrItemTerm } from './wxr-file.js';
import type { WxrCategories } from './wxr-terms.js';

/** An item without its text. */
export interface WxrEntry {
  readonly fields: WxrItem['fields'];
  readonly terms: readonly WxrItemTerm[];
  readonly type: string;
  /** What our exports say besides. */
  readonly extras: ArticleExtras | null;
}

const STATES: Readonly<Record<string, SourceState>> = {
  ...{ publish: 'publish', future: 'future', draft: 'draft', 'auto-draft': 'draft', pending: 'pending' },
  // With a rule that keeps everybody out.
  private: 'publish',
};

/** Makes articles and redirects of items, in their order: a slug that is taken gets a number. */
export function createItemBuilder(
  categories: WxrCategories,
  { taxonomies }: WxrMapping,
  source: {
    readonly locale: string;
    readonly origins: ReadonlySet<string>;
    /** Categories besides, whose addresses are taken too. */
    readonly places: readonly ImportItem[];
  },
) {
  const taken = new Map<string, Set<string>>();
  const keys = new Set<string>();
  for (const { locale, categoryPath, slug } of [...categories.items, ...source.places])
    slugsIn(locale, categoryPath).add(slug);

  function slugsIn(locale: string, path: readonly string[]): Set<string> {
    const place = `${locale}\n${path.join('/')}`;
    const slugs = taken.get(place) ?? new Set<string>();
    taken.set(place, slugs);
    return slugs;
  }

  /** The guid is the same in every export; without one, or with one that is not, the number in the file tells. */
  function keyOf(get: Reader): string {
    const guid = get('guid') || get('link') || `post:${get('wp:post_id')}`;
    const key = freeSlugless(guid, keys);
    keys.add(key);
    return key;
  }

  function shared(get: Reader) {
    const key = keyOf(get);
    return {
      ...{ key, generated: false, locale: source.locale, addresses: addressesOf(get, source.origins), redirects: [] },
      ...{ otherCategoryPaths: [], otherParentKeys: [], head: '', body: '', bodyLine: 0, tags: [], sticky: false },
      ...{ format: 'html' as const, order: null, access: null, meta: {}, translationKey: key },
      title: titleOf(get),
      author: get('dc:creator') || null,
      date: dateOf(get('wp:post_date_gmt')) ?? dateOf(get('wp:post_date')) ?? dateOf(get('pubDate')),
      updated: dateOf(get('wp:post_modified_gmt')) ?? dateOf(get('wp:post_modified')),
    } as const;
  }

  return {
    /** @param place the category that it lies in, where that is no matter of its terms */
    article({ fields, terms, extras }: WxrEntry, place?: ImportItem): ImportItem {
      const get = readerOf(fields);
      const found = place ? [place] : terms.flatMap((term) => categories.find(term) ?? []);
      const plain = shared(get);
      const base = { ...plain, title: exact(extras?.title, plain.title), ...(extras && ofExtras(extras)) };
      const [primary = categories.root(base.locale), ...others] = [...new Set(found)].filter(
        ({ locale }) => locale === base.locale,
      );
      const path = [...primary.categoryPath, primary.slug];
      const slug = freeSlug(slugFor(get, base.title), slugsIn(base.locale, path));
      slugsIn(base.locale, path).add(slug);
      return {
        ...base,
        kind: 'article',
        redirectTo: null,
        categoryPath: path,
        parentKey: primary.key,
        otherParentKeys: others.map(({ key }) => key),
        slug,
        description: exact(extras?.excerpt, plainText(get('excerpt:encoded'))),
        order: orderOf(get('wp:menu_order')),
        tags: terms.flatMap((term) => (taxonomies[term.taxonomy] === 'tag' ? plainText(term.name) || [] : [])),
        status: extras?.archived && get('wp:status') === 'draft' ? 'archived' : (STATES[get('wp:status')] ?? 'draft'),
        sticky: get('wp:is_sticky') === '1',
        access: extras && get('wp:post_password') === '' ? ruleOf(extras) : accessOf(get),
      };
    },
    /** A file of the old site: what led to its page leads to the file, which stays where it is. */
    attachment({ fields }: WxrEntry, url: string): ImportItem {
      const base = shared(readerOf(fields));
      return {
        ...base,
        ...{ kind: 'redirect', redirectTo: url, categoryPath: [], parentKey: null, slug: '', description: '' },
        status: 'publish',
      };
    },
  };
}

/** The trimmed text of a field; empty for none. */
export type Reader = (name: string) => string;

export function readerOf(fields: WxrItem['fields']): Reader {
  return (name) => fields.get(name)?.trim() ?? '';
}

export function titleOf(get: Reader): string {
  return plainText(get('title')) || decodePath(get('wp:post_name')) || 'Untitled';
}

/** The name in its address, or else one made of its title. */
export function slugFor(get: Reader, title: string): string {
  const given = decodePath(get('wp:post_name'));
  return isSlug(given) ? given.normalize('NFC').toLowerCase() : slugOf(given || title);
}

/** What our exports say in place of what the format has for it. */
function ofExtras({ locale, meta, translation, searchAliases }: ArticleExtras): Partial<ImportItem> {
  return {
    ...{ locale, meta: { ...meta } },
    ...(translation === '' ? {} : { translationKey: translation }),
    ...(searchAliases.length > 0 && { details: { searchAliases } }),
  };
}

/** What was written here, unless somebody changed it there. */
function exact(written: string | undefined, found: string): string {
  return written !== undefined && plainText(escapeHtml(written)) === found ? written : found;
}

/** As the front matter of a file says it. */
function ruleOf({ access }: ArticleExtras): AccessRuleInput | null {
  return readFields({ access }).rule(['access']);
}

/** `guid`, `guid#2`, ...: nothing is lost where two items have one. */
function freeSlugless(guid: string, taken: ReadonlySet<string>): string {
  let key = guid;
  for (let number = 2; taken.has(key); number += 1) key = `${guid}#${number}`;
  return key;
}

/** Where the old site answered: at its permalink, and at `?p=` with the number of the post. */
export function addressesOf(get: Reader, origins: ReadonlySet<string>): string[] {
  const addresses = [get('link'), get('guid')].flatMap((text) => {
    if (!URL.canParse(text)) return [];
    const url = new URL(text);
    if (!origins.has(url.origin.toLowerCase())) return [];
    const byId = idAddress(url);
    return byId ?? (url.pathname === '/' ? [] : normalizeAddress(url.pathname));
  });
  const id = get('wp:post_id');
  return [...new Set([...addresses, ...(/^\d+$/.test(id) ? [`/~${id}`] : [])])];
}

export function orderOf(text: string): number | null {
  return /^-?\d{1,9}$/.test(text) ? Number(text) : null;
}

/** What only some could read there; passwords of WordPress stand in the file as they are. */
export function accessOf(get: Reader): AccessRuleInput | null {
  const password = get('wp:post_password');
  if (password !== '') return { mode: 'password', password };
  return get('wp:status') === 'private' ? { mode: 'nobody' } : null;
}

/** `0000-00-00 00:00:00` stands for none. */
function dateOf(text: string): Date | null {
  const date = parseDate(text) ?? (/^[A-Z][a-z]{2}, /.test(text) ? new Date(text) : null);
  return date && !Number.isNaN(date.getTime()) && date.getUTCFullYear() > 0 ? date : null;
}

import { plainText } from '../../../../../blocks.js';
import { freeSlug } from '../../../../../content.js';
import { escapeHtml } from '../../../../../pages.js';
import type { AccessRuleInput } from '../../../domain/access/rule.js';
import { isSlug } from '../../../domain/categories/slug.js';
import { decodePath, normalizeAddress } from '../address.js';
import { slugOf } from '../build-item.js';
import { parseDate } from '../dates.js';
import { readFields } from '../fields.js';
import type { ImportItem, SourceState } from '../item.js';
import { idAddress } from '../links/id-address.js';
import type { ArticleExtras } from './extras.js';
import type { WxrMapping } from './mapping.js';
import type { WxrItem, WxrItemTerm } from './wxr-file.js';
import type { WxrCategories } from './wxr-terms.js';

/** Item without its text. */
export interface WxrEntry {
  readonly fields: WxrItem['fields'];
  readonly terms: readonly WxrItemTerm[];
  readonly type: string;
  /** Custom field of our exports. */
  readonly extras: ArticleExtras | null;
}

const STATES: Readonly<Record<string, SourceState>> = {
  publish: 'publish',
  future: 'future',
  draft: 'draft',
  'auto-draft': 'draft',
  pending: 'pending',
  // Combined with a rule that denies access.
  private: 'publish',
};

/**
 * Creates a builder of articles and redirects. Items are processed in order, and a slug that is taken gets a number.
 */
export function createItemBuilder(
  categories: WxrCategories,
  { taxonomies }: WxrMapping,
  source: {
    readonly locale: string;
    readonly origins: ReadonlySet<string>;
    /** Additional categories, whose slugs are taken too. */
    readonly places: readonly ImportItem[];
  },
) {
  const usedSlugs = new Map<string, Set<string>>();
  const keys = new Set<string>();
  for (const { locale, categoryPath, slug } of [...categories.items, ...source.places])
    slugsIn(locale, categoryPath).add(slug);

  function slugsIn(locale: string, path: readonly string[]): Set<string> {
    const place = `${locale}\n${path.join('/')}`;
    const slugs = usedSlugs.get(place) ?? new Set<string>();
    usedSlugs.set(place, slugs);
    return slugs;
  }

  /** Returns a unique key: the guid, which is the same in every export, or else the link or the post id. */
  function keyOf(get: Reader): string {
    const guid = get('guid') || get('link') || `post:${get('wp:post_id')}`;
    const key = freeSlugless(guid, keys);
    keys.add(key);
    return key;
  }

  function shared(
    get: Reader,
  ): Omit<ImportItem, 'kind' | 'redirectTo' | 'categoryPath' | 'parentKey' | 'slug' | 'description' | 'status'> {
    const key = keyOf(get);
    return {
      key,
      generated: false,
      locale: source.locale,
      addresses: addressesOf(get, source.origins),
      redirects: [],
      otherCategoryPaths: [],
      otherParentKeys: [],
      head: '',
      body: '',
      bodyLine: 0,
      tags: [],
      sticky: false,
      format: 'html',
      order: null,
      access: null,
      meta: {},
      translationKey: key,
      title: titleOf(get),
      author: get('dc:creator') || null,
      date: dateOf(get('wp:post_date_gmt')) ?? dateOf(get('wp:post_date')) ?? dateOf(get('pubDate')),
      updated: dateOf(get('wp:post_modified_gmt')) ?? dateOf(get('wp:post_modified')),
    };
  }

  return {
    /** @param place category of the article, if its terms do not determine it */
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
    /** Builds a redirect from a file's attachment page to the file, which stays on the old site. */
    attachment({ fields }: WxrEntry, url: string): ImportItem {
      const base = shared(readerOf(fields));
      return {
        ...base,
        kind: 'redirect',
        redirectTo: url,
        categoryPath: [],
        parentKey: null,
        slug: '',
        description: '',
        status: 'publish',
      };
    },
  };
}

/** Reads the trimmed text of a field; empty for none. */
export type Reader = (name: string) => string;

export function readerOf(fields: WxrItem['fields']): Reader {
  return (name) => fields.get(name)?.trim() ?? '';
}

export function titleOf(get: Reader): string {
  return plainText(get('title')) || decodePath(get('wp:post_name')) || 'Untitled';
}

/** Returns the slug from the post name, or one generated from the title. */
export function slugFor(get: Reader, title: string): string {
  const slug = decodePath(get('wp:post_name'));
  return isSlug(slug) ? slug.normalize('NFC').toLowerCase() : slugOf(slug || title);
}

/** Values of our custom field, which replace those of the format. */
function ofExtras({ locale, meta, translation, searchAliases }: ArticleExtras): Partial<ImportItem> {
  return {
    locale,
    meta: { ...meta },
    ...(translation === '' ? {} : { translationKey: translation }),
    ...(searchAliases.length > 0 && { details: { searchAliases } }),
  };
}

/** Prefers the original text unless it was changed in WordPress. */
function exact(written: string | undefined, found: string): string {
  return written !== undefined && plainText(escapeHtml(written)) === found ? written : found;
}

/** Parses the rule in the same way as front matter. */
function ruleOf({ access }: ArticleExtras): AccessRuleInput | null {
  return readFields({ access }).rule(['access']);
}

/** Makes a guid unique as `guid`, `guid#2` and so on, so that no item is lost. */
function freeSlugless(guid: string, used: ReadonlySet<string>): string {
  let key = guid;
  for (let number = 2; used.has(key); number += 1) key = `${guid}#${number}`;
  return key;
}

/** Paths of the post on the old site: its permalink, and `?p=` with its id. */
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

/** Access rule of a restricted post. WordPress exports passwords in plain text. */
export function accessOf(get: Reader): AccessRuleInput | null {
  const password = get('wp:post_password');
  if (password !== '') return { mode: 'password', password };
  return get('wp:status') === 'private' ? { mode: 'nobody' } : null;
}

/** Null for `0000-00-00 00:00:00`, which means none. */
function dateOf(text: string): Date | null {
  const date = parseDate(text);
  return date && date.getUTCFullYear() > 0 ? date : null;
}

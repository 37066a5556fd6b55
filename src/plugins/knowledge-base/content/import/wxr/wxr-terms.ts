import { plainText } from '../../../../../blocks.js';
import { isSlug } from '../../../domain/categories/slug.js';
import { decodePath, normalizeAddress } from '../address.js';
import { emptyCategory } from '../arrange-items.js';
import { slugOf } from '../build-item.js';
import { readFields } from '../fields.js';
import type { ImportItem } from '../item.js';
import { type CategoryExtras, readCategoryExtras } from './extras.js';
import type { WxrMapping } from './mapping.js';
import type { WxrItemTerm, WxrTerm } from './wxr-file.js';

/** Categories of an export as one tree per language. */
export interface WxrCategories {
  /** Roots first, parents before their children. Complete once every item was looked up. */
  readonly items: readonly ImportItem[];
  /** Root category of a locale. */
  root(locale: string): ImportItem;
  /** Category of an item's term. */
  find(term: WxrItemTerm): ImportItem | undefined;
}

const ROOT_KEY = 'category:';
/** Maximum number of ancestors, which keeps categories within ten levels. */
const MAX_ABOVE = 9;

/**
 * Builds the tree from declared categories and those that only items name. Categories of different taxonomies at the
 * same position are merged; a parent that is missing, cyclic or too deep is ignored.
 */
export function wxrCategories(
  declared: readonly WxrTerm[],
  named: Iterable<WxrItemTerm>,
  { taxonomies }: WxrMapping,
  main: { readonly slug: string; readonly title: string; readonly locale: string },
): WxrCategories {
  const terms = new Map<string, WxrTerm>();
  const all = [...declared, ...[...named].map((term) => ({ ...term, parent: '', description: '' }))];
  for (const term of all) {
    if (taxonomies[term.taxonomy] !== 'category' || nameOf(term) === '') continue;
    if (!terms.has(keyOf(term))) terms.set(keyOf(term), term);
  }
  const byPath = new Map<string, ImportItem>();
  const byKey = new Map<string, ImportItem>();

  function root(locale: string): ImportItem {
    const place = placeOf(locale, [main.slug]);
    const key = locale === main.locale ? ROOT_KEY : `${ROOT_KEY}${locale}`;
    const found = byPath.get(place) ?? emptyCategory(locale, [main.slug], main.title, key);
    byPath.set(place, found);
    return found;
  }

  function build(term: WxrTerm, below: ReadonlySet<string>): ImportItem {
    const key = keyOf(term);
    const existing = byKey.get(key);
    if (existing) return existing;
    const extras = readCategoryExtras(term.extras);
    const locale = extras?.locale ?? main.locale;
    const above = term.parent === '' ? undefined : terms.get(keyOf({ ...term, slug: term.parent }));
    const isLoop = above !== undefined && (below.has(keyOf(above)) || below.size > MAX_ABOVE);
    const parentItem = above && !isLoop ? build(above, new Set([...below, key])) : root(locale);
    const isUsable = parentItem.locale === locale && parentItem.categoryPath.length < MAX_ABOVE - 1;
    const parent = isUsable ? parentItem : root(locale);
    const path = [...parent.categoryPath, parent.slug, extras ? slugOfText(extras.slug) : slugOfTerm(term)];
    const category = byPath.get(placeOf(locale, path)) ?? {
      ...emptyCategory(locale, path, plainText(nameOf(term)), `category:${key}`),
      parentKey: parent.key,
      description: plainText(term.description),
      translationKey: `category:${key}`,
      ...(extras && ofExtras(extras)),
    };
    byPath.set(placeOf(locale, path), category);
    byKey.set(key, category);
    return category;
  }
  root(main.locale);
  for (const term of terms.values()) build(term, new Set([keyOf(term)]));
  return {
    get items() {
      return [...byPath.values()].sort((one, other) => one.categoryPath.length - other.categoryPath.length);
    },
    root,
    find: (term) => byKey.get(keyOf(term)),
  };
}

function placeOf(locale: string, path: readonly string[]): string {
  return `${locale}\n${path.join('/')}`;
}

/** Values of our custom field, which replace those of the format: a text with links, like a page. */
function ofExtras({ address, description, order, access, meta }: CategoryExtras): Partial<ImportItem> {
  return {
    generated: false,
    description: '',
    body: description,
    order,
    meta: { ...meta },
    addresses: address === '' ? [] : [normalizeAddress(address)],
    access: readFields({ access }).rule(['access']),
  };
}

/** Feeds omit the default taxonomy. */
function keyOf(term: WxrItemTerm): string {
  return `${term.taxonomy || 'category'}/${slugOfTerm(term)}`;
}

function nameOf({ name, slug }: WxrItemTerm): string {
  return name.trim() || slug;
}

/** WordPress percent-encodes slugs in other scripts. */
function slugOfTerm(term: WxrItemTerm): string {
  return slugOfText(decodePath(term.slug.trim()) || nameOf(term));
}

function slugOfText(text: string): string {
  return isSlug(text) ? text.normalize('NFC').toLowerCase() : slugOf(text);
}

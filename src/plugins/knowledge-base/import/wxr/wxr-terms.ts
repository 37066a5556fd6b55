import { plainText } from '../../../../blocks.js';
import { isSlug } from '../../slug.js';
import { decodePath } from '../address.js';
import { emptyCategory } from '../arrange-items.js';
import { slugOf } from '../build-item.js';
import type { ImportItem } from '../item.js';
import type { WxrMapping } from './mapping.js';
import type { WxrItemTerm, WxrTerm } from './wxr-file.js';

/** The categories of an export as a tree below one root. */
export interface WxrCategories {
  /** The root first, parents before their children. */
  readonly items: ImportItem[];
  /** The category that an item names. */
  find(term: WxrItemTerm): ImportItem | undefined;
}

const ROOT_KEY = 'category:';
/** Categories that may stand above one: with it and the ten levels that there are. */
const MAX_ABOVE = 9;

/**
 * Builds the tree from what the file declares and what its items name besides. Categories of different taxonomies with
 * the same place are one; a parent that is missing, that lies below its own child or too deep, counts as none.
 */
export function wxrCategories(
  declared: readonly WxrTerm[],
  named: Iterable<WxrItemTerm>,
  { taxonomies }: WxrMapping,
  root: { readonly slug: string; readonly title: string; readonly locale: string },
): WxrCategories {
  const terms = new Map<string, WxrTerm>();
  const all = [...declared, ...[...named].map((term) => ({ ...term, parent: '', description: '' }))];
  for (const term of all) {
    if (taxonomies[term.taxonomy] !== 'category' || nameOf(term) === '') continue;
    if (!terms.has(keyOf(term))) terms.set(keyOf(term), term);
  }
  const first = emptyCategory(root.locale, [root.slug], root.title, ROOT_KEY);
  const byPath = new Map<string, ImportItem>([[root.slug, first]]);
  const byKey = new Map<string, ImportItem>();

  function build(term: WxrTerm, below: ReadonlySet<string>): ImportItem {
    const key = keyOf(term);
    const known = byKey.get(key);
    if (known) return known;
    const above = term.parent === '' ? undefined : terms.get(keyOf({ ...term, slug: term.parent }));
    const isLoop = above !== undefined && (below.has(keyOf(above)) || below.size > MAX_ABOVE);
    const wanted = above && !isLoop ? build(above, new Set([...below, key])) : first;
    const parent = wanted.categoryPath.length < MAX_ABOVE - 1 ? wanted : first;
    const path = [...parent.categoryPath, parent.slug, slugOfTerm(term)];
    const present = byPath.get(path.join('/'));
    const category = present ?? {
      ...emptyCategory(root.locale, path, plainText(nameOf(term)), `category:${key}`),
      parentKey: parent.key,
      description: plainText(term.description),
      translationKey: `category:${key}`,
    };
    byPath.set(path.join('/'), category);
    byKey.set(key, category);
    return category;
  }
  for (const term of terms.values()) build(term, new Set([keyOf(term)]));
  return {
    items: [...byPath.values()].sort((one, other) => one.categoryPath.length - other.categoryPath.length),
    find: (term) => byKey.get(keyOf(term)),
  };
}

/** A taxonomy that a feed leaves out is the ordinary one. */
function keyOf(term: WxrItemTerm): string {
  return `${term.taxonomy || 'category'}/${slugOfTerm(term)}`;
}

function nameOf({ name, slug }: WxrItemTerm): string {
  return name.trim() || slug;
}

/** WordPress percent-encodes slugs in other scripts. */
function slugOfTerm(term: WxrItemTerm): string {
  const given = decodePath(term.slug.trim());
  return isSlug(given) ? given.normalize('NFC').toLowerCase() : slugOf(given || nameOf(term));
}

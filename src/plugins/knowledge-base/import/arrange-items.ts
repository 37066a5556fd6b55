import { humanize, slugOf } from './build-item.js';
import type { ImportItem, ImportProblem } from './item.js';

/**
 * Puts the items of a source into a tree: adds a category for every folder without an index page, gives every
 * item its parent, and sorts so that a parent always precedes its children. Of two files with the same address
 * the first in the order of paths stays, the other becomes a problem that names both.
 */
export function arrangeItems(
  found: readonly ImportItem[],
  rootSlug: string,
): { items: ImportItem[]; problems: ImportProblem[] } {
  const problems: ImportProblem[] = [];
  const taken = new Map<string, ImportItem>();
  const kept: ImportItem[] = [];
  for (const item of found) {
    const first = item.kind === 'redirect' ? undefined : taken.get(placeOf(item));
    if (first) problems.push(slugTaken(item, first));
    else kept.push(item);
    if (item.kind !== 'redirect' && !first) taken.set(placeOf(item), item);
  }

  const categories = new Map(kept.filter(isCategory).map((item) => [placeOf(item), item]));
  const generated: ImportItem[] = [];
  for (const item of kept) {
    if (item.kind === 'redirect') continue;
    for (let depth = 1; depth <= item.categoryPath.length; depth++) {
      const path = item.categoryPath.slice(0, depth);
      const place = `${item.locale}\n${path.join('/')}`;
      if (categories.has(place)) continue;
      const category = folderCategory(item, path, rootSlug);
      categories.set(place, category);
      generated.push(category);
    }
  }
  const items = [...kept, ...generated].map((item) => ({ ...item, parentKey: parentOf(item, categories) }));
  return { items: items.sort(byDepth), problems };
}

function placeOf(item: ImportItem): string {
  return `${item.locale}\n${[...item.categoryPath, item.slug].join('/')}`;
}

function isCategory(item: ImportItem): boolean {
  return item.kind === 'category';
}

function parentOf(item: ImportItem, categories: Map<string, ImportItem>): string | null {
  if (item.kind === 'redirect') return null;
  return categories.get(`${item.locale}\n${item.categoryPath.join('/')}`)?.key ?? null;
}

/** Categories by depth, then articles, then redirects; equals keep the order of their paths. */
function byDepth(a: ImportItem, b: ImportItem): number {
  const rank = { category: 0, article: 1, redirect: 2 };
  return (
    rank[a.kind] - rank[b.kind] ||
    (isCategory(a) ? a.categoryPath.length - b.categoryPath.length : 0) ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  );
}

function slugTaken(item: ImportItem, first: ImportItem): ImportProblem {
  const message = `"${item.key}" and "${first.key}" both ask for the address "${[...item.categoryPath, item.slug].join('/')}" (${item.locale}). Give one of them another slug; the first was kept.`;
  return { key: item.key, code: 'vendor_kb_slug_taken', message };
}

/** A category for a folder without an index page, found from an item somewhere below it. */
function folderCategory(below: ImportItem, path: string[], rootSlug: string): ImportItem {
  const folders = below.key.split('/').slice(0, -1);
  const steps =
    (below.kind === 'category' ? below.categoryPath.length : below.categoryPath.length - 1) - path.length + 1;
  const folder = folders.slice(0, folders.length - Math.max(0, steps));
  const name = path.length === 1 ? rootSlug : (folder.at(-1) ?? path.at(-1) ?? rootSlug);
  return {
    ...{ kind: 'category', key: `${folder.join('/')}/`, generated: true, locale: below.locale },
    ...{ addresses: [], redirects: [], redirectTo: null, parentKey: null },
    categoryPath: path.slice(0, -1),
    title: humanize(name),
    slug: path.at(-1) ?? slugOf(rootSlug),
    ...{
      description: '',
      body: '',
      bodyLine: 0,
      order: null,
      tags: [],
      author: null,
      draft: false,
      date: null,
      updated: null,
    },
    meta: {},
    translationKey: `/${path.slice(1).join('/')}/`.replace('//', '/'),
  };
}

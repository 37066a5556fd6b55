import { humanize, slugOf } from './build-item.js';
import type { ImportItem, ImportProblem } from './item.js';

/**
 * Arranges items into a tree and sorts parents before their children. Adds a category for every folder without an
 * index page. If two files have the same URL, the page of a category is kept, which its folder needs, else the first
 * one by path. The other becomes a problem that names both.
 */
export function arrangeItems(
  found: readonly ImportItem[],
  rootSlug: string,
): { items: ImportItem[]; problems: ImportProblem[]; warnings: { key: string; message: string }[] } {
  const problems: ImportProblem[] = [];
  const byPath = new Map<string, ImportItem>();
  const placedItems: ImportItem[] = [];
  for (const item of [...found.filter(isCategory), ...found.filter((item) => !isCategory(item))]) {
    const first = item.kind === 'redirect' ? undefined : byPath.get(placeOf(item));
    if (first) problems.push(slugTaken(item, first));
    else placedItems.push(item);
    if (item.kind !== 'redirect' && !first) byPath.set(placeOf(item), item);
  }

  const categories = new Map(placedItems.filter(isCategory).map((item) => [placeOf(item), item]));
  const generated: ImportItem[] = [];
  const keys = new Set(placedItems.map(({ key }) => key));
  for (const item of placedItems) {
    if (item.kind === 'redirect') continue;
    for (const path of item.categoryPath.map((_, index, all) => all.slice(0, index + 1))) {
      if (categories.has(place(item.locale, path))) continue;
      const category = folderCategory(item, path, rootSlug, keys);
      keys.add(category.key);
      categories.set(place(item.locale, path), category);
      generated.push(category);
    }
  }
  // After the folders, whose names take precedence for the same categories.
  for (const item of placedItems.filter(({ kind }) => kind === 'article')) {
    for (const path of item.otherCategoryPaths.flatMap((whole) => whole.map((_, index) => whole.slice(0, index + 1)))) {
      if (categories.has(place(item.locale, path))) continue;
      const category = namedCategory(item, path);
      categories.set(place(item.locale, path), category);
      generated.push(category);
    }
  }
  const keyOf = ({ locale }: ImportItem, path: readonly string[]) => categories.get(place(locale, path))?.key;
  const { redirectsOf, warnings } = shareRedirects(placedItems);
  const items = [...placedItems, ...generated].map((item) => ({
    ...item,
    redirects: redirectsOf(item),
    parentKey: item.kind === 'redirect' ? null : (keyOf(item, item.categoryPath) ?? null),
    otherParentKeys: item.otherCategoryPaths.flatMap((path) => keyOf(item, path) ?? []),
  }));
  return { items: items.sort(byDepth), problems, warnings };
}

/**
 * Decides which page gets an old path that several claim: the page that has it as its URL, else the first one by key.
 */
function shareRedirects(items: readonly ImportItem[]): {
  readonly redirectsOf: (item: ImportItem) => string[];
  readonly warnings: { key: string; message: string }[];
} {
  const pathIn = ({ locale }: ImportItem, path: string): string => `${locale}\n${path}`;
  const owners = new Map<string, ImportItem>();
  for (const item of items)
    for (const path of item.addresses) {
      if (!owners.has(pathIn(item, path))) owners.set(pathIn(item, path), item);
    }
  const warnings: { key: string; message: string }[] = [];
  const redirects = new Map<ImportItem, string[]>();
  for (const item of items.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
    const own = item.redirects.filter((path) => {
      const owner = owners.get(pathIn(item, path)) ?? item;
      owners.set(pathIn(item, path), owner);
      if (owner !== item) {
        const message = `Its alias "${path}" belongs to "${owner.key}" and was left out.`;
        warnings.push({ key: item.key, message });
      }
      return owner === item;
    });
    redirects.set(item, own);
  }
  return { redirectsOf: (item) => redirects.get(item) ?? item.redirects, warnings };
}

/** Name of a place: locale and path. */
export function place(locale: string, path: readonly string[]): string {
  return `${locale}\n${path.join('/')}`;
}

/** Returns the unique key of a page: locale and path. */
export function placeOf(item: ImportItem): string {
  return place(item.locale, [...item.categoryPath, item.slug]);
}

function isCategory(item: ImportItem): boolean {
  return item.kind === 'category';
}

/** Sorts categories by depth, then articles, then redirects; ties by key. */
function byDepth(a: ImportItem, b: ImportItem): number {
  const rank = { category: 0, article: 1, redirect: 2 };
  return (
    rank[a.kind] - rank[b.kind] ||
    (isCategory(a) ? a.categoryPath.length - b.categoryPath.length : 0) ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  );
}

function slugTaken(item: ImportItem, first: ImportItem): ImportProblem {
  const message = `"${item.key}" and "${first.key}" have the same URL "${[...item.categoryPath, item.slug].join('/')}" (${item.locale}). Change the slug of one of them. Only "${first.key}" was imported.`;
  return { key: item.key, code: 'vendor_kb_slug_taken', message };
}

/** Folders of an item, including its own for a category, whose page may be beside its folder. */
function foldersOf({ key, kind, slug }: ImportItem): string[] {
  const folders = key.split('/');
  const name = (folders.pop() ?? '').replace(/\.[^.]*$/, '');
  const isBeside = kind === 'category' && slugOf(name) === slug && slugOf(folders.at(-1) ?? '') !== slug;
  return isBeside ? [...folders, name] : folders;
}

/** Creates the category of a folder without an index page, derived from an item below it. */
function folderCategory(
  below: ImportItem,
  path: string[],
  rootSlug: string,
  usedPaths: ReadonlySet<string>,
): ImportItem {
  const folders = foldersOf(below);
  const steps =
    (below.kind === 'category' ? below.categoryPath.length : below.categoryPath.length - 1) - path.length + 1;
  const folder = folders.slice(0, folders.length - Math.max(0, steps));
  const name = path.length === 1 ? rootSlug : (folder.at(-1) ?? path.at(-1) ?? rootSlug);
  const key = `${folder.join('/')}/`;
  // Translations next to their originals share the folder but not the category.
  return emptyCategory(below.locale, path, humanize(name), usedPaths.has(key) ? `${key}${below.locale}/` : key);
}

/** Creates a category that only an article's front matter names. */
function namedCategory({ locale }: ImportItem, path: string[]): ImportItem {
  return emptyCategory(locale, path, humanize(path.at(-1) ?? ''), `categories:${locale}/${path.slice(1).join('/')}/`);
}

/** Creates a category without a page of its own. */
export function emptyCategory(locale: string, path: readonly string[], title: string, key: string): ImportItem {
  return {
    kind: 'category',
    generated: true,
    locale,
    key,
    title,
    addresses: [],
    redirects: [],
    redirectTo: null,
    parentKey: null,
    otherCategoryPaths: [],
    otherParentKeys: [],
    categoryPath: path.slice(0, -1),
    slug: path.at(-1) ?? slugOf(title),
    description: '',
    head: '',
    body: '',
    bodyLine: 0,
    format: 'markdown',
    order: null,
    tags: [],
    author: null,
    status: 'publish',
    sticky: false,
    access: null,
    date: null,
    updated: null,
    meta: {},
    translationKey: `/${path.slice(1).join('/')}/`.replace('//', '/'),
  };
}

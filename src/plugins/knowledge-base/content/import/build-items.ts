import { place as placeName, placeOf } from './arrange-items.js';
import { buildItem, type SourceContext } from './build-item.js';
import type { ConvertedPage } from './constructs/convert-page.js';
import { HIDING_KEYS } from './hidden-pages.js';
import type { ImportItem } from './item.js';
import type { Placement } from './profiles/profile.js';

/** Parsed page of a source. */
export interface SourcePage {
  readonly key: string;
  readonly page: ConvertedPage;
  readonly place: Placement;
}

/**
 * Builds the items of all pages. Two rules need the other pages: a page beside a folder of the same name is the page
 * of that folder, and an `index.md` of Hugo that is alone in its folder is an article (a leaf bundle).
 */
export function buildItems(pages: readonly SourcePage[], context: SourceContext): ImportItem[] {
  const isHugo = context.profile.name === 'hugo';
  const inherited = isHugo ? cascades(pages) : () => ({});
  const others = new Map<string, number>();
  for (const { place } of pages) {
    for (let depth = 1; depth <= place.folders.length; depth += 1) {
      const folder = folderKey(place, depth);
      others.set(folder, (others.get(folder) ?? 0) + 1);
    }
  }
  const build = ({ key, page, place }: SourcePage, placement = place): ImportItem =>
    buildItem(key, { ...page, data: { ...inherited(place), ...page.data } }, placement, context);

  const items = pages.map((page): { readonly page: SourcePage; readonly item: ImportItem } => {
    const isAlone = others.get(folderKey(page.place, page.place.folders.length)) === 1;
    const isBundle = isHugo && isLeafBundle(page) && isAlone;
    return { page, item: build(page, isBundle ? asArticle(page.place) : page.place) };
  });
  const categories = new Set(items.filter(({ item }) => item.kind === 'category').map(({ item }) => placeOf(item)));
  const folders = new Set(
    items
      .filter(({ item }) => item.kind !== 'redirect')
      .flatMap(({ item }) =>
        item.categoryPath.map((_, index, path) => placeName(item.locale, path.slice(0, index + 1))),
      ),
  );
  return items.map(({ page, item }) => {
    const isFolder = item.kind === 'article' && folders.has(placeOf(item)) && !categories.has(placeOf(item));
    if (!isFolder || page.place.index) return item;
    categories.add(placeOf(item));
    return build(page, asIndex(page.place));
  });
}

/** A page with a text named `index`, of which Hugo makes a page of its own. `_index` is always the page of a section. */
function isLeafBundle({ key, page, place }: SourcePage): boolean {
  return place.index && place.folders.length > 0 && !/(?:^|\/)_index\.[^/]*$/.test(key) && page.body.trim() !== '';
}

/** Placement of an index page as an article named like its folder. */
export function asArticle(place: Placement): Placement {
  return { ...place, folders: place.folders.slice(0, -1), name: place.folders.at(-1) ?? place.name, index: false };
}

/** Placement of a page as that of the folder named like it. */
export function asIndex(place: Placement): Placement {
  return { ...place, folders: [...place.folders, place.name], index: true };
}

function folderKey({ locale, localePrefix, folders }: Placement, depth: number): string {
  return `${locale ?? localePrefix}\n${folders.slice(0, depth).join('/')}`;
}

const HIDING: ReadonlySet<string> = new Set(['draft', 'publishdate', ...Object.values(HIDING_KEYS).flat()]);

/**
 * Values that sections of Hugo hand down with `cascade`, limited to those that hide pages. A `target` is ignored, so
 * that no page becomes public by mistake.
 * @see https://gohugo.io/content-management/front-matter/#cascade-1
 */
function cascades(pages: readonly SourcePage[]): (place: Placement) => Record<string, unknown> {
  const byFolder = new Map<string, Record<string, unknown>>();
  for (const { page, place } of pages) {
    const [, cascade] = Object.entries(page.data).find(([key]) => key.toLowerCase() === 'cascade') ?? [];
    if (!place.index || cascade === undefined) continue;
    const values: readonly unknown[] = Array.isArray(cascade) ? cascade : [cascade];
    const entries = values
      .flatMap((value) => (typeof value === 'object' && value !== null ? Object.entries(value) : []))
      .flatMap(([key, value]): [string, unknown][] =>
        key === 'params' ? Object.entries(value ?? {}) : [[key, value]],
      );
    const hiding = entries.filter(([key]) => HIDING.has(key.toLowerCase()));
    if (hiding.length > 0) byFolder.set(folderKey(place, place.folders.length), Object.fromEntries(hiding));
  }
  if (byFolder.size === 0) return () => ({});
  return (place) => {
    const found: Record<string, unknown> = {};
    for (let depth = 0; depth <= place.folders.length; depth += 1)
      Object.assign(found, byFolder.get(folderKey(place, depth)));
    return found;
  };
}

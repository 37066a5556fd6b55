import { plainText } from '../../../../../blocks.js';
import { freeSlug } from '../../../../../content.js';
import { emptyCategory } from '../arrange-items.js';
import { slugOf } from '../build-item.js';
import type { ImportItem } from '../item.js';
import { wordsOf, zendeskAddresses } from './zendesk-address.js';
import type { ZendeskPlace } from './zendesk-records.js';

type Kind = 'category' | 'section';

/** Category or section with its locale on this site. */
export interface LocalPlace extends ZendeskPlace {
  readonly mappedLocale: string;
}

/** Categories and sections of a help center as one tree per locale. */
export interface ZendeskTree {
  /** Parents before their children. Complete once every article was placed. */
  readonly items: readonly ImportItem[];
  readonly warnings: readonly { readonly key: string; readonly message: string }[];
  /** Section of an article; the root if it is missing. */
  placeOf(sectionId: number | null, locale: string): { readonly item: ImportItem; readonly isMissing: boolean };
  /** Returns a unique slug within a category, prefixed with the id if the wanted one is taken. */
  slugIn(place: ImportItem, preferred: string, id: number): string;
}

/** Maximum depth of categories, including the root. */
const MAX_LEVELS = 10;

/**
 * Builds the tree. A section whose parent section is missing, cyclic or too deep is put into its category, or else
 * at the top. If a category has no translation for a locale with articles, its name in another locale is used.
 * @param found entries, unique by id and locale
 */
export function zendeskTree(
  found: Readonly<Record<Kind, readonly LocalPlace[]>>,
  main: { readonly slug: string; readonly title: string },
): ZendeskTree {
  const records = { category: byId(found.category), section: byId(found.section) };
  const built = new Map<string, ImportItem>();
  const usedSlugs = new Map<string, Set<string>>();
  const warnings: { key: string; message: string }[] = [];

  function root(locale: string): ImportItem {
    const key = `root:${locale}`;
    const item = built.get(key) ?? emptyCategory(locale, [main.slug], main.title, key);
    built.set(key, item);
    return item;
  }

  function slugIn(place: ImportItem, preferred: string, id: number): string {
    const at = [place.locale, ...place.categoryPath, place.slug].join('\n');
    const slugs = usedSlugs.get(at) ?? new Set<string>();
    usedSlugs.set(at, slugs);
    const slug = slugs.has(preferred) ? freeSlug(slugOf(`${id}-${preferred}`), slugs) : preferred;
    slugs.add(slug);
    return slug;
  }

  function build(kind: Kind, id: number, locale: string, below: ReadonlySet<string>): ImportItem | undefined {
    const key = `${kind}:${id}:${locale}`;
    const existing = built.get(key);
    const record = records[kind].get(id);
    if (existing || !record) return existing;
    const own = record.get(locale);
    const [place] = own ? [own] : record.values();
    if (!place) return undefined;
    const parent = parentOf(kind, place, locale, new Set([...below, key]), key);
    const slug = slugIn(parent, slugOf(wordsOf(own?.html_url) || place.name), id);
    const item: ImportItem = {
      ...emptyCategory(locale, [...parent.categoryPath, parent.slug, slug], place.name.trim() || slug, key),
      generated: !own,
      parentKey: parent.key,
      order: place.position ?? null,
      description: own ? plainText(own.description ?? '') : '',
      addresses: own ? zendeskAddresses(own.html_url, own.locale === own.source_locale) : [],
      translationKey: `${kind}:${id}`,
    };
    built.set(key, item);
    return item;
  }

  function parentOf(
    kind: Kind,
    { parent_section_id: above = null, category_id: category = null }: ZendeskPlace,
    locale: string,
    below: ReadonlySet<string>,
    key: string,
  ): ImportItem {
    if (kind === 'category') return root(locale);
    const warn = (message: string): void => void warnings.push({ key, message });
    if (above !== null) {
      const isLoop = below.has(`section:${above}:${locale}`) || below.size >= MAX_LEVELS;
      const section = isLoop ? undefined : build('section', above, locale, below);
      if (section && section.categoryPath.length < MAX_LEVELS - 1) return section;
      warn(`Its parent section ${above} is missing, a descendant, or too deep. It was moved to its category.`);
    }
    const found = category === null ? undefined : build('category', category, locale, below);
    if (category !== null && !found) warn(`Its category ${category} is missing. It was imported at the top level.`);
    return found ?? root(locale);
  }

  for (const kind of ['category', 'section'] as const) {
    for (const [id, places] of [...records[kind]].sort(([one], [other]) => one - other)) {
      for (const locale of places.keys()) build(kind, id, locale, new Set());
    }
  }
  return {
    get items() {
      return [...built.values()].sort((one, other) => one.categoryPath.length - other.categoryPath.length);
    },
    warnings,
    placeOf(sectionId, locale) {
      const item = sectionId === null ? undefined : build('section', sectionId, locale, new Set());
      return { item: item ?? root(locale), isMissing: !item };
    },
    slugIn,
  };
}

/** Groups entries by id and locale. */
function byId(places: readonly LocalPlace[]): Map<number, Map<string, LocalPlace>> {
  const found = new Map<number, Map<string, LocalPlace>>();
  for (const place of places) {
    const ofNumber = found.get(place.id) ?? new Map<string, LocalPlace>();
    found.set(place.id, ofNumber.set(place.mappedLocale, place));
  }
  return found;
}

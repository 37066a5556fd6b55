import { slugify } from '../../../index.js';
import { normalizeAddress } from './address.js';
import type { FrontMatter } from './front-matter.js';
import type { ImportItem } from './item.js';
import type { ImportProfile, Placement } from './profiles/profile.js';

/** What a file's item needs beside the file: facts about the whole source. */
export interface SourceContext {
  profile: ImportProfile;
  defaultLocale: string;
  /** Slug of the root category of every locale. */
  rootSlug: string;
}

/** Keys by meaning, in the spelling of the generators; the first one present counts. */
const KEYS = {
  title: ['title'],
  slug: ['slug'],
  description: ['description', 'summary'],
  order: ['weight', 'order', 'sidebar_position', 'nav_order'],
  date: ['date'],
  updated: ['lastmod', 'last_modified_at', 'updated'],
  tags: ['tags'],
  author: ['author'],
  draft: ['draft'],
  redirects: ['aliases', 'redirect_from'],
  redirectTo: ['redirect_to'],
} as const;

/** Turns one file into the item of pass 1; its `parentKey` is set when all files are known. */
export function buildItem(key: string, matter: FrontMatter, place: Placement, context: SourceContext): ImportItem {
  const fields = reader(matter.data);
  const locale = place.locale ?? context.defaultLocale;
  const own = fields.text(context.profile.addressKeys);
  const redirectTo = fields.list(KEYS.redirectTo)[0] ?? null;
  const folderSlugs = place.folders.map(slugOf);
  const isRoot = place.index && folderSlugs.length === 0;
  const above = isRoot ? [] : [context.rootSlug, ...(place.index ? folderSlugs.slice(0, -1) : folderSlugs)];
  const given = fields.text(KEYS.slug);
  const address = pageAddress(place, place.index ? '' : given || place.name);
  const published = fields.value(['published']) !== false;
  const name = place.index ? (place.folders.at(-1) ?? context.rootSlug) : place.name;
  const permalinkName =
    own && !place.index ? (own.split('/').filter(Boolean).at(-1) ?? '').replace(/\.html?$/, '') : '';
  return {
    kind: redirectTo !== null ? 'redirect' : place.index ? 'category' : 'article',
    key,
    generated: false,
    locale,
    addresses: addressesOf(own, address, place, locale === context.defaultLocale),
    redirects: [...new Set(fields.list(KEYS.redirects).map(normalizeAddress))],
    redirectTo,
    categoryPath: above,
    parentKey: null,
    title: fields.text(KEYS.title).trim() || firstHeading(matter.body) || humanize(name),
    slug: isRoot ? context.rootSlug : slugOf(given || permalinkName || name),
    description: fields.text(KEYS.description),
    body: matter.body,
    bodyLine: matter.bodyLine,
    order: fields.number(KEYS.order),
    tags: fields.list(KEYS.tags),
    author: fields.text(KEYS.author) || null,
    draft: place.draft || fields.value(KEYS.draft) === true || !published,
    date: fields.date(KEYS.date) ?? parseDate(place.date),
    updated: fields.date(KEYS.updated),
    meta: fields.rest(),
    translationKey: `/${[...place.folders, place.index ? '' : place.name].join('/').toLowerCase()}`,
  };
}

/** The slug of a file or folder name; a name without a letter or digit is `page`. */
export function slugOf(name: string): string {
  return slugify(name) || 'page';
}

/** `get-started` -> `Get started`: the title of last resort. */
export function humanize(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The path a generator derives from the file: `/locale/folders/name`. */
function pageAddress(place: Placement, name: string): string {
  return `/${[...place.folders, name].filter(Boolean).join('/')}`;
}

function addressesOf(own: string, path: string, place: Placement, isDefault: boolean): string[] {
  const prefixed = place.localePrefix === '' ? path : `/${place.localePrefix}${path}`;
  const derived = isDefault ? [path, prefixed] : [prefixed];
  // Hugo publishes `cloud native.md` at /cloud-native/, Jekyll at /cloud%20native/: both are answered.
  const hyphenated = derived.map((address) => address.replace(/\s+/g, '-'));
  return [...new Set([...(own ? [own] : []), ...hyphenated, ...derived].map(normalizeAddress))];
}

function firstHeading(body: string): string {
  return /^# +(.+?)(?: +#+)?(?: *\{#[^}]*\})?[ \t]*\r?$/m.exec(body)?.[1]?.trim() ?? '';
}

/** Reads fields by any of their names, ignoring case, and remembers which keys were understood. */
function reader(data: Record<string, unknown>) {
  const keys = new Map(Object.keys(data).map((key) => [key.toLowerCase(), key]));
  const understood = new Set<string>();
  const value = (names: readonly string[]): unknown => {
    for (const name of names) {
      const key = keys.get(name);
      if (key === undefined || data[key] === null) continue;
      understood.add(key);
      return data[key];
    }
    return undefined;
  };
  return {
    value,
    text(names: readonly string[]): string {
      const found = value(names);
      return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : '';
    },
    number(names: readonly string[]): number | null {
      const found = Number(value(names) ?? Number.NaN);
      return Number.isFinite(found) ? found : null;
    },
    list(names: readonly string[]): string[] {
      const found = value(names);
      const values = Array.isArray(found) ? found : found === undefined ? [] : [found];
      return values
        .filter((item) => typeof item === 'string' || typeof item === 'number')
        .map(String)
        .filter(Boolean);
    },
    date(names: readonly string[]): Date | null {
      return parseDate(value(names));
    },
    rest(): Record<string, unknown> {
      return Object.fromEntries(Object.entries(data).filter(([key]) => !understood.has(key)));
    },
  };
}

/** A time without a zone is UTC: the result must not depend on the machine that imports. */
function parseDate(value: unknown): Date | null {
  if (value instanceof Date) return value;
  if (typeof value !== 'string') return null;
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ]+(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(
    value.trim(),
  );
  if (!parts) return null;
  const zone = parts[3]?.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2') ?? 'Z';
  const date = new Date(`${parts[1]}T${parts[2] ?? '00:00'}${zone.toUpperCase()}`);
  return Number.isNaN(date.getTime()) ? null : date;
}

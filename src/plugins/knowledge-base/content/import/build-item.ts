import { type ContentFormat, slugify } from '../../../../content.js';
import { isSlug } from '../../domain/categories/slug.js';
import { joinPath, normalizeAddress } from './address.js';
import { readAttachments } from './details/source-attachments.js';
import { DETAIL_KEYS, readDetails } from './details/source-details.js';
import { parseDate, readFields } from './fields.js';
import type { FrontMatter } from './front-matter.js';
import { type ImportItem, SOURCE_STATES, type SourceState } from './item.js';
import { localeOf } from './locale.js';
import type { ImportProfile, Placement } from './profiles/profile.js';

/** Facts about the whole source that building an item needs. */
export interface SourceContext {
  profile: ImportProfile;
  defaultLocale: string;
  /** Slug of the root category in every locale. */
  rootSlug: string;
}

/** Front matter keys by meaning, as generators spell them; the first one present counts. */
export const KEYS = {
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
  categories: ['categories'],
  locale: ['lang'],
  access: ['access'],
  format: ['format'],
  status: ['status'],
  sticky: ['sticky'],
  translation: ['translationkey'],
  attachments: ['attachments'],
  ...DETAIL_KEYS,
} as const;

const FORMATS: readonly ContentFormat[] = ['markdown', 'html', 'blocks'];

/** Builds the item of a file in pass 1. Its `parentKey` is set once all files are known. */
export function buildItem(key: string, matter: FrontMatter, place: Placement, context: SourceContext): ImportItem {
  const fields = readFields(matter.data);
  const isArticle = !place.index && fields.value(KEYS.redirectTo) === undefined;
  const details = isArticle ? readDetails(fields) : undefined;
  const attachments = isArticle ? readAttachments(fields, KEYS.attachments) : undefined;
  const locale = fields.known(KEYS.locale, localeOf) ?? place.locale ?? context.defaultLocale;
  const asked = fields.text(KEYS.slug);
  const own = fields.text(context.profile.addressKeys) || slugAddress(asked, place);
  const redirectTo = fields.list(KEYS.redirectTo)[0] ?? null;
  const folderSlugs = place.folders.map(slugOf);
  const isRoot = place.index && folderSlugs.length === 0;
  const above = isRoot ? [] : [context.rootSlug, ...(place.index ? folderSlugs.slice(0, -1) : folderSlugs)];
  const given = asked.split('/').at(-1) ?? '';
  const address = pageAddress(
    place,
    place.index ? '' : given || fields.text(context.profile.nameKeys ?? []) || place.name,
  );
  const published = fields.flag(['published']) !== false;
  const name = place.index ? (place.folders.at(-1) ?? context.rootSlug) : place.name;
  const permalinkName =
    own && !place.index ? (own.split('/').filter(Boolean).at(-1) ?? '').replace(/\.html?$/, '') : '';
  return {
    kind: redirectTo !== null ? 'redirect' : place.index ? 'category' : 'article',
    key,
    generated: false,
    locale,
    addresses: addressesOf(own, address, place, locale === context.defaultLocale, context.profile.addressPrefix),
    redirects: [...new Set(fields.list(KEYS.redirects).map(normalizeAddress))],
    redirectTo,
    categoryPath: above,
    parentKey: null,
    otherCategoryPaths: fields
      .list(KEYS.categories)
      .map((path) => [context.rootSlug, ...path.split('/').filter(Boolean).map(slugOf)]),
    otherParentKeys: [],
    title: fields.text(KEYS.title).trim() || firstHeading(matter.body) || humanize(name),
    slug: isRoot
      ? context.rootSlug
      : isSlug(given)
        ? given.normalize('NFC').toLowerCase()
        : slugOf(given || permalinkName || name),
    description: fields.text(KEYS.description),
    head: matter.head,
    body: matter.body,
    bodyLine: matter.bodyLine,
    format: fields.known(KEYS.format, (format) => FORMATS.find((known) => known === format)) ?? 'markdown',
    order: fields.number(KEYS.order) ?? place.order ?? null,
    tags: fields.list(KEYS.tags),
    author: fields.text(KEYS.author) || null,
    status:
      place.draft || fields.flag(KEYS.draft) === true || !published
        ? 'draft'
        : (fields.known(KEYS.status, stateOf) ?? 'publish'),
    sticky: fields.flag(KEYS.sticky) === true,
    access: fields.rule(KEYS.access),
    ...(fields.isRuleUnclear(KEYS.access) && { isAccessUnclear: true }),
    date: fields.date(KEYS.date) ?? parseDate(place.date),
    updated: fields.date(KEYS.updated),
    ...(details && { details }),
    ...(attachments && { attachments }),
    meta: fields.rest(),
    translationKey:
      fields.text(KEYS.translation) || `/${[...place.folders, place.index ? '' : place.name].join('/').toLowerCase()}`,
  };
}

/** Returns the slug of a file or folder name; `page` if the name has no letters or digits. */
export function slugOf(name: string): string {
  return slugify(name) || 'page';
}

/** Turns a name into a fallback title: `get-started` -> `Get started`. */
export function humanize(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the path a generator derives from the file: `/locale/folders/name`. */
function pageAddress(place: Placement, name: string): string {
  return `/${[...place.folders, name].filter(Boolean).join('/')}`;
}

/** Interprets a slug with slashes as a path: absolute, or relative to the file's folder. */
function slugAddress(slug: string, { folders }: Placement): string {
  if (!slug.includes('/')) return '';
  return slug.startsWith('/') ? slug : `/${joinPath(folders.join('/'), slug)}`;
}

function addressesOf(own: string, path: string, place: Placement, isDefault: boolean, prefix = ''): string[] {
  const prefixed = place.localePrefix === '' ? path : `/${place.localePrefix}${path}`;
  const derived = isDefault ? [path, prefixed] : [prefixed];
  // Hugo publishes `cloud native.md` at /cloud-native/, Jekyll at /cloud%20native/; accept both.
  const hyphenated = derived.map((address) => address.replace(/\s+/g, '-'));
  const all = [...(own ? [own] : []), ...hyphenated, ...derived];
  return [...new Set([...all, ...(prefix ? all.map((address) => prefix + address) : [])].map(normalizeAddress))];
}

function stateOf(status: string): SourceState | undefined {
  return SOURCE_STATES.find((state) => state === status);
}

function firstHeading(body: string): string {
  const line = /^# +([^ \r\n].*)$/m.exec(body)?.[1]?.trimEnd() ?? '';
  const text = line.replace(/\{#[^{}]*\}$/, '').trimEnd();
  // Trailing hashes after a space close the heading (CommonMark 0.31.2, section 4.2).
  return text.replace(/(?<= )#+$/, '').trimEnd();
}

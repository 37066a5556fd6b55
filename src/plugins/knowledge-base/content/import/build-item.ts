import { type ContentFormat, slugify } from '../../../../content.js';
import { isSlug } from '../../domain/categories/slug.js';
import { joinPath, normalizeAddress } from './address.js';
import type { ConvertedPage } from './constructs/convert-page.js';
import { parseDate } from './dates.js';
import { readAttachments } from './details/source-attachments.js';
import { DETAIL_KEYS, readDetails } from './details/source-details.js';
import { readFields } from './fields.js';
import { HIDING_KEYS, readHiding } from './hidden-pages.js';
import { type ImportItem, SOURCE_STATES, type SourceState } from './item.js';
import { restoreLinks } from './links/rewrite-links.js';
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
  publishDate: ['publishdate', 'pubdate'],
  date: ['date'],
  updated: ['lastmod', 'last_modified_at', 'updated', 'modified'],
  lastUpdate: ['last_update'],
  tags: ['tags'],
  author: ['author'],
  draft: ['draft'],
  published: ['published'],
  aliases: ['aliases'],
  redirects: ['redirect_from'],
  redirectTo: ['redirect_to'],
  categories: ['categories'],
  locale: ['lang'],
  access: ['access'],
  format: ['format'],
  status: ['status'],
  sticky: ['sticky'],
  translation: ['translationkey'],
  keepHeading: ['keep_title_heading'],
  attachments: ['attachments'],
  ...HIDING_KEYS,
  ...DETAIL_KEYS,
} as const;

/** Singular keys of Jekyll, which only posts have. */
const POST_KEYS = { tag: ['tag'], category: ['category'] } as const;

const FORMATS: readonly ContentFormat[] = ['markdown', 'html', 'blocks'];

/** Builds the item of a file in pass 1. Its `parentKey` is set once all files are known. */
export function buildItem(key: string, page: ConvertedPage, place: Placement, context: SourceContext): ImportItem {
  const fields = readFields(page.data);
  const isArticle = !place.index && fields.value(KEYS.redirectTo) === undefined;
  // Read by `convertPage`.
  fields.value(KEYS.keepHeading);
  const details = isArticle ? readDetails(fields) : undefined;
  const attachments = isArticle ? readAttachments(fields, KEYS.attachments) : undefined;
  const locale = fields.oneOf(KEYS.locale, localeOf) ?? place.locale ?? context.defaultLocale;
  const slugField = fields.text(KEYS.slug);
  const own = fields.text(context.profile.addressKeys) || slugAddress(slugField, place);
  const redirectTo = fields.list(KEYS.redirectTo)[0] ?? null;
  const folderSlugs = place.folders.map(slugOf);
  const isRoot = place.index && folderSlugs.length === 0;
  const above = isRoot ? [] : [context.rootSlug, ...(place.index ? folderSlugs.slice(0, -1) : folderSlugs)];
  const requestedSlug = slugField.split('/').at(-1) ?? '';
  const address = pageAddress(
    place,
    place.index ? '' : requestedSlug || fields.text(context.profile.nameKeys ?? []) || place.name,
  );
  const name = place.index ? (place.folders.at(-1) ?? context.rootSlug) : place.name;
  const permalinkName =
    own && !place.index ? (own.split('/').filter(Boolean).at(-1) ?? '').replace(/\.html?$/, '') : '';
  const addresses = addressesOf(own, address, place, locale === context.defaultLocale, context.profile.addressPrefix);
  const isJekyll = context.profile.name === 'jekyll';
  const { date, updated, ...dates } = readDates(fields, place);
  const hiding = readHiding(fields, new Date());
  const isDraft = place.draft || fields.flag(KEYS.draft) === true || fields.flag(KEYS.published) === false;
  const isHidden = isDraft || hiding.reasons.length > 0 || dates.isUnclear;
  const kind = redirectTo !== null ? 'redirect' : place.index ? 'category' : 'article';
  // A category has no status, so its page is left out instead.
  const isLeftOut = kind === 'category' && (isHidden || (date !== null && date > new Date()));
  const isRuleUnclear = fields.isRuleUnclear(KEYS.access);
  const notes = [
    ...hiding.reasons.map(
      (reason) => `${reason} ${isLeftOut ? 'Its text was left out.' : 'It was imported as a draft.'}`,
    ),
    ...(isLeftOut && hiding.reasons.length === 0 ? ['It is not published yet. Its text was left out.'] : []),
    ...dates.notes,
    ...(kind === 'redirect' ? [] : hiding.notes),
    ...(isRuleUnclear ? [UNCLEAR_ACCESS] : []),
  ];
  return {
    kind,
    key,
    generated: false,
    locale,
    addresses,
    redirects: redirectsOf(fields, addresses),
    redirectTo,
    categoryPath: above,
    parentKey: null,
    otherCategoryPaths: categoryPathsOf(fields, place, isJekyll).map((path) => [context.rootSlug, ...path.map(slugOf)]),
    otherParentKeys: [],
    title: fields.text(KEYS.title).trim() || page.headingTitle || humanize(name),
    slug: isRoot
      ? context.rootSlug
      : isSlug(requestedSlug)
        ? requestedSlug.normalize('NFC').toLowerCase()
        : slugOf(requestedSlug || permalinkName || name),
    description: isLeftOut ? '' : fields.text(KEYS.description),
    head: isLeftOut ? page.head + restoreLinks(page.body, page.conversions) : page.head,
    body: isLeftOut ? '' : page.body,
    bodyLine: page.bodyLine,
    conversions: isLeftOut ? [] : page.conversions,
    constructs: isLeftOut ? [] : page.constructs,
    titleAnchor: page.titleAnchor,
    format: fields.oneOf(KEYS.format, (format) => FORMATS.find((candidate) => candidate === format)) ?? 'markdown',
    order: fields.number(KEYS.order) ?? place.order ?? null,
    tags: tagsOf(fields, place, isJekyll),
    author: fields.text(KEYS.author) || null,
    status: isHidden ? 'draft' : (fields.oneOf(KEYS.status, stateOf) ?? 'publish'),
    sticky: fields.flag(KEYS.sticky) === true,
    access: fields.rule(KEYS.access),
    date,
    updated,
    notes,
    ...(details && { details }),
    ...(attachments && { attachments }),
    meta: fields.rest(),
    translationKey:
      fields.text(KEYS.translation) || `/${[...place.folders, place.index ? '' : place.name].join('/').toLowerCase()}`,
  };
}

type Fields = ReturnType<typeof readFields>;

const UNCLEAR_ACCESS =
  'Its "access" is invalid, so access is denied. Use a mode such as logged_in, or a complete rule.';

interface SourceDates {
  /** Date of publication. */
  readonly date: Date | null;
  readonly updated: Date | null;
  /** Whether it is unknown when the page is to be published. */
  readonly isUnclear: boolean;
  readonly notes: readonly string[];
}

/** Reads dates. Hugo publishes a page at `publishDate`, whatever its `date` is. */
function readDates(fields: Fields, place: Placement): SourceDates {
  const notes: string[] = [];
  const read = (names: readonly string[], result: string): ReturnType<Fields['date']> => {
    const found = fields.date(names);
    if (found.isUnreadable) notes.push(`Its "${names[0]}" cannot be read as a date. ${result}`);
    return found;
  };
  const asDraft = 'It was imported as a draft.';
  const publish = read(KEYS.publishDate, asDraft);
  // MkDocs has both dates in one mapping.
  const both = fields.meant(KEYS.date, (value) => (isMapping(value) ? readFields(value) : undefined));
  const own = both ? both.date(['created']) : read(KEYS.date, asDraft);
  const edit = fields.meant(KEYS.lastUpdate, (value) =>
    isMapping(value) ? (readFields(value).date(['date']).date ?? undefined) : undefined,
  );
  const updated = both ? both.date(['updated']) : read(KEYS.updated, 'It was ignored.');
  const date = publish.date ?? own.date ?? parseDate(fields.value(KEYS.published)) ?? parseDate(place.date);
  const isNameUnreadable = date === null && place.date !== undefined;
  if (isNameUnreadable) notes.push(`Its file name cannot be read as a date: "${place.date}". ${asDraft}`);
  return {
    date,
    updated: updated.date ?? edit ?? null,
    isUnclear: publish.isUnreadable || own.isUnreadable || isNameUnreadable,
    notes,
  };
}

/** Old paths. Those of Hugo without a slash at the start are beside the page. */
function redirectsOf(fields: Fields, [address = '/']: readonly string[]): string[] {
  const beside = (path: string): string => (path.startsWith('/') ? path : `/${joinPath(`${address}/..`, path)}`);
  const aliases = fields
    .list(KEYS.aliases)
    .map((alias) => (URL.canParse(alias) ? new URL(alias).pathname : beside(alias)));
  return [...new Set([...aliases, ...fields.list(KEYS.redirects)].map(normalizeAddress))];
}

/** A text of tags is a list with commas, or with spaces in Jekyll. `tag` is a single tag of a post. */
function tagsOf(fields: Fields, place: Placement, isJekyll: boolean): string[] {
  const single = isJekyll && place.date !== undefined ? fields.list(POST_KEYS.tag) : [];
  return [...new Set([...fields.splitList(KEYS.tags, isJekyll), ...single])];
}

/** Other categories as paths. In Jekyll, names without a slash are one path: `foo bar` and `[foo, bar]` are `foo/bar`. */
function categoryPathsOf(fields: Fields, place: Placement, isJekyll: boolean): string[][] {
  const value = fields.value(KEYS.categories);
  const names = fields.splitList(KEYS.categories, isJekyll);
  const hasCommas = typeof value === 'string' && value.includes(',');
  const isPath = isJekyll && !hasCommas && names.length > 0 && !names.some((name) => name.includes('/'));
  const single = isJekyll && place.date !== undefined ? fields.list(POST_KEYS.category) : [];
  const paths = (isPath ? [names] : names.map((path) => path.split('/'))).concat(single.map((name) => [name]));
  return paths.map((path) => path.filter(Boolean));
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
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

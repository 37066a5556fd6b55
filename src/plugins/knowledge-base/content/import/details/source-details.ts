import type { readFields } from '../fields.js';

/** Details of an article in the source's own terms: URLs, paths and logins. */
export interface SourceDetails {
  readonly seo?: SourceSeo;
  /** `YYYY-MM-DD`. */
  readonly reviewBy?: string;
  /** Links to articles, as written in a text. */
  readonly related?: readonly string[];
  /** Logins. */
  readonly contributors?: readonly string[];
  /** Additional search words. */
  readonly searchAliases?: readonly string[];
  /** Path of an image in the source, or `sha256:` and the hash of a file in the media library. */
  readonly featuredMedia?: string;
}

export interface SourceSeo {
  readonly title?: string;
  readonly description?: string;
  readonly canonical?: string;
  readonly noindex?: boolean;
  /** Same form as `featuredMedia`. */
  readonly og_image?: string;
}

/** Front matter keys of the details. */
export const DETAIL_KEYS = {
  seo: ['seo'],
  reviewBy: ['review_by'],
  related: ['related'],
  contributors: ['contributors'],
  searchAliases: ['search_aliases'],
  featuredMedia: ['featured_media'],
} as const satisfies Record<keyof SourceDetails, readonly string[]>;

/** Maximum number of characters of a text. */
const MAX_LENGTH = 2_000;
/** Maximum number of list entries. */
const MAX_ITEMS = 1_000;

/** Reads details in the expected form. Any other value stays in the metadata. */
export function readDetails(fields: Pick<ReturnType<typeof readFields>, 'meant'>): SourceDetails | undefined {
  const details: SourceDetails = {
    ...member('seo', fields.meant(DETAIL_KEYS.seo, seoOf)),
    ...member('reviewBy', fields.meant(DETAIL_KEYS.reviewBy, dayOf)),
    ...member('related', fields.meant(DETAIL_KEYS.related, listOf)),
    ...member('contributors', fields.meant(DETAIL_KEYS.contributors, listOf)),
    ...member('searchAliases', fields.meant(DETAIL_KEYS.searchAliases, listOf)),
    ...member('featuredMedia', fields.meant(DETAIL_KEYS.featuredMedia, textOf)),
  };
  return Object.keys(details).length === 0 ? undefined : details;
}

function member<Name extends keyof SourceDetails>(name: Name, value: SourceDetails[Name]): SourceDetails {
  return value === undefined ? {} : { [name]: value };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH ? value : undefined;
}

function listOf(value: unknown): readonly string[] | undefined {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.flatMap((value) => textOf(value) ?? []);
  return texts.length === values.length && texts.length <= MAX_ITEMS ? texts : undefined;
}

function dayOf(value: unknown): string | undefined {
  const isDay = typeof value === 'string' && /^[1-9]\d{3}-\d\d-\d\d$/.test(value);
  const time = isDay ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return isDay && new Date(time || 0).toISOString().startsWith(value) ? value : undefined;
}

const SEO: Readonly<Record<keyof SourceSeo, (value: unknown) => boolean>> = {
  title: (value) => textOf(value) !== undefined,
  description: (value) => textOf(value) !== undefined,
  canonical: (value) => /^https?:\/\/[^\s]+$/.test(textOf(value) ?? ''),
  noindex: (value) => typeof value === 'boolean',
  og_image: (value) => textOf(value) !== undefined,
};

function seoOf(value: unknown): SourceSeo | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const isKnown = (name: string): name is keyof SourceSeo => Object.hasOwn(SEO, name);
  const isSeo = Object.entries(value).every(([name, each]) => isKnown(name) && SEO[name](each));
  return isSeo ? { ...value } : undefined;
}

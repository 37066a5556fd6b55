import { HostError } from '../../index.js';

/** First path segments under the knowledge base that are its own pages (rulings, "addresses and import"). */
const RESERVED = new Set(['search', 'feed', 'sitemap', 'print']);

/** Longest slug in characters: the length of an index key. */
const MAX_LENGTH = 191;

/**
 * Makes an address segment of a title: lower case, letters and digits of any script, hyphens between.
 * @returns an empty string when the title has neither
 */
export function slugify(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return truncate((words ?? []).join('-'));
}

function truncate(slug: string): string {
  const characters = [...slug];
  return characters.length <= MAX_LENGTH ? slug : characters.slice(0, MAX_LENGTH).join('').replace(/-+$/, '');
}

/** Whether a slug would hide a page of the knowledge base or look like a locale. */
export function isReservedSlug(slug: string, locales: ReadonlySet<string>): boolean {
  return RESERVED.has(slug) || locales.has(slug);
}

/**
 * Checks a slug that somebody wrote.
 * @throws HostError 400 `vendor_kb_invalid_param`
 */
export function assertSlug(slug: string): string {
  const normalised = slug.normalize('NFC').toLowerCase();
  if (/^[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*$/u.test(normalised) && [...normalised].length <= MAX_LENGTH) {
    return normalised;
  }
  throw new HostError(
    'vendor_kb_invalid_param',
    `"${slug}" is no slug: use letters, digits and hyphens between them.`,
    {
      status: 400,
      params: { slug: 'slug must be letters and digits, with single hyphens between.' },
    },
  );
}

/** `name`, `name-2`, `name-3`, ...: the first that is free. */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}

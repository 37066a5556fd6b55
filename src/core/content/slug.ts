/** Maximum length of a slug in characters, limited by the length of an index key. */
export const MAX_SLUG_LENGTH = 191;

/**
 * Converts a title to a slug: lower case letters and digits of any script, joined by hyphens.
 * @returns an empty string if the title has no letters or digits
 * @example
 * slugify('Bread & Butter'); // 'bread-butter'
 */
export function slugify(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return cut((words ?? []).join('-'), MAX_SLUG_LENGTH);
}

/** Returns the first free slug of `name`, `name-2`, `name-3`, …. */
export function freeSlug(base: string, usedSlugs: ReadonlySet<string>): string {
  if (!usedSlugs.has(base)) return base;
  let number = 2;
  while (usedSlugs.has(numberedSlug(base, number))) number += 1;
  return numberedSlug(base, number);
}

/** Appends a number, as in `name-2`, and shortens the base if the result would be too long. */
export function numberedSlug(base: string, number: number): string {
  const suffix = `-${number}`;
  return cut(base, MAX_SLUG_LENGTH - suffix.length) + suffix;
}

function cut(slug: string, length: number): string {
  const characters = [...slug];
  return characters.length <= length
    ? slug
    : characters
        .slice(0, length)
        .join('')
        .replace(/(?<!-)-+$/, '');
}

/** Longest slug in characters: the length of an index key. */
export const MAX_SLUG_LENGTH = 191;

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
  return cut((words ?? []).join('-'), MAX_SLUG_LENGTH);
}

/** `name`, `name-2`, `name-3`, ...: the first that is free. */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(numberedSlug(base, number))) number += 1;
  return numberedSlug(base, number);
}

/** `name-2`, cut where it would become too long: another post of that name must not be impossible. */
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

/**
 * Compares the `If-Match` tags of a request with the current version (RFC 9110 section 13.1.1). Weak tags match too,
 * because compressing proxies weaken them.
 * @param start prefix that all tags of the current version share: `"p7-v3-`
 * @returns `any` without a condition, otherwise whether one of the tags is current
 * @experimental
 */
export function matchTags(header: string | string[] | undefined, start: string): 'any' | 'match' | 'mismatch' {
  const tags = [header ?? []].flat().flatMap((text) => text.split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  if (tags.length === 0 || tags.includes('*')) return 'any';
  return tags.some((tag) => tag.startsWith(start)) ? 'match' : 'mismatch';
}

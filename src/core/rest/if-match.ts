/**
 * What a change says it was made to (`If-Match`, RFC 9110 section 13.1.1). Tags count as they are and as proxies that
 * compress weaken them.
 * @param start what the tag of the present version begins with, whatever it was made for: `"p7-v3-`
 * @returns `any` where there is no condition, else whether one of the tags is the present one
 */
export function matchTags(header: string | string[] | undefined, start: string): 'any' | 'match' | 'mismatch' {
  const tags = [header ?? []].flat().flatMap((text) => text.split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  if (tags.length === 0 || tags.includes('*')) return 'any';
  return tags.some((tag) => tag.startsWith(start)) ? 'match' : 'mismatch';
}

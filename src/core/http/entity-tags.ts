/**
 * Whether `If-None-Match` contains the tag of the response, by weak comparison (RFC 9110, section 13.1.2).
 * @param header raw header; may be absent or repeated
 * @experimental
 */
export function hasEntityTag(header: string | readonly string[] | undefined, etag: string): boolean {
  const plain = (tag: string): string => tag.trim().replace(/^W\//, '');
  const tags = [header ?? []].flat().flatMap((text) => text.split(','));
  return tags.some((tag) => plain(tag) === '*' || plain(tag) === plain(etag));
}

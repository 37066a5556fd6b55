/**
 * Whether one of the tags of `If-None-Match` is that of what would be answered, weak or not (RFC 9110, section 13.1.2).
 * @param header as it came; several of them or none as well
 */
export function hasEntityTag(header: string | readonly string[] | undefined, etag: string): boolean {
  const plain = (tag: string): string => tag.trim().replace(/^W\//, '');
  const tags = [header ?? []].flat().flatMap((text) => text.split(','));
  return tags.some((tag) => plain(tag) === '*' || plain(tag) === plain(etag));
}

import { decodeHTML } from 'entities';

const BLOCK_TAG =
  /^<\/?(?:address|article|aside|blockquote|br|caption|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b/;
const LINK = /<a ([^<>]*)>[^<]*<\/a>/g;
/** Footnote numbers and backlinks are not part of the text. */
const FOOTNOTE_ROLE = /role="doc-(?:noteref|backlink)"/;
const TAG = /<[^<>]*>/g;
/** Characters of the longest named entity. */
const MAX_ENTITY_LENGTH = 33;

/** Extracts the text of sanitized HTML for search, word counts and excerpts: entities decoded, one line per block. */
export function plainText(html: string): string {
  const text = decodeHTML(
    html
      .replace(LINK, (link, attributes: string) => (FOOTNOTE_ROLE.test(attributes) ? '' : link))
      .replace(TAG, (tag) => (BLOCK_TAG.test(tag) ? '\n' : '')),
  );
  return text
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim();
}

/**
 * Returns the start of the text of sanitized HTML, at least `length` characters of it, without reading all of a long
 * document.
 */
export function textStart(html: string, length: number): string {
  for (let size = length * 2; ; size *= 2) {
    if (size >= html.length) return plainText(html);
    const head = html.slice(0, size);
    const tag = head.lastIndexOf('<');
    const text = plainText(tag > head.lastIndexOf('>') ? head.slice(0, tag) : head);
    // The last characters may be part of an entity.
    if (text.length >= length + MAX_ENTITY_LENGTH) return text;
  }
}

import type { SourceLink } from './scan-links.js';

/** A link and the address it gets here. */
export interface LinkTarget {
  readonly link: Pick<SourceLink, 'offset' | 'length' | 'form' | 'destination'>;
  readonly href: string;
}

/** Something that is put into a text at a place of it as it was, as it is. */
export interface Insertion {
  readonly offset: number;
  /** Of what it stands for; default 0. */
  readonly length?: number;
  readonly text: string;
}

/** Where a text was changed, and what stood there: offset and length in the text as it is now (UTF-16 code units). */
export type Rewrite = readonly [offset: number, length: number, original: string];

/** A text with its links rewritten, and how to undo that. */
export interface RewrittenText {
  readonly text: string;
  readonly rewrites: readonly Rewrite[];
}

/**
 * Writes the addresses of links into a body, and what is put in besides, and changes no other byte; what was there is
 * remembered.
 */
export function rewriteLinks(
  body: string,
  targets: readonly LinkTarget[],
  insertions: readonly Insertion[] = [],
): RewrittenText {
  const rewrites: Rewrite[] = [];
  let text = '';
  let at = 0;
  const edits = [
    ...insertions.map((insertion) => ({ length: 0, ...insertion })),
    ...targets.map(({ link, href }) => ({ ...link, text: writtenForm(link, encodeDestination(href)) })),
  ];
  for (const { offset, length, text: written } of edits.sort((a, b) => a.offset - b.offset)) {
    if (offset < at) continue;
    text += body.slice(at, offset);
    rewrites.push([text.length, written.length, body.slice(offset, offset + length)]);
    text += written;
    at = offset + length;
  }
  return { text: text + body.slice(at), rewrites };
}

/** The text as it was before its links were rewritten, byte for byte. */
export function restoreLinks(text: string, rewrites: readonly Rewrite[]): string {
  let result = '';
  let at = 0;
  for (const [offset, length, original] of rewrites) {
    result += text.slice(at, offset) + original;
    at = offset + length;
  }
  return result + text.slice(at);
}

function writtenForm({ form, destination }: LinkTarget['link'], href: string): string {
  if (form === 'autolink') return `[${destination}](${href})`;
  return form === 'html' ? href.replaceAll('&', '&amp;') : href;
}

/** What would end a destination in Markdown or an attribute in HTML is percent-encoded; the rest stays readable. */
function encodeDestination(href: string): string {
  return href.replace(
    /[\s()<>"'`\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}

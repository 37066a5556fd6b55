import type { SourceLink } from './source-link.js';

/** Link with its new URL. */
export interface LinkTarget {
  readonly link: Pick<SourceLink, 'offset' | 'length' | 'form' | 'destination' | 'text'>;
  readonly href: string;
}

/** Text to insert at an offset of the original text. */
export interface Insertion {
  readonly offset: number;
  /**
   * Length of the replaced text.
   * @default 0
   */
  readonly length?: number;
  readonly text: string;
}

/** Replacement in a text: offset and length in the new text (UTF-16 code units), and the original. */
export type Rewrite = readonly [offset: number, length: number, original: string];

/** Rewritten text and the replacements that undo it. */
export interface RewrittenText {
  readonly text: string;
  readonly rewrites: readonly Rewrite[];
}

/** Rewrites links and applies insertions, without changing any other byte. Records the originals. */
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

/** Restores the original text, byte for byte. */
export function restoreLinks(text: string, rewrites: readonly Rewrite[]): string {
  let result = '';
  let at = 0;
  for (const [offset, length, original] of rewrites) {
    result += text.slice(at, offset) + original;
    at = offset + length;
  }
  return result + text.slice(at);
}

function writtenForm({ form, destination, text = '' }: LinkTarget['link'], href: string): string {
  if (form === 'wiki' || form === 'wiki_image') {
    return `${form === 'wiki_image' ? '!' : ''}[${text.replace(/[\\[\]]/g, '\\$&')}](${href})`;
  }
  if (form === 'autolink') return `[${destination}](${href})`;
  return form === 'html' ? href.replaceAll('&', '&amp;') : href;
}

/** Percent-encodes characters that would end a Markdown destination or an HTML attribute; the rest stays readable. */
function encodeDestination(href: string): string {
  return href.replace(
    /[\s()<>"'`\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}

/** Change of a text between two rewritings (UTF-16 code units). */
interface Change {
  readonly start: number;
  readonly end: number;
  /** Characters that the second rewriting adds here. */
  readonly grown: number;
  /** Text before the first rewriting; null for a change by the second one. */
  readonly original: string | null;
}

/**
 * Combines two successive rewritings of a text into the rewrites that undo both.
 * @param first rewrites of the original
 * @param second result of rewriting it again
 */
export function combineRewrites(first: readonly Rewrite[], second: RewrittenText): readonly Rewrite[] {
  if (first.length === 0) return second.rewrites;
  const changes: Change[] = first.map(([offset, length, original]) => ({
    start: offset,
    end: offset + length,
    grown: 0,
    original,
  }));
  let shift = 0;
  for (const [offset, length, original] of second.rewrites) {
    const start = offset - shift;
    const grown = length - original.length;
    changes.push({ start, end: start + original.length, grown, original: null });
    shift += grown;
  }
  const between = restoreLinks(second.text, second.rewrites);
  let moved = 0;
  return groupsOf(changes).map((group): Rewrite => {
    const start = Math.min(...group.map((change) => change.start));
    const end = Math.max(...group.map((change) => change.end));
    const grown = group.reduce((sum, change) => sum + change.grown, 0);
    const undo = group.flatMap(({ start: at, end: to, original }): Rewrite[] =>
      original === null ? [] : [[at - start, to - at, original]],
    );
    const rewrite: Rewrite = [start + moved, end - start + grown, restoreLinks(between.slice(start, end), undo)];
    moved += grown;
    return rewrite;
  });
}

/** Groups changes that overlap, in order of the text. */
function groupsOf(changes: Change[]): Change[][] {
  const groups: Change[][] = [];
  let end = -1;
  for (const change of changes.sort((one, other) => one.start - other.start || one.end - other.end)) {
    const group = groups.at(-1);
    if (group && change.start < end) group.push(change);
    else groups.push([change]);
    end = Math.max(end, change.end);
  }
  return groups;
}

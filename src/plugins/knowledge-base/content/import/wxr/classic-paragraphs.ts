import { maskComments } from '../links/mask-code.js';
import type { Insertion } from '../links/rewrite-links.js';

/** Block elements that are copied with their content. */
const WHOLE = new Set(
  'address audio canvas details dl fieldset figure form h1 h2 h3 h4 h5 h6 hr iframe math menu nav object ol p pre script style svg table template textarea ul video'.split(
    ' ',
  ),
);
/** Block elements whose content is treated like the text around them. */
const FRAMES = new Set('article aside blockquote center div footer header main section'.split(' '));
/** Void elements among `WHOLE`. */
const VOID = new Set(['hr']);
const TAG = /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>|<!--/gi;

/**
 * Converts a text of the WordPress classic editor to HTML. In it, an empty line separates paragraphs and a line end
 * is a break, which WordPress turns into tags on display. Only insertions, so that the original can be restored.
 * Texts with paragraphs or without empty lines stay unchanged.
 */
export function classicParagraphs(text: string): Insertion[] {
  if (!/\n[ \t\r]*\n/.test(text) || /<p[\s>]/i.test(text)) return [];
  return looseParts(text).flatMap(({ start, end, isFramed }) => paragraphsOf(text, start, end, isFramed));
}

interface LoosePart {
  readonly start: number;
  readonly end: number;
  /** Inside an element like `div`, where a single line needs no paragraph. */
  readonly isFramed: boolean;
}

/** Finds the parts of a text outside block elements. */
function looseParts(text: string): LoosePart[] {
  const parts: LoosePart[] = [];
  let start = 0;
  let frames = 0;
  let whole: { readonly name: string; depth: number } | null = null;
  const end = (at: number): void => {
    if (at > start) parts.push({ start, end: at, isFramed: frames > 0 });
  };
  const tags = new RegExp(TAG);
  for (let match = tags.exec(text); match; match = tags.exec(text)) {
    const after = match.index + match[0].length;
    const name = (match[2] ?? '').toLowerCase();
    const isEnd = match[1] === '/';
    if (match[0] === '<!--') {
      tags.lastIndex = afterComment(text, after);
    } else if (whole) {
      if (name !== whole.name) continue;
      whole.depth += isEnd ? -1 : 1;
      if (whole.depth === 0) {
        whole = null;
        start = after;
      }
    } else if (WHOLE.has(name) || FRAMES.has(name)) {
      end(match.index);
      start = after;
      if (FRAMES.has(name)) frames = Math.max(0, frames + (isEnd ? -1 : 1));
      else if (!isEnd && !VOID.has(name)) whole = { name, depth: 1 };
    }
  }
  // An unclosed element extends to the end.
  if (!whole) end(text.length);
  return parts;
}

function paragraphsOf(text: string, start: number, end: number, isFramed: boolean): Insertion[] {
  const pieces: { offset: number; text: string }[] = [];
  let offset = start;
  for (const piece of text.slice(start, end).split(/(\n[ \t\r]*\n)/)) {
    const before = piece.length - piece.trimStart().length;
    if (maskComments(piece).trim() !== '') pieces.push({ offset: offset + before, text: piece.trim() });
    offset += piece.length;
  }
  if (isFramed && pieces.length === 1) return [];
  return pieces.flatMap((piece) => [
    { offset: piece.offset, text: '<p>' },
    ...breaksOf(piece.text).map((index) => ({ offset: piece.offset + index, text: '<br />' })),
    { offset: piece.offset + piece.text.length, text: '</p>' },
  ]);
}

/** Finds line ends outside tags and comments that do not follow a break. */
function breaksOf(piece: string): number[] {
  const breaks: number[] = [];
  const marks = /<!--|<br\b[^<>]*>[ \t]*\r?\n|<[^<>]*>|\r?\n/gi;
  for (let match = marks.exec(piece); match; match = marks.exec(piece)) {
    if (match[0] === '<!--') marks.lastIndex = afterComment(piece, marks.lastIndex);
    else if (!match[0].startsWith('<')) breaks.push(match.index);
  }
  return breaks;
}

/** Scans by hand: a lazy pattern would rescan the text for every unclosed comment. */
function afterComment(text: string, from: number): number {
  const close = text.indexOf('-->', from);
  return close === -1 ? text.length : close + 3;
}

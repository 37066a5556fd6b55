import { renderMarkdown } from '../../../../../blocks.js';
import { maskCode } from '../links/mask-code.js';
import { linesOf } from './conversion.js';

/** First heading of level 1 in a text (UTF-16 code units), with the blank lines after it. */
export interface TitleHeading {
  readonly offset: number;
  readonly length: number;
  /** Plain text. */
  readonly title: string;
  /** Id that a page with this heading would have; empty for none. */
  readonly anchor: string;
}

const ATX = /^ {0,3}#(?:[ \t]+(.*)|$)/;
const UNDERLINE = /^ {0,3}=+[ \t]*$/;
/** A line that cannot be part of the text of a Setext heading. */
const OTHER_BLOCK = /^ {0,3}(?:[-*+>|]|#{1,6}(?:[ \t]|$)|\d{1,9}[.)][ \t]|:{3}|<)/;
const ELEMENT = /<h1\b[^<>]{0,500}>/i;
const ELEMENT_END = '</h1>';
/** Maximum characters of the text of an element. */
const MAX_TEXT = 1_000;

/** Finds the first heading of level 1 outside code, comments, lists and quotes, however it is written. */
export async function titleHeading(body: string): Promise<TitleHeading | null> {
  const found = firstHeading(body);
  if (!found) return null;
  const { html, text } = await renderMarkdown(`# ${found.text.replace(/\s+/g, ' ').trim()}`);
  const title = text.replace(/\s+/g, ' ').trim();
  if (title === '') return null;
  const blank = /^(?:[ \t]*\r?\n)*/.exec(body.slice(found.end))?.[0].length ?? 0;
  return {
    offset: found.start,
    length: found.end + blank - found.start,
    title,
    anchor: / id="([^"]*)"/.exec(html)?.[1] ?? '',
  };
}

/** Compares titles without case and spacing. */
export function isSameTitle(one: string, other: string): boolean {
  const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
  return plain(one) === plain(other);
}

interface Heading {
  readonly start: number;
  readonly end: number;
  /** Markdown. */
  readonly text: string;
}

function firstHeading(body: string): Heading | null {
  const masked = maskCode(body);
  const element = headingElement(masked);
  let paragraph: number | null = null;
  for (const line of linesOf(masked)) {
    if (element && element.start <= line.offset) break;
    const end = line.offset + line.length;
    const heading = ATX.exec(line.text);
    // The mask has blanks for code spans, so the text is read from the source.
    if (heading?.[1]?.trim()) return { start: line.offset, end, text: afterHash(body.slice(line.offset, end)) };
    if (paragraph !== null && UNDERLINE.test(line.text))
      return { start: paragraph, end, text: body.slice(paragraph, line.offset) };
    const isText = line.text.trim() !== '' && !OTHER_BLOCK.test(line.text);
    if (!isText) paragraph = null;
    else if (paragraph === null && !/^(?: {4}|\t)/.test(line.text)) paragraph = line.offset;
  }
  return element;
}

/** Finds a heading written as an HTML element. */
function headingElement(masked: string): Heading | null {
  const opening = ELEMENT.exec(masked);
  if (!opening) return null;
  const inner = opening.index + opening[0].length;
  const length = masked
    .slice(inner, inner + MAX_TEXT)
    .toLowerCase()
    .indexOf(ELEMENT_END);
  if (length === -1) return null;
  const text = masked.slice(inner, inner + length);
  return { start: opening.index, end: inner + length + ELEMENT_END.length, text };
}

function afterHash(line: string): string {
  return line.replace(/^ {0,3}#[ \t]+/, '');
}

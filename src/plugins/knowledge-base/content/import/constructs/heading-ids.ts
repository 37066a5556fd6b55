import { codeLines } from '../links/code-lines.js';
import type { Insertion } from '../links/rewrite-links.js';
import { type Conversion, linesOf, type PlacedLine } from './conversion.js';

const ATX = /^ {0,3}#{1,6}[ \t]/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
/** Kramdown: attributes of the block above, on a line of their own. */
const OWN_LINE = /^ {0,3}\{:([^{}]{1,500})\}[ \t]*$/;
const WORD = /^(?:#\S{1,200}|\.[\w:./-]{1,100}|[\w-]{1,50}=\S{1,200})$/;

/**
 * Converts the attributes of headings to our `{#id}`: `{#id .class}` of Hugo, `{ #id }` of MkDocs, and `{: #id}` of
 * kramdown on the next line. Everything but the id is dropped.
 */
export function convertHeadingIds(text: string): Conversion {
  if (!/\{[:#. \t\w]/.test(text)) return { edits: [], constructs: [] };
  const code = codeLines(text);
  const lines = linesOf(text).map((line, index) => (code[index]?.isCode ? { ...line, text: '' } : line));
  const edits: Insertion[] = [];
  for (const [index, line] of lines.entries()) {
    const isUnderlined = line.text.trim() !== '' && UNDERLINE.test(lines[index + 1]?.text ?? '');
    if (!isUnderlined && !ATX.test(line.text)) continue;
    const own = attributesAtEnd(line);
    if (own) edits.push({ offset: own.offset, length: own.length, text: own.id === '' ? '' : `{#${own.id}}` });
    const below = lines[index + (isUnderlined ? 2 : 1)];
    const [, list] = OWN_LINE.exec(below?.text ?? '') ?? [];
    const id = list === undefined ? null : idOf(list);
    if (!below || id === null) continue;
    const hasId = own ? own.id !== '' : /\{[:#][^{}]{0,500}\}[ \t]*$/.test(line.text);
    if (id !== '' && !hasId) edits.push({ offset: line.offset + line.text.length, text: ` {#${id}}` });
    edits.push({ offset: below.offset, length: below.length, text: '' });
  }
  return { edits, constructs: [] };
}

/** Attributes at the end of a heading that rendering does not understand; null for none. */
function attributesAtEnd(
  line: PlacedLine,
): { readonly offset: number; readonly length: number; readonly id: string } | null {
  const heading = line.text.trimEnd();
  const start = heading.lastIndexOf('{');
  if (start < 1 || !heading.endsWith('}') || !/[ \t]/.test(heading[start - 1] ?? '')) return null;
  const list = heading.slice(start + 1, -1);
  const id = /^:|^#\S*$/.test(list) ? null : idOf(list);
  return id === null ? null : { offset: line.offset + start, length: heading.length - start, id };
}

/** Id in a list of attributes, empty for none; null if the text is no such list. */
function idOf(list: string): string | null {
  const words = list
    .replace(/"[^"]*"/g, '""')
    .trim()
    .split(/\s+/);
  // `{x=1}` can be a formula.
  const isList = words.every((word) => WORD.test(word)) && words.some((word) => /^[#.]|=""$/.test(word));
  return isList ? (words.find((word) => word.startsWith('#'))?.slice(1) ?? '') : null;
}

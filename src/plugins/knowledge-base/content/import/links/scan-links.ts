import { decodeHTML } from 'entities';
import type { ContentFormat } from '../../../../../content.js';
import { maskCode, maskComments } from './mask-code.js';
import { openingTags } from './opening-tags.js';
import type { SourceLink } from './source-link.js';
import { wikiLinks } from './wiki-links.js';

/** Maximum length of a destination, which bounds the search for the end of an unclosed one. */
const MAX_DESTINATION = 1_000;
/** Maximum number of open brackets; with deeper nesting, the outer ones count as text. */
const MAX_OPEN = 32;
const TEMPLATE = /^(?:\{\{[^{}\n]*\}\}|\{%[^{}\n]*%\})/;
const DEFINITION = /^( {0,3}\[(?!\^)[^\]\r\n\u2028\u2029]+\]:[ \t]*)(.*)$/gm;
const TARGET = /^(?:<([^<>]*)>|(\S+))(?:[ \t]*(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/;
const OPENING = /<(?:a|area|img|source|video|audio|iframe|embed)\b/gi;
const ATTRIBUTE = /\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi;
const AUTOLINK = /<(https?:\/\/[^\s<>]+)>|(?<![\w"'(=\]<>/])(https?:\/\/[^\s<>()[\]"'`]+[^\s<>()[\]"'`.,;:!?*_~])/gi;

/** Finds all links and images of a text in order, except for examples in code and comments. */
export function scanLinks(body: string, format: ContentFormat = 'markdown'): SourceLink[] {
  const found = format === 'markdown' ? markdownLinks(maskCode(body)) : htmlLinks(maskComments(body)).links;
  return found.sort((a, b) => a.offset - b.offset);
}

function markdownLinks(text: string): SourceLink[] {
  const found: SourceLink[] = [];
  const covered: [number, number][] = [];
  const add = (offset: number, raw: string, kind: SourceLink['kind'], form: SourceLink['form']): void => {
    const destination = decodeHTML(raw.replace(/\\([!-/:-@[-`{-~])/g, '$1'));
    found.push({ offset, length: raw.length, destination: destination.trim(), kind, form });
  };

  for (const link of inlineLinks(text)) {
    add(link.offset, text.slice(link.offset, link.end), link.image ? 'asset' : 'page', 'inline');
    covered.push([link.start, link.close]);
  }
  for (const match of text.matchAll(DEFINITION)) {
    const [whole, label = '', rest = ''] = match;
    const target = TARGET.exec(rest);
    if (!target || !mayDefine(text, match.index)) continue;
    const [, inBrackets, raw = inBrackets ?? ''] = target;
    add(match.index + label.length + (inBrackets === undefined ? 0 : 1), raw, 'page', 'reference');
    covered.push([match.index, match.index + whole.length]);
  }
  const elements = htmlLinks(text);
  found.push(...elements.links);
  covered.push(...elements.covered);
  const bare = blankRanges(text, covered);
  for (const match of bare.matchAll(AUTOLINK)) {
    add(match.index, match[1] === undefined ? (match[2] ?? '') : match[0], 'page', 'autolink');
  }
  return [...found.map(unwrap), ...wikiLinks(bare)];
}

/** Whether a link definition may start here: after a blank line or another definition. */
function mayDefine(text: string, at: number): boolean {
  if (at === 0) return true;
  const line = text.slice(text.lastIndexOf('\n', at - 2) + 1, at - 1);
  return text[at - 1] === '\n' && (line.trim() === '' || line.includes(']:'));
}

/** Finds the links of HTML elements, and the ranges the elements cover. */
function htmlLinks(text: string): { links: SourceLink[]; covered: [number, number][] } {
  const links: SourceLink[] = [];
  const covered: [number, number][] = [];
  for (const element of openingTags(text, OPENING)) {
    covered.push([element.offset, element.offset + element.text.length]);
    const kind = /^<a(?:rea)?\b/i.test(element.text) ? 'page' : 'asset';
    for (const attribute of element.text.matchAll(ATTRIBUTE)) {
      const raw = attribute[1] ?? attribute[2] ?? attribute[3] ?? '';
      const quoted = attribute[3] === undefined ? 1 : 0;
      const offset = element.offset + attribute.index + attribute[0].length - raw.length - quoted;
      links.push({ offset, length: raw.length, destination: decodeHTML(raw).trim(), kind, form: 'html' });
    }
  }
  return { links, covered };
}

/** An autolink's range includes its angle brackets, which are replaced too; its destination does not. */
function unwrap(link: SourceLink): SourceLink {
  return link.form === 'autolink' ? { ...link, destination: link.destination.replace(/^<|>$/g, '') } : link;
}

function blankRanges(text: string, ranges: readonly [number, number][]): string {
  let result = '';
  let at = 0;
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    result += text.slice(at, from) + ' '.repeat(end - from);
    at = end;
  }
  return result + text.slice(at);
}

interface InlineLink {
  /**
   * Offsets of the opening bracket and the destination, the end of the destination, and the offset after the closing
   * parenthesis.
   */
  start: number;
  offset: number;
  end: number;
  close: number;
  image: boolean;
}

/** Finds `[text](destination "title")` with nested brackets. Brackets never pair across a blank line. */
function inlineLinks(text: string): InlineLink[] {
  const links: InlineLink[] = [];
  let open: { at: number; image: boolean }[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '\n' && /^[ \t]*\r?\n/.test(text.slice(at + 1, at + 200))) open = [];
    else if (character === '[') {
      if (open.length >= MAX_OPEN) open.shift();
      open.push({ at, image: text[at - 1] === '!' && text[at - 2] !== '\\' });
    } else if (character === ']') {
      const bracket = open.pop();
      if (!bracket || text[at + 1] !== '(') continue;
      const target = destination(text, at + 2);
      if (!target) continue;
      links.push({ ...target, start: bracket.at, image: bracket.image });
      // Links do not nest, so the outer bracket is text. An image may be inside a link.
      if (!bracket.image) open = open.filter((outer) => outer.image);
      at = target.close - 1;
    }
  }
  return links;
}

function destination(text: string, from: number): { offset: number; end: number; close: number } | undefined {
  const offset = from + spaces(text, from);
  if (text[offset] === '<') {
    const end = text.slice(offset, offset + MAX_DESTINATION).search(/[>\n]/) + offset;
    return text[end] === '>' ? closed(text, offset + 1, end, end + 1) : undefined;
  }
  let depth = 0;
  let at = offset;
  const limit = Math.min(text.length, offset + MAX_DESTINATION);
  while (at < limit) {
    const template = text[at] === '{' ? TEMPLATE.exec(text.slice(at, at + 1_000)) : null;
    const character = text[at] ?? '';
    if (template) at += template[0].length;
    else if (character <= ' ') break;
    else if (character === ')' && depth === 0) break;
    else {
      if (character === '(') depth++;
      if (character === ')') depth--;
      at += character === '\\' ? 2 : 1;
    }
  }
  return closed(text, offset, at, at);
}

function closed(text: string, offset: number, end: number, after: number) {
  const rest = text.slice(after, after + 2_000);
  const tail = /^\s*(?:\s(?:"[^"]*"|'[^']*'|\([^()]*\))\s*)?\)/.exec(rest);
  return tail && offset <= end ? { offset, end, close: after + tail[0].length } : undefined;
}

function spaces(text: string, from: number): number {
  return /^\s*/.exec(text.slice(from, from + 200))?.[0].length ?? 0;
}

import { escapeHtml } from '../escape.js';
import { type HtmlElement, type HtmlNode, isInline, isTag, isText, textOf } from './html-tree.js';
import { atLineStarts, codeSpan, link, SIGNS } from './inline-markdown.js';

/** Writes runs of inline HTML as lines of Markdown. */
export interface LineWriter {
  /** Text of a paragraph, without a line break at its end; empty when the run shows nothing. */
  paragraph(nodes: readonly HtmlNode[]): string;
  /** Text of a heading, on one line. */
  heading(nodes: readonly HtmlNode[]): string;
  /** Text of a table cell, on one line. */
  cell(nodes: readonly HtmlNode[]): string;
}

/** Characters that Markdown could read as markup. An underscore inside a word is not. */
const MARKUP = /[\\`*[\]~]|<(?=[a-z/!?])|&(?=#?\w{1,32};)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\{(?=[{%#:])/giu;
const WORD = /^[\p{L}\p{N}]$/u;
const BOUNDARY = /^[\s\p{P}\p{S}]?$/u;
/** Attributes of inline elements that are meaningful to readers. */
const TELLING = ['title', 'lang', 'dir', 'datetime'];

/** Whether a node belongs to a line of text. A checkbox of a task list does. */
export function isOnLine(node: HtmlNode): boolean {
  return isInline(node) || isCheckbox(node);
}

/** Creates a {@link LineWriter}. @param absolute resolves the URL of a link or image */
export function createLineWriter(absolute: (address: string) => string): LineWriter {
  /** @param lineBreak replacement for `br` */
  function write(nodes: readonly HtmlNode[], lineBreak: string): string {
    // An array, because looking at the last character of a growing string copies all of it.
    const parts: string[] = [];
    let before = '';
    for (const [index, node] of nodes.entries()) {
      const markdown = isText(node)
        ? escapeMarkup(node.data.replace(/[ \t\r\n\f]+/g, ' '))
        : isTag(node)
          ? element(node, lineBreak, { before, after: firstOf(nodes[index + 1]) })
          : '';
      if (markdown === '') continue;
      // An exclamation mark before a link would make it an image.
      if (before === '!' && markdown.startsWith('[')) parts.push(`${parts.pop()?.slice(0, -1)}\\!`);
      parts.push(markdown);
      before = markdown.at(-1) ?? '';
    }
    return parts.join('');
  }

  function element(
    node: HtmlElement,
    lineBreak: string,
    around: { readonly before: string; readonly after: string },
  ): string {
    const { name, attribs, children } = node;
    const inside = (): string => write(children, lineBreak);
    if (isCheckbox(node)) return attribs.checked === undefined ? '[ ]' : '[x]';
    if (isNoteReference(node)) return `[^${textOf(children).trim()}]`;
    const sign = SIGNS[name];
    if (sign !== undefined) return emphasized(inside(), sign, name, around);
    switch (name) {
      case 'br':
        return lineBreak;
      case 'wbr':
        return '';
      case 'span':
      case 'font':
        return inside();
      case 'code':
        return children.every(isText) ? sample(textOf(children)) : `<code>${inside()}</code>`;
      case 'img':
        return image(node);
      case 'a':
        return anchor(node, inside());
      default:
        return `<${name}${attributesOf(attribs)}>${inside()}</${name}>`;
    }
  }

  function image({ attribs: { src = '', alt = '', title } }: HtmlElement): string {
    return src === '' ? '' : `!${link(escapeMarkup(oneLine(alt)), absolute(src), title && oneLine(title))}`;
  }

  function anchor({ attribs: { href, title }, children }: HtmlElement, text: string): string {
    if (href === undefined || text.trim() === '') return text;
    const target = absolute(href);
    const isBare = title === undefined && /^https?:\/\/[^\s<>]+$/i.test(target) && textOf(children) === target;
    return isBare ? `<${target}>` : link(text, target, title && oneLine(title));
  }

  return {
    paragraph: (nodes) => atLineStarts(write(withoutBreaks(nodes), '\\\n').trim()),
    heading: (nodes) =>
      write(withoutBreaks(nodes), ' ')
        .trim()
        .replace(/(#{1,6})$/, '\\$1'),
    cell: (nodes) => write(withoutBreaks(nodes), '<br>').trim().replaceAll('|', '\\|'),
  };
}

/** Whether a node is a footnote reference: `<sup><a role="doc-noteref">1</a></sup>`. */
function isNoteReference({ name, children }: HtmlElement): boolean {
  const [only, ...others] = children;
  if (name !== 'sup' || !only || others.length > 0 || !isTag(only)) return false;
  return only.attribs.role === 'doc-noteref' && /^\d{1,9}$/.test(textOf(only.children).trim());
}

function isCheckbox(node: HtmlNode): boolean {
  return isTag(node) && node.name === 'input' && node.attribs.type === 'checkbox';
}

/**
 * Writes emphasis with signs if CommonMark is certain to read them, otherwise as an element. See section 6.2,
 * flanking delimiter runs. White space at the ends goes outside.
 */
function emphasized(
  inside: string,
  sign: string,
  name: string,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  const text = inside.trim();
  if (text === '') return inside;
  const start = inside.slice(0, inside.indexOf(text[0] ?? ''));
  const end = inside.slice(start.length + text.length);
  const opens = WORD.test(firstCharacter(text)) || (BOUNDARY.test(start || before) && !text.startsWith(sign[0] ?? ''));
  const closes = WORD.test(lastCharacter(text)) || (BOUNDARY.test(end || after) && !text.endsWith(sign[0] ?? ''));
  const isApart = start !== '' || before !== sign[0];
  return opens && closes && isApart
    ? `${start}${sign}${text}${sign}${end}`
    : `${start}<${name}>${text}</${name}>${end}`;
}

/** First character of a node, for the flanking rules of emphasis before it. An element counts as a letter. */
function firstOf(node: HtmlNode | undefined): string {
  if (node === undefined) return '';
  return isText(node) ? firstCharacter(node.data) : isTag(node) && node.name === 'br' ? ' ' : 'x';
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(...[text.codePointAt(0)].filter((code) => code !== undefined));
}

function lastCharacter(text: string): string {
  return firstCharacter(/[\ud800-\udbff][\udc00-\udfff]$/.exec(text)?.[0] ?? text.slice(-1));
}

function sample(text: string): string {
  return text === '' ? '' : codeSpan(text.replace(/[\r\n]+/g, ' '));
}

function escapeMarkup(text: string): string {
  return text.replace(MARKUP, '\\$&');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function attributesOf(attribs: Readonly<Record<string, string>>): string {
  return TELLING.flatMap((name) => {
    const value = attribs[name];
    return value === undefined ? [] : [` ${name}="${escapeHtml(oneLine(value))}"`];
  }).join('');
}

/** Drops line breaks and white space at the ends, which are not visible. */
function withoutBreaks(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  const isBlank = (node: HtmlNode): boolean =>
    isText(node) ? node.data.trim() === '' : isTag(node) ? node.name === 'br' : true;
  const first = nodes.findIndex((node) => !isBlank(node));
  return first === -1 ? [] : nodes.slice(first, nodes.findLastIndex((node) => !isBlank(node)) + 1);
}

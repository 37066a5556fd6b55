import { type HtmlElement, type HtmlNode, inlineHtml, isTag, isText, textOf, writeElement } from './html-tree.js';

/**
 * Level of escaping in a line of text.
 *
 * `light` is as people write; `escaped` has a backslash before every character that Markdown could read as markup;
 * `html` has tags instead of signs, for what signs cannot express, such as `**bold **`.
 */
export type Care = 'light' | 'escaped' | 'html';

export const CARES: readonly Care[] = ['light', 'escaped', 'html'];

/** Options for writing a line. */
export interface Writing {
  readonly care: Care;
  /** Whether footnote references become `[^1]`. Otherwise they stay HTML, as their notes do. */
  readonly notes: boolean;
}

/** Emphasis signs, by the element they represent. */
export const SIGNS: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  del: '~~',
  s: '~~',
  strike: '~~',
};
const EVERY_SIGN = /[!-/:-@[-`{-~]/g;
/** Characters that are markup in any position. An underscore inside a word is not. */
const SOME_SIGNS = /[\\`*[\]<]|~~|&(?=#?\w{1,32};)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\{(?=[{%#:])/gu;
/** Characters that are markup at the beginning of a line. */
const FIRST_SIGN = /^(\s*)(#{1,6}(?=\s|$)|[-+>|=]|:{3}|~{3})/;
const FIRST_NUMBER = /^(\s*\d{1,9})([.)])/;

/** Writes inline HTML as Markdown. @param isCell in a table, where `|` ends the cell and a line cannot break */
export function inlineMarkdown(nodes: readonly HtmlNode[], { care, notes }: Writing, isCell = false): string {
  const write = (list: readonly HtmlNode[]): string => list.map(writeNode).join('');

  function writeNode(node: HtmlNode): string {
    if (isText(node)) return escapeMarkdown(node.data.replace(/[ \t\r\n\f]+/g, ' '), care);
    if (!isTag(node)) return inlineHtml([node], true);
    const { name, attribs, children } = node;
    if (name === 'br') return isCell || care === 'html' ? '<br>' : '\\\n';
    if (notes && isFootnote(node)) return `[^${textOf(children).trim()}]`;
    if (care !== 'html') {
      const sign = Object.keys(attribs).length === 0 ? SIGNS[name] : undefined;
      if (sign !== undefined && children.length > 0) return `${sign}${write(children)}${sign}`;
      if (name === 'code' && Object.keys(attribs).length === 0 && children.every(isText))
        return codeSpan(textOf(children));
    }
    if (name === 'img' && hasOnly(node, ['src', 'alt', 'title'])) {
      return `!${link(escapeMarkdown(attribs.alt ?? '', 'escaped'), attribs.src ?? '', attribs.title)}`;
    }
    if (name === 'a' && attribs.href !== undefined && hasOnly(node, ['href', 'title'])) {
      return link(write(children), attribs.href, attribs.title);
    }
    return writeElement(node, write(children));
  }

  const text = atLineStarts(write(nodes).trim());
  return isCell ? text.replaceAll('|', '\\|') : text;
}

/** Whether a node is a footnote reference: `<sup><a href="#fn-1" role="doc-noteref">1</a></sup>`. */
function isFootnote({ name, children }: HtmlElement): boolean {
  const [only, ...others] = children;
  if (name !== 'sup' || !only || others.length > 0 || !isTag(only)) return false;
  return only.attribs.role === 'doc-noteref' && /^\d{1,5}$/.test(textOf(only.children).trim());
}

function hasOnly({ attribs }: HtmlElement, names: readonly string[]): boolean {
  return Object.keys(attribs).every((name) => names.includes(name));
}

/** Writes an inline link; `!` before it makes an image. @param text Markdown */
export function link(text: string, address: string, title: string | undefined): string {
  const target = /^[^\s()<>\\]+$/.test(address) ? address : `<${address.replace(/[<>\\]/g, '\\$&')}>`;
  return `[${text}](${target}${title ? ` "${title.replace(/["\\]/g, '\\$&')}"` : ''})`;
}

export function codeSpan(text: string): string {
  const runs: readonly string[] = text.match(/`+/g) ?? [];
  let fence = '`';
  while (runs.includes(fence)) fence += '`';
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** Escapes text so that Markdown shows it as it is. */
function escapeMarkdown(text: string, care: Care): string {
  return text.replace(care === 'light' ? SOME_SIGNS : EVERY_SIGN, '\\$&');
}

/** Escapes characters that would begin a heading, a list or another block. */
export function atLineStarts(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => line.replace(FIRST_SIGN, '$1\\$2').replace(FIRST_NUMBER, '$1\\$2'))
    .join('\n');
}

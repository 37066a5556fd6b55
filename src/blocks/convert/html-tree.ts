import { DomHandler, DomUtils, Parser } from 'htmlparser2';
import { escapeHtml } from '../escape.js';

/** Node of parsed HTML. */
export type HtmlNode = DomHandler['root']['childNodes'][number];
export type HtmlElement = Extract<HtmlNode, { readonly attribs: object }>;

// Separate exports: destructuring would put the whole module into the editor's bundle.
export const isTag = DomUtils.isTag;
export const isText = DomUtils.isText;
export const isComment = DomUtils.isComment;

/** Elements within a line of text. Any other element is a block. */
const INLINE = new Set([
  ...[
    'a',
    'abbr',
    'b',
    'bdi',
    'bdo',
    'br',
    'cite',
    'code',
    'data',
    'del',
    'dfn',
    'em',
    'font',
    'i',
    'img',
    'ins',
    'kbd',
  ],
  ...[
    'mark',
    'q',
    'rp',
    'rt',
    'ruby',
    's',
    'samp',
    'small',
    'span',
    'strike',
    'strong',
    'sub',
    'sup',
    'time',
    'tt',
    'u',
  ],
  ...['var', 'wbr'],
]);
const VOID = new Set(['br', 'img', 'wbr']);
/** Maximum nesting of inline elements. A deeper tree is not inline; recursion needs a limit to protect the stack. */
const MAX_DEPTH = 60;

/** Maximum levels of a tree. Functions that walk it are recursive, so the limit protects the stack. */
const MAX_LEVELS = 500;

/** Drops the tags of elements below the last level. Their content moves to the element around them. */
class BoundedHandler extends DomHandler {
  #leftOut = 0;

  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > MAX_LEVELS) this.#leftOut += 1;
    else super.onopentag(name, attributes);
  }

  override onclosetag(): void {
    if (this.#leftOut > 0) this.#leftOut -= 1;
    else super.onclosetag();
  }
}

/** Parses HTML into nodes with their positions in the source. Drops tags nested deeper than 500 levels. */
export function parseHtml(source: string): readonly HtmlNode[] {
  const handler = new BoundedHandler(undefined, { withStartIndices: true, withEndIndices: true });
  new Parser(handler).end(source);
  return handler.root.childNodes;
}

/** Whether a node and everything in it fits in a line of text. */
export function isInline(node: HtmlNode, depth = 0): boolean {
  if (isText(node) || isComment(node)) return true;
  if (!isTag(node) || depth > MAX_DEPTH || !INLINE.has(node.name)) return false;
  return node.children.every((child) => isInline(child, depth + 1));
}

/**
 * Serializes nodes that pass {@link isInline} as well-formed HTML. Collapses white space unless `keepsSpace` is set.
 */
export function inlineHtml(nodes: readonly HtmlNode[], keepsSpace = false): string {
  const html = nodes.map((node) => writeNode(node, keepsSpace)).join('');
  return keepsSpace ? html : html.trim();
}

function writeNode(node: HtmlNode, keepsSpace: boolean): string {
  if (isText(node)) return escapeText(keepsSpace ? node.data : node.data.replace(/[ \t\r\n\f]+/g, ' '));
  if (isComment(node)) return isDelimiter(node.data) ? '' : `<!--${node.data}-->`;
  if (!isTag(node)) return '';
  return writeElement(node, node.children.map((child) => writeNode(child, keepsSpace)).join(''));
}

/** Serializes an element with its attributes around its serialized content. */
export function writeElement({ name, attribs }: HtmlElement, inside: string): string {
  const attributes = Object.entries(attribs).map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`);
  const tag = `<${name}${attributes.join('')}>`;
  return VOID.has(name) ? tag : `${tag}${inside}</${name}>`;
}

/** Escapes text for element content. Quotation marks stay, since this is no attribute. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Whether a comment would begin or end a block. */
function isDelimiter(comment: string): boolean {
  return /^\s+\/?wp:/.test(comment);
}

/** Returns the source of a node. Defuses comments that would be read as block delimiters. */
export function sourceOf({ startIndex, endIndex }: HtmlNode, source: string): string {
  return source.slice(startIndex ?? 0, (endIndex ?? source.length) + 1).replace(/<!--(?=\s+\/?wp:)/g, '<!--/');
}

/** Drops text nodes that are only white space. */
export function withoutSpace(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  return nodes.filter((node) => !isText(node) || node.data.trim() !== '');
}

/** Returns the elements if there is nothing else but white space; null otherwise. */
export function onlyElements(nodes: readonly HtmlNode[]): readonly HtmlElement[] | null {
  const rest = withoutSpace(nodes);
  return rest.every(isTag) ? rest : null;
}

export function textOf(nodes: readonly HtmlNode[]): string {
  return DomUtils.textContent([...nodes]);
}

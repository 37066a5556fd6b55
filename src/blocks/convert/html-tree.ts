import { DomHandler, DomUtils, Parser } from 'htmlparser2';
import { escapeHtml } from '../escape.js';

/** A node of parsed HTML. */
export type HtmlNode = DomHandler['root']['childNodes'][number];
export type HtmlElement = Extract<HtmlNode, { readonly attribs: object }>;

// One by one: taken apart, the whole of the module would be in the editor's bundle.
export const isTag = DomUtils.isTag;
export const isText = DomUtils.isText;
export const isComment = DomUtils.isComment;

/** Elements of a line of text: everything else stands on lines of its own. */
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
/** Elements deeper than this are one piece of HTML: nobody nests so deep by hand, and the stack has an end. */
const MAX_DEPTH = 60;

/** Levels of a tree. Functions that walk it call themselves for each one, and the stack of calls has an end. */
const MAX_LEVELS = 500;

/** Leaves out the tags of elements below the last level. Their content belongs to the element around them. */
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

/** The nodes of HTML, each with its place in the source. Tags of elements that nest more than 500 deep are left out. */
export function parseHtml(source: string): readonly HtmlNode[] {
  const handler = new BoundedHandler(undefined, { withStartIndices: true, withEndIndices: true });
  new Parser(handler).end(source);
  return handler.root.childNodes;
}

/** Whether a node, with all that is in it, can stand in a line of text. */
export function isInline(node: HtmlNode, depth = 0): boolean {
  if (isText(node) || isComment(node)) return true;
  if (!isTag(node) || depth > MAX_DEPTH || !INLINE.has(node.name)) return false;
  return node.children.every((child) => isInline(child, depth + 1));
}

/** What is inside of HTML that {@link isInline}, written anew: well-formed, with white space as it is shown. */
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

/** An element with its attributes, round what is inside of it. */
export function writeElement({ name, attribs }: HtmlElement, inside: string): string {
  const attributes = Object.entries(attribs).map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`);
  const tag = `<${name}${attributes.join('')}>`;
  return VOID.has(name) ? tag : `${tag}${inside}</${name}>`;
}

/** Quotation marks stay: this is no attribute. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A comment that would begin or end a block. */
function isDelimiter(comment: string): boolean {
  return /^\s+\/?wp:/.test(comment);
}

/** A node as it is written in the source, without what would be read as the comments of blocks. */
export function sourceOf({ startIndex, endIndex }: HtmlNode, source: string): string {
  return source.slice(startIndex ?? 0, (endIndex ?? source.length) + 1).replace(/<!--(?=\s+\/?wp:)/g, '<!--/');
}

/** Nodes without the white space between them. */
export function withoutSpace(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  return nodes.filter((node) => !isText(node) || node.data.trim() !== '');
}

/** The elements of these, if there is nothing else but white space; null otherwise. */
export function onlyElements(nodes: readonly HtmlNode[]): readonly HtmlElement[] | null {
  const rest = withoutSpace(nodes);
  return rest.every(isTag) ? rest : null;
}

export function textOf(nodes: readonly HtmlNode[]): string {
  return DomUtils.textContent([...nodes]);
}

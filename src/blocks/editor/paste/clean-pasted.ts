import { restoreNotes } from './notes.js';

/** Options that depend on the text into which the HTML is pasted. */
export interface PasteOptions {
  /** Whether images embedded in the HTML can be uploaded to the library. */
  readonly mayUpload: boolean;
  /** Number of the first footnote. */
  readonly firstNote: number;
}

/** Elements that run, load or request something. Their content is removed with them. */
const DANGEROUS = [
  ...['script', 'style', 'link', 'meta', 'base', 'title', 'iframe', 'frame', 'frameset', 'object', 'embed', 'applet'],
  ...[
    'form',
    'input',
    'button',
    'select',
    'textarea',
    'svg',
    'math',
    'template',
    'noscript',
    'canvas',
    'audio',
    'video',
  ],
].join();

/** Attributes that contain a URL. */
const ADDRESSES = [
  'href',
  'src',
  'action',
  'formaction',
  'xlink:href',
  'cite',
  'background',
  'poster',
  'data',
  'srcset',
];

/** An opening tag, up to its end or to a quote that is never closed. */
const TAG = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*/gi;

/** Event handler attributes. They are removed from the text, because even parsing them would violate the policy. */
const HANDLER = /\son[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]*)/gi;

/** Image embedded in the text. */
const PICTURE = /^(?:blob:|data:image\/(?:png|jpeg|gif|webp|avif)[;,])/i;

/** Block comments. A document that begins with one was copied from a block editor. */
const BLOCK = /^\s*\/?wp:/;

/**
 * Cleans HTML from the clipboard for the packages, which convert it to blocks. Removes scripts and what programs
 * wrote for themselves, and restores lists. The packages remove the remaining styles.
 */
export function cleanPasted(html: string, { mayUpload, firstNote }: PasteOptions): string {
  // Without `<body>`, comments before the first element would end up outside of the body.
  const { body } = new DOMParser().parseFromString(`<body>${withoutHandlers(html)}`, 'text/html');
  const isOfBlocks = firstComment(body);
  restoreWordLists(body);
  restoreNotes(body, firstNote);
  for (const element of body.querySelectorAll(DANGEROUS)) element.remove();
  for (const comment of commentsOf(body)) {
    if (!isOfBlocks || !BLOCK.test(comment.data)) comment.remove();
  }
  for (const element of Array.from(body.querySelectorAll('*'))) cleanElement(element, mayUpload);
  lowerHeadings(body);
  return body.innerHTML;
}

function withoutHandlers(html: string): string {
  return html.replace(TAG, (tag) => tag.replace(HANDLER, ''));
}

function cleanElement(element: Element, mayUpload: boolean): void {
  // Word's own elements: their text belongs to the paragraph around them.
  if (element.localName.includes(':')) {
    element.replaceWith(...element.childNodes);
    return;
  }
  for (const { name, value } of Array.from(element.attributes)) {
    if (/^on/i.test(name) || (ADDRESSES.includes(name.toLowerCase()) && !isSafe(element, value, mayUpload))) {
      element.removeAttribute(name);
    }
  }
  const { localName } = element;
  // Anchor of another document, which nothing links to here.
  if (localName === 'a' && !element.hasAttribute('href')) element.replaceWith(...element.childNodes);
  if (localName === 'img' && !element.hasAttribute('src')) element.remove();
}

/** Moves all headings down a level if there is a level 1 heading, which is reserved for the article's title. */
function lowerHeadings(body: HTMLElement): void {
  if (body.querySelector('h1') === null) return;
  for (const level of [5, 4, 3, 2, 1]) {
    for (const heading of body.querySelectorAll(`h${level}`)) rename(heading, `h${level + 1}`);
  }
}

/** Whether a URL works here. Files of the source computer do not exist here; embedded images are uploaded. */
function isSafe({ localName }: Element, value: string, mayUpload: boolean): boolean {
  const address = value.replace(/[\s\p{Cc}]/gu, '');
  if (localName === 'img') return (mayUpload && PICTURE.test(address)) || /^(?:https?:\/\/|\/(?!\/))/i.test(address);
  return /^(?:https?:|mailto:|tel:|[#/?]|[^:]*$)/i.test(address);
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

function commentsOf(body: HTMLElement): Comment[] {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Comment[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode as Comment);
  return comments;
}

/** Whether the document begins with a block comment. Browsers put their own markers before it. */
function firstComment(body: HTMLElement): boolean {
  const first = Array.from(body.childNodes).find(
    (node) => (node.textContent ?? '').trim() !== '' && !/^(?:Start|End)Fragment$/.test(node.textContent ?? ''),
  );
  return first instanceof Comment && BLOCK.test(first.data);
}

/** Paragraph of a Word list, with its position in the list. */
interface Item {
  readonly paragraph: HTMLElement;
  /** Word's ID of the list. */
  readonly list: string;
  /** Level, starting at 1. */
  readonly level: number;
  readonly isOrdered: boolean;
}

const PLACE = /mso-list:\s*(l\d+)\s+level(\d)/i;

/** Marker of an ordered list item in Word: `1.`, `a)`, `iv.` */
const COUNTED = /^\(?(?:\d+|[a-z]{1,4})[.)]/i;

/**
 * Converts Word's list paragraphs to lists. Word stores the list and level of a paragraph in its style; without this,
 * numbering and the boundaries between lists are lost.
 */
function restoreWordLists(root: ParentNode): void {
  const items = Array.from(root.querySelectorAll<HTMLElement>('p[style*="mso-list" i]')).flatMap(itemOf);
  for (let at = 0; at < items.length; at++) {
    const run = [items[at]].filter((item) => item !== undefined);
    while (followsOn(items[at], items[at + 1])) {
      at += 1;
      const item = items[at];
      if (item) run.push(item);
    }
    build(run);
  }
}

function itemOf(paragraph: HTMLElement): Item[] {
  const [, list = '', level = '1'] = PLACE.exec(paragraph.getAttribute('style') ?? '') ?? [];
  if (list === '') return [];
  const marker = paragraph.querySelector('[style*="mso-list:Ignore" i]');
  const isOrdered = COUNTED.test((marker?.textContent ?? '').replaceAll('\u00a0', ' ').trim());
  marker?.remove();
  return [{ paragraph, list, level: Number(level), isOrdered }];
}

/** Whether the next item belongs to the same list: it follows directly, and no other list has begun. */
function followsOn(item: Item | undefined, next: Item | undefined): boolean {
  if (!item || !next || item.paragraph.nextElementSibling !== next.paragraph) return false;
  return next.level > 1 || next.list === item.list;
}

function build(items: readonly Item[]): void {
  const [first] = items;
  if (!first) return;
  const document = first.paragraph.ownerDocument;
  const open: { list: HTMLElement; level: number }[] = [];
  for (const { paragraph, level, isOrdered } of items) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const last = open.at(-1);
    if (!last || last.level < level) {
      const list = document.createElement(isOrdered ? 'ol' : 'ul');
      if (last) (last.list.lastElementChild ?? last.list).append(list);
      else paragraph.before(list);
      open.push({ list, level });
    }
    const entry = document.createElement('li');
    entry.append(...paragraph.childNodes);
    open.at(-1)?.list.append(entry);
    paragraph.remove();
  }
}

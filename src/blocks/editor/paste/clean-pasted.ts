import { restoreNotes } from './notes.js';
import { restoreWordLists } from './word-lists.js';

/** What has to be known of the text that something is pasted into. */
export interface PasteOptions {
  /** Whether pictures that stand in what is pasted find a place in the library. */
  readonly mayUpload: boolean;
  /** The number of the first footnote. */
  readonly firstNote: number;
}

/** What runs, loads or asks for something; it goes with what is in it. */
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

/** Where an attribute leads somewhere. */
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
/** Attributes that run something, while they are still text: parsing them would already be a matter for the policy. */
const HANDLER = /\son[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]*)/gi;

/** A picture that stands in the text. */
const PICTURE = /^(?:blob:|data:image\/(?:png|jpeg|gif|webp|avif)[;,])/i;

/** Comments of blocks; a document that begins with one was copied from an editor of them. */
const BLOCK = /^\s*\/?wp:/;

/**
 * HTML from the clipboard as the packages may make blocks of it: nothing in it runs, what programs have written for
 * themselves alone is gone, and lists are lists. What is left of its look the packages take away.
 */
export function cleanPasted(html: string, { mayUpload, firstNote }: PasteOptions): string {
  // Comments before the first element would be none of the body.
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
  // Elements of Word's own: their text belongs to the paragraph around them.
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
  // A place in another document, to which nothing leads here.
  if (localName === 'a' && !element.hasAttribute('href')) element.replaceWith(...element.childNodes);
  if (localName === 'img' && !element.hasAttribute('src')) element.remove();
}

/** The title of the article is the heading of the first level: where there is another, all are a level lower. */
function lowerHeadings(body: HTMLElement): void {
  if (body.querySelector('h1') === null) return;
  for (const level of [5, 4, 3, 2, 1]) {
    for (const heading of body.querySelectorAll(`h${level}`)) rename(heading, `h${level + 1}`);
  }
}

/** Files of the computer that it was copied from are nowhere; pictures that stand in the text are uploaded. */
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

/** Whether the first thing of a document is the comment that opens a block; the browser puts marks of its own before. */
function firstComment(body: HTMLElement): boolean {
  const first = Array.from(body.childNodes).find(
    (node) => (node.textContent ?? '').trim() !== '' && !/^(?:Start|End)Fragment$/.test(node.textContent ?? ''),
  );
  return first instanceof Comment && BLOCK.test(first.data);
}

import type { ParsedBlock } from '../grammar/parsed-block.js';
import { list, listItem } from './build-blocks.js';
import {
  type HtmlElement,
  type HtmlNode,
  inlineHtml,
  isInline,
  isTag,
  isText,
  onlyElements,
  withoutSpace,
} from './html-tree.js';

const MAX_DEPTH = 30;

/** Converts a list to a block; null if an item holds more than a line of text followed by lists. */
export function toList({ name, attribs, children }: HtmlElement, depth = 0): ParsedBlock | null {
  const elements = onlyElements(children);
  if (!elements || elements.length === 0 || depth > MAX_DEPTH || attribs.type !== undefined) return null;
  const items = elements.map((element) => (element.name === 'li' ? toItem(element, depth) : null));
  if (!items.every((item) => item !== null)) return null;
  const start = Number(attribs.start ?? 1);
  if (!Number.isSafeInteger(start)) return null;
  return list(items, {
    ordered: name === 'ol',
    reversed: name === 'ol' && attribs.reversed !== undefined,
    start: name === 'ol' && start !== 1 ? start : undefined,
    id: attribs.id ?? '',
  });
}

function toItem({ attribs, children }: HtmlElement, depth: number): ParsedBlock | null {
  if (attribs.id !== undefined || attribs.value !== undefined) return null;
  const firstList = children.findIndex((child) => isTag(child) && (child.name === 'ul' || child.name === 'ol'));
  const text = lineOf(firstList === -1 ? children : children.slice(0, firstList));
  const below = firstList === -1 ? [] : onlyElements(children.slice(firstList));
  if (!text || !below) return null;
  const lists = below.map((element) =>
    element.name === 'ul' || element.name === 'ol' ? toList(element, depth + 1) : null,
  );
  return lists.every((list) => list !== null) ? listItem(inlineHtml(text), lists) : null;
}

/** Returns the inline content of a list item or table cell, without its `p`; null for more than one line. */
export function lineOf(nodes: readonly HtmlNode[]): readonly HtmlNode[] | null {
  if (nodes.every((node) => isInline(node))) return nodes;
  const [only, ...others] = withoutSpace(nodes);
  if (!only || others.length > 0 || isText(only) || !isTag(only) || only.name !== 'p') return null;
  return only.children.every((child) => isInline(child)) ? only.children : null;
}

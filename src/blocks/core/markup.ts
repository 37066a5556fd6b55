import type { ParsedBlock } from '../grammar/parsed-block.js';

/** Root element of each core block's markup, in the current and former versions of the editor. */
const ELEMENTS: Readonly<Record<string, RegExp>> = {
  'core/paragraph': /^p$/,
  'core/heading': /^h[1-6]$/,
  'core/list': /^[uo]l$/,
  'core/list-item': /^li$/,
  'core/quote': /^blockquote$/,
  'core/code': /^pre$/,
  'core/preformatted': /^pre$/,
  'core/table': /^(?:figure|table)$/,
  'core/image': /^(?:figure|div)$/,
  'core/gallery': /^(?:figure|ul)$/,
  'core/separator': /^(?:hr|div|p|section|main|header|footer|article)$/,
  'core/details': /^details$/,
  'core/columns': /^div$/,
  'core/column': /^div$/,
  'core/buttons': /^div$/,
  'core/button': /^(?:div|a|button)$/,
  'core/embed': /^figure$/,
  'core/accordion': /^div$/,
  'core/accordion-item': /^div$/,
  'core/accordion-heading': /^h[1-6]$/,
  'core/accordion-panel': /^div$/,
};

/**
 * Describes what is wrong with the markup of a core block, as a sentence; null if nothing is. The saves of core
 * blocks run only in browsers, so this checks only the root element and the level of a heading.
 */
export function coreMarkupFault({ blockName, attrs, innerHTML }: ParsedBlock): string | null {
  const elementName = ELEMENTS[blockName ?? ''];
  if (!elementName) return null;
  const element = /^\s*<([a-z][a-z0-9]*)[\s/>]/i.exec(innerHTML)?.[1]?.toLowerCase() ?? '';
  if (!elementName.test(element)) {
    return `The markup of "${blockName}" begins with ${element === '' ? 'text' : `<${element}>`}, which is not one of its elements.`;
  }
  const level = attrs?.level ?? 2;
  if (blockName !== 'core/heading' || element === `h${level}`) return null;
  return `A heading of level ${level} cannot be <${element}>.`;
}

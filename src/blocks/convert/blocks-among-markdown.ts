import { parseBlocks } from '../grammar/parse.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import { serializeBlocks } from '../grammar/serialize.js';
import { markdownDocument } from '../markdown-blocks.js';
import type { ConvertOptions } from './markdown-to-blocks.js';
import { areSameBlocks } from './same-blocks.js';

/**
 * Writes a block for an article in Markdown: its comments and HTML, none of which Markdown may parse as text. A blank
 * line would end the HTML, so blank lines are removed. If that is not enough, everything goes on one line.
 */
export function amongMarkdown(block: ParsedBlock, { labels }: ConvertOptions): string {
  const source = serializeBlocks([block]).trim();
  const compact = change(source, {
    html: (part) => part.replace(/\n[ \t\r\n]*\n/g, '\n'),
    sample: (part) => part.replace(/\r?\n(?=[ \t]*\r?\n)/g, '&#10;'),
  });
  const blocks = parseBlocks(markdownDocument(compact, labels).document);
  return areSameBlocks(blocks, [block]) && isHtmlAlone(compact, blocks)
    ? compact
    : change(source, {
        html: (part) => part.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)),
        sample: (part) => part.replace(/\r?\n/g, '&#10;'),
      });
}

/** Whether no part of the source was parsed as Markdown. */
function isHtmlAlone(source: string, blocks: readonly ParsedBlock[]): boolean {
  return (
    serializeBlocks(blocks.filter((block) => block.blockName !== null || block.innerHTML.trim() !== '')) === source
  );
}

interface Change {
  readonly html: (part: string) => string;
  /** Transforms `pre` elements, where line breaks matter: one that the source may not contain becomes an entity. */
  readonly sample: (part: string) => string;
}

function change(source: string, { html, sample }: Change): string {
  const [end = '', ...before] = source.split('</pre>').toReversed();
  const changed = before.toReversed().map((part) => {
    const start = part.search(/<pre\b[^<>]*>/);
    return start === -1 ? html(`${part}</pre>`) : html(part.slice(0, start)) + sample(`${part.slice(start)}</pre>`);
  });
  return changed.join('') + html(end);
}

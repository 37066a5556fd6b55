import { Parser } from 'htmlparser2';
import { delimitersOf } from '../grammar/delimiters.js';

export const DELIMITER = /<!--\s+\/?wp:/;

/** Blocks without inner blocks: Markdown between their comments becomes their HTML. */
const WITHOUT_BLOCKS = new Set(
  [
    ...[
      'paragraph',
      'heading',
      'code',
      'html',
      'table',
      'image',
      'separator',
      'preformatted',
      'button',
      'embed',
      'list-item',
    ],
  ].map((name) => `core/${name}`),
);

/** Balance of what HTML that arrives in pieces has opened and not closed yet. */
export interface Balance {
  add(html: string): void;
  isClosed(): boolean;
}

/** Counts open elements, or open blocks once the HTML contains block comments. */
export function parsedDelimiters(): Balance {
  let elements = 0;
  let blocks = 0;
  const parser = new Parser({
    onopentagname() {
      elements += 1;
    },
    onclosetag() {
      elements -= 1;
    },
  });
  let hasDelimiters = false;
  return {
    add(html) {
      parser.write(html);
      hasDelimiters ||= DELIMITER.test(html);
      for (const { kind } of delimitersOf(html)) {
        if (kind !== 'void') blocks += kind === 'opening' ? 1 : -1;
      }
    },
    // Elements left open inside a closed block do not matter.
    isClosed: () => (hasDelimiters ? blocks <= 0 : elements <= 0),
  };
}

/** Open blocks at the end of a document while it is being written. */
export interface OpenBlocks {
  add(html: string): void;
  /** Whether inner blocks may follow. Otherwise, what follows is HTML of the open block. */
  takeBlocks(): boolean;
}

export function createOpenBlocks(): OpenBlocks {
  const open: string[] = [];
  return {
    add(html) {
      for (const { kind, name } of delimitersOf(html)) {
        if (kind === 'opening') open.push(name);
        else if (kind === 'closing') open.pop();
      }
    },
    takeBlocks: () => !WITHOUT_BLOCKS.has(open.at(-1) ?? ''),
  };
}

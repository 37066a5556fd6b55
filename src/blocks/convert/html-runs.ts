import { Parser } from 'htmlparser2';
import { delimitersOf } from '../grammar/delimiters.js';

export const DELIMITER = /<!--\s+\/?wp:/;

/** Blocks of one text, or of a thing that is no text: Markdown between their comments is their HTML. */
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

/** What has been opened by HTML that comes in pieces, and is not closed yet. */
export interface Balance {
  add(html: string): void;
  isClosed(): boolean;
}

/** Counts elements, and blocks where there are comments of them. */
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
    // The elements of a block that is closed are its own affair.
    isClosed: () => (hasDelimiters ? blocks <= 0 : elements <= 0),
  };
}

/** The blocks that are open at the end of a document that is being written. */
export interface OpenBlocks {
  add(html: string): void;
  /** Whether what comes next may be blocks: otherwise it is HTML of the block that is open. */
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

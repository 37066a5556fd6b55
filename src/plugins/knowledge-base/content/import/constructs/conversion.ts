import type { Insertion } from '../links/rewrite-links.js';

/** Changes to a text that replace constructs of a generator by Markdown. */
export interface Conversion {
  readonly edits: readonly Insertion[];
  /** Constructs that were removed and so belong in the report. */
  readonly constructs: readonly string[];
}

/** Line of a text (UTF-16 code units). */
export interface PlacedLine {
  readonly offset: number;
  /** Length with the line end. */
  readonly length: number;
  /** The line without its line end. */
  readonly text: string;
}

export function linesOf(text: string): PlacedLine[] {
  let offset = 0;
  return text.split(/(?<=\n)/).map((line) => {
    const placed = { offset, length: line.length, text: line.replace(/\r?\n$/, '') };
    offset += line.length;
    return placed;
  });
}

/**
 * Returns the level of the last heading before an offset, 1 if there is none.
 * @param masked text without code samples
 */
export function headingLevels(masked: string): (offset: number) => number {
  const headings = [...masked.matchAll(/^ {0,3}(#{1,6})[ \t]/gm)];
  return (offset) => headings.findLast(({ index }) => index < offset)?.[1]?.length ?? 1;
}

/** Removes the indentation that all lines between two offsets share, if it would make them code. */
export function unindent(text: string, from: number, to: number): Insertion[] {
  const lines = linesOf(text.slice(from, to)).slice(1);
  const depths = lines.filter((line) => line.text.trim() !== '').map((line) => line.text.search(/\S/));
  const shared = depths.length === 0 ? 0 : Math.min(...depths);
  if (shared < 4) return [];
  return lines
    .filter((line) => line.text.trim() !== '')
    .map(({ offset }) => ({ offset: from + offset, length: shared, text: '' }));
}

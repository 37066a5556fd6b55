import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk, structuredPatch } from 'diff';
import { markChangedWords } from './changed-words.js';

/** A line before its words were compared. */
export type BareLine = Pick<DiffLine, 'kind' | 'text'>;

/** Lines in which two texts differ, with some around them. */
export interface LineDiff {
  /** The first {@link MOST_LINES} lines. */
  readonly hunks: readonly DiffHunk[];
  /** Number of lines beyond those of `hunks`. */
  readonly omitted: number;
  readonly added: number;
  readonly removed: number;
  /** Written as by `diff -u`, with all lines. Empty if the texts are the same. */
  readonly unified: string;
}

export interface DiffHunk {
  /** Where it is: `@@ -1,3 +1,4 @@`. */
  readonly place: string;
  readonly lines: readonly DiffLine[];
}

export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same';
  readonly text: string;
  /**
   * Where the words are in which it differs from the line that replaced it or that it replaced, in UTF-16 code units; null
   * where no line did, where the two have nothing in common, and in long texts.
   */
  readonly changed: readonly [start: number, end: number] | null;
}

/**
 * Above this number of changes the texts are treated as entirely different. The time of the search grows with the square of
 * this number.
 */
const MOST_CHANGES = 500;
/** Lines of hunks that are kept. Nobody reads more, and browsers are slow with them. */
const MOST_LINES = 2_000;
const CONTEXT = 3;
const KINDS: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed', ' ': 'same' };

/**
 * Compares two texts line by line, in time linear in their length.
 * @param names of the two texts, for `unified`
 * @param context number of equal lines around each difference
 */
export function diffLines(
  before: string,
  after: string,
  names: readonly [before: string, after: string],
  context = CONTEXT,
): LineDiff {
  if (before === after) return { hunks: [], omitted: 0, added: 0, removed: 0, unified: '' };
  const [oldFileName, newFileName] = names;
  const found = patchOf(before, after, context) ?? [replaced(before, after)];
  // "\ No newline at end of file" is about files, and these are none.
  const bare = found.map((hunk) => ({ ...hunk, lines: hunk.lines.filter((line) => !line.startsWith('\\')) }));
  const lines = bare.flatMap((hunk) => hunk.lines);
  return {
    ...firstLines(bare, MOST_LINES),
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    unified: formatPatch({ oldFileName, newFileName, oldHeader: '', newHeader: '', hunks: bare }, FILE_HEADERS_ONLY),
  };
}

/** All lines of two texts, in order; lines of `before` come first where all are different. */
export function alignLines(before: string, after: string): BareLine[] {
  if (before === after) return linesOf(before).map((text) => ({ kind: 'same', text }));
  const hunks = patchOf(before, after, Number.MAX_SAFE_INTEGER) ?? [replaced(before, after)];
  return hunks.flatMap(({ lines }) => lines.filter((line) => !line.startsWith('\\')).map(toLine));
}

/** Undefined for texts that are entirely different. */
function patchOf(before: string, after: string, context: number): StructuredPatchHunk[] | undefined {
  return structuredPatch('', '', before, after, undefined, undefined, { context, maxEditLength: MOST_CHANGES })?.hunks;
}

function firstLines(found: readonly StructuredPatchHunk[], most: number): Pick<LineDiff, 'hunks' | 'omitted'> {
  const hunks: DiffHunk[] = [];
  const mark = markChangedWords();
  let left = most;
  let omitted = 0;
  for (const { oldStart, oldLines, newStart, newLines, lines } of found) {
    const shown = lines.slice(0, left);
    left -= shown.length;
    omitted += lines.length - shown.length;
    if (shown.length === 0) continue;
    hunks.push({ place: `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, lines: mark(shown.map(toLine)) });
  }
  return { hunks, omitted };
}

function toLine(line: string): BareLine {
  return { kind: KINDS[line.charAt(0)] ?? 'same', text: line.slice(1) };
}

/** A hunk in which all old lines are removed and all new ones added. */
function replaced(before: string, after: string): StructuredPatchHunk {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  return {
    oldStart: 1,
    oldLines: old.length,
    newStart: 1,
    newLines: fresh.length,
    lines: [...old.map((line) => `-${line}`), ...fresh.map((line) => `+${line}`)],
  };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, type StructuredPatchHunk, structuredPatch } from 'diff';

/** Line before its words are compared. */
export type BareLine = Pick<DiffLine, 'kind' | 'text'>;

/** Lines in which two texts differ, with context. @experimental */
export interface LineDiff {
  /** The first {@link MAX_LINES} lines. */
  readonly hunks: readonly DiffHunk[];
  /** Number of lines omitted from `hunks`. */
  readonly omitted: number;
  readonly added: number;
  readonly removed: number;
  /** Output of `diff -u` with all lines. Empty if the texts are the same. */
  readonly unified: string;
}

/** Changed lines with the unchanged lines around them. @experimental */
export interface DiffHunk {
  /** Position in the texts: `@@ -1,3 +1,4 @@`. */
  readonly place: string;
  readonly lines: readonly DiffLine[];
}

/** Line of a difference. @experimental */
export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same';
  readonly text: string;
  /**
   * Range of the words that differ from the line on the other side of the change, in UTF-16 code units. Null if there
   * is no such line, if the two have nothing in common, and in long texts.
   */
  readonly changed: readonly [start: number, end: number] | null;
}

/**
 * Maximum number of changes before texts count as entirely different. The search takes time quadratic in this number.
 */
const MAX_CHANGES = 500;

/** Maximum number of lines kept in hunks. Browsers are slow with more. */
const MAX_LINES = 2_000;

/** Number of equal lines around each difference. */
const CONTEXT = 3;

const KINDS: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed', ' ': 'same' };

/**
 * Compares two texts line by line, in time linear in their length.
 * @param names labels of the two texts, for `unified`
 */
export function diffLines(before: string, after: string, names: readonly [before: string, after: string]): LineDiff {
  if (before === after) return { hunks: [], omitted: 0, added: 0, removed: 0, unified: '' };
  const [oldFileName, newFileName] = names;
  const found = patchOf(before, after, CONTEXT)?.hunks ?? [replaced(before, after)];
  // Drops "\ No newline at end of file", since the texts are not files.
  const bare = found.map((hunk) => ({ ...hunk, lines: hunk.lines.filter((line) => !line.startsWith('\\')) }));
  const lines = bare.flatMap((hunk) => hunk.lines);
  return {
    ...firstLines(bare, MAX_LINES),
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    unified: formatPatch({ oldFileName, newFileName, oldHeader: '', newHeader: '', hunks: bare }, FILE_HEADERS_ONLY),
  };
}

/** Aligns all lines of two texts, in order. If all lines differ, those of `before` come first. */
export function alignLines(before: string, after: string): BareLine[] {
  if (before === after) return linesOf(before).map((text) => ({ kind: 'same', text }));
  const hunks = patchOf(before, after, Number.MAX_SAFE_INTEGER)?.hunks ?? [replaced(before, after)];
  return hunks.flatMap(({ lines }) => lines.filter((line) => !line.startsWith('\\')).map(toLine));
}

/**
 * Returns undefined for texts that are entirely different.
 * @param context number of equal lines around each difference
 */
export function patchOf(before: string, after: string, context: number): StructuredPatch | undefined {
  return structuredPatch('', '', before, after, undefined, undefined, { context, maxEditLength: MAX_CHANGES });
}

function firstLines(found: readonly StructuredPatchHunk[], most: number): Pick<LineDiff, 'hunks' | 'omitted'> {
  const hunks: DiffHunk[] = [];
  const mark = markChangedWords();
  let left = most;
  let omitted = 0;
  for (const { oldStart, oldLines, newStart, newLines, lines } of found) {
    const visibleLines = lines.slice(0, left);
    left -= visibleLines.length;
    omitted += lines.length - visibleLines.length;
    if (visibleLines.length === 0) continue;
    hunks.push({
      place: `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      lines: mark(visibleLines.map(toLine)),
    });
  }
  return { hunks, omitted };
}

function toLine(line: string): BareLine {
  return { kind: KINDS[line.charAt(0)] ?? 'same', text: line.slice(1) };
}

/** Creates a hunk that removes all old lines and adds all new ones. */
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

/** Maximum UTF-16 code units of changed lines that are compared word by word. */
const MAX_COMPARISONS = 200_000;

/** Creates a function that finds the words that differ in each hunk of one diff. The hunks share a limit of length. */
function markChangedWords(): (lines: readonly BareLine[]) => DiffLine[] {
  let left = MAX_COMPARISONS;
  return (lines) => {
    const counterparts = counterpartsOf(lines);
    return lines.map((line) => {
      const other = counterparts.get(line);
      left -= other === undefined ? 0 : line.text.length + other.length;
      return { ...line, changed: other !== undefined && left >= 0 ? changedWords(line.text, other) : null };
    });
  };
}

/**
 * Maps changed lines to the text that they replace or that replaces them. In a run of changes, the nth added line
 * replaces the nth removed line.
 */
function counterpartsOf(lines: readonly BareLine[]): ReadonlyMap<BareLine, string> {
  const found = new Map<BareLine, string>();
  let [added, removed]: [BareLine[], BareLine[]] = [[], []];
  function endRun(): void {
    for (const [index, one] of added.entries()) {
      const other = removed[index];
      if (!other) break;
      found.set(one, other.text);
      found.set(other, one.text);
    }
    [added, removed] = [[], []];
  }
  for (const line of lines) {
    if (line.kind === 'same') endRun();
    else if (line.kind === 'added') added.push(line);
    else removed.push(line);
  }
  endRun();
  return found;
}

/** Range between the whole words that both texts begin with and those that both end with; null without such words. */
function changedWords(text: string, other: string): DiffLine['changed'] {
  const [words, others] = [wordsOf(text), wordsOf(other)];
  const shorter = Math.min(words.length, others.length);
  let start = 0;
  while (start < shorter && words[start] === others[start]) start += 1;
  let end = 0;
  while (end < shorter - start && words.at(-1 - end) === others.at(-1 - end)) end += 1;
  const before = words.slice(0, start).join('');
  const after = words.slice(words.length - end).join('');
  return before.trim() === '' && after.trim() === '' ? null : [before.length, text.length - after.length];
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];
}

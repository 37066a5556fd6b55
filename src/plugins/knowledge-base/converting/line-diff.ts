import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk, structuredPatch } from 'diff';

/** Lines of two texts that differ, with some around them. */
export interface LineDiff {
  readonly hunks: readonly DiffHunk[];
  readonly added: number;
  readonly removed: number;
  /** As `diff -u` writes it; empty where the texts are the same. */
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
}

/**
 * Beyond so many changes the texts have nothing in common that is worth the search: its time grows with the square, to
 * some 40 ms here, in which a process does nothing else.
 */
const MOST_CHANGES = 500;
const CONTEXT = 3;
const KINDS: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed', ' ': 'same' };

/**
 * @param names what stands above the two texts
 * @param context lines that are shown around what differs
 */
export function diffLines(
  before: string,
  after: string,
  names: readonly [before: string, after: string],
  context = CONTEXT,
): LineDiff {
  if (before === after) return { hunks: [], added: 0, removed: 0, unified: '' };
  const [old, fresh] = names;
  const patch = structuredPatch(old, fresh, before, after, undefined, undefined, {
    context,
    maxEditLength: MOST_CHANGES,
  }) ?? { oldFileName: old, newFileName: fresh, oldHeader: '', newHeader: '', hunks: [replaced(before, after)] };
  // "\ No newline at end of file" is about a file, and these are none.
  const bare = patch.hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.filter((line) => !line.startsWith('\\')) }));
  const hunks = bare.map(describe);
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    hunks,
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
    unified: formatPatch({ ...patch, hunks: bare }, FILE_HEADERS_ONLY),
  };
}

function describe({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): DiffHunk {
  return {
    place: `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    lines: lines.map((line) => ({ kind: KINDS[line[0] ?? ' '] ?? 'same', text: line.slice(1) })),
  };
}

/** All lines of the one go, all of the other come. */
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

import type { Strings } from '../../../index.js';
import type { DiffHunk, DiffLine, LineDiff } from '../converting/line-diff.js';
import type { ShownDifference } from '../template-data.js';

/** UTF-16 code units of changed lines that are compared word by word. Lines beyond are shown without marks. */
const MOST_MARKED = 200_000;
const SIGNS = { added: '+', removed: '-', same: ' ' } as const;

type ShownLine = ShownDifference['lines'][number];

/** A difference as pages show it. @param id of its heading */
export function shownDifference(
  id: string,
  title: string,
  { hunks, omitted, added, removed }: LineDiff,
  { text }: Strings,
): ShownDifference {
  const budget = { left: MOST_MARKED };
  return {
    id,
    title,
    summary: text('convert.lines', { added: String(added), removed: String(removed) }),
    lines: hunks.flatMap((hunk) => linesOf(hunk, budget)),
    more: omitted > 0 ? text('convert.more', { count: String(omitted) }) : '',
  };
}

function linesOf({ place, lines }: DiffHunk, budget: { left: number }): ShownLine[] {
  const counterparts = counterpartsOf(lines);
  return [
    { kind: 'place', pieces: [{ text: place, isMarked: false }] },
    ...lines.map((line): ShownLine => {
      const { kind, text } = line;
      const other = counterparts.get(line);
      budget.left -= other === undefined ? 0 : text.length + other.length;
      const isMarked = other !== undefined && budget.left >= 0;
      const pieces = isMarked ? markedPieces(text, other) : [{ text, isMarked: false }];
      return { kind, pieces: [{ text: `${SIGNS[kind]} `, isMarked: false }, ...pieces] };
    }),
  ];
}

/** The text that each changed line replaces or is replaced by: in a run of changes, the n-th added the n-th removed line. */
function counterpartsOf(lines: DiffHunk['lines']): ReadonlyMap<DiffLine, string> {
  const found = new Map<DiffLine, string>();
  let [added, removed]: [DiffLine[], DiffLine[]] = [[], []];
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

/** A line with what differs from another one marked: what both begin and end with is not. Whole words are marked. */
function markedPieces(text: string, other: string): ShownDifference['lines'][number]['pieces'] {
  const [words, others] = [wordsOf(text), wordsOf(other)];
  const shorter = Math.min(words.length, others.length);
  let start = 0;
  while (start < shorter && words[start] === others[start]) start += 1;
  let end = 0;
  while (end < shorter - start && words.at(-1 - end) === others.at(-1 - end)) end += 1;
  // Nothing in common says nothing.
  if (
    words.slice(0, start).join('').trim() === '' &&
    words
      .slice(words.length - end)
      .join('')
      .trim() === ''
  ) {
    return [{ text, isMarked: false }];
  }
  return [
    { text: words.slice(0, start).join(''), isMarked: false },
    { text: words.slice(start, words.length - end).join(''), isMarked: true },
    { text: words.slice(words.length - end).join(''), isMarked: false },
  ].filter((piece) => piece.text !== '');
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];
}

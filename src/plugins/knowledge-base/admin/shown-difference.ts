import type { Strings } from '../../../index.js';
import type { DiffHunk, LineDiff } from '../converting/line-diff.js';
import type { ShownDifference } from '../template-data.js';

/** Lines of a difference that are shown: nobody reads more, and browsers are slow with them. */
const MOST_LINES = 2_000;
const SIGNS = { added: '+', removed: '-', same: ' ' } as const;

/** A difference as pages show it. @param id of its heading */
export function shownDifference(
  id: string,
  title: string,
  { hunks, added, removed }: LineDiff,
  { text }: Strings,
): ShownDifference {
  const lines = hunks.flatMap(linesOf);
  const left = lines.length - MOST_LINES;
  return {
    id,
    title,
    summary: text('convert.lines', { added: String(added), removed: String(removed) }),
    lines: lines.slice(0, MOST_LINES),
    more: left > 0 ? text('convert.more', { count: String(left) }) : '',
  };
}

function linesOf({ place, lines }: DiffHunk): ShownDifference['lines'] {
  return [
    { kind: 'place', pieces: [{ text: place, isMarked: false }] },
    ...lines.map(({ kind, text }, index) => {
      const other = twinOf(lines, index);
      const pieces = other === null ? [{ text, isMarked: false }] : markedPieces(text, other);
      return { kind, pieces: [{ text: `${SIGNS[kind]} `, isMarked: false }, ...pieces] };
    }),
  ];
}

/** The line that took the place of one, or that it took the place of: the same one of as many that go and come. */
function twinOf(lines: DiffHunk['lines'], index: number): string | null {
  const { kind } = lines[index] ?? { kind: 'same' };
  if (kind === 'same') return null;
  let start = index;
  while (start > 0 && lines[start - 1]?.kind !== 'same') start -= 1;
  let end = index;
  while (end < lines.length && lines[end]?.kind !== 'same') end += 1;
  const run = lines.slice(start, end);
  const of = (wanted: string) => run.filter((line) => line.kind === wanted);
  const place = lines[index] ? of(kind).indexOf(lines[index]) : -1;
  return of(kind === 'added' ? 'removed' : 'added')[place]?.text ?? null;
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

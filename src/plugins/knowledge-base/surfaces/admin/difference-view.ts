import type { DiffHunk, DiffLine, LineDiff } from '../../../../blocks.js';
import type { Strings } from '../../../../text.js';
import type { DifferenceView } from '../../content/views/template-data.js';

const SIGNS = { added: '+', removed: '-', same: ' ' } as const;

type ShownLine = DifferenceView['lines'][number];

/** Converts a difference for display. @param id id of its heading */
export function shownDifference(
  id: string,
  title: string,
  { hunks, omitted, added, removed }: LineDiff,
  { text }: Strings,
): DifferenceView {
  return {
    id,
    title,
    summary: text('convert.lines', { added: String(added), removed: String(removed) }),
    lines: hunks.flatMap(linesOf),
    more: omitted > 0 ? text('convert.more', { count: String(omitted) }) : '',
  };
}

function linesOf({ place, lines }: DiffHunk): ShownLine[] {
  return [
    { kind: 'place', pieces: [{ text: place, isMarked: false }] },
    ...lines.map((line) => ({
      kind: line.kind,
      pieces: [{ text: `${SIGNS[line.kind]} `, isMarked: false }, ...piecesOf(line)],
    })),
  ];
}

function piecesOf({ text, changed }: DiffLine): ShownLine['pieces'] {
  if (!changed) return [{ text, isMarked: false }];
  const [start, end] = changed;
  return [
    { text: text.slice(0, start), isMarked: false },
    { text: text.slice(start, end), isMarked: true },
    { text: text.slice(end), isMarked: false },
  ].filter((piece) => piece.text !== '');
}

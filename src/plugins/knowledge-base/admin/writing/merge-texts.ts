import { applyPatch, structuredPatch } from 'diff';
import { alignLines, type DiffLine } from '../../converting/line-diff.js';

/** Two texts that were made of one, as one again. */
export interface MergedText {
  readonly text: string;
  /** Whether both changed the same lines, which stand one after the other then. */
  readonly isMarked: boolean;
}

/** Longer searches for what two texts have in common hold up everything else. */
const MOST_CHANGES = 500;

/**
 * What both have changed in a text, together.
 * @param base what both began with; null where it is not kept any more
 */
export function mergeTexts(base: string | null, mine: string, theirs: string): MergedText {
  if (mine === theirs) return { text: mine, isMarked: false };
  const patch =
    base === null
      ? undefined
      : structuredPatch('', '', base, mine, undefined, undefined, { context: 2, maxEditLength: MOST_CHANGES });
  const text = patch ? applyPatch(theirs, patch) : false;
  return text === false ? { text: marked(mine, theirs), isMarked: true } : { text, isMarked: false };
}

/** Their text; where mine differs, my lines come before theirs. */
function marked(mine: string, theirs: string): string {
  const lines: string[] = [];
  let run: DiffLine[] = [];
  function flush(): void {
    if (run.length === 0) return;
    lines.push('<<<<<<<');
    for (const { kind, text } of run) if (kind === 'added') lines.push(text);
    lines.push('=======');
    for (const { kind, text } of run) if (kind === 'removed') lines.push(text);
    lines.push('>>>>>>>');
    run = [];
  }
  for (const line of alignLines(theirs, mine)) {
    if (line.kind === 'same') {
      flush();
      lines.push(line.text);
    } else run.push(line);
  }
  flush();
  return lines.join('\n');
}

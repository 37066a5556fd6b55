import { applyPatch, structuredPatch } from 'diff';
import { diffLines } from '../../converting/line-diff.js';

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

/** Their text, and where mine has others, those lines before theirs. */
function marked(mine: string, theirs: string): string {
  const { hunks } = diffLines(theirs, mine, ['theirs', 'mine'], Number.MAX_SAFE_INTEGER);
  const lines: string[] = [];
  let [ours, others]: [string[], string[]] = [[], []];
  const flush = (): void => {
    if (ours.length + others.length > 0) lines.push('<<<<<<<', ...ours, '=======', ...others, '>>>>>>>');
    [ours, others] = [[], []];
  };
  for (const { kind, text } of hunks.flatMap((hunk) => hunk.lines)) {
    if (kind === 'added') ours.push(text);
    else if (kind === 'removed') others.push(text);
    else {
      flush();
      lines.push(text);
    }
  }
  flush();
  return lines.join('\n');
}

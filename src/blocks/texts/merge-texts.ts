import { applyPatch } from 'diff';
import { alignLines, type BareLine, patchOf } from './line-diff.js';

/** Result of {@link mergeTexts}. @experimental */
export interface MergedText {
  readonly text: string;
  /** Whether both changed the same lines. Each conflict is between `<<<<<<<` and `>>>>>>>`, mine before theirs. */
  readonly isMarked: boolean;
}

/**
 * Merges two changed versions of a text.
 * @param base text that both changed; null if it is no longer available
 */
export function mergeTexts(base: string | null, mine: string, theirs: string): MergedText {
  if (mine === theirs) return { text: mine, isMarked: false };
  const patch = base === null ? undefined : patchOf(base, mine, 2);
  const text = patch ? applyPatch(theirs, patch) : false;
  return text === false ? { text: marked(mine, theirs), isMarked: true } : { text, isMarked: false };
}

/** Marks conflicts in their text: where mine differs, my lines come before theirs. */
function marked(mine: string, theirs: string): string {
  const lines: string[] = [];
  let run: BareLine[] = [];
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

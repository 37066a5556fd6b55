import type { BareLine, DiffLine } from './line-diff.js';

/** Maximum UTF-16 code units of changed lines that are compared word by word. */
const MAX_COMPARISONS = 200_000;

/** Creates a function that finds the words that differ in each hunk of one diff. The hunks share a limit of length. */
export function markChangedWords(): (lines: readonly BareLine[]) => DiffLine[] {
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

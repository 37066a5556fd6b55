import type { TocEntry } from '../template-data.js';

/** More entries are no overview. */
const MOST_ENTRIES = 120;

/** The contents of an article as its page lists them: of very many headings those of the upper levels. */
export function outlineOf(toc: readonly TocEntry[]): TocEntry[] {
  const levels = [...new Set(toc.map(({ level }) => level))].sort((one, other) => one - other);
  const upTo = (deepest: number) => toc.filter(({ level }) => level <= deepest);
  const deepest = levels.findLast((level) => upTo(level).length <= MOST_ENTRIES) ?? levels[0] ?? 0;
  return upTo(deepest);
}

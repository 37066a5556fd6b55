import type { TocEntry } from '../../content/views/template-data.js';

/** Maximum number of entries. */
const MAX_ENTRIES = 120;

/** Returns the table of contents. If there are too many headings, only upper levels are listed. */
export function outlineOf(toc: readonly TocEntry[]): TocEntry[] {
  const levels = [...new Set(toc.map(({ level }) => level))].sort((one, other) => one - other);
  const upTo = (deepest: number) => toc.filter(({ level }) => level <= deepest);
  const deepest = levels.findLast((level) => upTo(level).length <= MAX_ENTRIES) ?? levels[0] ?? 0;
  return upTo(deepest);
}

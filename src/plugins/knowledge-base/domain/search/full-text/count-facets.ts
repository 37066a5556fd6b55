import { json } from '../../../../../database.js';
import type { SearchResult } from '../engine.js';

/** Columns of `kb_articles` that are counted. */
interface CountedColumns {
  readonly category_ids: string;
  readonly tags: string;
}

/** Counts categories and tags over all matches, most frequent first. */
export function countFacets(rows: readonly CountedColumns[]): SearchResult['facets'] {
  return {
    categories: countEach<number>(rows.map((row) => row.category_ids))
      .map(([id, count]) => ({ id, count }))
      .sort((one, other) => other.count - one.count || one.id - other.id),
    tags: countEach<string>(rows.map((row) => row.tags))
      .map(([tag, count]) => ({ tag, count }))
      .sort((one, other) => other.count - one.count || (one.tag < other.tag ? -1 : 1)),
  };
}

/** Decodes each distinct list once, because many articles share the same list. */
function countEach<T>(lists: readonly string[]): [value: T, count: number][] {
  const ofList = new Map<string, number>();
  for (const list of lists) ofList.set(list, (ofList.get(list) ?? 0) + 1);
  const counts = new Map<T, number>();
  for (const [list, count] of ofList) {
    for (const value of new Set(json.decode(list) as T[])) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return [...counts];
}

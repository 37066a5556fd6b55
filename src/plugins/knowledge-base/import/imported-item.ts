import type { ImportItem } from './item.js';
import type { Tally } from './report.js';

/** What became of one page of a source. */
export interface ImportedItem {
  readonly kind: 'article' | 'category';
  /** Where it is in the source. */
  readonly key: string;
  readonly title: string;
  readonly outcome: keyof Tally;
  /** What it is here; null where a dry run would make it. */
  readonly id: number | null;
}

export function importedItem(
  { kind, key, title }: Pick<ImportItem, 'kind' | 'key' | 'title'>,
  { id, outcome }: { readonly id: number; readonly outcome: keyof Tally },
): ImportedItem {
  return { kind: kind === 'category' ? kind : 'article', key, title, outcome, id: id === 0 ? null : id };
}

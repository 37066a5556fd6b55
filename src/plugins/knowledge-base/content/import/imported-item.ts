import type { ImportItem } from './item.js';
import type { Tally } from './report.js';

/** Result of importing one page. */
export interface ImportedItem {
  readonly kind: 'article' | 'category';
  /** Key of the page in the source. */
  readonly key: string;
  readonly title: string;
  readonly outcome: keyof Tally;
  /** Id of the article or category; null for one that a dry run would create. */
  readonly id: number | null;
}

export function importedItem(
  { kind, key, title }: Pick<ImportItem, 'kind' | 'key' | 'title'>,
  { id, outcome }: { readonly id: number; readonly outcome: keyof Tally },
): ImportedItem {
  return { kind: kind === 'category' ? kind : 'article', key, title, outcome, id: id === 0 ? null : id };
}

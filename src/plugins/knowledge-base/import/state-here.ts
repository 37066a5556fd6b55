import type { ArticleStatus } from '../article.js';
import type { ImportItem } from './item.js';
import type { ImportRun } from './run-import.js';

/**
 * The state that an imported article begins in. What this site cannot keep yet, a date ahead or a rule of who may read
 * it, becomes a draft and a warning: it is never shown to more people than the source showed it to.
 */
export function stateHere({ index, report }: ImportRun, item: ImportItem): ArticleStatus {
  const warn = (message: string): 'draft' => {
    report.warnings.push({ key: item.key, message });
    return 'draft';
  };
  if (ruleAbove(index.byKey, item)) {
    return warn(
      'Only some may read it in the source. It was imported as a draft: say who may read it, then publish it.',
    );
  }
  if (item.status === 'future') {
    return warn(
      'It was to be published on its date. It was imported as a draft with that date: publish it when it is due.',
    );
  }
  return item.status;
}

/** Whether the item or a category that it is in keeps anybody out. */
function ruleAbove(find: (key: string) => ImportItem | undefined, item: ImportItem): boolean {
  if (item.access !== null && item.access.mode !== 'public') return true;
  return [item.parentKey, ...item.otherParentKeys].some((key) => {
    const above = key === null ? undefined : find(key);
    return above !== undefined && ruleAbove(find, above);
  });
}

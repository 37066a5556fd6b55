import { escapeHtml, type SafeHtml, safeHtml } from '../../../../pages.js';
import type { Pagination } from '../../content/views/template-data.js';

/** Renders links to the previous and next page. */
export function sequenceMarkup({ previous, next }: Pick<Pagination, 'previous' | 'next'>): SafeHtml[] {
  return Object.entries({ prev: previous, next }).flatMap(([relation, link]) =>
    link === null ? [] : [safeHtml(`<link rel="${relation}" href="${escapeHtml(link)}">`)],
  );
}

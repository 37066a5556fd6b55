import { HostError } from '../../index.js';
import type { Article, ArticleStatus } from './article.js';

/** Where an article may go from each state; from the trash it goes back where it came from. */
const TRANSITIONS: Readonly<Record<Exclude<ArticleStatus, 'trash'>, readonly ArticleStatus[]>> = {
  draft: ['pending', 'publish', 'trash'],
  pending: ['draft', 'publish', 'trash'],
  publish: ['draft', 'archived', 'trash'],
  archived: ['publish', 'trash'],
};

/** The states that an article may be put into now. */
export function allowedTransitions(article: Pick<Article, 'status' | 'trashedFrom'>): readonly ArticleStatus[] {
  if (article.status === 'trash') return [article.trashedFrom ?? 'draft'];
  return TRANSITIONS[article.status];
}

/** @throws HostError 409 `vendor_kb_invalid_transition` with `details.allowed` */
export function assertTransition(article: Pick<Article, 'status' | 'trashedFrom'>, to: ArticleStatus): void {
  const allowed = allowedTransitions(article);
  if (article.status === to || allowed.includes(to)) return;
  throw new HostError(
    'vendor_kb_invalid_transition',
    `An article in the state "${article.status}" cannot become "${to}". Possible now: ${allowed.join(', ')}.`,
    { status: 409, details: { from: article.status, to, allowed } },
  );
}

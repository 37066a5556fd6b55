import { HostError } from '../../index.js';
import type { Article, ArticleStatus } from './article.js';

/** Where an article may go from each state; from the trash it goes back where it came from. */
const TRANSITIONS: Readonly<Record<Exclude<ArticleStatus, 'trash'>, readonly ArticleStatus[]>> = {
  draft: ['pending', 'publish', 'trash'],
  pending: ['draft', 'publish', 'trash'],
  publish: ['draft', 'archived', 'trash'],
  archived: ['publish', 'trash'],
};

/** The states that a new article can begin in. */
const INITIAL_STATUSES: readonly ArticleStatus[] = ['draft', 'pending', 'publish'];

/** The states that an article may be put into now. */
export function allowedTransitions(article: Pick<Article, 'status' | 'trashedFrom'>): readonly ArticleStatus[] {
  if (article.status === 'trash') return [article.trashedFrom ?? 'draft'];
  return TRANSITIONS[article.status];
}

/**
 * @param article null for one that is about to be created
 * @throws HostError 409 `vendor_kb_invalid_transition` with `details.allowed`
 */
export function assertTransition(article: Pick<Article, 'status' | 'trashedFrom'> | null, to: ArticleStatus): void {
  const allowed = article ? allowedTransitions(article) : INITIAL_STATUSES;
  if (article?.status === to || allowed.includes(to)) return;
  const from = article?.status ?? 'new';
  const message = article
    ? `An article in the state "${from}" cannot become "${to}". Possible now: ${allowed.join(', ')}.`
    : `A new article cannot begin as "${to}". Possible are ${allowed.join(', ')}.`;
  throw new HostError('vendor_kb_invalid_transition', message, { status: 409, details: { from, to, allowed } });
}

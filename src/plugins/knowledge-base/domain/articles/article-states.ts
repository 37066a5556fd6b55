import { HostError } from '../../../../index.js';
import { invalidParam } from '../errors.js';
import type { Article, ArticleInput, ArticleStatus } from './article.js';

/** Allowed transitions from each status. From the trash, an article returns to its previous status. */
const TRANSITIONS: Readonly<Record<Exclude<ArticleStatus, 'trash'>, readonly ArticleStatus[]>> = {
  draft: ['pending', 'future', 'publish', 'trash'],
  pending: ['draft', 'future', 'publish', 'trash'],
  future: ['draft', 'pending', 'publish', 'trash'],
  publish: ['draft', 'archived', 'trash'],
  archived: ['publish', 'trash'],
};

/** Statuses that a new article may have. */
const INITIAL_STATUSES: readonly ArticleStatus[] = ['draft', 'pending', 'future', 'publish'];

/** Returns the statuses that an article may change to. */
export function allowedTransitions(article: Pick<Article, 'status' | 'trashedFrom'>): readonly ArticleStatus[] {
  if (article.status === 'trash') {
    const before = article.trashedFrom ?? 'draft';
    // A scheduled article may have become due in the meantime.
    return before === 'future' ? ['future', 'publish'] : [before];
  }
  return TRANSITIONS[article.status];
}

/**
 * Rejects a transition that is not allowed.
 * @param article null for an article being created
 * @throws HostError 409 `vendor_kb_invalid_transition` with `details.allowed`
 */
export function assertTransition(article: Pick<Article, 'status' | 'trashedFrom'> | null, to: ArticleStatus): void {
  const allowed = article ? allowedTransitions(article) : INITIAL_STATUSES;
  if (article?.status === to || allowed.includes(to)) return;
  const from = article?.status ?? 'new';
  const message = article
    ? `An article with the status "${from}" cannot change to "${to}". Allowed: ${allowed.join(', ')}.`
    : `A new article cannot have the status "${to}". Allowed: ${allowed.join(', ')}.`;
  throw new HostError('vendor_kb_invalid_transition', message, { status: 409, details: { from, to, allowed } });
}

/**
 * Derives the status and date of an article.
 * Publishing at a future time schedules the article, and a scheduled time that has passed publishes it. An article
 * published by hand without a date is published now.
 * @param input values set by the writer
 * @throws HostError 400 `vendor_kb_invalid_param` for `future` without a date
 */
export function dated(
  { status, publishedAt }: Pick<Article, 'status' | 'publishedAt'>,
  input: Pick<ArticleInput, 'status' | 'publishedAt'>,
  now: Date,
): Pick<Article, 'status' | 'publishedAt'> {
  if (status !== 'publish' && status !== 'future') return { status, publishedAt };
  if (status === 'future' && publishedAt === null) throw invalidParam('date', 'Set a publication date.');
  const isByHand = input.status === 'publish' && input.publishedAt === undefined;
  if (publishedAt === null || (isByHand && publishedAt > now)) return { status: 'publish', publishedAt: now };
  const isAsked = input.status !== undefined || input.publishedAt !== undefined;
  if (!isAsked) return { status, publishedAt };
  return { status: publishedAt > now ? 'future' : 'publish', publishedAt };
}

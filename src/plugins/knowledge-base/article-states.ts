import { HostError } from '../../index.js';
import type { Article, ArticleInput, ArticleStatus } from './article.js';
import { invalidParam } from './errors.js';

/** Where an article may go from each state; from the trash it goes back where it came from. */
const TRANSITIONS: Readonly<Record<Exclude<ArticleStatus, 'trash'>, readonly ArticleStatus[]>> = {
  draft: ['pending', 'future', 'publish', 'trash'],
  pending: ['draft', 'future', 'publish', 'trash'],
  future: ['draft', 'pending', 'publish', 'trash'],
  publish: ['draft', 'archived', 'trash'],
  archived: ['publish', 'trash'],
};

/** The states that a new article can begin in. */
const INITIAL_STATUSES: readonly ArticleStatus[] = ['draft', 'pending', 'future', 'publish'];

/** The states that an article may be put into now. */
export function allowedTransitions(article: Pick<Article, 'status' | 'trashedFrom'>): readonly ArticleStatus[] {
  if (article.status === 'trash') {
    const before = article.trashedFrom ?? 'draft';
    // The time of what waited may have come in the meantime.
    return before === 'future' ? ['future', 'publish'] : [before];
  }
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

/**
 * The state that a date makes of one: what is to be published at a time that is still to come waits for it, and what
 * waits for a time that has passed is published. Published by hand and without a date, it is published now.
 * @param input what a writer sets
 * @throws HostError 400 `vendor_kb_invalid_param` for `future` without a date
 */
export function dated(
  { status, publishedAt }: Pick<Article, 'status' | 'publishedAt'>,
  input: Pick<ArticleInput, 'status' | 'publishedAt'>,
  now: Date,
): Pick<Article, 'status' | 'publishedAt'> {
  if (status !== 'publish' && status !== 'future') return { status, publishedAt };
  if (status === 'future' && publishedAt === null) throw invalidParam('date', 'Say when it is to be published.');
  const isByHand = input.status === 'publish' && input.publishedAt === undefined;
  if (publishedAt === null || (isByHand && publishedAt > now)) return { status: 'publish', publishedAt: now };
  const isAsked = input.status !== undefined || input.publishedAt !== undefined;
  if (!isAsked) return { status, publishedAt };
  return { status: publishedAt > now ? 'future' : 'publish', publishedAt };
}

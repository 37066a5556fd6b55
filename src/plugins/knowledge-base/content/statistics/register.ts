import type { PluginContext, User } from '../../../../index.js';
import type { Article } from '../../domain/articles/article.js';
import type { Rating } from '../../domain/feedback/feedback-hooks.js';
import type { Vote } from '../../domain/ratings/rating-summary.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { StatisticsEvent } from './event.js';

/** Counts searches, votes and feedback, cleans up every night, and writes buffered events at shutdown. */
export function registerStatistics(
  { hooks, jobs, outbox, onClose }: PluginContext,
  { statistics }: KnowledgeBase,
): void {
  hooks.addAction('vendor_kb_search_performed', ({ query, locale, total, categories, final }, { caller }) => {
    if (!caller) return;
    const categoryId = categories.length === 1 ? (categories[0] ?? 0) : 0;
    statistics.searched({ kind: 'search', query, locale, results: total, categoryId }, caller, final);
  });
  // Held votes do not count. A changed vote counts with its last value at the time it was first cast.
  hooks.addAction('vendor_kb_rating_submitted', (rating, _summary, { locale }, { previous }) => {
    if (rating.held) return;
    if (previous) recordVote({ ...rating, ...changedIn(previous, rating) }, locale, 'taken');
    recordVote({ ...rating, ...changedIn(rating, previous) }, locale, 'cast');
  });
  hooks.addAction('vendor_kb_rating_withdrawn', (rating, _summary, { locale }) => {
    if (!rating.held) recordVote(rating, locale, 'taken');
  });
  hooks.addAction('vendor_kb_rating_released', (rating, { locale }) => recordVote(rating, locale, 'cast'));
  hooks.addAction('vendor_kb_feedback_submitted', (_feedback, { id, locale }) => {
    statistics.record({ kind: 'feedback', articleId: id, locale }, null);
  });
  function recordVote({ articleId, value, helpful, castAt }: Rating, locale: string, what: 'cast' | 'taken'): void {
    const isTaken = what === 'taken';
    if (value !== undefined) {
      const about = { articleId, locale, value, ...(castAt.value ? { castAt: castAt.value } : {}) };
      statistics.record({ kind: isTaken ? 'rating_taken' : 'rating', ...about }, null);
    }
    if (helpful !== undefined) {
      const about = { articleId, locale, value: helpful, ...(castAt.helpful ? { castAt: castAt.helpful } : {}) };
      statistics.record({ kind: isTaken ? 'helpful_taken' : 'helpful', ...about }, null);
    }
  }

  jobs.schedule({
    name: 'kb_statistics',
    title: "Knowledge base: aggregate yesterday's events and delete old ones",
    cron: '30 3 * * *',
    run: ({ slot }) => statistics.nightly(slot),
  });
  jobs.schedule({
    name: 'kb_no_results_digest',
    title: "Knowledge base: announce yesterday's searches without results",
    // After the job that recounts yesterday.
    cron: '50 3 * * *',
    overlap: false,
    async run({ slot }) {
      const digest = await statistics.noResults(slot);
      if (digest.queries.length > 0) await outbox.announce('vendor_kb_search_no_results_digest', digest);
    },
  });
  onClose(statistics.close);
}

/** Returns the vote types whose value differs in another vote of the same visitor; others are undefined. */
function changedIn(vote: Vote, other: Vote | null): { value: number | undefined; helpful: boolean | undefined } {
  return {
    value: vote.value === other?.value ? undefined : vote.value,
    helpful: vote.helpful === other?.helpful ? undefined : vote.helpful,
  };
}

/** Announces counted views without delaying the recorder. */
export function createViewAnnouncement({ hooks, log }: Pick<PluginContext, 'hooks' | 'log'>) {
  return (article: Article, viewer: User | null): void => {
    hooks.doActionAsync('vendor_kb_article_viewed', article, { viewer }).catch((error: unknown) => {
      log.error({ err: error, article: article.id }, 'Some listeners were not notified of an article view');
    });
  };
}

/** Decides which events the site excludes: those of editors if the settings say so, and those plugins exclude. */
export function createExclusion({ hooks, settings, access }: PluginContext) {
  return async (event: StatisticsEvent, user: User | null): Promise<boolean> => {
    const isEditor =
      user !== null &&
      (await settings.get('knowledge-base')).excludeEditors &&
      (await access.can(user, 'edit_kb_articles'));
    return hooks.applyFilters('vendor_kb_stats_excluded', isEditor, event, { user });
  };
}

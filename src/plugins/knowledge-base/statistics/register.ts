import type { PluginContext } from '../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { Caller, StatisticsEvent } from './event.js';

/** Counts searches, tidies up at night, and writes what is left when the process ends. */
export function registerStatistics({ hooks, jobs, onClose }: PluginContext, { statistics }: KnowledgeBase): void {
  hooks.addAction('vendor_kb_search_performed', ({ query, locale, total, categories }, { caller }) => {
    if (!caller) return;
    const categoryId = categories.length === 1 ? (categories[0] ?? 0) : 0;
    statistics.record({ kind: 'search', query, locale, results: total, categoryId }, caller);
  });
  jobs.schedule({
    name: 'kb_statistics',
    title: 'Knowledge base: count yesterday, forget what is old',
    cron: '30 3 * * *',
    run: ({ slot }) => statistics.nightly(slot),
  });
  onClose(statistics.close);
}

/** What the site leaves out of its statistics: its editors, where the settings say so, and what plugins leave out. */
export function createExclusion({ hooks, settings, access }: PluginContext) {
  return async (event: StatisticsEvent, { user }: Caller): Promise<boolean> => {
    const isEditor =
      user !== null &&
      (await settings.get('knowledge-base')).excludeEditors &&
      (await access.can(user, 'edit_kb_articles'));
    return hooks.applyFilters('vendor_kb_stats_excluded', isEditor, event, { user });
  };
}

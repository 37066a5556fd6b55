import type { OwnedWebhooks } from '../../../../webhooks.js';
import { kbTitle } from '../../catalogues.js';

/** Registers the daily webhook for searches without results. */
export function registerSearchTopics(webhooks: OwnedWebhooks): void {
  webhooks.topic({
    action: 'vendor_kb_search_no_results_digest',
    title: kbTitle('webhooks.search-no-results'),
    payload: ({ day, queries }) => ({ day, queries }),
    sample: { day: '2026-01-31', queries: [{ query: 'change my address', locale: 'en', count: 12 }] },
  });
}

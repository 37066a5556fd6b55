import type { OwnedHooks } from '../../hooks.js';
import { defineImportHooks } from './content/import/import-hooks.js';
import { defineStatisticsHooks } from './content/statistics/statistics-hooks.js';
import { defineViewHooks } from './content/views/view-hooks.js';
import { defineWebhookHooks } from './content/webhooks/webhook-hooks.js';
import { defineAccessHooks } from './domain/access/access-hooks.js';
import { defineArticleHooks } from './domain/articles/article-hooks.js';
import { defineAttachmentHooks } from './domain/attachments/attachment-hooks.js';
import { defineCacheHooks } from './domain/cache-hooks.js';
import { defineCategoryHooks } from './domain/categories/category-hooks.js';
import { defineFeedbackHooks } from './domain/feedback/feedback-hooks.js';
import { definePermalinkHooks } from './domain/links/permalink-hooks.js';
import { defineTextHooks } from './domain/rendering/text-hooks.js';
import { defineSearchHooks } from './domain/search/search-hooks.js';
import { defineDigestHooks } from './surfaces/digest/digest-hooks.js';
import { definePageHooks } from './surfaces/pages/page-hooks.js';
import { defineSyndicationHooks } from './surfaces/syndication/syndication-hooks.js';

declare module '../../index.js' {
  interface Actions {
    /**
     * Fires when the knowledge base and all plugins are set up, before the process does any work. It fires in every
     * process that serves requests, runs a command or a test, and again when the knowledge base is activated in a
     * running process, but not when another plugin is activated later. Register callbacks in a plugin's setup; a
     * failing callback is skipped.
     */
    vendor_kb_init(): void | Promise<void>;
  }
}

/** Defines all hooks of the knowledge base. */
export function defineHooks(hooks: OwnedHooks): void {
  defineAccessHooks(hooks);
  defineArticleHooks(hooks);
  defineAttachmentHooks(hooks);
  defineCacheHooks(hooks);
  defineCategoryHooks(hooks);
  defineDigestHooks(hooks);
  defineImportHooks(hooks);
  defineFeedbackHooks(hooks);
  definePageHooks(hooks);
  definePermalinkHooks(hooks);
  defineSearchHooks(hooks);
  defineStatisticsHooks(hooks);
  defineSyndicationHooks(hooks);
  defineTextHooks(hooks);
  defineWebhookHooks(hooks);
  defineViewHooks(hooks);
  hooks.define('vendor_kb_init', { since: '0.1.0', onError: 'isolate', kind: 'action', async: 'allowed' });
}

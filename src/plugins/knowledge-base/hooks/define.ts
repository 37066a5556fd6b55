import type { OwnedHooks } from '../../../hooks.js';
import { defineAccessHooks } from './access-hooks.js';
import { defineArticleHooks } from './article-hooks.js';
import { defineAttachmentHooks } from './attachment-hooks.js';
import { defineCacheHooks } from './cache-hooks.js';
import { defineCategoryHooks } from './category-hooks.js';
import { defineDigestHooks } from './digest-hooks.js';
import { defineImportHooks } from './import-hooks.js';
import { defineLifeHooks } from './life-hooks.js';
import { defineOpinionHooks } from './opinion-hooks.js';
import { definePageHooks } from './page-hooks.js';
import { definePermalinkHooks } from './permalink-hooks.js';
import { defineSearchHooks } from './search-hooks.js';
import { defineStatisticsHooks } from './statistics-hooks.js';
import { defineSyndicationHooks } from './syndication-hooks.js';
import { defineTextHooks } from './text-hooks.js';
import { defineWebhookHooks } from './webhook-hooks.js';

/** Defines all hooks of the knowledge base. */
export function defineHooks(hooks: OwnedHooks): void {
  defineAccessHooks(hooks);
  defineArticleHooks(hooks);
  defineAttachmentHooks(hooks);
  defineCacheHooks(hooks);
  defineCategoryHooks(hooks);
  defineDigestHooks(hooks);
  defineImportHooks(hooks);
  defineLifeHooks(hooks);
  defineOpinionHooks(hooks);
  definePageHooks(hooks);
  definePermalinkHooks(hooks);
  defineSearchHooks(hooks);
  defineStatisticsHooks(hooks);
  defineSyndicationHooks(hooks);
  defineTextHooks(hooks);
  defineWebhookHooks(hooks);
}

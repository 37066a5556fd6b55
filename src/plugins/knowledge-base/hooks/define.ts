import type { OwnedHooks } from '../../../index.js';
import { defineArticleHooks } from './article-hooks.js';
import { definePageHooks } from './page-hooks.js';
import { defineSearchHooks } from './search-hooks.js';
import { defineStatisticsHooks } from './statistics-hooks.js';

/** Says what the hooks of the knowledge base are. */
export function defineHooks(hooks: OwnedHooks): void {
  defineArticleHooks(hooks);
  definePageHooks(hooks);
  defineSearchHooks(hooks);
  defineStatisticsHooks(hooks);
}

import type { PluginContext } from '../../../../../index.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { registerIndexPage } from './index-page.js';
import { registerPromotionList } from './promotions/list.js';
import { registerPromotionPages } from './promotions/pages.js';
import { registerSearchStatistics } from './statistics/page.js';
import { registerSynonymImport } from './synonyms/import.js';
import { registerSynonymList } from './synonyms/list.js';
import { registerSynonymPages } from './synonyms/pages.js';

/** Registers the search administration pages. */
export function registerSearchPages(context: Pick<PluginContext, 'admin' | 'db' | 'site'>, kb: KnowledgeBase): void {
  registerIndexPage(context, kb);
  registerSearchStatistics(context, kb);
  registerSynonymList(context, kb);
  registerSynonymPages(context, kb);
  registerSynonymImport(context, kb);
  registerPromotionList(context, kb);
  registerPromotionPages(context, kb);
}

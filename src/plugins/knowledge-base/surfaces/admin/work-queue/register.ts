import type { PluginContext } from '../../../../../index.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { createModeration } from '../../../domain/feedback/moderation.js';
import { registerWorkCards } from './cards.js';
import { registerLinksPage } from './links-page.js';
import { registerWorkPage } from './work-page.js';

/** Registers the pages for pending work: the list, its dashboard cards and broken links. */
export function registerWorkPages(context: PluginContext, kb: KnowledgeBase): void {
  registerWorkPage(context, kb, createModeration(context, kb));
  registerWorkCards(context, kb);
  registerLinksPage(context, kb);
}

import type { PluginContext } from '../../../../index.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { registerArticleChangeRoutes } from './article-changes.js';
import { registerArticleRoutes } from './articles.js';
import { registerAttachmentChangeRoutes } from './attachment-changes.js';
import { registerAttachmentRoutes } from './attachments.js';
import { registerAutosaveRoutes } from './autosaves.js';
import { registerCategoryRoutes } from './categories.js';
import { registerConvertRoute } from './convert.js';
import { registerExportRoute } from './export.js';
import { registerFeedbackRoutes } from './feedback.js';
import { registerLinkRoutes } from './links.js';
import { registerNavigationRoutes } from './navigation.js';
import { registerBlockPreviewRoute, registerPreviewRoute } from './preview.js';
import { registerPromotionRoutes } from './promotions.js';
import { registerRatingRoutes } from './ratings.js';
import { registerReindexRoutes } from './reindex.js';
import { registerRevisionRoutes } from './revisions.js';
import { registerSearchClickRoutes, registerSearchRoutes } from './search.js';
import { registerStatisticsRoutes } from './statistics.js';
import { registerSynonymRoutes } from './synonyms.js';
import { registerUnlockRoute } from './unlock.js';

/** Registers all REST routes of the knowledge base. */
export function registerRoutes(context: PluginContext, kb: KnowledgeBase): void {
  const { rest } = context;
  registerArticleRoutes(rest, kb);
  registerArticleChangeRoutes(rest, kb);
  registerAttachmentRoutes(rest, kb);
  registerAttachmentChangeRoutes(rest, kb);
  registerRevisionRoutes(rest, kb);
  registerConvertRoute(rest, kb);
  registerAutosaveRoutes(rest, kb);
  registerLinkRoutes(rest, kb);
  registerNavigationRoutes(rest, kb);
  registerPreviewRoute(rest, kb);
  registerBlockPreviewRoute(rest, kb);
  registerUnlockRoute(rest, kb);
  registerCategoryRoutes(rest, kb);
  registerSearchRoutes(context, kb);
  registerReindexRoutes(rest, kb);
  registerSynonymRoutes(rest, kb);
  registerPromotionRoutes(rest, kb);
  registerRatingRoutes(rest, kb);
  registerFeedbackRoutes(context, kb);
  registerExportRoute(context, kb);
  registerSearchClickRoutes(rest, kb);
  registerStatisticsRoutes(rest, kb);
}

import type { PluginContext } from '../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { registerArticleChangeRoutes } from './article-changes.js';
import { registerArticleRoutes } from './articles.js';
import { registerAttachmentChangeRoutes } from './attachment-changes.js';
import { registerAttachmentRoutes } from './attachments.js';
import { registerAutosaveRoutes } from './autosaves.js';
import { registerBlockPreviewRoute } from './block-preview.js';
import { registerCategoryRoutes } from './categories.js';
import { registerExportRoute } from './export.js';
import { registerFeedbackRoutes } from './feedback.js';
import { registerLinkRoutes } from './links.js';
import { registerNavigationRoutes } from './navigation.js';
import { registerPreviewRoute } from './preview.js';
import { registerRatingRoutes } from './ratings.js';
import { registerReindexRoutes } from './reindex.js';
import { registerRevisionRoutes } from './revisions.js';
import { registerSearchRoutes } from './search.js';
import { registerSearchClickRoutes } from './search-clicks.js';
import { registerStatisticsRoutes } from './statistics.js';
import { registerUnlockRoute } from './unlock.js';

/** All that the knowledge base answers over REST. */
export function registerRoutes(context: PluginContext, kb: KnowledgeBase): void {
  const { rest } = context;
  registerArticleRoutes(rest, kb);
  registerArticleChangeRoutes(rest, kb);
  registerAttachmentRoutes(rest, kb);
  registerAttachmentChangeRoutes(rest, kb);
  registerRevisionRoutes(rest, kb);
  registerAutosaveRoutes(rest, kb);
  registerLinkRoutes(rest, kb);
  registerNavigationRoutes(rest, kb);
  registerPreviewRoute(rest, kb);
  registerBlockPreviewRoute(rest, kb);
  registerUnlockRoute(rest, kb);
  registerCategoryRoutes(rest, kb);
  registerSearchRoutes(rest, kb);
  registerReindexRoutes(rest, kb);
  registerRatingRoutes(rest, kb);
  registerFeedbackRoutes(context, kb);
  registerExportRoute(context, kb);
  registerSearchClickRoutes(rest, kb);
  registerStatisticsRoutes(rest, kb);
}

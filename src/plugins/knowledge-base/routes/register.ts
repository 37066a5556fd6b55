import type { PluginContext } from '../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { registerArticleChangeRoutes } from './article-changes.js';
import { registerArticleRoutes } from './articles.js';
import { registerCategoryRoutes } from './categories.js';
import { registerRevisionRoutes } from './revisions.js';
import { registerSearchRoutes } from './search.js';
import { registerUnlockRoute } from './unlock.js';

/** All that the knowledge base answers over REST. */
export function registerRoutes({ rest }: PluginContext, kb: KnowledgeBase): void {
  registerArticleRoutes(rest, kb);
  registerArticleChangeRoutes(rest, kb);
  registerUnlockRoute(rest, kb);
  registerRevisionRoutes(rest, kb);
  registerCategoryRoutes(rest, kb);
  registerSearchRoutes(rest, kb);
}

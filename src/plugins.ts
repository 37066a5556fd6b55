/**
 * 'mortise/plugins': the plugins that ship with Mortise, and the types of their hooks, APIs and templates.
 *
 *     const host = await createHost({ ...localDefaults(), url, plugins: [knowledgeBase()] });
 */
export type { AffiliateProgram } from './plugins/affiliate/affiliate.js';
export { affiliate } from './plugins/affiliate/index.js';
export type { Bank } from './plugins/bank/bank.js';
export { bank } from './plugins/bank/index.js';
export type { Order, OrderPayment, OrderStatus } from './plugins/bank/receivables/order.js';
export type { Amount, OrderProvider, PayerQuestion } from './plugins/bank/receivables/order-provider.js';
export type {
  AccessFunctions,
  ArticleRef,
  CategoryRef,
  RestrictedView,
  ViewerRef,
} from './plugins/knowledge-base/content/access-functions.js';
export {
  vendor_kb_can_access,
  vendor_kb_can_access_category,
  vendor_kb_get_effective_access,
  vendor_kb_get_restricted_message,
  vendor_kb_get_teaser,
  vendor_kb_render_restricted_view,
} from './plugins/knowledge-base/content/access-functions.js';
export type { KnowledgeBase } from './plugins/knowledge-base/content/knowledge-base.js';
export type {
  ArticleCard,
  ArticlePage,
  CategoryCard,
  CategoryPage,
  HomePage,
  KbFrame,
  NavNode,
  NotFoundPage,
  RestrictedPage,
  RestrictedPart,
  SearchPage,
} from './plugins/knowledge-base/content/views/template-data.js';
export type { AccessContext, AccessTarget } from './plugins/knowledge-base/domain/access/access-hooks.js';
export type { EffectiveAccess } from './plugins/knowledge-base/domain/access/effective.js';
export type { SaveContext } from './plugins/knowledge-base/domain/articles/actor.js';
export type { Article, ArticleInput, ArticleStatus } from './plugins/knowledge-base/domain/articles/article.js';
export type { Crumb } from './plugins/knowledge-base/domain/categories/breadcrumbs.js';
export type { Category } from './plugins/knowledge-base/domain/categories/category-tree.js';
export type { PermalinkTarget } from './plugins/knowledge-base/domain/links/permalink-hooks.js';
export type { SearchText, SearchTextContext } from './plugins/knowledge-base/domain/search/search-documents.js';
export type { SearchResultItem } from './plugins/knowledge-base/domain/search/search-result-page.js';
export type { SearchResponse as SearchAnswer } from './plugins/knowledge-base/domain/search/search-service.js';
export type { SynonymGroup } from './plugins/knowledge-base/domain/search/synonyms.js';
export { type KnowledgeBaseOptions, knowledgeBase } from './plugins/knowledge-base/index.js';
export type {
  ContentContext,
  NavContext,
  TemplateLocationData,
} from './plugins/knowledge-base/surfaces/pages/page-hooks.js';
export type { MarkResult, RenderContext } from './plugins/watermark/hooks/hooks.js';
export { watermark } from './plugins/watermark/index.js';
export type { Overlay } from './plugins/watermark/rendering/renderer.js';
export type { Watermark, WatermarkOptions } from './plugins/watermark/watermark.js';

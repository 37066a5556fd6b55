import type { PluginContext } from '../../../../index.js';
import { type KbArea, kbCatalogues, kbEditorCatalogues } from '../../catalogues.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { readableIds } from '../../domain/access/readable-articles.js';
import { feedbackList } from '../../domain/feedback/feedback-list.js';
import { createModeration } from '../../domain/feedback/moderation.js';
import { registerAccessReport } from './access-report/register.js';
import { ARTICLES_PATH } from './article-form/paths.js';
import { registerArticleForm } from './article-form/register.js';
import { registerArticleOrder } from './article-order/register.js';
import { registerAutocomplete } from './autocomplete/register.js';
import { registerCategories } from './categories/register.js';
import { registerConvertPage } from './convert-article.js';
import { registerEditor } from './edit-article.js';
import { errorText, refuseForm } from './error-texts.js';
import { FEEDBACK_PATH } from './feedback/labels.js';
import { registerFeedbackList } from './feedback/list.js';
import { registerFeedbackPage } from './feedback/page.js';
import { registerFiles } from './files/register.js';
import { registerGettingStarted } from './getting-started/register.js';
import { registerArticleList } from './list-articles.js';
import { registerPreview } from './preview-article.js';
import { registerQuickEdit } from './quick-edit/register.js';
import { searchArea } from './search/frame.js';
import { registerIndexPage } from './search/index-page.js';
import { registerPromotionList } from './search/promotions/list.js';
import { registerPromotionPages } from './search/promotions/pages.js';
import { registerSearchStatistics } from './search/statistics/page.js';
import { registerSynonymImport } from './search/synonyms/import.js';
import { registerSynonymList } from './search/synonyms/list.js';
import { registerSynonymPages } from './search/synonyms/pages.js';
import { registerStatisticsPage } from './statistics/page.js';
import { registerVersions } from './versions/register.js';
import { registerWorkCards } from './work-queue/cards.js';
import { registerLinksPage } from './work-queue/links-page.js';
import { registerWorkPage } from './work-queue/work-page.js';

/** Registers the admin pages of the knowledge base, except those of imports. */
export function registerAdmin(context: PluginContext, kb: KnowledgeBase): void {
  const area = context.admin.area({
    path: ARTICLES_PATH,
    texts: [kbCatalogues, kbEditorCatalogues],
    capability: 'edit_kb_articles',
    errors: { errorText, refuseForm },
  });
  registerArticleList(area, context.settings, kb);
  registerGettingStarted(area, kb);
  registerCategories(area, context.access, kb);
  registerArticleOrder(area, kb);
  registerAutocomplete(area, kb);
  registerQuickEdit(area, kb);
  registerFeedbackPages(area, context, kb);
  registerEditor(area, context, kb);
  registerArticleForm(area, context, kb);
  registerVersions(area, kb);
  registerFiles(area, kb);
  registerConvertPage(area, kb);
  registerPreview(area, context, kb);
  registerSearchPages(searchArea(context.admin), kb);
  registerWorkPages(area, context, kb);
  registerStatisticsPage(area, kb);
  registerAccessReport(area, context, kb);
}

/** Registers the search administration pages. */
function registerSearchPages(area: KbArea, kb: KnowledgeBase): void {
  registerIndexPage(area, kb);
  registerSearchStatistics(area, kb);
  registerSynonymList(area, kb);
  registerSynonymPages(area, kb);
  registerSynonymImport(area, kb);
  registerPromotionList(area, kb);
  registerPromotionPages(area, kb);
}

/** Registers the pages for pending work: the list, its dashboard cards and broken links. */
function registerWorkPages(area: KbArea, context: PluginContext, kb: KnowledgeBase): void {
  registerWorkPage(area, kb, createModeration(context, kb));
  registerWorkCards(context, kb);
  registerLinksPage(area, context, kb);
}

/** Registers the feedback moderation pages and the count of open messages. */
function registerFeedbackPages(area: KbArea, context: PluginContext, kb: KnowledgeBase): void {
  const moderation = createModeration(context, kb);
  registerFeedbackList(area, kb, moderation);
  registerFeedbackPage(area, context.users, kb, moderation);
  area.card({
    title: 'feedbacks.title',
    capability: 'moderate_kb_feedback',
    order: 30,
    async load(request) {
      const filter = { articles: await readableIds(kb, request), status: ['new'] as const };
      const total = await feedbackList.count(kb.db, filter);
      const { text, number } = request.texts;
      return {
        value: number(total),
        text: text('feedbacks.waiting', { count: total }),
        link: { label: text('feedbacks.look'), link: request.link(FEEDBACK_PATH, { status: 'new' }) },
      };
    },
  });
}

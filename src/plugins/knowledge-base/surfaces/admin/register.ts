import type { PluginContext } from '../../../../index.js';
import { kbTexts, kbTitle } from '../../catalogues.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { readableIds } from '../../domain/access/readable-articles.js';
import { feedbackList } from '../../domain/feedback/feedback-list.js';
import { createModeration } from '../../domain/feedback/moderation.js';
import { registerAccessReport } from './access-report/register.js';
import { registerArticleForm } from './article-form/register.js';
import { registerArticleOrder } from './article-order/register.js';
import { registerAutocomplete } from './autocomplete/register.js';
import { registerCategories } from './categories/register.js';
import { registerConvertPage } from './convert-article.js';
import { registerEditor } from './edit-article.js';
import { FEEDBACK_PATH } from './feedback/labels.js';
import { registerFeedbackList } from './feedback/list.js';
import { registerFeedbackPage } from './feedback/page.js';
import { registerFiles } from './files/register.js';
import { registerGettingStarted } from './getting-started/register.js';
import { registerArticleList } from './list-articles.js';
import { registerPreview } from './preview-article.js';
import { registerQuickEdit } from './quick-edit/register.js';
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
  registerArticleList(context, kb);
  registerGettingStarted(context, kb);
  registerCategories(context, kb);
  registerArticleOrder(context, kb);
  registerAutocomplete(context, kb);
  registerQuickEdit(context, kb);
  registerFeedbackPages(context, kb);
  registerEditor(context, kb);
  registerArticleForm(context, kb);
  registerVersions(context, kb);
  registerFiles(context, kb);
  registerConvertPage(context, kb);
  registerPreview(context, kb);
  registerSearchPages(context, kb);
  registerWorkPages(context, kb);
  registerStatisticsPage(context, kb);
  registerAccessReport(context, kb);
}

/** Registers the search administration pages. */
function registerSearchPages(context: Pick<PluginContext, 'admin' | 'db' | 'site'>, kb: KnowledgeBase): void {
  registerIndexPage(context, kb);
  registerSearchStatistics(context, kb);
  registerSynonymList(context, kb);
  registerSynonymPages(context, kb);
  registerSynonymImport(context, kb);
  registerPromotionList(context, kb);
  registerPromotionPages(context, kb);
}

/** Registers the pages for pending work: the list, its dashboard cards and broken links. */
function registerWorkPages(context: PluginContext, kb: KnowledgeBase): void {
  registerWorkPage(context, kb, createModeration(context, kb));
  registerWorkCards(context, kb);
  registerLinksPage(context, kb);
}

/** Registers the feedback moderation pages and the count of open messages. */
function registerFeedbackPages(context: PluginContext, kb: KnowledgeBase): void {
  const moderation = createModeration(context, kb);
  registerFeedbackList(context, kb, moderation);
  registerFeedbackPage(context, kb, moderation);
  context.admin.card({
    title: kbTitle('feedbacks.title'),
    capability: 'moderate_kb_feedback',
    order: 30,
    async load(request) {
      const filter = { articles: await readableIds(kb, request), status: ['new'] as const };
      const total = await feedbackList.count(kb.db, filter);
      const { text, number } = kbTexts(kb.site);
      return {
        value: number(total),
        text: text('feedbacks.waiting', { count: total }),
        link: { label: text('feedbacks.look'), link: request.link(FEEDBACK_PATH, { status: 'new' }) },
      };
    },
  });
}

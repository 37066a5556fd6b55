import type { PluginContext } from '../../../../index.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { registerAccessReport } from './access-report/register.js';
import { registerArticleForm } from './article-form/register.js';
import { registerArticleOrder } from './article-order/register.js';
import { registerAutocomplete } from './autocomplete/register.js';
import { registerCategories } from './categories/register.js';
import { registerConvertPage } from './convert-article.js';
import { registerEditor } from './edit-article.js';
import { registerFeedbackPages } from './feedback/register.js';
import { registerFiles } from './files/register.js';
import { registerGettingStarted } from './getting-started/register.js';
import { registerArticleList } from './list-articles.js';
import { registerPreview } from './preview-article.js';
import { registerQuickEdit } from './quick-edit/register.js';
import { registerSearchPages } from './search/register.js';
import { registerStatisticsPage } from './statistics/page.js';
import { registerVersions } from './versions/register.js';
import { registerWorkPages } from './work-queue/register.js';

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

import { apiPerPlugin, definePlugin, type Plugin } from '../../index.js';
import { registerAccessReport } from './admin/accessing/register.js';
import { registerArticleOrder } from './admin/article-order/register.js';
import { registerBeginning } from './admin/beginning/register.js';
import { registerCategories } from './admin/categories/register.js';
import { registerConvertPage } from './admin/convert-article.js';
import { registerEditor } from './admin/edit-article.js';
import { registerFeedbackPages } from './admin/feedback/register.js';
import { registerStatisticsPage } from './admin/figures/page.js';
import { registerFiles } from './admin/files/register.js';
import { registerArticleList } from './admin/list-articles.js';
import { registerChoices } from './admin/naming/register.js';
import { registerPreview } from './admin/preview-article.js';
import { registerQuickEdit } from './admin/quick-edit/register.js';
import { registerSearchPages } from './admin/search/register.js';
import { registerVersions } from './admin/versions/register.js';
import { registerWorkPages } from './admin/working/register.js';
import { registerWriting } from './admin/writing/register.js';
import { registerArticlePrivacy } from './article-privacy.js';
import { scheduleArticleWork } from './article-schedule.js';
import { registerArticleType } from './article-type.js';
import { assemble } from './assemble.js';
import { startAttachmentJobs } from './attachments/tend.js';
import { registerBlocks } from './blocks/register.js';
import { registerCapabilities } from './capabilities.js';
import { kbCatalogues } from './catalogues.js';
import { registerCommands } from './commands/register.js';
import { registerDigests } from './digest/register.js';
import { defineHooks } from './hooks/define.js';
import { registerRuns } from './import/runs/register.js';
import { keepFresh } from './keep-fresh.js';
import type { KnowledgeBase } from './knowledge-base.js';
import { registerOpinionTopics } from './opinions/opinion-topics.js';
import { createKbPages } from './pages/pages.js';
import { registerRoutes } from './routes/register.js';
import { registerScopes } from './scopes.js';
import type { SearchEngineName } from './search/choose-engine.js';
import { kbSettings } from './settings.js';
import { registerStatistics } from './statistics/register.js';
import { registerSearchTopics } from './statistics/search-topics.js';
import { migrations } from './tables/migrations.js';
import { uninstallKnowledgeBase, uninstallNotice } from './uninstall.js';
import { exportBeforeUninstall } from './uninstall-export.js';
import { filteredTopics } from './webhook-payloads.js';
import { registerWebhookTopics } from './webhook-topics.js';

/** Options of {@link knowledgeBase}. */
export interface KnowledgeBaseOptions {
  /** Base path of the pages. Default: `/kb` */
  readonly path?: string;
  /**
   * Search engine. Default: `memory`
   * An index in each process's memory, the same in a worker thread, or the full-text index of MySQL or MariaDB shared
   * by all processes. The guide says when to change it.
   */
  readonly searchEngine?: SearchEngineName;
}

declare module '../../index.js' {
  interface PluginApis {
    'knowledge-base': KnowledgeBase;
  }
}

/**
 * Creates the knowledge base plugin.
 * Articles in categories, managed over REST and the command line, with pages and search.
 * @example
 * const host = await createHost({ ...localDefaults(), url, plugins: [knowledgeBase({ path: '/help' })] });
 */
export function knowledgeBase({ path = '/kb', searchEngine = 'memory' }: KnowledgeBaseOptions = {}): Plugin {
  return definePlugin({
    name: 'knowledge-base',
    version: '1.0.0',
    tablePrefix: 'kb_',
    migrations,
    uninstallExport: exportBeforeUninstall,
    uninstall: uninstallKnowledgeBase,
    uninstallNotice,
    async setup(context) {
      defineHooks(context.hooks);
      context.settings.register(kbSettings);
      context.texts.define('knowledge-base', kbCatalogues);
      const kb = assemble(context, {
        path,
        searchEngine,
        // Worker threads start from a built file, even when this file runs from source.
        searchThread: new URL('../../../dist/plugins/knowledge-base/search/threaded/worker.js', import.meta.url),
      });
      registerCapabilities(context.access, kb.articles);
      registerScopes(context.access);
      registerArticleType(context, kb);
      registerBlocks(context, kb);
      context.blocks.saves(new URL('./blocks/saves.js', import.meta.url));
      context.rest.apiKeyHeader('X-Vendor-API-Key');
      registerRoutes(context, kb);
      registerRuns(context, kb);
      const webhooks = filteredTopics(context);
      registerWebhookTopics(webhooks, kb);
      registerOpinionTopics(webhooks, kb);
      registerSearchTopics(webhooks);

      context.templates.add(new URL('../../../templates/kb/', import.meta.url), {
        namespace: 'kb',
        sitePrefix: 'vendor-kb',
      });
      context.pages.assets('kb', new URL('../../../templates/kb/assets/', import.meta.url));
      context.pages.mount(path, createKbPages(kb, context), {
        label: (locale) => context.site.strings(locale, kbCatalogues).text('nav.label'),
      });
      context.hooks.addFilter('template_locations', (locations, template, data) =>
        template.startsWith('kb/')
          ? context.hooks.applyFilters('vendor_kb/template_locations', locations, template, data)
          : locations,
      );

      registerArticleList(context, kb);
      registerBeginning(context, kb);
      registerCategories(context, kb);
      registerArticleOrder(context, kb);
      registerChoices(context, kb);
      registerQuickEdit(context, kb);
      registerFeedbackPages(context, kb);
      registerEditor(context, kb);
      registerWriting(context, kb);
      registerVersions(context, kb);
      registerFiles(context, kb);
      registerConvertPage(context, kb);
      registerPreview(context, kb);
      registerSearchPages(context, kb);
      registerWorkPages(context, kb);
      registerStatisticsPage(context, kb);
      registerAccessReport(context, kb);
      registerDigests(context, kb, path);
      startAttachmentJobs(context, kb);
      registerArticlePrivacy(context, kb);
      scheduleArticleWork(context, kb);
      registerCommands(context, kb);
      registerStatistics(context, kb);
      await keepFresh(context, kb);
      context.onReady(() => context.hooks.doActionAsync('vendor_kb_init'));
      return apiPerPlugin(kb, (caller) => ({ ...kb, metaKeys: kb.metaKeys.ofPlugin(caller) }));
    },
  });
}

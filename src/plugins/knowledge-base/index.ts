import { apiPerPlugin, definePlugin, type Plugin } from '../../index.js';
import { assemble } from './assemble.js';
import { kbCatalogues } from './catalogues.js';
import { registerArticlePrivacy } from './content/article-privacy.js';
import { scheduleArticleWork } from './content/article-schedule.js';
import { registerArticleType, startAttachmentJobs } from './content/article-type.js';
import { registerBlocks } from './content/blocks/register.js';
import type { KnowledgeBase } from './content/knowledge-base.js';
import { keepFresh } from './content/refresh-caches.js';
import { registerStatistics } from './content/statistics/register.js';
import { filteredTopics } from './content/webhooks/webhook-hooks.js';
import {
  registerFeedbackTopics,
  registerSearchTopics,
  registerWebhookTopics,
} from './content/webhooks/webhook-topics.js';
import { registerCapabilities, registerScopes } from './domain/capabilities.js';
import type { SearchEngineName } from './domain/search/choose-engine.js';
import { defineHooks } from './hooks.js';
import { kbSettings } from './settings.js';
import { registerAdmin } from './surfaces/admin/register.js';
import { registerCommands } from './surfaces/commands/register.js';
import { registerDigests } from './surfaces/digest/register.js';
import { createKbPages } from './surfaces/pages/pages.js';
import { registerRuns } from './surfaces/register-imports.js';
import { registerRoutes } from './surfaces/routes/register.js';
import { migrations } from './tables/migrations.js';
import { uninstallKnowledgeBase, uninstallNotice } from './uninstall.js';
import { exportBeforeUninstall } from './uninstall-export.js';
import './declared.js';

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
        searchThread: new URL('../../../dist/plugins/knowledge-base/domain/search/threaded/worker.js', import.meta.url),
      });
      registerCapabilities(context.access, kb.articles);
      registerScopes(context.access);
      registerArticleType(context, kb);
      registerBlocks(context, kb);
      context.blocks.saves(new URL('./content/blocks/saves.js', import.meta.url));
      context.rest.apiKeyHeader('X-Vendor-API-Key');
      registerRoutes(context, kb);
      registerRuns(context, kb);
      const webhooks = filteredTopics(context);
      registerWebhookTopics(webhooks, kb);
      registerFeedbackTopics(webhooks, kb);
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

      registerAdmin(context, kb);
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

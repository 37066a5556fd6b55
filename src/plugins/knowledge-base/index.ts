import { renderMarkdown } from '../../blocks.js';
import { createStrings, definePlugin, type Plugin, type PluginContext } from '../../index.js';
import { createArticleContent, openingOf } from './article-content.js';
import { createArticleViews } from './article-view.js';
import { createArticles } from './articles.js';
import { createBreadcrumbs } from './breadcrumbs.js';
import { registerCapabilities } from './capabilities.js';
import { CATEGORIES_VERSION, CONTENT_VERSION, createCategories } from './categories.js';
import { registerArticleCommands } from './commands/articles.js';
import { registerCategoryCommands } from './commands/categories.js';
import { registerImportCommand } from './commands/import.js';
import { registerSearchCommands } from './commands/search.js';
import { defineHooks } from './hooks.js';
import { loadImporter } from './import/load-importer.js';
import type { KnowledgeBase } from './knowledge-base.js';
import { createLinks } from './links.js';
import { createNavigation } from './navigation.js';
import { createKbPages } from './pages/pages.js';
import { createRedirects } from './redirects.js';
import { NAMESPACE } from './routes/arguments.js';
import { registerArticleChangeRoutes } from './routes/article-changes.js';
import { registerArticleRoutes } from './routes/articles.js';
import { registerCategoryRoutes } from './routes/categories.js';
import { registerSearchRoutes } from './routes/search.js';
import { createSearchEngine } from './search/minisearch-engine.js';
import { createSearchIndex } from './search-index.js';
import { createSearchService } from './search-service.js';
import { kbCatalogues } from './strings/catalogues.js';
import { migrations } from './tables.js';
import { registerWebhookTopics } from './webhook-topics.js';

export interface KnowledgeBaseOptions {
  /** Where its pages are, default `/kb`. */
  readonly path?: string;
}

declare module '../../index.js' {
  interface PluginApis {
    'knowledge-base': KnowledgeBase;
  }
}

/** Articles in categories: written through REST and the command line, read in pages, found by search. */
export function knowledgeBase({ path = '/kb' }: KnowledgeBaseOptions = {}): Plugin {
  return definePlugin({
    name: 'knowledge-base',
    version: '1.0.0',
    tablePrefix: 'kb_',
    migrations,
    async setup(context) {
      defineHooks(context.hooks);
      const kb = assemble(context, path);
      registerCapabilities(context.access, kb.articles);

      registerArticleRoutes(context.rest, kb);
      registerArticleChangeRoutes(context.rest, kb);
      registerCategoryRoutes(context.rest, kb);
      registerSearchRoutes(context.rest, kb);
      registerWebhookTopics(context.webhooks, kb);

      context.templates.add(new URL('../../../templates/kb/', import.meta.url), {
        namespace: 'kb',
        sitePrefix: 'vendor-kb',
      });
      context.pages.assets('kb', new URL('../../../templates/kb/assets/', import.meta.url));
      context.pages.mount(path, createKbPages(kb, context), {
        label: (locale) => createStrings(locale, kbCatalogues).text('nav.label'),
      });
      context.hooks.addFilter('template_locations', (locations, template, data) =>
        template.startsWith('kb/')
          ? context.hooks.applyFilters('vendor_kb/template_locations', locations, template, data)
          : locations,
      );

      registerImportCommand(context.cli, kb, context);
      registerArticleCommands(context.cli, kb, context.users);
      registerCategoryCommands(context.cli, kb);
      registerSearchCommands(context.cli, kb);

      await keepFresh(context, kb);
      return kb;
    },
  });
}

function assemble(context: PluginContext, path: string): KnowledgeBase {
  const { db, content: posts, hooks, outbox, versions, site, log } = context;
  const defaultLocale = site.locale;
  const restUrl = (below: string): string => site.url(`${site.root}/${NAMESPACE}${below}`);
  const links = createLinks(site, path);
  const redirects = createRedirects(db);
  const categories = createCategories({ db, terms: posts.terms, versions, redirects, defaultLocale });
  const articles = createArticles({ db, content: posts, outbox, versions, categories, redirects, defaultLocale });
  const content = createArticleContent();
  const navigation = createNavigation({ db, articles, categories, links, hooks, defaultLocale });
  const engine = createSearchEngine();
  const searchIndex = createSearchIndex({ db, engine, versions, log });
  const kb: KnowledgeBase = {
    db,
    site,
    articles,
    categories,
    redirects,
    content,
    links,
    restUrl,
    searchIndex,
    views: createArticleViews({ articles, navigation, content, links, restUrl }),
    breadcrumbs: createBreadcrumbs({ categories, links }),
    navigation,
    search: createSearchService({ db, engine, index: searchIndex, articles, categories, links, hooks }),
    summaryOf: (category) => openingOf(renderMarkdown(category.description)),
    async importFolder(folder, { name }) {
      const { readSource, runImport } = await loadImporter();
      return runImport(kb, { source: await readSource(folder, { name }), name });
    },
  };
  return kb;
}

/** What is kept in memory follows the database, whichever process changed it. */
async function keepFresh({ versions, hooks, log, onClose }: PluginContext, kb: KnowledgeBase): Promise<void> {
  await kb.categories.refresh();
  const subscriptions = [
    versions.watch(CATEGORIES_VERSION, kb.categories.refresh),
    versions.watch(CONTENT_VERSION, () => {
      kb.categories.forgetCounts();
      kb.navigation.forget();
    }),
  ];
  // Only a process that serves visitors builds the index before it is asked.
  hooks.addAction('host_serving', () => {
    kb.searchIndex.ready().catch((error: unknown) => {
      log.warn({ err: error }, 'The search index could not be built yet; the first search tries again');
    });
  });
  onClose(() => {
    for (const subscription of subscriptions) subscription.remove();
    kb.searchIndex.close();
  });
}

import { renderMarkdown } from '../../blocks.js';
import type { PluginContext } from '../../index.js';
import { createAccess } from './access/access.js';
import { createArticleContent, openingOf } from './article-content.js';
import { createArticleViews } from './article-view.js';
import { createArticles } from './articles.js';
import { createBreadcrumbs } from './breadcrumbs.js';
import { createCategories } from './categories.js';
import { loadImporter } from './import/load-importer.js';
import type { KnowledgeBase } from './knowledge-base.js';
import { createLinks } from './links.js';
import { createNavigation } from './navigation.js';
import { createRedirects } from './redirects.js';
import { NAMESPACE } from './routes/arguments.js';
import { createSearchEngine } from './search/minisearch-engine.js';
import { createSearchIndex } from './search-index.js';
import { createSearchService } from './search-service.js';
import { createSalts } from './visitors/salts.js';

/** Puts the parts of the knowledge base together. Nothing is read or registered yet. */
export function assemble(context: PluginContext, path: string): KnowledgeBase {
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
    access: createAccess(),
    salts: createSalts(db),
    views: createArticleViews({ articles, navigation, content, links, restUrl }),
    breadcrumbs: createBreadcrumbs({ categories, links }),
    navigation,
    search: createSearchService({ db, engine, index: searchIndex, articles, categories, links, hooks }),
    summaryOf: (category) => openingOf(renderMarkdown(category.description)),
    async importFolder(folder, { name }) {
      const { importFrom } = await loadImporter();
      return importFrom(kb, hooks, { path: folder, name });
    },
  };
  return kb;
}

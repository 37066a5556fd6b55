import { renderMarkdown } from '../../blocks.js';
import type { PluginContext } from '../../index.js';
import { createAccess } from './access/access.js';
import { loadEveryArticle } from './access/every-article.js';
import { createReaders } from './access/readers.js';
import { createRestrictedMessage } from './access/restricted-message.js';
import { createRules } from './access/rules.js';
import { createTeasers } from './access/teasers.js';
import { createUnlock } from './access/unlock.js';
import { createArticleContent, openingOf } from './article-content.js';
import { createArticleViews } from './article-view.js';
import { createArticles } from './articles.js';
import { createBreadcrumbs } from './breadcrumbs.js';
import { createCaches } from './caches.js';
import { createCategories } from './categories.js';
import { createCategoryView } from './category-view.js';
import { createFresh } from './fresh.js';
import { loadImporter } from './import/load-importer.js';
import type { KnowledgeBase } from './knowledge-base.js';
import { createLinks } from './links.js';
import { createNavigation } from './navigation.js';
import { createRedirects } from './redirects.js';
import { createRevisions } from './revisions/revisions.js';
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
  const revisions = createRevisions(db);
  const rules = createRules({ db, versions });
  const categories = createCategories({
    db,
    terms: posts.terms,
    versions,
    redirects,
    revisions,
    rules,
    outbox,
    defaultLocale,
  });
  const access = createAccess({
    rules,
    categories,
    hooks,
    log,
    policy: async () => (await context.settings.get('knowledge-base')).categoryPolicy,
    everyArticle: createFresh(() => loadEveryArticle(db)),
  });
  const articles = createArticles({
    db,
    content: posts,
    hooks,
    outbox,
    versions,
    categories,
    redirects,
    revisions,
    defaultLocale,
    isGuarded: (article) => article.ruleId !== null || access.isFreed(article, { ruleId: null, categoryIds: [] }),
  });
  const content = createArticleContent();
  const guarded = { ...access, ...createReaders({ access, unlock: createUnlock(context, rules), hooks }) };
  const teasers = createTeasers({ content, hooks });
  const navigation = createNavigation({ db, access, articles, categories, links, hooks, defaultLocale });
  const engine = createSearchEngine();
  const searchIndex = createSearchIndex({ db, engine, versions, log });
  const kb: KnowledgeBase = {
    db,
    site,
    media: context.media,
    users: context.users,
    articles,
    caches: createCaches({ db, outbox, versions }),
    categories,
    redirects,
    revisions,
    content,
    links,
    narrow: (wanted, viewer) => hooks.applyFiltersAsync('vendor_kb_article_query_args', wanted, { viewer }),
    categoryView: createCategoryView({ categories, links, restUrl, hooks }),
    restUrl,
    searchIndex,
    access: guarded,
    teasers,
    restrictedMessage: createRestrictedMessage(context, rules),
    salts: createSalts(db),
    hashPassword: context.passwords.hash,
    views: createArticleViews({
      articles,
      access: guarded,
      teasers,
      navigation,
      content,
      links,
      restUrl,
      hooks,
      timeZone: site.timezone,
    }),
    breadcrumbs: createBreadcrumbs({ categories, links }),
    navigation,
    search: createSearchService({ db, access, engine, index: searchIndex, articles, categories, links, hooks }),
    summaryOf: (category) => openingOf(renderMarkdown(category.description)),
    async importFolder(folder, { name }) {
      const { readSource, runImport } = await loadImporter();
      return runImport(kb, { source: await readSource(folder, { name }), name });
    },
  };
  return kb;
}

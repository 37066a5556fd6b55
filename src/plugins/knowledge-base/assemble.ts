import type { PluginContext } from '../../index.js';
import { createConversions } from './content/conversions/conversions.js';
import { createDownloads } from './content/downloads/download.js';
import { createFullTexts } from './content/full-texts.js';
import { loadImporter } from './content/import/load-importer.js';
import type { KnowledgeBase } from './content/knowledge-base.js';
import { createExclusion, createViewAnnouncement } from './content/statistics/register.js';
import { createStatistics } from './content/statistics/statistics.js';
import { createPopularQueries } from './content/suggestions/popular-queries.js';
import { createSuggestions } from './content/suggestions/suggestions.js';
import { createArticleTexts } from './content/views/article-texts.js';
import { createArticleViews } from './content/views/article-view.js';
import { createCategoryTexts } from './content/views/category-texts.js';
import { createCategoryView } from './content/views/category-view.js';
import { createNavigation } from './content/views/navigation.js';
import { createAccess } from './domain/access/access.js';
import { loadEveryArticle } from './domain/access/open-articles.js';
import { createReaders } from './domain/access/readers.js';
import { createRestrictedMessage } from './domain/access/restricted-message.js';
import { createUnknownNames } from './domain/access/rule.js';
import { createRules } from './domain/access/rules.js';
import { createTeasers } from './domain/access/teasers.js';
import { createUnlock } from './domain/access/unlock.js';
import { createArticleMemory } from './domain/articles/article-memory.js';
import { createArticles } from './domain/articles/articles.js';
import { createMetaKeys } from './domain/articles/meta-keys.js';
import { createAttachmentAccess } from './domain/attachments/attachment-access.js';
import { createAttachments } from './domain/attachments/attachments.js';
import { createRuledFiles } from './domain/attachments/ruled-files.js';
import { createUploads } from './domain/attachments/upload.js';
import { createCaches } from './domain/caches.js';
import { createBreadcrumbs } from './domain/categories/breadcrumbs.js';
import { createCategories } from './domain/categories/categories.js';
import { createReaderFeedback } from './domain/feedback/reader-feedback.js';
import { createFresh } from './domain/lazy-value.js';
import { createLinks } from './domain/links/links.js';
import { createPermalinks } from './domain/links/permalinks.js';
import { createRedirects } from './domain/links/redirects.js';
import { createArticleContent, openingOf } from './domain/rendering/article-content.js';
import { createRenderedTexts } from './domain/rendering/rendered-texts.js';
import { createRendering } from './domain/rendering/rendering.js';
import { createAutosaves } from './domain/revisions/autosaves.js';
import { createRevisions } from './domain/revisions/revisions.js';
import { chooseEngine, type SearchEngineName } from './domain/search/choose-engine.js';
import { createSearchWords } from './domain/search/locale-words.js';
import { createPromotions } from './domain/search/promotions/promotions.js';
import { createSearchDocuments } from './domain/search/search-documents.js';
import { createSearchIndex } from './domain/search/search-index.js';
import { createSearchService } from './domain/search/search-service.js';
import { createSynonymGroups } from './domain/search/synonyms/synonym-groups.js';
import { createAccessFunctions } from './surfaces/access-functions.js';
import { NAMESPACE } from './surfaces/routes/arguments.js';

export interface AssembleOptions {
  /** Base path of the pages. */
  readonly path: string;
  readonly searchEngine: SearchEngineName;
  /** Script of the worker thread, for search engines that use one. */
  readonly searchThread: URL;
}

/** Assembles the parts of the knowledge base. Reads and registers nothing yet. */
export function assemble(context: PluginContext, options: AssembleOptions): KnowledgeBase {
  const { path, searchEngine, searchThread } = options;
  const { db, content: posts, hooks, outbox, versions, site, log } = context;
  const defaultLocale = site.locale;
  const restUrl = (below: string): string => site.url(`${site.root}/${NAMESPACE}${below}`);
  const links = createLinks(site, path);
  const redirects = createRedirects(db);
  const rules = createRules({ db, versions });
  const revisions = createRevisions(db);
  const autosaves = createAutosaves(db);
  const ruledFiles = createRuledFiles({ db, versions });
  const attachments = createAttachments({ db, outbox, ruledFiles, media: context.media, mediaPath: site.media });
  const memory = createArticleMemory(db);
  const storage = { db, memory, outbox, versions, redirects, revisions, autosaves, rules, attachments, defaultLocale };
  const categories = createCategories({ ...storage, terms: posts.terms });
  const access = createAccess({
    rules,
    categories,
    hooks,
    log,
    policy: async () => (await context.settings.get('knowledge-base')).categoryPolicy,
    everyArticle: createFresh(() => loadEveryArticle(db)),
  });
  const { blocks } = context;
  const rendering = createRendering({
    hooks,
    blocks,
    origin: site.origin,
    strings: site.strings,
    pages: links.url(site.locale),
  });
  const renderedTexts = createRenderedTexts(db, (error) => {
    log.warn({ err: error }, 'A rendering could not be stored; it is repeated on next use');
  });
  const content = createArticleContent({
    rendering,
    texts: renderedTexts,
    afterCommit: db.afterCommit,
    reload: context.debug,
  });
  const categoryTexts = createCategoryTexts(rendering);
  const texts = createArticleTexts({ content, rendering, blocks, hooks });
  const articles = createArticles({
    ...storage,
    rendering,
    blocks,
    renderedTexts: content,
    content: posts,
    hooks,
    categories,
    isGuarded: access.isGuarded,
  });
  const permalinks = createPermalinks({ site, links, articles, hooks });
  const guarded = { ...access, ...createReaders({ access, unlock: createUnlock(context, rules), hooks }) };
  const teasers = createTeasers({ content, hooks });
  const navigation = createNavigation({
    source: { db, memory },
    access,
    articles,
    categories,
    permalinks,
    hooks,
    defaultLocale,
  });
  const analyzerOf = (locale: string) => searchWords.of(locale).analyzer;
  const synonyms = createSynonymGroups({ db, outbox, versions, analyzerOf });
  const promotions = createPromotions({ db, outbox, versions, analyzerOf });
  const searchWords = createSearchWords(hooks, synonyms.of);
  const engine = chooseEngine(searchEngine, {
    db,
    vocabularyOf: searchWords.of,
    locks: context.locks,
    script: searchThread,
  });
  const searchIndex = createSearchIndex({
    db,
    engine,
    documents: createSearchDocuments({ db, hooks }),
    words: searchWords,
    versions,
    log,
    onRebuilt: (count) => hooks.doAction('vendor_kb_index_rebuilt', { articles: count }),
  });
  const metaKeys = createMetaKeys();
  const readerFeedback = createReaderFeedback(context, { articles, permalinks });
  const search = createSearchService({
    db,
    access,
    engine,
    index: searchIndex,
    promotions,
    words: searchWords,
    articles,
    categories,
    permalinks,
    hooks,
  });
  const suggest = createSuggestions({
    access,
    engine,
    search,
    words: searchWords,
    articles,
    categories,
    permalinks,
    hooks,
    popular: createPopularQueries({ db, timeZone: site.timezone, words: searchWords, log }),
  });
  const guardedFiles = {
    ...attachments,
    ...createAttachmentAccess({ articles, attachments, ruledFiles, access: guarded }),
  };
  const kb: KnowledgeBase = {
    ...createAccessFunctions(context, () => kb),
    db,
    site,
    media: context.media,
    users: context.users,
    versions,
    articles,
    memory,
    attachments: guardedFiles,
    ruledFiles,
    downloads: createDownloads(context, (...event) => kb.statistics.record(...event)),
    uploads: createUploads(context),
    caches: createCaches({ db, outbox, versions, renderedTexts }),
    categories,
    redirects,
    revisions,
    autosaves,
    rendering,
    blocks,
    renderedTexts,
    fullTexts: createFullTexts(),
    conversions: createConversions({ articles, blocks, rendering }),
    content,
    texts,
    links,
    permalinks,
    narrow: (filter, viewer) => hooks.applyFiltersAsync('vendor_kb_article_query_args', filter, { viewer }),
    categoryView: createCategoryView({ access, categories, describe: categoryTexts.of, permalinks, restUrl, hooks }),
    restUrl,
    searchIndex,
    access: guarded,
    unknownNames: createUnknownNames(context.access, context.users),
    teasers,
    restrictedMessage: createRestrictedMessage(context, rules),
    metaKeys,
    hashPassword: context.passwords.hash,
    readerFeedback,
    statistics: createStatistics({
      db,
      access,
      articles,
      categories,
      permalinks,
      navigation,
      visitors: context.visitors,
      log,
      timeZone: site.timezone,
      isExcluded: createExclusion(context),
      onViewed: createViewAnnouncement(context),
      suggest: async (...args) => (searchIndex.isReady() ? search.suggest(...args) : []),
    }),
    views: createArticleViews({
      articles,
      access: guarded,
      teasers,
      navigation,
      texts,
      permalinks,
      restUrl,
      ratings: readerFeedback.ratings,
      metaKeys,
      hooks,
      timeZone: site.timezone,
    }),
    breadcrumbs: createBreadcrumbs({ categories, permalinks }),
    navigation,
    search,
    suggest,
    synonyms,
    promotions,
    describe: categoryTexts.of,
    summaryOf: async (category) => openingOf((await categoryTexts.of(category)).html),
    tellsOfStale: async () => (await context.settings.get('knowledge-base')).staleNotice,
    forgetTexts() {
      content.forget();
      categoryTexts.forget();
    },
    async importFolder(folder, { name }) {
      const { importFrom } = await loadImporter();
      return importFrom(kb, hooks, { path: folder, name });
    },
  };
  return kb;
}

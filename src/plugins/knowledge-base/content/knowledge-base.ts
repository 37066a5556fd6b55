import type { Users } from '../../../access.js';
import type { OwnedBlocks } from '../../../blocks.js';
import type { Database } from '../../../database.js';
import type { PluginContext, Site, User } from '../../../index.js';
import type { Media } from '../../../media.js';
import type { Versions } from '../../../services.js';
import type { KbAccess } from '../domain/access/access.js';
import type { Readers } from '../domain/access/readers.js';
import type { RestrictedMessage } from '../domain/access/restricted-message.js';
import type { UnknownNames } from '../domain/access/rule.js';
import type { Teasers } from '../domain/access/teasers.js';
import type { ArticleMemory } from '../domain/articles/article-memory.js';
import type { ListFilter } from '../domain/articles/article-query.js';
import type { Articles } from '../domain/articles/articles.js';
import type { MetaKeys } from '../domain/articles/meta-keys.js';
import type { AttachmentAccess } from '../domain/attachments/attachment-access.js';
import type { Attachments } from '../domain/attachments/attachments.js';
import type { RuledFiles } from '../domain/attachments/ruled-files.js';
import type { Uploads } from '../domain/attachments/upload.js';
import type { Caches } from '../domain/caches.js';
import type { Breadcrumbs } from '../domain/categories/breadcrumbs.js';
import type { Categories } from '../domain/categories/categories.js';
import type { Category } from '../domain/categories/category-tree.js';
import type { ReaderFeedback } from '../domain/feedback/reader-feedback.js';
import type { Links } from '../domain/links/links.js';
import type { Permalinks } from '../domain/links/permalinks.js';
import type { Redirects } from '../domain/links/redirects.js';
import type { ArticleContent } from '../domain/rendering/article-content.js';
import type { RenderedTexts } from '../domain/rendering/rendered-texts.js';
import type { RenderedContent, Rendering } from '../domain/rendering/rendering.js';
import type { Autosaves } from '../domain/revisions/autosaves.js';
import type { Revisions } from '../domain/revisions/revisions.js';
import type { Promotions } from '../domain/search/promotions/promotions.js';
import type { SearchIndex } from '../domain/search/search-index.js';
import type { SearchService } from '../domain/search/search-service.js';
import type { SynonymGroups } from '../domain/search/synonyms/synonym-groups.js';
import type { AccessFunctions } from './access-functions.js';
import type { Conversions } from './conversions/conversions.js';
import type { Downloads } from './downloads/download.js';
import type { FullTexts } from './full-texts.js';
import type { ImportReport } from './import/report.js';
import type { Statistics } from './statistics/statistics.js';
import type { Suggest } from './suggestions/suggestions.js';
import type { ArticleTexts } from './views/article-texts.js';
import type { ArticleViews } from './views/article-view.js';
import type { CategoryViewer } from './views/category-view.js';
import type { Navigation } from './views/navigation.js';

/** The parts of the knowledge base used by routes, pages and commands. */
export interface KnowledgeBase extends AccessFunctions {
  readonly db: Database;
  readonly site: Site;
  readonly media: Pick<Media, 'get' | 'isVisible' | 'list' | 'ofPost' | 'read' | 'replace' | 'update'>;
  readonly users: Pick<Users, 'get' | 'byLogin' | 'list'>;
  readonly versions: Versions;
  readonly articles: Articles;
  readonly memory: ArticleMemory;
  readonly attachments: Attachments & AttachmentAccess;
  readonly ruledFiles: RuledFiles;
  readonly downloads: Downloads;
  readonly uploads: Uploads;
  readonly caches: Caches;
  readonly categories: Categories;
  readonly redirects: Redirects;
  readonly revisions: Revisions;
  readonly autosaves: Autosaves;
  readonly access: KbAccess & Readers;
  readonly unknownNames: UnknownNames;
  readonly teasers: Teasers;
  readonly restrictedMessage: RestrictedMessage;
  /** Metadata fields that plugins add to articles. */
  readonly metaKeys: MetaKeys;
  readonly hashPassword: PluginContext['passwords']['hash'];
  readonly readerFeedback: ReaderFeedback;
  readonly statistics: Statistics;
  readonly conversions: Conversions;
  readonly content: ArticleContent;
  /** Article texts as viewers see them. */
  readonly texts: ArticleTexts;
  readonly rendering: Rendering;
  /** Blocks that documents are built from. */
  readonly blocks: OwnedBlocks;
  readonly renderedTexts: RenderedTexts;
  readonly fullTexts: FullTexts;
  readonly views: ArticleViews;
  readonly categoryView: CategoryViewer;
  readonly links: Links;
  readonly permalinks: Permalinks;
  /** Applies callbacks to a list query. */
  narrow(filter: ListFilter, viewer: User | null): Promise<ListFilter>;
  readonly breadcrumbs: Breadcrumbs;
  readonly navigation: Navigation;
  readonly search: SearchService;
  readonly suggest: Suggest;
  readonly searchIndex: SearchIndex;
  /** Synonyms and promotions maintained by editors. */
  readonly synonyms: SynonymGroups;
  readonly promotions: Promotions;
  /** Returns the absolute URL of a path in the plugin's REST namespace. */
  restUrl(path: string): string;
  /** Imports a folder of Markdown, as `mortise kb import` does. Calling it again imports changes. */
  importFolder(folder: string, options: { readonly name: string }): Promise<ImportReport>;
  /** Returns the rendered and sanitized description of a category. */
  describe(category: Category): Promise<RenderedContent>;
  /** Returns the first sentences of a category's description, as plain text. */
  summaryOf(category: Category): Promise<string>;
  /** Tells whether readers see a notice on articles due for review. */
  tellsOfStale(): Promise<boolean>;
  /** Clears rendered articles and categories from memory. */
  forgetTexts(): void;
}

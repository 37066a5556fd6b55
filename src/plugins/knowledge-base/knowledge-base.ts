import type { Users } from '../../access.js';
import type { OwnedBlocks } from '../../blocks.js';
import type { Database } from '../../database.js';
import type { PluginContext, Site, User } from '../../index.js';
import type { Media } from '../../media.js';
import type { Versions } from '../../services.js';
import type { KbAccess } from './access/access.js';
import type { AccessFunctions } from './access/functions.js';
import type { Readers } from './access/readers.js';
import type { RestrictedMessage } from './access/restricted-message.js';
import type { Teasers } from './access/teasers.js';
import type { UnknownNames } from './access/unknown-names.js';
import type { ArticleContent } from './article-content.js';
import type { ArticleMemory } from './article-memory.js';
import type { ListFilter } from './article-query.js';
import type { ArticleTexts } from './article-texts.js';
import type { ArticleViews } from './article-view.js';
import type { Articles } from './articles.js';
import type { AttachmentAccess } from './attachments/attachment-access.js';
import type { Attachments } from './attachments/attachments.js';
import type { Downloads } from './attachments/download.js';
import type { RuledFiles } from './attachments/ruled-files.js';
import type { Uploads } from './attachments/upload.js';
import type { Autosaves } from './autosaves/autosaves.js';
import type { Breadcrumbs } from './breadcrumbs.js';
import type { Caches } from './caches.js';
import type { Categories } from './categories.js';
import type { Category } from './category-tree.js';
import type { CategoryViewer } from './category-view.js';
import type { Conversions } from './converting/conversions.js';
import type { ImportReport } from './import/report.js';
import type { Links } from './links.js';
import type { MetaKeys } from './meta-keys.js';
import type { Navigation } from './navigation.js';
import type { Opinions } from './opinions/opinions.js';
import type { Permalinks } from './permalinks.js';
import type { Promotions } from './promotions/promotions.js';
import type { Redirects } from './redirects.js';
import type { RenderedTexts } from './rendered-texts.js';
import type { RenderedContent, Rendering } from './rendering.js';
import type { Revisions } from './revisions/revisions.js';
import type { SearchIndex } from './search-index.js';
import type { SearchService } from './search-service.js';
import type { Statistics } from './statistics/statistics.js';
import type { Suggest } from './suggestions/suggestions.js';
import type { FullTexts } from './syndication/full-texts.js';
import type { SynonymGroups } from './synonyms/synonym-groups.js';
import './declared.js';

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
  readonly opinions: Opinions;
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
  narrow(wanted: ListFilter, viewer: User | null): Promise<ListFilter>;
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

import type { SafeHtml } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import type { Crumb } from '../../domain/categories/breadcrumbs.js';
import type { ReaderForms } from '../../domain/feedback/reader-forms.js';

/** An entry of the navigation tree; the shape of filter `vendor_kb_nav_tree`. */
export interface NavNode {
  kind: 'category' | 'article';
  /** Id of the article or category; optional for a plugin's link. */
  id?: number;
  title: string;
  link: string;
  /** True for the current page. */
  current: boolean;
  /** True if the page or a descendant is current: the branch is shown open. */
  open: boolean;
  children: NavNode[];
}

export interface TocEntry {
  id: string;
  /** Level of the heading, 2 to 6. */
  level: number;
  text: string;
}

export interface PageLink {
  title: string;
  link: string;
}

export interface Pagination {
  /** 1-based. */
  page: number;
  totalPages: number;
  /** Number of items on all pages. */
  total: number;
  previous: string | null;
  next: string | null;
  /** Page links; null is a gap. */
  pages: ({ page: number; link: string; current: boolean } | null)[];
}

export interface SearchForm {
  /** Path the form is sent to by GET. */
  action: string;
  query: string;
  /** Hidden fields that preserve the filters. */
  hiddenFields: { name: string; value: string }[];
  /** Suggestions while typing; null if disabled. */
  suggestions: FormSuggestions | null;
}

export interface FormSuggestions {
  /** Path of suggestions with the locale and limit. */
  link: string;
  /** Maximum number of suggestions. */
  limit: number;
  /** True if the site allows `/` as a shortcut to the field. */
  slash: boolean;
  /** Current user, for personal suggestions; null for anonymous visitors. */
  reader: { id: number; nonce: string } | null;
}

export interface Translation {
  /** BCP 47. */
  locale: string;
  /** The language's own name: "Deutsch". */
  label: string;
  link: string;
  current: boolean;
}

/** Category in a list. */
export interface CategoryCard {
  name: string;
  description: string;
  link: string;
  /** Articles in it and its descendants that this viewer may see. */
  count: number;
  /** Name of a built-in icon (`kb/parts/icon`) or a short text such as an emoji. */
  icon: string | null;
  /** The first articles. */
  articles: PageLink[];
}

/** Article in a list. */
export interface ArticleCard {
  title: string;
  link: string;
  excerpt: string;
  /** Whole minutes, at least 1. */
  readingTime: number;
  updated: Date;
}

/** Data shared by all pages of the knowledge base. */
export interface KbFrame {
  strings: Strings;
  /** BCP 47 locale of the page. */
  locale: string;
  home: PageLink;
  nav: NavNode[];
  /** Null in exports, where nothing answers it. */
  searchForm: SearchForm | null;
  /** The page in every locale it exists in; shown if there are two or more. */
  translations: Translation[];
  /**
   * Output of callbacks before the content.
   * `vendor_kb_before_home`, `_category`, `_search`, `_article_content`.
   */
  before: SafeHtml[];
  /** Output of callbacks after the content. */
  after: SafeHtml[];
  /** Output of callbacks above the navigation. */
  sidebarTop: SafeHtml[];
  /** Output of callbacks below the navigation. */
  sidebarBottom: SafeHtml[];
  /** Output of callbacks at the end of the page. */
  footer: SafeHtml[];
}

/** Template data of the home page. */
export interface HomePage extends KbFrame {
  title: string;
  description: string;
  /** Top categories, or the children of an only top category. */
  categories: CategoryCard[];
  /** Pagination of the categories. */
  pagination: Pagination;
  /** First articles of an only top category. */
  articles: PageLink[];
  /** Link to the rest of them; null if all are listed. */
  more: PageLink | null;
  latest: ArticleCard[];
}

/** Template data of a category. */
export interface CategoryPage extends KbFrame {
  name: string;
  description: SafeHtml;
  link: string;
  breadcrumbs: Crumb[];
  children: CategoryCard[];
  /** Pagination of the child categories; `pagination` is that of the articles. */
  childPagination: Pagination;
  articles: ArticleCard[];
  pagination: Pagination;
  /** Link to all its articles on one page; null in exports, where nothing answers it. */
  printLink: string | null;
}

/** A category with all its articles for printing. */
export interface PrintPage extends KbFrame {
  name: string;
  description: SafeHtml;
  /** URL of the category page. */
  link: string;
  articles: PrintedArticle[];
  /** Number of articles left out. */
  omitted: number;
  printed: Date;
}

export interface PrintedArticle {
  /** Id of its heading. */
  id: string;
  title: string;
  /** Sentence under the title; empty if the article has none. */
  description: string;
  /** Absolute URL, since paper cannot be clicked. */
  link: string;
  updated: Date;
  content: SafeHtml;
}

/** Template data of an article. */
export interface ArticlePage extends KbFrame {
  title: string;
  content: SafeHtml;
  /** Sentence under the title; empty if the article has none. */
  description: string;
  link: string;
  breadcrumbs: Crumb[];
  toc: TocEntry[];
  previous: PageLink | null;
  next: PageLink | null;
  related: ArticleCard[];
  /** Attachments that this viewer may read. */
  attachments: FileLink[];
  updated: Date;
  readingTime: number;
  categories: PageLink[];
  tags: { name: string; link: string | null }[];
  /** True if out of date but kept for old links. */
  archived: boolean;
  /** True if the review date has passed and readers are notified. */
  stale: boolean;
  /** Forms below the article; null if it is not published. */
  readerForms: ReaderForms | null;
  /** URL of the edit page; null for viewers who may not edit it. */
  editLink: string | null;
}

/** A value that results can be filtered by. */
export interface SearchFacet {
  name: string;
  /** Number of matching results. */
  count: number;
  active: boolean;
  /** URL that applies the filter, or removes an active one. */
  link: string;
}

/** Available and active filters of a search. */
export interface SearchFilters {
  /** Active filters, each with the URL without it. */
  chosen: { kind: 'category' | 'tag' | 'updated' | 'spelling'; name: string; link: string }[];
  /** URL without any filters. */
  clear: string;
  /** Most frequent first; `more` are collapsed. */
  categories: { visible: SearchFacet[]; more: SearchFacet[] };
  tags: { visible: SearchFacet[]; more: SearchFacet[] };
  periods: Omit<SearchFacet, 'count'>[];
  /** Form for custom dates, in the format of date fields; empty for none. */
  dates: { action: string; from: string; to: string; hiddenFields: { name: string; value: string }[] };
}

/** Template data of the search page. */
export interface SearchPage extends KbFrame {
  query: string;
  /** Shown instead of results: the query is missing, too short or too long. */
  notice: string | null;
  results: {
    /** Id of the article; null for a plugin's result. */
    article: number | null;
    /** Position among all results, from 1. */
    position: number;
    title: SafeHtml;
    link: string;
    snippet: SafeHtml;
    breadcrumbs: Crumb[];
    /** True if editors promoted it for this query. */
    promoted: boolean;
  }[];
  /** Endpoint that records clicks, and the query that the results answer. */
  clicks: { link: string; query: string };
  total: number;
  /** True if the total is a lower bound, since a plugin removed results. */
  isAtLeast: boolean;
  /** Corrected query that was searched, and the link to the typed one; null without correction. */
  corrected: { applied: { query: string; link: string }; typed: { query: string; link: string } } | null;
  /** Null without a search. */
  filters: SearchFilters | null;
  /** Suggestions if nothing was found; null otherwise. */
  nothingFound: WaysOn | null;
  pagination: Pagination;
  /** Duration of the search in milliseconds. */
  tookMs: number;
}

/** Suggestions after an empty result. */
export interface WaysOn {
  articles: PageLink[];
  /** True if these are the most read articles; otherwise the newest. */
  areRead: boolean;
  categories: PageLink[];
}

/** Template data of the page for an unknown URL. */
export interface NotFoundPage extends KbFrame {
  /** Query guessed from the URL. */
  query: string;
  suggestions: PageLink[];
  /** True for a deleted article: status 410. */
  isGone: boolean;
}

/** Replacement for content that a visitor may not read. */
export interface RestrictedPart {
  strings: Strings;
  /** Reason for denied access, and what to do. */
  message: SafeHtml;
  /** Teaser; null if none is shown. */
  teaser: SafeHtml | null;
  /** Login URL; null if signing in would not help. */
  loginLink: string | null;
  /** Password form; null if no password helps. */
  passwordForm: { action: string; notice: string | null } | null;
}

/** Template data of an article or category that the viewer may not read. */
export interface RestrictedPage extends KbFrame {
  /** Title, or a generic text if the name is hidden. */
  title: string;
  restricted: RestrictedPart;
}

/** A file attached to an article. */
export interface FileLink {
  title: string;
  /** Plain text; empty for none. */
  description: string;
  link: string;
  /** File type for display: "PDF"; empty if unknown. */
  type: string;
  /** Formatted size: "12 kB". */
  size: string;
}

/** HTML document around an exported page. */
export interface StaticDocument {
  strings: Strings;
  title: string;
  /** Empty for none. */
  description: string;
  stylesheets: string[];
  /** The site and the home page of the export. */
  home: PageLink;
  /** URL of the same page on the live site. */
  online: string;
  body: SafeHtml;
}

/** Page of the block editor. */
export interface EditorPage {
  strings: Strings;
  /** `EditorConfig` as JSON. */
  config: string;
}

/** Page that converts an article to another format. */
export interface ConvertPage {
  strings: Strings;
  /** Title of the article. */
  title: string;
  lead: string;
  /** True if readers will see the same words. */
  isSame: boolean;
  /** Differences in displayed text, if any, and in source. */
  differences: DifferenceView[];
  form: {
    action: string;
    hidden: { name: string; value: string }[];
    submit: string;
  };
  back: string;
}

export interface DifferenceView {
  /** Id of its heading. */
  id: string;
  title: string;
  summary: string;
  /** The first piece of each line starts with `+`, `-`, `@` or a space; differing words are marked. */
  lines: { kind: 'added' | 'removed' | 'same' | 'place'; pieces: { text: string; isMarked: boolean }[] }[];
  /** Number of lines not shown, as text; empty for none. */
  more: string;
}

/** Page templates with their data. */
export interface PageData {
  'kb/home': HomePage;
  'kb/category': CategoryPage;
  'kb/article': ArticlePage;
  'kb/print': PrintPage;
  'kb/search': SearchPage;
  'kb/not-found': NotFoundPage;
  'kb/restricted': RestrictedPage;
}

declare module '../../../../index.js' {
  interface TemplateData extends PageData {
    'kb/parts/restricted': RestrictedPart;
    'kb/parts/difference': { strings: Strings; difference: DifferenceView };
    'kb/static': StaticDocument;
    'kb/admin/convert': ConvertPage;
    'kb/admin/editor': EditorPage;
  }
}

import type { SafeHtml, Strings } from '../../index.js';
import type { OpinionForms } from './opinions/form-data.js';

/** One step of the path to a page; the shape of filter `vendor_kb_breadcrumbs`. */
export interface Crumb {
  label: string;
  url: string;
  current: boolean;
}

/** One entry of the navigation tree; the shape of filter `vendor_kb_nav_tree`. */
export interface NavNode {
  kind: 'category' | 'article';
  /** Of the article or category; a link that a plugin adds may do without. */
  id?: number;
  title: string;
  link: string;
  /** This very page. */
  current: boolean;
  /** The page or one below it is current: the branch is shown opened. */
  open: boolean;
  children: NavNode[];
}

export interface TocEntry {
  id: string;
  /** 2 to 6, as the heading. */
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
  /** The pages to offer; null stands for a gap. */
  pages: ({ page: number; link: string; current: boolean } | null)[];
}

export interface SearchForm {
  /** Path the form is sent to by GET. */
  action: string;
  query: string;
  /** Hidden fields: what the search stays narrowed to. */
  kept: { name: string; value: string }[];
  /** What completes the text while it is typed; null where nothing does. */
  suggestions: FormSuggestions | null;
}

export interface FormSuggestions {
  /** Path of suggestions, with the locale and the number that is asked for. */
  link: string;
  /** How many are asked for. */
  limit: number;
  /** Whether the key `/` may lead to the field, as far as the site is asked. */
  slash: boolean;
  /** Who reads, so that suggestions are theirs; null for strangers. */
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

export interface CategoryCard {
  name: string;
  description: string;
  link: string;
  /** Articles in it and below that this viewer may see. */
  count: number;
  /** Name of a built-in icon (`kb/parts/icon`) or a short text such as an emoji. */
  icon: string | null;
  /** The first few of them. */
  articles: PageLink[];
}

export interface ArticleCard {
  title: string;
  link: string;
  excerpt: string;
  /** Whole minutes, at least 1. */
  readingTime: number;
  updated: Date;
}

/** What every page of the knowledge base gets, whichever it is. */
export interface KbFrame {
  strings: Strings;
  /** BCP 47 locale of the page. */
  locale: string;
  home: PageLink;
  nav: NavNode[];
  /** Null where nothing answers it: on the pages of an export. */
  searchForm: SearchForm | null;
  /** The page in every locale it exists in; shown when there are two or more. */
  translations: Translation[];
  /** What callbacks echoed before the content: `vendor_kb_before_home`, `_category`, `_search`, `_article_content`. */
  before: SafeHtml[];
  /** The same behind it. */
  after: SafeHtml[];
  /** What callbacks echoed above the navigation. */
  sidebarTop: SafeHtml[];
  /** The same below it. */
  sidebarBottom: SafeHtml[];
  /** What callbacks echoed at the end of the page. */
  footer: SafeHtml[];
}

export interface HomePage extends KbFrame {
  title: string;
  description: string;
  /** The categories at the top; those below it when there is but one at the top. */
  categories: CategoryCard[];
  /** Of the categories. */
  pagination: Pagination;
  /** The first articles of the one category at the top, when there is but one. */
  articles: PageLink[];
  /** Leads to the rest of them; null when all are here. */
  more: PageLink | null;
  latest: ArticleCard[];
}

export interface CategoryPage extends KbFrame {
  name: string;
  description: SafeHtml;
  link: string;
  breadcrumbs: Crumb[];
  children: CategoryCard[];
  /** Of the children; `pagination` is that of the articles. */
  childPagination: Pagination;
  articles: ArticleCard[];
  pagination: Pagination;
  /** To all its articles on one page; null where nothing answers it: on the pages of an export. */
  printLink: string | null;
}

/** A category with all its articles, to be printed. */
export interface PrintPage extends KbFrame {
  name: string;
  description: SafeHtml;
  /** To the page of the category. */
  link: string;
  articles: PrintedArticle[];
  /** How many more there are. */
  omitted: number;
  printed: Date;
}

export interface PrintedArticle {
  /** Of its heading. */
  id: string;
  title: string;
  /** The sentence under the title; empty when the article has none. */
  description: string;
  /** Absolute: paper cannot be clicked. */
  link: string;
  updated: Date;
  content: SafeHtml;
}

export interface ArticlePage extends KbFrame {
  title: string;
  content: SafeHtml;
  /** The sentence under the title; empty when the article has none. */
  description: string;
  link: string;
  breadcrumbs: Crumb[];
  toc: TocEntry[];
  previous: PageLink | null;
  next: PageLink | null;
  related: ArticleCard[];
  /** The files that come with it and this viewer may have. */
  attachments: FileLink[];
  updated: Date;
  readingTime: number;
  categories: PageLink[];
  tags: { name: string; link: string | null }[];
  /** Out of date, but kept for those who follow an old link. */
  archived: boolean;
  /** Nobody has vouched for it since the day that was named, and readers are told so. */
  stale: boolean;
  /** What readers are asked below it; null where it is not published. */
  opinions: OpinionForms | null;
  /** Where this viewer edits it; null for who may not. */
  editLink: string | null;
}

/** Something that results can be narrowed to. */
export interface SearchFacet {
  name: string;
  /** Results that have it. */
  count: number;
  active: boolean;
  /** Narrows to it; takes it off again where it is active. */
  link: string;
}

/** What a search can be narrowed to, and is. */
export interface SearchFilters {
  /** Each with the address without it. */
  chosen: { kind: 'category' | 'tag' | 'updated' | 'spelling'; name: string; link: string }[];
  /** The address without any. */
  clear: string;
  /** The most frequent first; `more` of them are folded away. */
  categories: { shown: SearchFacet[]; more: SearchFacet[] };
  tags: { shown: SearchFacet[]; more: SearchFacet[] };
  periods: Omit<SearchFacet, 'count'>[];
  /** The form for days of one's own, as fields for dates have them; empty for none. */
  dates: { action: string; from: string; to: string; kept: { name: string; value: string }[] };
}

export interface SearchPage extends KbFrame {
  query: string;
  /** Shown instead of results: the query is missing, too short or too long. */
  notice: string | null;
  results: {
    /** Its id; null for what a plugin has added. */
    article: number | null;
    /** Among all results, from 1. */
    position: number;
    title: SafeHtml;
    link: string;
    snippet: SafeHtml;
    breadcrumbs: Crumb[];
    /** Editors have it come first for this query. */
    promoted: boolean;
  }[];
  /** Path that is told which of them was chosen, and the search that they answer. */
  clicks: { link: string; query: string };
  total: number;
  /** Whether there may be more than that, since a plugin has taken some away. */
  isAtLeast: boolean;
  /** The spelling that was searched for in place of what was typed, and the way to what was typed; null where it is one. */
  corrected: { shown: { query: string; link: string }; typed: { query: string; link: string } } | null;
  /** Null where nothing was searched for. */
  filters: SearchFilters | null;
  /** Where to go on, where nothing was found; null otherwise. */
  nothingFound: WaysOn | null;
  pagination: Pagination;
  /** Duration of the search in milliseconds. */
  tookMs: number;
}

/** Where somebody goes on who has found nothing. */
export interface WaysOn {
  articles: PageLink[];
  /** Whether they are those that are read most; else they are the newest. */
  areRead: boolean;
  categories: PageLink[];
}

export interface NotFoundPage extends KbFrame {
  /** What the address seems to have meant, offered as a search. */
  query: string;
  suggestions: PageLink[];
  /** The article existed and was deleted: status 410. */
  gone: boolean;
}

/** What stands in place of something that a visitor may not read. */
export interface RestrictedPart {
  strings: Strings;
  /** Why it is not here, and what to do about it. */
  message: SafeHtml;
  /** The beginning, where readers are given it. */
  teaser: SafeHtml | null;
  /** Where to log in; null where that would change nothing. */
  loginLink: string | null;
  /** The form for a password; null where none is asked for. */
  passwordForm: { action: string; notice: string | null } | null;
}

export interface RestrictedPage extends KbFrame {
  /** What it is about: the name where that may be known, else words that name nothing. */
  title: string;
  restricted: RestrictedPart;
}

/** A file that comes with an article. */
export interface FileLink {
  title: string;
  /** Plain text; empty for none. */
  description: string;
  link: string;
  /** What kind of file, as people say it: "PDF"; empty where nobody can tell. */
  type: string;
  /** In words: "12 kB". */
  size: string;
}

/** The document around a page that is written to a file. */
export interface StaticDocument {
  strings: Strings;
  title: string;
  /** Empty for none. */
  description: string;
  stylesheets: string[];
  /** The site, and the first page of the files. */
  home: PageLink;
  /** The same page on the live site. */
  online: string;
  body: SafeHtml;
}

/** The page of the editor of blocks. */
export interface EditorPage {
  strings: Strings;
  /** `EditorConfig` as JSON. */
  config: string;
}

/** The page on which an article gets another format. */
export interface ConvertPage {
  strings: Strings;
  /** Of the article. */
  title: string;
  lead: string;
  /** Whether readers see the same words afterwards. */
  isSame: boolean;
  /** Of what readers see, where that changes, and of the source. */
  differences: ShownDifference[];
  form: {
    action: string;
    hidden: { name: string; value: string }[];
    submit: string;
  };
  back: string;
}

export interface ShownDifference {
  /** Id of its heading. */
  id: string;
  title: string;
  summary: string;
  /** The first piece of each begins with `+`, `-`, `@` or a space; words that differ are marked. */
  lines: { kind: 'added' | 'removed' | 'same' | 'place'; pieces: { text: string; isMarked: boolean }[] }[];
  /** Says how many lines are not shown; empty for none. */
  more: string;
}

/** The templates of whole pages, with what each gets. */
export interface PageData {
  'kb/home': HomePage;
  'kb/category': CategoryPage;
  'kb/article': ArticlePage;
  'kb/print': PrintPage;
  'kb/search': SearchPage;
  'kb/not-found': NotFoundPage;
  'kb/restricted': RestrictedPage;
}

declare module '../../index.js' {
  interface TemplateData extends PageData {
    'kb/parts/restricted': RestrictedPart;
    'kb/parts/difference': { strings: Strings; difference: ShownDifference };
    'kb/static': StaticDocument;
    'kb/admin/convert': ConvertPage;
    'kb/admin/editor': EditorPage;
  }
}

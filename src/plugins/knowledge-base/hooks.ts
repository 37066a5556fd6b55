import type { OwnedHooks, SafeHtml, User } from '../../index.js';
import type { Article } from './article.js';
import type { SearchResultItem } from './search-service.js';
import type { Crumb, NavNode } from './template-data.js';

/** What brought a change about. */
export interface SaveContext {
  readonly user: User | null;
  readonly source: 'rest' | 'cli' | 'import' | 'admin';
  /** Names of the members of the article that changed. */
  readonly changed: readonly string[];
}

/** What callbacks around an article's content work with. */
export interface ContentContext {
  readonly viewer: User | null;
  readonly locale: string;
  /** Adds markup to the page at this place. */
  echo(html: SafeHtml): void;
}

export interface NavContext {
  readonly viewer: User | null;
  readonly locale: string;
  /** Path of the page being shown. */
  readonly current: string;
}

export interface TemplateLocationData {
  path: string;
  priority: number;
  origin: string;
}

declare module '../../index.js' {
  interface Actions {
    /** An article was saved, and the change is in the database; `previous` is null for a new article. */
    vendor_kb_article_saved(article: Article, previous: Article | null, context: SaveContext): void | Promise<void>;
    /** Before the text on the page of an article. `echo` adds markup there; it takes `SafeHtml`, which only `safeHtml()` makes. */
    vendor_kb_before_article_content(article: Article, context: ContentContext): void | Promise<void>;
    /** Behind the text on the page of an article, with the same `echo`. */
    vendor_kb_after_article_content(article: Article, context: ContentContext): void | Promise<void>;
  }
  interface Filters {
    /**
     * What is found, and in which order: the hits of one page. A plugin may add its own under a `type` of its own; whether
     * the viewer may see them is its business. Articles that the viewer may not see are dropped afterwards.
     */
    vendor_kb_search_results(
      results: SearchResultItem[],
      context: { readonly q: string; readonly viewer: User | null; readonly page: number },
    ): SearchResultItem[] | Promise<SearchResultItem[]>;
    /** The navigation beside a page. */
    vendor_kb_nav_tree(tree: NavNode[], context: NavContext): NavNode[] | Promise<NavNode[]>;
    /** The steps from the home page to the one that is shown. */
    vendor_kb_breadcrumbs(
      crumbs: Crumb[],
      page: { readonly path: string; readonly locale: string },
    ): Crumb[] | Promise<Crumb[]>;
    /** What is offered below an article; articles that the viewer may not see are dropped afterwards. */
    vendor_kb_related_articles(
      articles: Article[],
      article: Article,
      context: { readonly limit: number },
    ): Article[] | Promise<Article[]>;
    /** Where the templates of the knowledge base are looked for; priorities below 10 win over the site's folder. */
    'vendor_kb/template_locations'(
      locations: TemplateLocationData[],
      template: string,
      data: object,
    ): TemplateLocationData[];
  }
}

/** No page waits longer than this for what one callback adds to it, in milliseconds. */
const PAGE_TIMEOUT_MS = 5_000;

/**
 * Says what the hooks of the knowledge base are. They add to pages and follow changes; none of them decides who may read
 * what, so a callback that fails is left out.
 */
export function defineHooks({ define }: OwnedHooks): void {
  const decorates = { since: '0.1.0', decorating: true } as const;
  const onPage = { ...decorates, async: 'allowed', timeoutMs: PAGE_TIMEOUT_MS } as const;
  define('vendor_kb_article_saved', { ...decorates, kind: 'action', async: 'allowed' });
  define('vendor_kb_before_article_content', { ...onPage, kind: 'action' });
  define('vendor_kb_after_article_content', { ...onPage, kind: 'action' });
  define('vendor_kb_search_results', { ...onPage, kind: 'filter', accepts: isListOfResults });
  define('vendor_kb_nav_tree', { ...onPage, kind: 'filter', accepts: isNavTree });
  define('vendor_kb_breadcrumbs', { ...onPage, kind: 'filter', accepts: isListOf(CRUMB) });
  define('vendor_kb_related_articles', { ...onPage, kind: 'filter', accepts: isListOf(ARTICLE) });
  define('vendor_kb/template_locations', { ...decorates, kind: 'filter', accepts: isListOf(LOCATION) });
}

/** The members without which a page would fail. */
const RESULT = {
  type: 'string',
  id: 'number',
  title: 'string',
  link: 'string',
  highlights: 'object',
  breadcrumbs: 'object',
};
const NODE = { title: 'string', link: 'string' };
const CRUMB = { label: 'string', url: 'string' };
const ARTICLE = { id: 'number', title: 'string', slug: 'string', categoryIds: 'object' };
const LOCATION = { path: 'string', priority: 'number' };

/** What callbacks without types may return is worth a look: members by name, with what `typeof` says of them. */
function isListOf(members: Readonly<Record<string, string>>) {
  return (value: unknown): value is Record<string, unknown>[] =>
    Array.isArray(value) &&
    value.every(
      (item) =>
        typeof item === 'object' &&
        item !== null &&
        Object.entries(members).every(([name, type]) => typeof item[name] === type && item[name] !== null),
    );
}

function isNavTree(value: unknown): boolean {
  return isListOf(NODE)(value) && value.every(({ children }) => isNavTree(children));
}

/** An address that is not absolute would fail the answer as a whole, and nobody would know whose it was. */
function isListOfResults(value: unknown): boolean {
  return isListOf(RESULT)(value) && value.every(({ link }) => URL.canParse(String(link)));
}

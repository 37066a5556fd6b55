import type { OwnedHooks, SafeHtml, User } from '../../../index.js';
import type { Article } from '../article.js';
import type { Category } from '../category-tree.js';
import type { Crumb, NavNode, PageData } from '../template-data.js';
import { isListOf, isObject, onPage } from './accepts.js';

/** What callbacks work with that add to a page at one place. */
export interface ContentContext {
  readonly viewer: User | null;
  readonly locale: string;
  /** Adds markup to the page at this place. */
  echo(html: SafeHtml): void;
}

/** The template of a whole page: `kb/article`. */
export type PageName = keyof PageData;

/** The page that is being shown, and to whom. */
export interface PageShown {
  readonly template: PageName;
  readonly viewer: User | null;
  readonly locale: string;
  /** Below the knowledge base and its locale; `''` for the home page. */
  readonly path: string;
}

/** What search engines and browsers are told of a page. */
export interface PageSeo {
  title: string;
  description: string | null;
  /** Absolute address; null for none. */
  canonical: string | null;
  /** `noindex` and the like; null lets search engines decide. */
  robots: string | null;
  /** The page in other locales, this one included. */
  alternates: { locale: string; link: string }[];
}

/** An object of schema.org. */
export type JsonLd = Record<string, unknown>;

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

declare module '../../../index.js' {
  interface Actions {
    /** Before the text on the page of an article. `echo` adds markup there; it takes `SafeHtml`, which only `safeHtml()` makes. */
    vendor_kb_before_article_content(article: Article, context: ContentContext): void | Promise<void>;
    /** Behind the text on the page of an article, with the same `echo`. */
    vendor_kb_after_article_content(article: Article, context: ContentContext): void | Promise<void>;
    /** Before the categories on the first page of a locale; `echo` as above. */
    vendor_kb_before_home(context: ContentContext): void | Promise<void>;
    /** Behind the content of that page. */
    vendor_kb_after_home(context: ContentContext): void | Promise<void>;
    /** Before the articles on the page of a category. */
    vendor_kb_before_category(category: Category, context: ContentContext): void | Promise<void>;
    /** Behind them. */
    vendor_kb_after_category(category: Category, context: ContentContext): void | Promise<void>;
    /** Before what was found, on the page of the search; the query is empty where none was typed. */
    vendor_kb_before_search(query: string, context: ContentContext): void | Promise<void>;
    /** Behind it. */
    vendor_kb_after_search(query: string, context: ContentContext): void | Promise<void>;
    /** Above the navigation, on every page that has it: all but the first. */
    vendor_kb_sidebar_top(context: PageShown & ContentContext): void | Promise<void>;
    /** Below it. */
    vendor_kb_sidebar_bottom(context: PageShown & ContentContext): void | Promise<void>;
    /** Adds elements to the `<head>` of every page. The policy of the site decides which scripts run. */
    vendor_kb_head(context: PageShown & ContentContext): void | Promise<void>;
    /** At the end of every page, before the footer of the site. */
    vendor_kb_footer(context: PageShown & ContentContext): void | Promise<void>;
    /** A page of the knowledge base was rendered. Nothing waits for it. */
    vendor_kb_template_loaded(page: PageShown): void;
  }
  interface Filters {
    /** The navigation beside a page. */
    vendor_kb_nav_tree(tree: NavNode[], context: NavContext): NavNode[] | Promise<NavNode[]>;
    /** The steps from the home page to the one that is shown. */
    vendor_kb_breadcrumbs(
      crumbs: Crumb[],
      page: { readonly path: string; readonly locale: string },
    ): Crumb[] | Promise<Crumb[]>;
    /**
     * What the template of a page is given; what a callback leaves out stays. What it adds is shown to this viewer, so it
     * asks itself whether they may see it.
     */
    vendor_kb_template_data(
      data: PageData[PageName],
      page: PageShown,
    ): Partial<PageData[PageName]> | Promise<Partial<PageData[PageName]>>;
    /**
     * Title, description, canonical address and `robots` of a page. What the knowledge base keeps out of search engines
     * stays out.
     */
    vendor_kb_seo(seo: PageSeo, page: PageShown): PageSeo | Promise<PageSeo>;
    /** What a page says of itself to machines, as objects of schema.org; they are escaped afterwards. */
    vendor_kb_json_ld(data: JsonLd[], page: PageShown): JsonLd[] | Promise<JsonLd[]>;
    /** Where the templates of the knowledge base are looked for; priorities below 10 win over the site's folder. */
    'vendor_kb/template_locations'(
      locations: TemplateLocationData[],
      template: string,
      data: object,
    ): TemplateLocationData[];
  }
}

/** Adds to pages. None of these decides who may read what, so a callback that fails is left out. */
export function definePageHooks({ define }: OwnedHooks): void {
  define('vendor_kb_before_article_content', { ...onPage, kind: 'action' });
  define('vendor_kb_after_article_content', { ...onPage, kind: 'action' });
  define('vendor_kb_before_home', { ...onPage, kind: 'action' });
  define('vendor_kb_after_home', { ...onPage, kind: 'action' });
  define('vendor_kb_before_category', { ...onPage, kind: 'action' });
  define('vendor_kb_after_category', { ...onPage, kind: 'action' });
  define('vendor_kb_before_search', { ...onPage, kind: 'action' });
  define('vendor_kb_after_search', { ...onPage, kind: 'action' });
  define('vendor_kb_sidebar_top', { ...onPage, kind: 'action' });
  define('vendor_kb_sidebar_bottom', { ...onPage, kind: 'action' });
  define('vendor_kb_head', { ...onPage, kind: 'action' });
  define('vendor_kb_footer', { ...onPage, kind: 'action' });
  define('vendor_kb_template_loaded', { since: '0.1.0', decorating: true, kind: 'action', async: 'never' });
  define('vendor_kb_template_data', { ...onPage, kind: 'filter', accepts: isObject });
  define('vendor_kb_seo', { ...onPage, kind: 'filter', accepts: isSeo });
  define('vendor_kb_json_ld', { ...onPage, kind: 'filter', accepts: isJsonLd });
  define('vendor_kb_nav_tree', { ...onPage, kind: 'filter', accepts: isNavTree });
  define('vendor_kb_breadcrumbs', { ...onPage, kind: 'filter', accepts: isListOf(CRUMB) });
  define('vendor_kb/template_locations', {
    since: '0.1.0',
    decorating: true,
    kind: 'filter',
    accepts: isListOf(LOCATION),
  });
}

/** The members without which a page would fail. */
const NODE = { title: 'string', link: 'string' };
const CRUMB = { label: 'string', url: 'string' };
const LOCATION = { path: 'string', priority: 'number' };

function isNavTree(value: unknown): boolean {
  return isListOf(NODE)(value) && value.every(({ children }) => isNavTree(children));
}

function isSeo(value: unknown): boolean {
  const { title, description, canonical, robots, alternates } = (value ?? {}) as Partial<PageSeo>;
  const isTextOrNull = (member: unknown): boolean => member === null || typeof member === 'string';
  return (
    typeof title === 'string' &&
    [description, canonical, robots].every(isTextOrNull) &&
    isListOf({ locale: 'string', link: 'string' })(alternates)
  );
}

/** What JSON cannot say would fail the page. */
function isJsonLd(value: unknown): boolean {
  if (!Array.isArray(value) || !value.every(isObject)) return false;
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

import type { OwnedHooks } from '../../../../hooks.js';
import type { User } from '../../../../index.js';
import type { SafeHtml } from '../../../../pages.js';
import type { NavNode, PageData } from '../../content/views/template-data.js';
import { isListOf, isObject, onPage } from '../../domain/accepts.js';
import type { Article } from '../../domain/articles/article.js';
import type { Crumb } from '../../domain/categories/breadcrumbs.js';
import type { Category } from '../../domain/categories/category-tree.js';

/** Arguments of callbacks that add markup at one place of a page. */
export interface ContentContext {
  readonly viewer: User | null;
  readonly locale: string;
  /** Appends markup at this place of the page. */
  echo(html: SafeHtml): void;
}

/** Template name of a whole page, e.g. `kb/article`. */
export type PageName = keyof PageData;

/** Page being rendered and its viewer. */
export interface PageContext {
  readonly template: PageName;
  readonly viewer: User | null;
  readonly locale: string;
  /** Path below the knowledge base and its locale; `''` for the home page. */
  readonly path: string;
}

/** Metadata of a page for search engines and browsers. */
export interface PageSeo {
  title: string;
  description: string | null;
  /** Absolute URL; null for none. */
  canonical: string | null;
  /** Robots directives, e.g. `noindex`; null lets search engines decide. */
  robots: string | null;
  /** URLs of the page in all locales, including this one. */
  alternates: { locale: string; link: string }[];
}

/** schema.org object. */
export type JsonLd = Record<string, unknown>;

/** Viewer and page in hooks about navigation. */
export interface NavContext {
  readonly viewer: User | null;
  readonly locale: string;
  /** Path of the page being rendered. */
  readonly current: string;
}

/** Place where a template is searched, as hooks see it. */
export interface TemplateLocationData {
  path: string;
  priority: number;
  origin: string;
}

declare module '../../../../index.js' {
  interface Actions {
    /**
     * Before the text of an article page. `echo` adds markup there; it accepts only `SafeHtml`, created by
     * `safeHtml()`.
     */
    vendor_kb_before_article_content(article: Article, context: ContentContext): void | Promise<void>;
    /** After the text of an article page, with the same `echo`. */
    vendor_kb_after_article_content(article: Article, context: ContentContext): void | Promise<void>;
    /** Before the categories on the home page of a locale, with the same `echo`. */
    vendor_kb_before_home(context: ContentContext): void | Promise<void>;
    /** After the content of the home page. */
    vendor_kb_after_home(context: ContentContext): void | Promise<void>;
    /** Before the articles of a category page. */
    vendor_kb_before_category(category: Category, context: ContentContext): void | Promise<void>;
    /** After the articles of a category page. */
    vendor_kb_after_category(category: Category, context: ContentContext): void | Promise<void>;
    /** Before the results on the search page. The query is empty if none was entered. */
    vendor_kb_before_search(query: string, context: ContentContext): void | Promise<void>;
    /** After the results on the search page. */
    vendor_kb_after_search(query: string, context: ContentContext): void | Promise<void>;
    /** Above the navigation, on every page that has one: all except the home page. */
    vendor_kb_sidebar_top(context: PageContext & ContentContext): void | Promise<void>;
    /** Below the navigation. */
    vendor_kb_sidebar_bottom(context: PageContext & ContentContext): void | Promise<void>;
    /** Adds elements to the `<head>` of every page. The site's Content Security Policy decides which scripts run. */
    vendor_kb_head(context: PageContext & ContentContext): void | Promise<void>;
    /** At the end of every page, before the site footer. */
    vendor_kb_footer(context: PageContext & ContentContext): void | Promise<void>;
    /** A page of the knowledge base was rendered. Fire-and-forget. */
    vendor_kb_template_loaded(page: PageContext): void;
  }
  interface Filters {
    /** Filters the navigation beside a page. */
    vendor_kb_nav_tree(tree: NavNode[], context: NavContext): NavNode[] | Promise<NavNode[]>;
    /** Filters the breadcrumbs from the home page to the current page. */
    vendor_kb_breadcrumbs(
      crumbs: Crumb[],
      page: { readonly path: string; readonly locale: string },
    ): Crumb[] | Promise<Crumb[]>;
    /**
     * Filters the data passed to a page template; omitted members keep their value. Added data is shown to this
     * viewer, so check their access first.
     */
    vendor_kb_template_data(
      data: PageData[PageName],
      page: PageContext,
    ): Partial<PageData[PageName]> | Promise<Partial<PageData[PageName]>>;
    /**
     * Filters title, description, canonical URL and `robots` of a page. Pages that the knowledge base excludes from
     * search engines stay excluded.
     */
    vendor_kb_seo(seo: PageSeo, page: PageContext): PageSeo | Promise<PageSeo>;
    /** Filters the structured data of a page (schema.org objects). It is escaped afterwards. */
    vendor_kb_json_ld(data: JsonLd[], page: PageContext): JsonLd[] | Promise<JsonLd[]>;
    /** Filters the template locations of the knowledge base. Priorities below 10 override the site's folder. */
    'vendor_kb/template_locations'(
      locations: TemplateLocationData[],
      template: string,
      data: object,
    ): TemplateLocationData[];
  }
}

/** Defines the page hooks. None of them decides about access, so a failing callback is skipped. */
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

/** Required members, without which rendering fails. */
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

/** Accepts only objects that JSON can represent; others would break the page. */
function isJsonLd(value: unknown): boolean {
  if (!Array.isArray(value) || !value.every(isObject)) return false;
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

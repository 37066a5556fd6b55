import type { OwnedHooks, SafeHtml, User } from '../../../index.js';
import type { Article } from '../article.js';
import type { Crumb, NavNode } from '../template-data.js';
import { isListOf, onPage } from './accepts.js';

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

declare module '../../../index.js' {
  interface Actions {
    /** Before the text on the page of an article. `echo` adds markup there; it takes `SafeHtml`, which only `safeHtml()` makes. */
    vendor_kb_before_article_content(article: Article, context: ContentContext): void | Promise<void>;
    /** Behind the text on the page of an article, with the same `echo`. */
    vendor_kb_after_article_content(article: Article, context: ContentContext): void | Promise<void>;
  }
  interface Filters {
    /** The navigation beside a page. */
    vendor_kb_nav_tree(tree: NavNode[], context: NavContext): NavNode[] | Promise<NavNode[]>;
    /** The steps from the home page to the one that is shown. */
    vendor_kb_breadcrumbs(
      crumbs: Crumb[],
      page: { readonly path: string; readonly locale: string },
    ): Crumb[] | Promise<Crumb[]>;
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

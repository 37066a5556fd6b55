import path from 'node:path';
import type { TemplateData } from '../../../../../index.js';
import { safeHtml } from '../../../../../pages.js';
import { kbCatalogues } from '../../../catalogues.js';
import type { MediaFiles } from '../../../content/export/media-files.js';
import { decodePath } from '../../../content/import/address.js';
import { rewriteLinks } from '../../../content/import/links/rewrite-links.js';
import { scanLinks } from '../../../content/import/links/scan-links.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { KbFrame, NavNode } from '../../../content/views/template-data.js';
import type { View } from '../../../content/views/view.js';
import { type Article, isPublic } from '../../../domain/articles/article.js';
import type { Category } from '../../../domain/categories/category-tree.js';
import { articleData } from '../../pages/article.js';
import { categoryData } from '../../pages/category.js';
import { homeData } from '../../pages/home.js';
import { BLOCK_STYLES, STYLESHEETS } from '../../pages/visit.js';
import { filesOf, type StaticSite } from './article-files.js';
import type { SitePlaces } from './site-places.js';

/** Renders complete documents with links between files. */
export interface StaticPages {
  home(locale: string, file: string): Promise<string>;
  category(category: Category, page: number, file: string): Promise<string>;
  article(article: Article, file: string): Promise<string>;
}

/** Page metadata. */
interface PageMetadata {
  readonly title: string;
  readonly description: string;
  readonly slug?: string;
  readonly id?: number;
  /** URL on the live site, if it differs from the default one. */
  readonly online?: string;
}

/** Articles per page of a category. */
export const PER_PAGE = 100;

/** Stylesheets of the pages, starting with the palette. */
const STYLES = ['core/mortise.css', ...STYLESHEETS, ...BLOCK_STYLES] as const;

export function createStaticPages(site: StaticSite): StaticPages {
  const { kb, context, places } = site;
  const viewer = kb.access.viewerOf(site.viewer);
  const linked = createPageLinks(kb, places, site.media);

  function viewOf(locale: string, path: string): View {
    const strings = kb.site.strings(locale, kbCatalogues);
    return { kb, context, locale, path, viewer, strings };
  }

  /** Removes everything that only works on the live site. */
  function still<Data extends KbFrame>(data: Data): Data {
    const isHere = ({ link }: { readonly link: string }): boolean =>
      places.find(link) !== undefined || places.findPermalink(link) !== undefined;
    return {
      ...data,
      searchForm: null,
      nav: within(data.nav, isHere),
      translations: data.translations.filter((other) => other.current || isHere(other)),
    };
  }

  async function document<K extends 'kb/home' | 'kb/category' | 'kb/article'>(
    { locale, path, strings }: View,
    file: string,
    template: K,
    data: TemplateData[K],
    { title, description, slug, id, online }: PageMetadata,
  ): Promise<string> {
    const url = kb.links.url(locale, path);
    const variants = { locale, ...(slug === undefined ? {} : { slug }), ...(id === undefined ? {} : { id }) };
    const body = await context.templates.render(template, still(data), variants);
    const home = places.find(kb.links.href(locale)) ?? places.find(kb.links.href(kb.site.locale)) ?? file;
    return context.templates.render('kb/static', {
      strings,
      title,
      description,
      stylesheets: STYLES.map((name) => relativeHref(file, styleFile(name))),
      home: { title: kb.site.name, link: relativeHref(file, home) },
      online: online ?? url,
      body: safeHtml(await linked(body, { file, url })),
    });
  }

  return {
    async home(locale, file) {
      const view = viewOf(locale, '');
      const data = await homeData(view, { page: 1, perPage: Number.MAX_SAFE_INTEGER });
      return document(view, file, 'kb/home', data, { title: data.title, description: data.description });
    },
    async category(category, page, file) {
      const view = viewOf(category.locale, category.path);
      const data = await categoryData(view, category, { page, perPage: PER_PAGE });
      const online = kb.permalinks.categoryUrl(category);
      const metadata = {
        title: category.name,
        description: await kb.summaryOf(category),
        slug: category.slug,
        id: category.id,
        online,
      };
      return document(view, file, 'kb/category', data, metadata);
    },
    async article(article, file) {
      const view = viewOf(article.locale, kb.articles.pathOf(article));
      const attachments = await filesOf(site, view, article);
      const textView = await kb.texts.of(article, view.viewer);
      const around = { before: [], after: [], attachments, readerForms: null, editLink: null };
      const data = await articleData(view, article, textView, around);
      return document(view, file, 'kb/article', data, {
        title: article.title,
        description: article.excerpt,
        slug: article.slug,
        id: article.id,
        online: kb.permalinks.articleUrl(article),
      });
    },
  };
}

/** Writes the stylesheets next to the pages. */
export async function writeStyles(
  { context: { pages } }: StaticSite,
  write: (file: string, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  for (const name of STYLES) await write(styleFile(name), pages.readAsset(name));
}

function styleFile(name: string): string {
  return `assets/${name.split('/').at(-1)}`;
}

/** Drops branches without exported pages. Nodes added by plugins keep their links. */
function within(nodes: readonly NavNode[], isHere: (node: NavNode) => boolean): NavNode[] {
  return nodes.flatMap((node) => {
    const children = within(node.children, isHere);
    return node.id === undefined || isHere(node) || children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** Page of a static site: its file and its URL on the live site. */
interface StaticPage {
  readonly file: string;
  readonly url: string;
}

/** Rewrites the links of a page: to other files of the export if possible, otherwise to the live site. */
type PageLinks = (html: string, page: StaticPage) => Promise<string>;

function createPageLinks(kb: KnowledgeBase, places: SitePlaces, media: MediaFiles): PageLinks {
  const home = new URL(kb.links.url(kb.site.locale));

  async function hrefOf(destination: string, page: StaticPage): Promise<string | null> {
    if (destination.startsWith('#') || !URL.canParse(destination, page.url)) return null;
    const url = new URL(destination, page.url);
    const place = places.findPermalink(url.href);
    if (place !== undefined) return relativeHref(page.file, place);
    if (url.origin !== home.origin) return null;
    const file = (await fileOf(url)) ?? (await media.ofAddress(url));
    return file === null ? url.href : relativeHref(page.file, file) + url.hash;
  }

  async function fileOf(url: URL): Promise<string | null> {
    const number = Number(url.searchParams.get('page') ?? 1);
    const direct = places.find(url.pathname, number);
    if (direct !== undefined) return direct;
    const target = await movedTo(url.pathname);
    return target === null ? null : (places.find(target, number) ?? null);
  }

  /** Follows a redirect of the knowledge base. */
  async function movedTo(pathname: string): Promise<string | null> {
    if (!`${pathname}/`.startsWith(`${home.pathname}/`)) return null;
    const below = decodePath(pathname.slice(home.pathname.length));
    const { locale, path: old } = kb.links.parse(below, await kb.navigation.locales());
    const target = await kb.redirects.find(locale, old);
    if (target?.kind === 'category') {
      const category = kb.categories.tree().get(target.targetId);
      return category ? kb.links.href(category.locale, `${category.path}/${target.rest}`) : null;
    }
    const article = target?.kind === 'article' ? await kb.articles.get(target.targetId) : null;
    return article && isPublic(article) ? kb.links.href(article.locale, kb.articles.pathOf(article)) : null;
  }

  return async (html, page) => {
    const targets = [];
    for (const link of scanLinks(html, 'html')) {
      const href = await hrefOf(link.destination, page);
      if (href !== null) targets.push({ link, href });
    }
    return rewriteLinks(html, targets).text;
  };
}

/** Relative URL from one file to another, which also works from disk. */
function relativeHref(from: string, to: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), to);
  return relative.split('/').map(encodeURIComponent).join('/');
}

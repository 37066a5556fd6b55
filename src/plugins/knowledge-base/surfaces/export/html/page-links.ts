import path from 'node:path';
import type { MediaFiles } from '../../../content/export/media-files.js';
import { decodePath } from '../../../content/import/address.js';
import { rewriteLinks } from '../../../content/import/links/rewrite-links.js';
import { scanLinks } from '../../../content/import/links/scan-links.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { isPublic } from '../../../domain/articles/article.js';
import type { SitePlaces } from './site-places.js';

/** Page of a static site: its file and its URL on the live site. */
export interface StaticPage {
  readonly file: string;
  readonly url: string;
}

/** Rewrites the links of a page: to other files of the export if possible, otherwise to the live site. */
export type PageLinks = (html: string, page: StaticPage) => Promise<string>;

export function createPageLinks(kb: KnowledgeBase, places: SitePlaces, media: MediaFiles): PageLinks {
  const home = new URL(kb.links.url(kb.site.locale));

  async function hrefOf(destination: string, page: StaticPage): Promise<string | null> {
    if (destination.startsWith('#') || !URL.canParse(destination, page.url)) return null;
    const url = new URL(destination, page.url);
    const known = places.findPermalink(url.href);
    if (known !== undefined) return relativeHref(page.file, known);
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
export function relativeHref(from: string, to: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), to);
  return relative.split('/').map(encodeURIComponent).join('/');
}

import { isPublic } from '../../domain/articles/article.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** Target of a link. */
export interface LinkTarget {
  /** `external` is another site; `other` is a page of this site outside the knowledge base. */
  readonly kind: 'article' | 'category' | 'media' | 'external' | 'other';
  /** 0 if there is no id. */
  readonly targetId: number;
  /** True if readers find nothing there. Other sites are not requested. */
  readonly isBroken: boolean;
}

type Parts = Pick<KnowledgeBase, 'articles' | 'categories' | 'links' | 'media' | 'navigation' | 'redirects' | 'site'>;

/**
 * Creates the function that resolves a link.
 * Its parameter `from` is the URL of the page with the link, for relative URLs.
 */
export async function createLinkResolver(kb: Parts): Promise<(href: string, from: string) => Promise<LinkTarget>> {
  const { articles, categories, links, media, redirects, site } = kb;
  const locales = await kb.navigation.locales();
  const home = new URL(links.url(site.locale)).pathname;

  async function ofPath(path: string): Promise<LinkTarget> {
    const place = links.parse(path, locales);
    if (place.path === '' || place.path === 'search') return { kind: 'other', targetId: 0, isBroken: false };
    const category = categories.tree().byPath(place.locale, place.path);
    if (category) return { kind: 'category', targetId: category.id, isBroken: false };
    const article = await articles.byPath(place.locale, place.path);
    if (article) return { kind: 'article', targetId: article.id, isBroken: !isPublic(article) };
    const old = await redirects.find(place.locale, place.path);
    if (old?.kind === 'article') {
      const target = await articles.get(old.targetId);
      return { kind: 'article', targetId: old.targetId, isBroken: !target || !isPublic(target) };
    }
    const leadsOn = old?.kind === 'external' || (old?.kind === 'category' && old.rest === '');
    return { kind: 'article', targetId: 0, isBroken: !leadsOn };
  }

  return async (href, from) => {
    if (!URL.canParse(href, from)) return { kind: 'other', targetId: 0, isBroken: true };
    const { origin, pathname } = new URL(href, from);
    if (origin !== site.origin) return { kind: 'external', targetId: 0, isBroken: false };
    const path = decoded(pathname);
    if (path === null) return { kind: 'other', targetId: 0, isBroken: true };
    const [, file] = /\/media\/(\d{1,15})-/.exec(path) ?? [];
    if (file !== undefined) {
      return { kind: 'media', targetId: Number(file), isBroken: (await media.get(Number(file))) === null };
    }
    if (path !== home && !path.startsWith(`${home}/`)) return { kind: 'other', targetId: 0, isBroken: false };
    return ofPath(path.slice(home.length));
  };
}

function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

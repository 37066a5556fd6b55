import { escapeHtml, type SafeHtml, safeHtml } from '../../../../pages.js';
import { EVERYBODY } from '../../content/export/everybody.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { PageSeo } from './page-hooks.js';
import type { Visit } from './visit.js';

/** Social sharing metadata of a page besides its title. */
export interface Share {
  readonly type: 'article' | 'website';
  /** Absolute URL; null for none. */
  readonly image: string | null;
}

/** Renders Open Graph metadata (ogp.me) with the callbacks' title and description. */
export function shareMarkup({ kb, locale }: Visit, seo: PageSeo, { type, image }: Share): SafeHtml[] {
  const properties = {
    'og:type': type,
    'og:title': seo.title,
    'og:description': seo.description,
    'og:url': seo.canonical,
    'og:image': image,
    'og:site_name': kb.site.name,
    'og:locale': locale.replace('-', '_'),
  };
  return Object.entries(properties).flatMap(([property, content]) =>
    content ? [safeHtml(`<meta property="${property}" content="${escapeHtml(content)}">`)] : [],
  );
}

/** Returns the URL of a public image. @param id in the media library; 0 for none */
export async function shareImage({ media, site }: KnowledgeBase, id: number): Promise<string | null> {
  const picture = id ? await media.get(id) : null;
  if (!picture || !(await media.isVisible(picture, EVERYBODY))) return null;
  return new URL(picture.url, site.origin).href;
}

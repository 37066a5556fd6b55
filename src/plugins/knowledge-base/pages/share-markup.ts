import { escapeHtml, type SafeHtml, safeHtml } from '../../../index.js';
import { EVERYBODY } from '../export/everybody.js';
import type { PageSeo } from '../hooks/page-hooks.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { Visit } from './visit.js';

/** What networks show of a page that somebody shares there, besides its title. */
export interface Share {
  readonly type: 'article' | 'website';
  /** Absolute address; null for none. */
  readonly image: string | null;
}

/** Open Graph (ogp.me), after what callbacks made of title and description. */
export function shareMarkup({ kb, locale }: Visit, seo: PageSeo, { type, image }: Share): SafeHtml[] {
  const properties = {
    ...{ 'og:type': type, 'og:title': seo.title, 'og:description': seo.description, 'og:url': seo.canonical },
    ...{ 'og:image': image, 'og:site_name': kb.site.name, 'og:locale': locale.replace('-', '_') },
  };
  return Object.entries(properties).flatMap(([property, content]) =>
    content ? [safeHtml(`<meta property="${property}" content="${escapeHtml(content)}">`)] : [],
  );
}

/** The address of a picture that everybody may see. @param id in the media library; 0 for none */
export async function shareImage({ media, site }: KnowledgeBase, id: number): Promise<string | null> {
  const picture = id ? await media.get(id) : null;
  if (!picture || !(await media.isVisible(picture, EVERYBODY))) return null;
  return new URL(picture.url, site.origin).href;
}

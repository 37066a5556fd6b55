import { defineBlock } from '../definition/define-block.js';
import { escapeHtml } from '../escape.js';

/**
 * Embedded content of another site, shown as a link. Loading it would reveal to that site who reads the page, and let
 * it run its code.
 */
export const embed = defineBlock({
  metadata: {
    name: 'core/embed',
    title: 'Embed',
    category: 'embed',
    attributes: {
      url: { type: 'string', default: '' },
      type: { type: 'string' },
      providerNameSlug: { type: 'string' },
    },
  },
  render({ attributes, content }) {
    const url = URL.canParse(attributes.url) ? new URL(attributes.url) : null;
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return content;
    const site = `<span class="wp-block-embed__site">${escapeHtml(url.hostname.replace(/^www\./, ''))}</span>`;
    const address = `<span class="wp-block-embed__address">${escapeHtml(attributes.url)}</span>`;
    const card = `<a href="${escapeHtml(url.href)}">${site} ${address}</a>`;
    return `<figure class="wp-block-embed is-link-card">${card}${captionOf(content)}</figure>`;
  },
});

/** First caption. Searches once for its start and once for its end, however many captions begin. */
function captionOf(html: string): string {
  const start = html.search(/<figcaption\b/i);
  const length = start === -1 ? -1 : html.slice(start).search(/<\/figcaption>/i);
  return length === -1 ? '' : `${html.slice(start, start + length)}</figcaption>`;
}

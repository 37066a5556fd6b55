import { rewriteLinks } from '../import/links/rewrite-links.js';
import { scanLinks } from '../import/links/scan-links.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/**
 * What a page shows, as Markdown.
 * @param html of our own rendering
 * @throws HostError 413 `markdown_too_large`, `conversion_too_large`, 503 `conversion_stopped`
 */
export function htmlToMarkdown({ conversions }: Pick<KnowledgeBase, 'conversions'>, html: string): Promise<string> {
  return conversions.markdownOf(plainer(html));
}

/** @param url of the page, which its links are relative to */
export function absoluteLinks(markdown: string, url: string): string {
  const targets = scanLinks(markdown).flatMap((link) => {
    const isWhole = /^(?:#|[a-z][a-z0-9+.-]*:)/i.test(link.destination);
    return isWhole || !URL.canParse(link.destination, url) ? [] : [{ link, href: new URL(link.destination, url).href }];
  });
  return `${rewriteLinks(markdown, targets).text.trim()}\n`;
}

/** Without what Markdown has no word for: anchors, colours of code, boxes around notes. */
function plainer(html: string): string {
  return html
    .replace(/<\/?span\b[^>]*>/g, '')
    .replace(/(<img\b[^>]*) loading="lazy"/g, '$1')
    .replace(/(<h[1-6]\b)[^>]*>/g, '$1>')
    .replace(/<pre\b[^>]*>/g, '<pre>')
    .replace(/<code class="hljs(?: (language-[^" ]+))?[^"]*">/g, (_, language?: string) =>
      language ? `<code class="${language}">` : '<code>',
    )
    .replace(/<p class="callout-label">(.*?)<\/p>/gs, '<p><strong>$1</strong></p>')
    .replace(/<aside class="callout\b[^>]*>(.*?)<\/aside>/gs, '<blockquote>$1</blockquote>');
}

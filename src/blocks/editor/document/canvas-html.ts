/** Elements that run code, load documents, change the page around them, or are parsed differently the second time. */
const DANGEROUS = [
  ...['script', 'style', 'link', 'meta', 'base', 'title', 'iframe', 'frame', 'frameset', 'object', 'embed', 'applet'],
  ...['svg', 'math', 'template', 'noscript', 'noembed', 'noframes', 'xmp', 'plaintext', 'portal', 'fencedframe'],
].join();

/** Attributes that contain a URL. */
const ADDRESSES: ReadonlySet<string> = new Set([
  ...['href', 'src', 'srcset', 'action', 'formaction', 'xlink:href', 'cite', 'background', 'poster', 'data', 'ping'],
]);

/** Other attributes that have no place in a text that is only shown. */
const UNWANTED: ReadonlySet<string> = new Set(['autofocus', 'srcdoc', 'is']);

const SAFE_ADDRESS = /^(?:https?:|mailto:|tel:|data:image\/(?:png|jpeg|gif|webp|avif)[;,]|[#/?]|[^:]*$)/i;

/**
 * Sanitizes HTML for the canvas: HTML blocks, unknown blocks, and invalid blocks.
 *
 * Replaces the function of the packages, which keeps links with scripts and frames (`scripts/build-editor.mjs` swaps
 * it). It only affects the display; the stored text stays as it is.
 */
export function canvasHtml(html: string): string {
  const { body } = document.implementation.createHTMLDocument('');
  body.innerHTML = html;
  for (const element of body.querySelectorAll(DANGEROUS)) element.remove();
  for (const element of body.querySelectorAll('*')) {
    for (const { name, value } of Array.from(element.attributes)) {
      if (!isSafe(name.toLowerCase(), value)) element.removeAttribute(name);
    }
  }
  return body.innerHTML;
}

function isSafe(name: string, value: string): boolean {
  if (name.startsWith('on') || UNWANTED.has(name)) return false;
  return !ADDRESSES.has(name) || SAFE_ADDRESS.test(value.replace(/[\s\p{Cc}]/gu, ''));
}

/** What runs, loads documents, changes the page around it, or is read in another way the second time. */
const DANGEROUS = [
  ...['script', 'style', 'link', 'meta', 'base', 'title', 'iframe', 'frame', 'frameset', 'object', 'embed', 'applet'],
  ...['svg', 'math', 'template', 'noscript', 'noembed', 'noframes', 'xmp', 'plaintext', 'portal', 'fencedframe'],
].join();

/** Where an attribute leads somewhere. */
const ADDRESSES: ReadonlySet<string> = new Set([
  ...['href', 'src', 'srcset', 'action', 'formaction', 'xlink:href', 'cite', 'background', 'poster', 'data', 'ping'],
]);

/** What else has no place in a text that is only shown. */
const UNWANTED: ReadonlySet<string> = new Set(['autofocus', 'srcdoc', 'is']);

const SAFE_ADDRESS = /^(?:https?:|mailto:|tel:|data:image\/(?:png|jpeg|gif|webp|avif)[;,]|[#/?]|[^:]*$)/i;

/**
 * HTML as the canvas may show it, in place of the function of the packages that leaves links with scripts and frames in
 * (`scripts/build-editor.mjs` puts it there): HTML blocks, blocks that nobody knows, and blocks whose content does not fit
 * them. It is about what is shown; what is stored stays as it is.
 */
export function shownHtml(html: string): string {
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

import { normalizeAddress } from '../address.js';

const PAGE = /^(\/hc(?:\/[a-z-]+)?\/(?:articles|sections|categories)\/\d+)(?:-[^/]*)?$/;

/** Normalizes a help center URL for comparison: only its number counts, not the words after it. */
export function zendeskAddress(address: string): string {
  const path = normalizeAddress(address);
  return PAGE.exec(path)?.[1] ?? path;
}

/**
 * Lists the paths of a help center page: by number, with its words, and without the locale if it is the source
 * locale.
 * @param url URL from the API; ignored if it is invalid
 */
export function zendeskAddresses(url: string | null | undefined, isSourceLocale: boolean): string[] {
  const pathname = url && URL.canParse(url) ? normalizeAddress(new URL(url).pathname) : '/';
  if (pathname === '/') return [];
  const plain = zendeskAddress(pathname);
  const general = isSourceLocale ? [plain.replace(/^\/hc\/[a-z-]+\/(?=\w+\/\d+$)/, '/hc/')] : [];
  return [...new Set([plain, pathname, ...general])];
}

/** Returns the words of a URL, as in `360001-Getting-started`; empty for none. */
export function wordsOf(url: string | null | undefined): string {
  const pathname = url && URL.canParse(url) ? normalizeAddress(new URL(url).pathname) : '';
  return /\/\d+-([^/]+)$/.exec(pathname)?.[1] ?? '';
}

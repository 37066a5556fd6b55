import { normalizeAddress } from '../address.js';

const PAGE = /^(\/hc(?:\/[a-z-]+)?\/(?:articles|sections|categories)\/\d+)(?:-[^/]*)?$/;

/** The form that addresses of a help center are compared in: by their number, since the words after it do not count there. */
export function zendeskAddress(address: string): string {
  const path = normalizeAddress(address);
  return PAGE.exec(path)?.[1] ?? path;
}

/**
 * Where a page of a help center is: by its number, with its words, and without the language where that is the first one.
 * @param url as the API says it; nothing is made of what is no address
 */
export function zendeskAddresses(url: string | null | undefined, isSourceLocale: boolean): string[] {
  const pathname = url && URL.canParse(url) ? normalizeAddress(new URL(url).pathname) : '/';
  if (pathname === '/') return [];
  const plain = zendeskAddress(pathname);
  const general = isSourceLocale ? [plain.replace(/^\/hc\/[a-z-]+\/(?=\w+\/\d+$)/, '/hc/')] : [];
  return [...new Set([plain, pathname, ...general])];
}

/** The words of an address, as in `360001-Getting-started`; empty for none. */
export function wordsOf(url: string | null | undefined): string {
  const pathname = url && URL.canParse(url) ? normalizeAddress(new URL(url).pathname) : '';
  return /\/\d+-([^/]+)$/.exec(pathname)?.[1] ?? '';
}

import type { Draft, StoredArticle } from './articles.js';

/** Text that the server changed because its author may not store arbitrary HTML. */
export interface CleanedContent {
  readonly sent: Draft;
  readonly stored: StoredArticle;
}

/** Null if nothing was removed. */
export function cleanedOf(sent: Draft, stored: StoredArticle): CleanedContent | null {
  return isSameHtml(sent.content, stored.content) ? null : { sent, stored };
}

/** Whether browsers parse both the same. A different spelling of void elements, for example, is not reported. */
function isSameHtml(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [one, other].map((html) => new DOMParser().parseFromString(html, 'text/html').body);
  return a?.isEqualNode(b ?? null) ?? false;
}

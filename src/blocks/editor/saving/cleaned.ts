import type { Draft, StoredArticle } from './articles.js';

/** A text that was not stored as it was sent: its author may not store all HTML. */
export interface Cleaned {
  readonly sent: Draft;
  readonly stored: StoredArticle;
}

/** Null where nothing was taken out. */
export function cleanedOf(sent: Draft, stored: StoredArticle): Cleaned | null {
  return isSameHtml(sent.content, stored.content) ? null : { sent, stored };
}

/** Whether browsers make the same of both: that a void element is spelt in another way is nothing to tell of. */
function isSameHtml(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [one, other].map((html) => new DOMParser().parseFromString(html, 'text/html').body);
  return a?.isEqualNode(b ?? null) ?? false;
}

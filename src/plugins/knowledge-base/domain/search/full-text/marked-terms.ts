import type { IndexedText } from './indexed-text.js';
import { termOf } from './labels.js';
import type { ParsedQuery } from './read-query.js';

/** Finds the index terms of a hit that match the query, for the highlighter. */
export function markedTerms({ heading_words, body_words }: IndexedText, { terms, beginnings }: ParsedQuery): string[] {
  const marked = new Set<string>();
  for (const word of new Set(`${heading_words} ${body_words}`.split(' '))) {
    const term = termOf(word);
    if (term === null || term === '') continue;
    if (terms.has(term) || beginnings.some((beginning) => term.startsWith(beginning))) marked.add(term);
  }
  return [...marked];
}

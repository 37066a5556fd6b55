import { LRUCache } from 'lru-cache';
import type { Visibility } from '../../access/visibility.js';
import { localeKey } from '../locale-key.js';
import type { Vocabulary, VocabularySource } from '../vocabulary.js';
import type { News } from './calls.js';

/** Sends vocabularies and viewers to one thread, each only once. */
export interface NewsDesk {
  /** Sends the vocabularies of these locales if they changed. Call it before sending documents. */
  beforeDocuments(locales: Iterable<string>): void;
  /**
   * Sends the viewer if necessary. Call it before a query. A vocabulary is sent only for locales with documents,
   * because other locales are not searched.
   * @returns number of the viewer; null if nothing is closed to them
   */
  beforeQuestion(locale: string, visibility: Visibility | undefined): number | null;
}

/** Maximum number of viewers the thread keeps (LRU). */
const REMEMBERED = 64;

export function createNewsDesk(vocabularyOf: (locale: string) => Vocabulary, send: (news: News) => void): NewsDesk {
  const sent = new Map<string, VocabularySource>();
  let count = 0;
  const viewers = new LRUCache<string, number>({
    max: REMEMBERED,
    dispose: (viewer) => send({ words: [], viewers: [], forgotten: [viewer] }),
  });

  function sendVocabulary(locales: Iterable<string>): void {
    const words: [string, VocabularySource][] = [];
    for (const locale of locales) {
      const { source } = vocabularyOf(locale);
      if (sent.get(locale) === source) continue;
      sent.set(locale, source);
      // Strips anything that is not data: plugins may have added functions, which cannot be cloned.
      words.push([locale, JSON.parse(JSON.stringify(source)) as VocabularySource]);
    }
    if (words.length > 0) send({ words, viewers: [], forgotten: [] });
  }

  return {
    beforeDocuments: (locales) => sendVocabulary(new Set([...locales].map(localeKey))),
    beforeQuestion(locale, visibility) {
      const key = localeKey(locale);
      if (sent.has(key)) sendVocabulary([key]);
      if (!visibility?.closed) return null;
      const before = viewers.get(visibility.key);
      if (before !== undefined) return before;
      count += 1;
      send({ words: [], viewers: [[count, visibility.closed]], forgotten: [] });
      viewers.set(visibility.key, count);
      return count;
    },
  };
}

import { LRUCache } from 'lru-cache';
import type { Visibility } from '../../access/visibility.js';
import { localeKey } from '../locale-key.js';
import type { Vocabulary, VocabularySource } from '../vocabulary.js';
import type { News } from './calls.js';

/** Tells one thread of words and viewers, of each once. */
export interface NewsDesk {
  /** Before documents of these locales: their words, where they are others than those that it knows. */
  beforeDocuments(locales: Iterable<string>): void;
  /**
   * Before a question of this viewer. Words are told only of a locale that documents have come of: no other is looked into.
   * @returns the number of the viewer; null where nothing is closed to them
   */
  beforeQuestion(locale: string, visibility: Visibility | undefined): number | null;
}

/** So many viewers the thread remembers, until it is told to forget. */
const REMEMBERED = 64;

export function createNewsDesk(vocabularyOf: (locale: string) => Vocabulary, tell: (news: News) => void): NewsDesk {
  const told = new Map<string, VocabularySource>();
  let count = 0;
  const viewers = new LRUCache<string, number>({
    max: REMEMBERED,
    dispose: (viewer) => tell({ words: [], viewers: [], forgotten: [viewer] }),
  });

  function tellWords(locales: Iterable<string>): void {
    const words: [string, VocabularySource][] = [];
    for (const locale of locales) {
      const { source } = vocabularyOf(locale);
      if (told.get(locale) === source) continue;
      told.set(locale, source);
      // Plugins may have put more into it than data.
      words.push([locale, JSON.parse(JSON.stringify(source)) as VocabularySource]);
    }
    if (words.length > 0) tell({ words, viewers: [], forgotten: [] });
  }

  return {
    beforeDocuments: (locales) => tellWords(new Set([...locales].map(localeKey))),
    beforeQuestion(locale, visibility) {
      const key = localeKey(locale);
      if (told.has(key)) tellWords([key]);
      if (!visibility?.closed) return null;
      const before = viewers.get(visibility.key);
      if (before !== undefined) return before;
      count += 1;
      tell({ words: [], viewers: [[count, visibility.closed]], forgotten: [] });
      viewers.set(visibility.key, count);
      return count;
    },
  };
}

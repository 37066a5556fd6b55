import type { Analyzer } from '../analyzer.js';
import type { SearchDocument } from '../engine.js';
import { wordOf } from './words.js';

/** What a full-text index is given of an article: its words, in an alphabet that every server leaves alone. */
export interface IndexedText {
  /** Of title and aliases; stop words too, and words as they are written, so that they can be completed. */
  readonly heading_words: string;
  readonly body_words: string;
}

export function indexedText({ title, aliases = [], body }: SearchDocument, analyzer: Analyzer): IndexedText {
  return {
    heading_words: headingWords([title, ...aliases].join('\n'), analyzer).join(' '),
    body_words: bodyWords(body, analyzer).join(' '),
  };
}

function headingWords(text: string, analyzer: Analyzer): string[] {
  return analyzer.tokenize(text).flatMap(({ word }) => {
    const { folded, term } = analyzer.analyze(word);
    if (term === '') return [];
    return analyzer.stemmer !== null ? [wordOf(term, 'term'), wordOf(folded, 'form')] : [wordOf(term, 'term')];
  });
}

function bodyWords(text: string, analyzer: Analyzer): string[] {
  return analyzer.tokenize(text).flatMap(({ word }) => {
    const { folded, term } = analyzer.analyze(word);
    return term === '' || analyzer.isStopWord(folded) ? [] : [wordOf(term, 'term')];
  });
}

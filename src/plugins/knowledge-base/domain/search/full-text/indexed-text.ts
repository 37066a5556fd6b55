import type { Analyzer } from '../analyzer.js';
import type { SearchDocument } from '../engine.js';
import { wordOf } from './labels.js';

/** Words of an article for a full-text index, encoded so that every database server leaves them unchanged. */
export interface IndexedText {
  /** Words of title and aliases, including stop words and unstemmed forms for completion. */
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

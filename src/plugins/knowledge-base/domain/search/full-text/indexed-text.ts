import type { AnalyzedWord, Analyzer } from '../analyzer.js';
import { isCompoundable } from '../compounds.js';
import type { SearchDocument } from '../engine.js';
import type { Token } from '../tokenize.js';
import { variantsOf } from '../variants.js';
import { wordOf } from './labels.js';

/** Words of an article for a full-text index, encoded so that every database server leaves them unchanged. */
export interface IndexedText {
  /** Words of title and aliases, including stop words, then variants, then unstemmed forms for completion. */
  readonly heading_words: string;
  /** Words without stop words, then variants. */
  readonly body_words: string;
}

export function indexedText({ title, aliases = [], body }: SearchDocument, analyzer: Analyzer): IndexedText {
  return {
    heading_words: headingWords([title, ...aliases].join('\n'), analyzer).join(' '),
    body_words: bodyWords(body, analyzer).join(' '),
  };
}

/** Returns the distinct words of an article that may be compounds or parts of some. */
export function compoundableWords({ title, aliases = [], body }: SearchDocument, analyzer: Analyzer): AnalyzedWord[] {
  const words = new Map<string, AnalyzedWord>();
  for (const { word } of analyzer.tokenize([title, ...aliases, body].join('\n'))) {
    const analyzed = analyzer.analyze(word);
    if (isCompoundable(analyzed.folded) && !analyzer.isStopWord(analyzed.folded)) words.set(analyzed.folded, analyzed);
  }
  return [...words.values()];
}

function headingWords(text: string, analyzer: Analyzer): string[] {
  const tokens = analyzer.tokenize(text);
  const words = tokens.map(({ word }) => analyzer.analyze(word)).filter(({ term }) => term !== '');
  return [
    ...words.map(({ term }) => wordOf(term, 'term')),
    ...variantWords(text, tokens, analyzer),
    ...(analyzer.stemmer !== null ? words.map(({ folded }) => wordOf(folded, 'form')) : []),
  ];
}

function bodyWords(text: string, analyzer: Analyzer): string[] {
  const tokens = analyzer.tokenize(text);
  return [
    ...tellingTerms(tokens, analyzer).map((term) => wordOf(term, 'term')),
    ...variantWords(text, tokens, analyzer),
  ];
}

function variantWords(text: string, tokens: readonly Token[], analyzer: Analyzer): string[] {
  return tellingTerms(variantsOf(text, tokens), analyzer).map((term) => wordOf(term, 'variant'));
}

function tellingTerms(tokens: readonly Token[], analyzer: Analyzer): string[] {
  return tokens
    .map(({ word }) => analyzer.analyze(word))
    .filter(({ folded, term }) => term !== '' && !analyzer.isStopWord(folded))
    .map(({ term }) => term);
}

import SearchableMap from 'minisearch/SearchableMap';
import type { Analyzer, IndexedWord } from './analyzer.js';
import { type CompoundWords, createCompoundWords } from './compounds.js';
import { growTo, type IndexedDocument, PostingIndex } from './posting-index.js';
import type { WordTree } from './radix.js';
import { variantOf, variantsOf, wordOfVariant } from './variants.js';

/** Words of one locale: postings by index term, and the written forms behind stemmed terms. */
export interface LocaleIndex {
  readonly analyzer: Analyzer;
  readonly postings: PostingIndex;
  /** Every word a reader can type, folded. In a language without stemming these are the index terms. */
  readonly words: WordTree<unknown>;
  /** Undefined in a language whose compounds are not split. */
  readonly compounds: CompoundWords | undefined;
  /** Returns the written form; undefined if the word is its own index term. */
  form(word: string): WordForm | undefined;
  add(document: IndexedDocument): void;
  /**
   * Whether a document contains these words next to each other. Compares hashes: call it only for documents that contain
   * the words, so that collisions do not matter.
   */
  hasPhrase(slot: number, phrase: readonly IndexedWord[]): boolean;
  /** Releases what is kept of a removed document. */
  remove(slot: number): void;
  /** Number of distinct words in a document's title, without stop words. */
  titleWords(slot: number): number;
}

/**
 * Creates an empty index. Stop words are indexed in titles only, so that a query of nothing but stop words ("how
 * to") still finds the titles that contain them.
 */
export function createLocaleIndex(analyzer: Analyzer): LocaleIndex {
  const forms = analyzer.stemmer !== null ? createWordForms() : undefined;
  const compounds = analyzer.compounds ? createCompoundWords(analyzer) : undefined;
  let titleWords = new Uint32Array(64);
  /** Hashes of each document's words in order, by slot. Fields are separated by 0. */
  const sequences: (Uint32Array | undefined)[] = [];
  let sequence: number[] = [];

  const postings: PostingIndex = new PostingIndex(
    (text) => {
      const tokens = analyzer.tokenize(text);
      for (const { word } of tokens) sequence.push(analyzer.analyze(word).hash);
      sequence.push(0);
      return [...tokens.map(({ word }) => word), ...variantsOf(text, tokens).map(({ word }) => variantOf(word))];
    },
    (word, field) => {
      const variant = wordOfVariant(word);
      if (variant !== undefined) {
        const { folded, term } = analyzer.analyze(variant);
        return term === '' || analyzer.isStopWord(folded) ? undefined : variantOf(term);
      }
      const { folded, term } = analyzer.analyze(word);
      if (field !== 'title' && analyzer.isStopWord(folded)) return undefined;
      // The document being added has the last slot taken.
      if (field !== undefined) {
        if (compounds && (forms ? forms.get(folded) : postings.postings(term)) === undefined) compounds.add(folded);
        forms?.add(folded, term, postings.slots - 1, postings.live);
      }
      return term;
    },
  );

  return {
    analyzer,
    postings,
    words: forms?.tree ?? postings.terms,
    compounds,
    form: (word) => forms?.get(word),
    add(document) {
      const slot = postings.slots;
      sequence = [];
      postings.add(document);
      sequences[slot] = new Uint32Array(sequence);
      titleWords = growTo(titleWords, slot + 1);
      titleWords[slot] = new Set(
        analyzer
          .tokenize(document.title)
          .map(({ word }) => analyzer.analyze(word).folded)
          .filter((word) => !analyzer.isStopWord(word)),
      ).size;
    },
    hasPhrase(slot, phrase) {
      const hashes = phrase.map(({ hash }) => hash);
      return (
        sequences[slot]?.some((_, start, words) => hashes.every((hash, place) => words[start + place] === hash)) ===
        true
      );
    },
    remove(slot) {
      sequences[slot] = undefined;
    },
    titleWords: (slot) => titleWords[slot] ?? 0,
  };
}

/** Word as readers write it. */
interface WordForm {
  readonly word: string;
  readonly term: string;
  /** Slots of a few documents that contain the word. */
  readonly witnesses: number[];
}

/** Written forms behind stemmed index terms, needed for completion and correction. */
interface WordForms {
  add(word: string, term: string, slot: number, live: Uint8Array): void;
  get(word: string): WordForm | undefined;
  readonly tree: WordTree<WordForm>;
}

/**
 * Maximum number of witnesses per form. A form may be shown only to a reader who can see one of them; several are
 * kept because one may be hidden from the reader or removed.
 */
const witnessesPerForm = 4;

/** Creates an empty collection of word forms. */
function createWordForms(): WordForms {
  const forms = new Map<string, WordForm>();
  const tree = new SearchableMap<WordForm>();

  return {
    add(word, term, slot, live) {
      const form = forms.get(word);
      if (form === undefined) {
        const added = { word, term, witnesses: [slot] };
        forms.set(word, added);
        tree.set(word, added);
        return;
      }
      const { witnesses } = form;
      if (witnesses.at(-1) === slot) return;
      const deletedAt = witnesses.findIndex((witness) => live[witness] !== 1);
      if (deletedAt >= 0) witnesses.splice(deletedAt, 1);
      if (witnesses.length < witnessesPerForm) witnesses.push(slot);
    },
    get: (word) => forms.get(word),
    tree,
  };
}

import SearchableMap from 'minisearch/SearchableMap';
import type { WordTree } from './radix.js';

/** Word as readers write it. */
export interface WordForm {
  readonly word: string;
  readonly term: string;
  /** Slots of a few documents that contain the word. */
  readonly witnesses: number[];
}

/** Written forms behind stemmed index terms, needed for completion and correction. */
export interface WordForms {
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
export function createWordForms(): WordForms {
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
      const gone = witnesses.findIndex((witness) => live[witness] !== 1);
      if (gone >= 0) witnesses.splice(gone, 1);
      if (witnesses.length < witnessesPerForm) witnesses.push(slot);
    },
    get: (word) => forms.get(word),
    tree,
  };
}

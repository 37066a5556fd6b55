import MiniSearch from 'minisearch';
import { type WordTree, wordsOf } from './radix.js';

const fields = ['title', 'body', 'aliases'] as const;

export const titleField = 0;

export const bodyField = 1;

export const aliasField = 2;

/** Indexed members of a document. */
export interface IndexedDocument {
  id: number;
  title: string;
  body: string;
  /** Separated by line breaks. */
  aliases: string;
}

/** Field number -> slot -> occurrences of one term. May still contain slots of discarded documents: see `live`. */
export type Postings = Map<number, Map<number, number>>;

/** Returns whether a document contains the term in any of its fields. */
export function hasSlot(postings: Postings, slot: number): boolean {
  for (const inField of postings.values()) if (inField.has(slot)) return true;
  return false;
}

const minimumDirt = 20;

const minimumDirtShare = 0.1;

/**
 * Postings checked per update while sweeping, about half a millisecond. Finding a term costs as much as several
 * postings.
 */
const sweepBudget = 5_000;

const termCost = 20;

/**
 * MiniSearch's index, opened for reading. Documents are in numbered slots (MiniSearch's short ids), so that an
 * evaluator can work on typed arrays instead of maps of objects.
 *
 * It reads protected members of MiniSearch 7.2; the test "finds what MiniSearch finds" guards them. Discarded
 * documents are swept step by step with every update instead of by MiniSearch's vacuum, which iterates over the term
 * tree with pauses and rejects, unhandled, if a document added during a pause splits the current branch.
 */
export class PostingIndex extends MiniSearch<IndexedDocument> {
  #live = new Uint8Array(64);
  #lengths = fields.map(() => new Uint32Array(64));
  #sweep: Iterator<string, undefined> | undefined;
  #dirtBeforeSweep = 0;

  /** @param toTerm returns the index term of a word, or undefined for a word that is not indexed */
  constructor(tokenize: (text: string) => string[], toTerm: (word: string, field?: string) => string | undefined) {
    super({ fields: [...fields], tokenize, processTerm: toTerm, autoVacuum: false });
  }

  /** Slot of the next added document; every slot in use is below it. */
  get slots(): number {
    return this._nextId;
  }

  /** 1 for every slot that holds a document. */
  get live(): Uint8Array {
    return this.#live;
  }

  get terms(): WordTree<Postings> {
    return this._index;
  }

  override add(document: IndexedDocument): void {
    const slot = this._nextId;
    super.add(document);
    this.#live = growTo(this.#live, slot + 1);
    this.#live[slot] = 1;
    const lengths = this._fieldLength.get(slot) ?? [];
    this.#lengths = this.#lengths.map((column, field) => {
      const grown = growTo(column, slot + 1);
      grown[slot] = lengths[field] ?? 0;
      return grown;
    });
    this.#sweepSome();
  }

  override discard(id: number): void {
    const slot = this._idToShortId.get(id);
    super.discard(id);
    if (slot !== undefined) this.#live[slot] = 0;
    this.#sweepSome();
  }

  slotOf(id: number): number | undefined {
    return this._idToShortId.get(id);
  }

  /** Returns the id of the document in a live slot. */
  idAt(slot: number): number {
    return this._documentIds.get(slot);
  }

  postings(term: string): Postings | undefined {
    return this._index.get(term);
  }

  /** Number of distinct words of a field, by slot. */
  lengths(field: number): Uint32Array {
    return this.#lengths[field] ?? new Uint32Array(0);
  }

  averageLength(field: number): number {
    return this._avgFieldLength[field] || 1;
  }

  /** Removes postings of discarded documents, a bounded number at a time, once there are enough of them. */
  #sweepSome(): void {
    if (this.#sweep === undefined) {
      if (this.dirtCount < minimumDirt || this.dirtFactor < minimumDirtShare) return;
      this.#dirtBeforeSweep = this.dirtCount;
      this.#sweep = wordsOf(this._index._tree);
    }
    for (let seen = 0; seen < sweepBudget; ) {
      const next = this.#sweep.next();
      if (next.done) {
        this._dirtCount -= this.#dirtBeforeSweep;
        this.#sweep = undefined;
        return;
      }
      seen += termCost + this.#sweepTerm(next.value);
    }
  }

  #sweepTerm(term: string): number {
    const byField = this._index.get(term);
    if (byField === undefined) return 0;
    let seen = 0;
    for (const [field, postings] of byField) {
      for (const slot of postings.keys()) {
        if (this.#live[slot] !== 1) postings.delete(slot);
        seen++;
      }
      if (postings.size === 0) byField.delete(field);
    }
    if (byField.size === 0) this._index.delete(term);
    return seen;
  }
}

/** Returns the array itself if it holds `length` elements, else a zero-filled copy of at least twice its size. */
export function growTo<T extends Uint8Array | Uint32Array | Float64Array>(array: T, length: number): T {
  if (array.length >= length) return array;
  const grown = new (array.constructor as new (length: number) => T)(Math.max(length, array.length * 2));
  grown.set(array);
  return grown;
}

import type { SearchDocument, SearchQuery, SearchResult } from './engine.js';
import { growTo } from './posting-index.js';

/** Query members that filter documents regardless of their words. */
export type Filters = Pick<SearchQuery, 'category' | 'tag' | 'from' | 'to'>;

/** Categories, tags and dates of the documents in an index, by slot. */
export interface FacetIndex {
  add(slot: number, document: Pick<SearchDocument, 'categories' | 'tags' | 'updatedAt'>): void;
  remove(slot: number): void;
  /** By slot: 1 for a document that passes the query's filters. Undefined if the query has none. */
  accepted(filters: Filters, slots: number): Uint8Array | undefined;
  /** Counts categories and tags over documents, most frequent first. */
  count(slots: Uint32Array): SearchResult['facets'];
}

/** Creates an empty facet index. Tags and category ids are numbered, so that counting is array arithmetic. */
export function createFacetIndex(): FacetIndex {
  const categories = createColumn<number>();
  const tags = createColumn<string>();
  /** Milliseconds since the epoch; NaN never passes a date filter. */
  let updated = new Float64Array(64);

  function within({ from, to }: Filters, slots: number): Uint8Array {
    const [first, end] = [from?.getTime() ?? -Infinity, to?.getTime() ?? Infinity];
    return Uint8Array.from(updated.subarray(0, slots), (time) => (time >= first && time < end ? 1 : 0));
  }

  return {
    add(slot, document) {
      categories.set(slot, document.categories);
      tags.set(slot, document.tags);
      updated = growTo(updated, slot + 1);
      updated[slot] = document.updatedAt?.getTime() ?? Number.NaN;
    },
    remove(slot) {
      categories.set(slot, []);
      tags.set(slot, []);
    },
    accepted(filters, slots) {
      const { category, tag, from, to } = filters;
      const passing = [
        ...(category === undefined ? [] : [categories.having(category, slots)]),
        ...(tag === undefined ? [] : [tags.having([tag], slots)]),
        ...(from === undefined && to === undefined ? [] : [within(filters, slots)]),
      ];
      const [first, ...others] = passing;
      return first?.map((bit, slot) => (others.every((other) => other[slot] === 1) ? bit : 0));
    },
    count: (slots) => ({
      categories: categories
        .count(slots)
        .sort((a, b) => b.count - a.count || a.value - b.value)
        .map(({ value, count }) => ({ id: value, count })),
      tags: tags
        .count(slots)
        .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        .map(({ value, count }) => ({ tag: value, count })),
    }),
  };
}

interface Column<T> {
  set(slot: number, values: readonly T[]): void;
  having(values: readonly T[], slots: number): Uint8Array;
  count(slots: Uint32Array): { value: T; count: number }[];
}

function createColumn<T>(): Column<T> {
  const numbers = new Map<T, number>();
  const values: T[] = [];
  const bySlot: (readonly number[] | undefined)[] = [];
  let counts = new Uint32Array(64);

  const numberOf = (value: T): number => {
    let number = numbers.get(value);
    if (number === undefined) {
      number = values.push(value) - 1;
      numbers.set(value, number);
      counts = growTo(counts, values.length);
    }
    return number;
  };

  return {
    set(slot, values) {
      bySlot[slot] = values.length === 0 ? undefined : [...new Set(values)].map(numberOf);
    },
    having(value, slots) {
      const accepted = new Uint8Array(slots);
      const wantedNumbers = new Set(value.map((value) => numbers.get(value)));
      for (let slot = 0; slot < slots; slot++) {
        if (bySlot[slot]?.some((number) => wantedNumbers.has(number))) accepted[slot] = 1;
      }
      return accepted;
    },
    count(slots) {
      for (const slot of slots) {
        for (const number of bySlot[slot] ?? []) counts[number] = (counts[number] ?? 0) + 1;
      }
      const counted = values.flatMap((value, number) => {
        const count = counts[number] ?? 0;
        return count === 0 ? [] : [{ value, count }];
      });
      counts.fill(0);
      return counted;
    },
  };
}

import { groupBy } from '../../../../../utilities.js';
import { createLatest } from '../../reloadable-value.js';
import type { Analyzer } from '../analyzer.js';
import { normalQuery } from '../normal-query.js';
import type { StoredPromotion } from './read-promotions.js';

/** In-memory lookup of promotions, used by every search. */
export interface PromotionLookup {
  /** Returns article ids, first result first. */
  of(query: string, locale: string): readonly number[];
  refresh(): Promise<void>;
}

/** Promotions of a locale by analyzed query. */
interface Shelf {
  readonly analyzer: Analyzer;
  readonly articles: ReadonlyMap<string, readonly number[]>;
}

const NONE: readonly number[] = [];

/**
 * Creates the lookup. @param analyzerOf returns a new object when stop words change; queries are then analyzed again
 */
export function promotedIn(
  read: () => Promise<readonly StoredPromotion[]>,
  analyzerOf: (locale: string) => Analyzer,
): PromotionLookup {
  const { current, refresh } = createLatest(createPlaces([]), async () => createPlaces(await read()));

  function createPlaces(promotions: readonly StoredPromotion[]) {
    return { ofLocale: groupBy(promotions, ({ locale }) => locale), shelves: new Map<string, Shelf>() };
  }

  function shelfOf(locale: string): Shelf | undefined {
    const { ofLocale, shelves } = current();
    const promotions = ofLocale.get(locale);
    if (promotions === undefined) return undefined;
    const analyzer = analyzerOf(locale);
    const known = shelves.get(locale);
    if (known?.analyzer === analyzer) return known;
    const articles = new Map<string, readonly number[]>();
    for (const promotion of promotions) {
      const key = normalQuery(promotion.query, analyzer);
      // Two queries may have become equal after stop words changed. The older one takes precedence.
      articles.set(key, [...new Set([...(articles.get(key) ?? []), ...promotion.articles])]);
    }
    const shelf = { analyzer, articles };
    shelves.set(locale, shelf);
    return shelf;
  }

  return {
    of(query, locale) {
      const shelf = shelfOf(locale);
      return shelf?.articles.get(normalQuery(query, shelf.analyzer)) ?? NONE;
    },
    refresh,
  };
}

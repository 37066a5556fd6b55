import { readPromotions } from '../../domain/search/promotions/read-promotions.js';
import { readGroups } from '../../domain/search/synonyms/synonym-list.js';
import type { PromotionRecord, SynonymRecord } from './records.js';
import type { JsonSource } from './source.js';
import type { Names } from './to-records.js';

/** Reads the synonym groups. */
export async function* synonymRecords({ db }: JsonSource): AsyncGenerator<SynonymRecord> {
  for (const { locale, words, also } of await readGroups(db)) yield { locale, words, also };
}

/** Reads the promotions, skipping those whose articles no longer exist. */
export async function* promotionRecords({ db }: JsonSource, names: Names): AsyncGenerator<PromotionRecord> {
  for (const { locale, query, articles } of await readPromotions(db)) {
    const uuids = articles.flatMap((id) => names.article(id) ?? []);
    if (uuids.length > 0) yield { locale, query, articles: uuids };
  }
}

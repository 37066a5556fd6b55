import { createHash } from 'node:crypto';
import { type Database, utc } from '../../../../../database.js';
import { HostError } from '../../../../../index.js';
import type { Versions } from '../../../../../services.js';
import { groupBy } from '../../../../../utilities.js';
import type { Outbox } from '../../../../../webhooks.js';
import type { Actor } from '../../articles/actor.js';
import { changeOnce } from '../../change-once.js';
import { createLatest } from '../../reloadable-value.js';
import type { Analyzer } from '../analyzer.js';
import { normalQuery } from '../parse-query.js';
import { type Promotion, type PromotionRow, readPromotions, type StoredPromotion } from './read-promotions.js';

/** Version row bumped by changes to promotions. */
export const PROMOTIONS_VERSION = 'kb_promotions';

/** Maximum articles per promotion, which leaves room for other results on a page. */
export const MAX_ARTICLES = 10;

/** Stores promotions. A promotion does not show an article to viewers without access. */
export interface Promotions {
  /** Returns the ids for a query, as of the latest change known to this process. */
  of(query: string, locale: string): readonly number[];
  refresh(): Promise<void>;
  /** Lists promotions by locale, oldest first. @param locale only this locale */
  list(page: { readonly locale?: string | undefined; readonly limit: number; readonly offset: number }): Promise<{
    readonly promotions: StoredPromotion[];
    readonly total: number;
  }>;
  /** Returns a promotion. @throws HostError 404 `vendor_kb_promotion_not_found` */
  get(id: number): Promise<StoredPromotion>;
  /**
   * Finds the promotion of an equivalent query; null for none. @throws HostError 400 `vendor_kb_invalid_promotion`
   * for no words
   */
  find(locale: string, query: string): Promise<StoredPromotion | null>;
  /**
   * Creates a promotion. @throws HostError 400 `vendor_kb_invalid_promotion` with `params`, 409
   * `vendor_kb_promotion_exists`
   */
  create(promotion: Promotion, actor: Actor): Promise<StoredPromotion>;
  /** Updates a promotion. Absent members stay. @throws HostError as {@link get} and {@link create} */
  update(id: number, changes: Partial<Promotion>, actor: Actor): Promise<StoredPromotion>;
  /**
   * Deletes a promotion.
   * @returns the deleted promotion
   * @throws HostError 404 `vendor_kb_promotion_not_found`
   */
  delete(id: number, actor: Actor): Promise<StoredPromotion>;
}

export function createPromotions(parts: {
  readonly db: Database;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly versions: Pick<Versions, 'bump'>;
  readonly analyzerOf: (locale: string) => Analyzer;
}): Promotions {
  const { db, outbox, analyzerOf } = parts;
  const promoted: PromotionLookup = promotedIn(() => readPromotions(db), analyzerOf);
  const rows = () => db.query.selectFrom('kb_promotions').selectAll();

  async function described(found: readonly PromotionRow[]): Promise<StoredPromotion[]> {
    return readPromotions(db, found);
  }

  async function get(id: number, { locked = false } = {}): Promise<StoredPromotion> {
    const one = rows().where('id', '=', id);
    const row = await (locked ? one.forUpdate() : one).executeTakeFirst();
    const [promotion] = row ? await described([row]) : [];
    if (!promotion) throw promotionNotFound(id);
    return promotion;
  }

  function columnsOf({ locale, query }: Omit<Promotion, 'articles'>) {
    const text = query.normalize('NFC').trim();
    const key = normalQuery(text, analyzerOf(locale));
    if (key === '') throw noWord(text);
    const hash = createHash('sha256').update(key).digest('hex');
    return { locale, query: text, query_key: hash, updated_at: utc.encode(new Date()) };
  }

  async function putArticles(promotionId: number, articles: readonly number[]): Promise<void> {
    await db.query.deleteFrom('kb_promoted_articles').where('promotion_id', '=', promotionId).execute();
    const list = [...new Set(articles)].map((article_id, position) => ({
      promotion_id: promotionId,
      position,
      article_id,
    }));
    if (list.length > 0) await db.query.insertInto('kb_promoted_articles').values(list).execute();
  }

  const changed = (work: () => Promise<StoredPromotion>): Promise<StoredPromotion> =>
    changeOnce(parts, { version: PROMOTIONS_VERSION, conflict: promotionExists }, work);

  return {
    of: promoted.of,
    refresh: promoted.refresh,
    get,
    async find(locale, query) {
      const { query_key } = columnsOf({ locale, query });
      const matching = rows().where('locale', '=', locale).where('query_key', '=', query_key);
      const [promotion] = await described(await matching.execute());
      return promotion ?? null;
    },
    async list({ locale, limit, offset }) {
      const all = locale === undefined ? rows() : rows().where('locale', '=', locale);
      const [found, count] = await Promise.all([
        all.orderBy('locale').orderBy('id').limit(limit).offset(offset).execute(),
        all
          .clearSelect()
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirst(),
      ]);
      return { promotions: await described(found), total: Number(count?.total ?? 0) };
    },
    create: (promotion, actor) =>
      changed(async () => {
        const columns = columnsOf(promotion);
        const id = await db.insert('kb_promotions', { ...columns, created_at: columns.updated_at });
        await putArticles(id, promotion.articles);
        const stored = await get(id);
        await outbox.announce('vendor_kb_promotion_saved', stored, null, actor);
        return stored;
      }),
    update: (id, changes, actor) =>
      changed(async () => {
        const before = await get(id, { locked: true });
        const updated = { ...before, ...changes };
        await db.query.updateTable('kb_promotions').set(columnsOf(updated)).where('id', '=', id).execute();
        await putArticles(id, updated.articles);
        const after = await get(id);
        await outbox.announce('vendor_kb_promotion_saved', after, before, actor);
        return after;
      }),
    delete: (id, actor) =>
      changed(async () => {
        const before = await get(id, { locked: true });
        await db.query.deleteFrom('kb_promoted_articles').where('promotion_id', '=', id).execute();
        await db.query.deleteFrom('kb_promotions').where('id', '=', id).execute();
        await outbox.announce('vendor_kb_promotion_deleted', before, actor);
        return before;
      }),
  };
}

function promotionNotFound(id: number): HostError {
  return new HostError('vendor_kb_promotion_not_found', `Promotion ${id} does not exist.`, { status: 404 });
}

function promotionExists(): HostError {
  const message = 'A promotion for the same words already exists in this locale. Edit it instead.';
  return new HostError('vendor_kb_promotion_exists', message, { status: 409 });
}

function noWord(query: string): HostError {
  const message = `"${query}" has no searchable letter or digit.`;
  return new HostError('vendor_kb_invalid_promotion', message, { status: 400, params: { query: message } });
}

/** In-memory lookup of promotions, used by every search. */
interface PromotionLookup {
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
function promotedIn(
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
    const cached = shelves.get(locale);
    if (cached?.analyzer === analyzer) return cached;
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

import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import { createGrouping } from '../../../utilities.js';
import { type Commission, toCommission } from '../commissions/commission.js';
import { affiliateNotActive, affiliateNotFound, idempotencyMismatch } from '../commissions/errors.js';
import type { ReadLedgerSettings } from '../commissions/ledger-settings.js';
import { createPastConversions } from '../fraud/past-conversions.js';
import type { StoredRates } from '../rates/stored-rates.js';
import { type AffiliateFacts, type AffiliateKey, readAffiliates, readAffiliatesByCode } from './affiliate-facts.js';
import { type ConversionRow, type NewConversion, toConversion } from './conversion.js';
import { isSaidBy } from './digest.js';
import { type Draft, prepareConversion } from './prepare.js';
import { type ReadConversion, readConversion } from './read-input.js';
import { createStoreConversion, type StoredConversion, type StoreParts } from './store.js';

export interface RecordedConversion extends StoredConversion {
  /** Whether it had been recorded before; then this is the earlier result. */
  readonly duplicate: boolean;
}

export interface RecordParts extends StoreParts {
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly rates: StoredRates;
  readonly settings: ReadLedgerSettings;
  readonly now: () => Date;
}

/**
 * Stores a conversion and its earnings in one transaction and announces them through the outbox.
 * @throws HostError 400 `vendor_affiliate_invalid_param`, 404 `vendor_affiliate_affiliate_not_found`, 403
 *   `vendor_affiliate_inactive`, 422 `vendor_affiliate_idempotency_mismatch`
 */
export type RecordConversion = (input: NewConversion) => Promise<RecordedConversion>;

export function createRecordConversion(parts: RecordParts): RecordConversion {
  const { db, settings: readSettings, now } = parts;
  const affiliates = createAffiliateCache(db);
  const pastOf = createPastConversions(db);
  const store = createStoreConversion(parts);

  /** @param lock reads rows committed by others, regardless of the transaction's snapshot */
  async function replay(
    { origin }: NewConversion,
    read: ReadConversion,
    affiliateId: number,
    lock: boolean,
  ): Promise<RecordedConversion | null> {
    const query = db.query
      .selectFrom('affiliate_conversions')
      .selectAll()
      .where('origin', '=', origin)
      .where('reference', '=', read.reference);
    const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
    if (!row) return null;
    // Erased conversions have no digest to compare.
    if (row.digest !== '' && !isSaidBy(row.digest, affiliateId, read)) throw idempotencyMismatch(read.externalId);
    return earlierResult(row, lock);
  }

  async function earlierResult(row: ConversionRow, lock: boolean): Promise<RecordedConversion> {
    return { conversion: toConversion(row), commission: await commissionOf(row, lock), duplicate: true };
  }

  /**
   * Finds a conversion that this or another API key sent before references contained the key. With other values it
   * counts as that of another key.
   */
  async function replayWithoutKey(
    { origin, apiKeyId }: NewConversion,
    read: ReadConversion,
    affiliateId: number,
  ): Promise<RecordedConversion | null> {
    if (apiKeyId === undefined || read.externalId === '' || !(await hasReferencesWithoutKey())) return null;
    const row = await db.query
      .selectFrom('affiliate_conversions')
      .selectAll()
      .where('origin', '=', origin)
      .where('reference', '=', read.externalId)
      .executeTakeFirst();
    return row && isSaidBy(row.digest, affiliateId, read) ? earlierResult(row, false) : null;
  }

  let withoutKey: boolean | undefined;
  /** Such references are no longer written, so the first response stays true. */
  async function hasReferencesWithoutKey(): Promise<boolean> {
    withoutKey ??= await hasUnkeyedReferences(db);
    return withoutKey;
  }

  async function commissionOf({ id }: ConversionRow, lock: boolean): Promise<Commission | null> {
    const query = db.query
      .selectFrom('affiliate_commissions')
      .selectAll()
      .where('conversion_id', '=', id)
      .where('parent_id', '=', 0);
    const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
    return row ? toCommission(row) : null;
  }

  /** @returns null if the affiliate has changed since the draft was prepared */
  async function record(draft: Draft): Promise<RecordedConversion | null> {
    const { input, read, affiliate } = draft;
    try {
      const stored = await store(draft);
      return stored && { ...stored, duplicate: false };
    } catch (error) {
      if (!db.isUniqueViolation(error)) throw error;
      const first = await replay(input, read, affiliate.id, true);
      if (!first) throw error;
      return first;
    }
  }

  return async (input) => {
    const settings = await readSettings();
    const read = readConversion(input, settings.currency);
    for (;;) {
      const affiliate = await affiliates.find(read.affiliate);
      if (!affiliate) throw affiliateNotFound('id' in read.affiliate ? read.affiliate.id : read.affiliate.code);
      const earlier = await replayWithoutKey(input, read, affiliate.id);
      if (earlier) return earlier;
      if (affiliate.status !== 'active') {
        const replayed = read.externalId !== '' ? await replay(input, read, affiliate.id, false) : null;
        if (replayed) return replayed;
        throw affiliateNotActive(affiliate.code);
      }
      const draft = await prepareConversion({ ...parts, pastOf }, { input, read, affiliate, settings, at: now() });
      const recorded = await record(draft);
      if (recorded) return recorded;
      affiliates.forget(affiliate);
    }
  };
}

/** Whether API keys sent conversions before their references contained the key. */
async function hasUnkeyedReferences(db: Database): Promise<boolean> {
  const row = await db.query
    .selectFrom('affiliate_conversions')
    .select('id')
    .where('origin', '=', 'form')
    // Two ranges of the index: neither references with a key nor generated ones.
    .where((eb) => eb.or([eb('reference', '<', '@'), eb.between('reference', 'A', '}')]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Cached affiliates to prepare conversions with. Storing compares them with the locked row and evicts outdated ones.
 */
interface AffiliateCache {
  find(key: AffiliateKey): Promise<AffiliateFacts | null>;
  forget(affiliate: AffiliateFacts): void;
}

/** Maximum number of cached affiliates. */
const MAX_CACHED = 10_000;

function createAffiliateCache(db: Database): AffiliateCache {
  const cache = new Map<number | string, AffiliateFacts>();

  /** Batches concurrent lookups into one statement. */
  const read = createGrouping<AffiliateKey, AffiliateFacts | null>({
    isApart: db.isInTransaction,
    async run(keys) {
      const byId = await readAffiliates(
        db,
        keys.flatMap((key) => ('id' in key ? [key.id] : [])),
      );
      const byCode = await readAffiliatesByCode(
        db,
        keys.flatMap((key) => ('code' in key ? [key.code] : [])),
      );
      return keys.map((key) => ('id' in key ? byId.get(key.id) : byCode.get(key.code.toLowerCase())) ?? null);
    },
  });

  return {
    async find(key) {
      const cached = cache.get('id' in key ? key.id : key.code.toLowerCase());
      if (cached) return cached;
      const affiliate = await read(key);
      // Inactive affiliates are not cached, because nothing is stored that would evict them.
      if (affiliate?.status !== 'active') return affiliate;
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(affiliate.id, affiliate);
      cache.set(affiliate.code, affiliate);
      return affiliate;
    },
    forget({ id, code }) {
      cache.delete(id);
      cache.delete(code);
    },
  };
}

import { type Database, json, type Outbox, type OwnedHooks, utc } from '../../../index.js';
import type { Device } from '../clicks/visit.js';
import { createCommissionAnnouncements } from '../commissions/announce.js';
import { type Commission, toCommission } from '../commissions/commission.js';
import { createCommissionRows } from '../commissions/commission-rows.js';
import { affiliateNotActive, affiliateNotFound, idempotencyMismatch } from '../commissions/errors.js';
import type { LedgerSettings, ReadLedgerSettings } from '../commissions/ledger-settings.js';
import { createPastConversions } from '../fraud/past-conversions.js';
import { earnedWith } from '../rates/rate.js';
import type { StoredRates } from '../rates/stored-rates.js';
import type { Rollups } from '../statistics/rollups.js';
import { readAffiliate } from './affiliate-facts.js';
import {
  type Conversion,
  type ConversionRow,
  conversionRecord,
  type NewConversion,
  toConversion,
} from './conversion.js';
import { earnsAgain } from './earns-again.js';
import { type Draft, prepareConversion } from './prepare.js';
import { digestOf, likenessOf, ownReference, type ReadConversion, readConversion } from './read-input.js';

export interface RecordedConversion {
  readonly conversion: Conversion;
  /** Null where nothing was earned. */
  readonly commission: Commission | null;
  /** Whether it was recorded before, and this is what became of it. */
  readonly duplicate: boolean;
}

export interface RecordParts {
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly rollups: Pick<Rollups, 'addConversion'>;
  readonly rates: StoredRates;
  readonly settings: ReadLedgerSettings;
  readonly now: () => Date;
}

/**
 * Stores a conversion with what it earns, in one transaction, and says so through the outbox.
 * @throws HostError 400 `vendor_affiliate_invalid_param`, 404 `vendor_affiliate_affiliate_not_found`, 403
 *   `vendor_affiliate_inactive`, 422 `vendor_affiliate_idempotency_mismatch`
 */
export type RecordConversion = (input: NewConversion) => Promise<RecordedConversion>;

/** Milliseconds in which two that are alike may be one. */
const LIKE_WITHIN = 60_000;
const DAY = 86_400_000;
const POSSIBLE_DUPLICATE = 'possible_duplicate';

export function createRecordConversion(parts: RecordParts): RecordConversion {
  const { db, outbox, rollups, settings: readSettings, now } = parts;
  const rows = createCommissionRows(db);
  const announcements = createCommissionAnnouncements(outbox);
  const pastOf = createPastConversions(db);

  /** @param lock reads what others have committed, whatever the running transaction has seen */
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
    // Of somebody who was forgotten there is nothing left to compare.
    if (row.digest !== '' && row.digest !== digestOf(affiliateId, read)) throw idempotencyMismatch(read.reference);
    return { conversion: toConversion(row), commission: await commissionOf(row, lock), duplicate: true };
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

  async function isLikeAnother(likeness: string, at: Date): Promise<boolean> {
    const row = await db.query
      .selectFrom('affiliate_conversions')
      .select('id')
      .where('likeness', '=', likeness)
      .where('created_at', '>=', utc.encode(new Date(at.getTime() - LIKE_WITHIN)))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async function store(input: NewConversion, draft: Draft, settings: LedgerSettings): Promise<RecordedConversion> {
    const { affiliate, read, click, at } = draft;
    // Whoever records for the same affiliate takes turns here, and is active until this is committed.
    const present = await readAffiliate(db, { id: affiliate.id }, { lock: true });
    if (present?.status !== 'active') throw affiliateNotActive(affiliate.code);
    const likeness = likenessOf(affiliate.id, read);
    const isRepeat = !read.hasReference && (await isLikeAnother(likeness, at));
    const customer = { months: settings.recurringMonths, at };
    const isEarning = draft.earned > 0 && (await earnsAgain(db, affiliate.id, read.customerRef, customer));
    const flags = isRepeat ? [...draft.flags, POSSIBLE_DUPLICATE] : draft.flags;
    const row = {
      affiliate_id: affiliate.id,
      type: read.type,
      origin: input.origin,
      reference: read.reference,
      digest: digestOf(affiliate.id, read),
      likeness,
      amount: read.amount,
      currency: settings.currency,
      form_id: read.formId,
      product_id: read.productId,
      customer_email: read.customerEmail,
      customer_ref: read.customerRef,
      click_id: read.clickId,
      campaign: read.campaign || (click?.campaign ?? ''),
      source: click?.source ?? '',
      device: click?.device ?? '',
      visitor: click?.visitor ?? '',
      flags: json.encode(flags),
      meta: json.encode(input.meta ?? {}),
      created_at: utc.encode(at),
    };
    const conversion = toConversion({ ...row, id: await db.insert('affiliate_conversions', row) });
    const commission = isEarning ? await addCommission(draft, conversion, settings) : null;
    const shares = commission ? await addShares(commission, affiliate.parentId, settings) : [];
    await outbox.announce('vendor_affiliate_conversion_recorded', conversionRecord(conversion));
    if (commission) await announcements.created(commission);
    for (const share of shares) await announcements.created(share);
    // Who adds to a day takes turns with all others: the last thing before the commit.
    const { affiliateId, campaign, source } = conversion;
    const device = conversion.device as Device | '';
    await rollups.addConversion({ affiliateId, at, revenueMinor: read.amount, campaign, source, device });
    return { conversion, commission, duplicate: false };
  }

  function addCommission(draft: Draft, conversion: Conversion, settings: LedgerSettings): Promise<Commission> {
    const { read, rate, at, earned } = draft;
    const { flags } = conversion;
    const isPending = flags.length > 0 || !settings.autoApprove;
    return rows.add({
      affiliateId: conversion.affiliateId,
      conversionId: conversion.id,
      type: conversion.type,
      status: isPending ? 'pending' : 'approved',
      amount: earned,
      baseAmount: conversion.amount,
      currency: conversion.currency,
      rateType: rate.type,
      rate: rate.value,
      rateRule: rate.rule,
      origin: conversion.origin,
      reference: read.reference,
      formId: conversion.formId,
      clickId: conversion.clickId,
      campaign: conversion.campaign,
      parentId: 0,
      flags,
      description: read.description,
      customerEmail: conversion.customerEmail,
      holdUntil: new Date(at.getTime() + settings.holdDays * DAY),
      createdAt: at,
    });
  }

  /**
   * What goes to whoever brought the affiliate here, to whoever brought those, and so on: each a part of the share
   * before, so the programme knows what it costs. Somebody who is not active ends it.
   */
  async function addShares(commission: Commission, parentId: number, settings: LedgerSettings): Promise<Commission[]> {
    const shares: Commission[] = [];
    const seen = new Set([commission.affiliateId]);
    let of = commission;
    for (let next = parentId; next !== 0 && !seen.has(next) && shares.length < settings.subpartnerLevels; ) {
      seen.add(next);
      const parent = await readAffiliate(db, { id: next });
      const share = parent?.status === 'active' ? await addShare(of, parent.id, settings) : null;
      if (!parent || !share) break;
      shares.push(share);
      [of, next] = [share, parent.parentId];
    }
    return shares;
  }

  async function addShare(of: Commission, affiliateId: number, settings: LedgerSettings): Promise<Commission | null> {
    const rate = { type: 'percentage', value: settings.subpartnerRate } as const;
    const amount = earnedWith(rate, of.amount);
    if (amount === 0) return null;
    return rows.add({
      ...of,
      reference: of.reference ?? ownReference(),
      affiliateId,
      type: 'subpartner',
      amount,
      baseAmount: of.amount,
      rateType: rate.type,
      rate: rate.value,
      rateRule: 'subpartner',
      parentId: of.id,
      // It is not their customer.
      customerEmail: '',
      description: '',
    });
  }

  return async (input) => {
    const settings = await readSettings();
    const read = readConversion(input, settings.currency);
    const affiliate = await readAffiliate(db, read.affiliate);
    if (!affiliate) throw affiliateNotFound('id' in read.affiliate ? read.affiliate.id : read.affiliate.code);
    if (affiliate.status !== 'active') {
      const known = read.hasReference ? await replay(input, read, affiliate.id, false) : null;
      if (known) return known;
      throw affiliateNotActive(affiliate.code);
    }
    const draft = await prepareConversion({ ...parts, pastOf }, { input, read, affiliate, settings, at: now() });
    try {
      return await db.transaction(() => store(input, draft, settings));
    } catch (error) {
      if (!db.isUniqueViolation(error)) throw error;
      const first = await replay(input, read, affiliate.id, true);
      if (!first) throw error;
      return first;
    }
  };
}

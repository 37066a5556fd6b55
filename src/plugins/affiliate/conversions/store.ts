import { isDeepStrictEqual } from 'node:util';
import { createGrouping, type Database, json, type Outbox, utc } from '../../../index.js';
import type { Device } from '../clicks/visit.js';
import { createCommissionAnnouncements } from '../commissions/announce.js';
import type { Commission } from '../commissions/commission.js';
import { createCommissionRows, type NewCommission } from '../commissions/commission-rows.js';
import type { Rollups } from '../statistics/rollups.js';
import { lockAffiliates } from './affiliate-facts.js';
import { type Conversion, conversionRecord, toConversion } from './conversion.js';
import { digestOf, likenessOf } from './digest.js';
import { earnsAgain } from './earns-again.js';
import type { Draft } from './prepare.js';
import { addShares } from './shares.js';

/** A conversion that is stored, with what it earned. */
export interface StoredConversion {
  readonly conversion: Conversion;
  /** Null where nothing was earned. */
  readonly commission: Commission | null;
}

export interface StoreParts {
  readonly db: Database;
  readonly outbox: Outbox;
  readonly rollups: Pick<Rollups, 'addConversions'>;
}

/** Milliseconds in which two that are alike may be one. */
const LIKE_WITHIN = 60_000;
const DAY = 86_400_000;
const POSSIBLE_DUPLICATE = 'possible_duplicate';

/**
 * Stores conversions with what they earn. Those that come in at the same time are one transaction with one statement a
 * table: the row of the day is taken once for all of them, and the disk is waited for once.
 * @returns stores one that was prepared for an active affiliate; null where that is another one by now, and nothing is
 *   stored. It throws the unique violation of a reference that is taken
 */
export function createStoreConversion({
  db,
  outbox,
  rollups,
}: StoreParts): (draft: Draft) => Promise<StoredConversion | null> {
  const rows = createCommissionRows(db);
  const announcements = createCommissionAnnouncements(outbox);

  /**
   * Whoever records for the same affiliates takes turns here, and they stay as they are until this is committed.
   * @returns those whose affiliate is still as it was when they were prepared
   */
  async function lock(drafts: readonly Draft[]): Promise<Draft[]> {
    const locked = await lockAffiliates(db, [...new Set(drafts.map(({ affiliate }) => affiliate.id))]);
    const byId = new Map(locked.map((facts) => [facts.id, facts]));
    return drafts.filter(({ affiliate }) => isDeepStrictEqual(byId.get(affiliate.id), affiliate));
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

  /** What depends on those that are stored: nobody else records for these affiliates now. */
  async function decide(draft: Draft): Promise<{ draft: Draft; isEarning: boolean; flags: readonly string[] }> {
    const { affiliate, read, at, earned, settings } = draft;
    const isRepeat = !read.hasReference && (await isLikeAnother(likenessOf(affiliate.id, read), at));
    const customer = { months: settings.recurringMonths, at };
    const isEarning = earned > 0 && (await earnsAgain(db, affiliate.id, read.customerRef, customer));
    return { draft, isEarning, flags: isRepeat ? [...draft.flags, POSSIBLE_DUPLICATE] : draft.flags };
  }

  async function store(drafts: readonly Draft[]): Promise<StoredConversion[]> {
    const decided = [];
    for (const draft of drafts) decided.push(await decide(draft));
    const inserted = await db.insertMany(
      'affiliate_conversions',
      decided.map(({ draft, flags }) => rowOf(draft, flags)),
    );
    const conversions = inserted.map(toConversion);
    const earning = decided.flatMap(({ draft, isEarning }, index) => {
      const conversion = conversions[index];
      return conversion && isEarning ? [{ draft, conversion }] : [];
    });
    const commissions = await rows.addAll(earning.map(({ draft, conversion }) => commissionOf(draft, conversion)));
    const shared = earning.flatMap(({ draft: { affiliate, settings } }, index) => {
      const commission = commissions[index];
      return commission ? [{ commission, parentId: affiliate.parentId, settings }] : [];
    });
    const earned = [...commissions, ...(await addShares(db, rows, shared))];
    for (const conversion of conversions) {
      await outbox.announce('vendor_affiliate_conversion_recorded', conversionRecord(conversion));
      for (const commission of earned.filter(isOf(conversion))) await announcements.created(commission);
    }
    // Who adds to a day takes turns with all others: the last thing before the commit.
    await rollups.addConversions(decided.map(({ draft }) => countedOf(draft)));
    return conversions.map((conversion) => ({ conversion, commission: commissions.find(isOf(conversion)) ?? null }));
  }

  return createGrouping<Draft, StoredConversion | null>({
    run: (drafts, next) =>
      db.transaction(async () => {
        // Others need not wait for whoever listens to what was stored.
        db.afterCommit(next);
        const unchanged = await lock(drafts);
        const stored = await store(unchanged);
        return drafts.map((draft) => stored[unchanged.indexOf(draft)] ?? null);
      }),
    keysOf: ({ input, read, affiliate }) => [
      JSON.stringify([input.origin, read.reference]),
      likenessOf(affiliate.id, read),
      ...(read.customerRef === '' ? [] : [JSON.stringify([affiliate.id, read.customerRef])]),
    ],
    // A listener waits for what it records, and whoever else is told of that with it would wait for the listener.
    isApart: () => db.isInTransaction() || outbox.current() !== null,
  });
}

function rowOf({ input, read, affiliate, click, settings, at }: Draft, flags: readonly string[]) {
  return {
    affiliate_id: affiliate.id,
    type: read.type,
    origin: input.origin,
    reference: read.reference,
    digest: digestOf(affiliate.id, read),
    likeness: likenessOf(affiliate.id, read),
    amount: read.amount,
    currency: settings.currency,
    form_id: read.formId,
    product_id: read.productId,
    customer_email: read.customerEmail,
    customer_ref: read.customerRef,
    click_id: read.clickId,
    ...originOf({ read, click }),
    visitor: click?.visitor ?? '',
    flags: json.encode(flags),
    meta: json.encode(read.meta),
    created_at: utc.encode(at),
  };
}

/** What it says of where it came from, or what its click did. */
function originOf({ read, click }: Pick<Draft, 'read' | 'click'>) {
  return {
    campaign: read.campaign || (click?.campaign ?? ''),
    source: click?.source ?? '',
    device: click?.device ?? '',
  };
}

function countedOf({ affiliate, read, click, at }: Draft) {
  const origin = originOf({ read, click });
  return { ...origin, device: origin.device as Device | '', affiliateId: affiliate.id, at, revenueMinor: read.amount };
}

function commissionOf({ read, rate, at, earned, settings }: Draft, conversion: Conversion): NewCommission {
  const { flags } = conversion;
  const isPending = flags.length > 0 || !settings.autoApprove;
  return {
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
  };
}

function isOf({ id }: Conversion): (commission: Commission) => boolean {
  return ({ conversionId }) => conversionId === id;
}

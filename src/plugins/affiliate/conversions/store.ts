import { isDeepStrictEqual } from 'node:util';
import { type Database, json, utc } from '../../../database.js';
import { createGrouping } from '../../../utilities.js';
import type { Outbox } from '../../../webhooks.js';
import type { Device } from '../clicks/visit.js';
import { createCommissionAnnouncements } from '../commissions/announce.js';
import type { Commission } from '../commissions/commission.js';
import { createCommissionRows, type NewCommission } from '../commissions/commission-rows.js';
import type { Rollups } from '../statistics/rollups.js';
import { lockAffiliates } from './affiliate-facts.js';
import { type Conversion, conversionRecord, toConversion } from './conversion.js';
import { digestOf, likenessOf } from './digest.js';
import type { Draft } from './prepare.js';
import { addShares } from './shares.js';

/** A stored conversion with its commission. */
export interface StoredConversion {
  readonly conversion: Conversion;
  /** Null if nothing was earned. */
  readonly commission: Commission | null;
}

export interface StoreParts {
  readonly db: Database;
  readonly outbox: Outbox;
  readonly rollups: Pick<Rollups, 'addConversions'>;
}

/** Milliseconds within which similar conversions count as possible duplicates. */
const LIKE_WITHIN = 60_000;

const DAY = 86_400_000;

const POSSIBLE_DUPLICATE = 'possible_duplicate';

/**
 * Creates a function that stores prepared conversions with their earnings. Concurrent ones share a transaction with
 * one statement per table, so the row of the day is locked once and the disk is flushed once.
 * @returns a function that returns null, storing nothing, if the affiliate has changed since the preparation. It
 *   throws the unique violation of a duplicate reference
 */
export function createStoreConversion({
  db,
  outbox,
  rollups,
}: StoreParts): (draft: Draft) => Promise<StoredConversion | null> {
  const rows = createCommissionRows(db);
  const announcements = createCommissionAnnouncements(outbox);

  /**
   * Locks the affiliates, which serialises records of the same affiliate until the commit.
   * @returns the drafts whose affiliate is unchanged since the preparation
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

  /** Decides what depends on stored conversions. The affiliates are locked, so none are added concurrently. */
  async function decide(draft: Draft): Promise<{ draft: Draft; isEarning: boolean; flags: readonly string[] }> {
    const { affiliate, read, at, earned, settings } = draft;
    const isRepeat = read.externalId === '' && (await isLikeAnother(likenessOf(affiliate.id, read), at));
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
    // Runs last before the commit, because all writers of a day share one lock.
    await rollups.addConversions(decided.map(({ draft }) => countedOf(draft)));
    return conversions.map((conversion) => ({ conversion, commission: commissions.find(isOf(conversion)) ?? null }));
  }

  return createGrouping<Draft, StoredConversion | null>({
    run: (drafts, next) =>
      db.transaction(async () => {
        // The next batch does not wait for the listeners of this one.
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
    // A listener waits for what it records. In a shared batch, other callers would wait for that listener.
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

/** Returns the origin stated by the conversion, or that of its click. */
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

/**
 * Whether a returning customer still earns, which ends some months after the first conversion.
 * @param months null for always, 0 for the first conversion only
 */
async function earnsAgain(
  db: Database,
  affiliateId: number,
  customerRef: string,
  { months, at }: { readonly months: number | null; readonly at: Date },
): Promise<boolean> {
  if (customerRef === '' || months === null) return true;
  const first = await db.query
    .selectFrom('affiliate_conversions')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('affiliate_id', '=', affiliateId)
    .where('customer_ref', '=', customerRef)
    .executeTakeFirst();
  if (!first?.at) return true;
  return months > 0 && at < addMonths(utc.decode(first.at), months);
}

/** Same day and time some months later, or the last day of a shorter month: January 31 plus one is February 28. */
function addMonths(moment: Date, months: number): Date {
  const later = new Date(moment);
  later.setUTCMonth(moment.getUTCMonth() + months);
  if (later.getUTCDate() !== moment.getUTCDate()) later.setUTCDate(0);
  return later;
}

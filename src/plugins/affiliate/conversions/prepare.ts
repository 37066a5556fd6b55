import { type Database, utc } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import { allEnded } from '../../../utilities.js';
import type { LedgerSettings } from '../commissions/ledger-settings.js';
import { FRAUD_CHECKS } from '../fraud/checks.js';
import type { FraudSubject, PastConversions } from '../fraud/subject.js';
import { earnedWith, type ResolvedRate } from '../rates/rate.js';
import { resolveRate } from '../rates/rules.js';
import type { StoredRates } from '../rates/stored-rates.js';
import type { AffiliateFacts } from './affiliate-facts.js';
import { type ConvertingClick, clickOf } from './click-of.js';
import type { NewConversion } from './conversion.js';
import type { ReadConversion } from './read-input.js';

/** A prepared conversion. Open is only what depends on concurrently recorded ones. */
export interface Draft {
  readonly input: NewConversion;
  readonly settings: LedgerSettings;
  readonly affiliate: AffiliateFacts;
  readonly read: ReadConversion;
  readonly click: ConvertingClick | null;
  readonly at: Date;
  readonly rate: ResolvedRate;
  /** Minor units; 0 for nothing. A returning customer may still earn nothing. */
  readonly earned: number;
  readonly flags: readonly string[];
}

export interface PrepareParts {
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly rates: StoredRates;
  readonly pastOf: (affiliateId: number) => PastConversions;
}

interface Incoming {
  readonly input: NewConversion;
  readonly read: ReadConversion;
  readonly affiliate: AffiliateFacts;
  readonly settings: LedgerSettings;
  readonly at: Date;
}

/** Resolves the rate and runs fraud checks and filters. This may be slow, so it runs before the transaction. */
export async function prepareConversion(parts: PrepareParts, incoming: Incoming): Promise<Draft> {
  const click = await clickOf(parts.db, incoming.read.clickId, incoming.affiliate.id);
  const [earned, flags] = await Promise.all([earn(parts, incoming), suspicions(parts, incoming, click)]);
  return { ...incoming, ...earned, click, flags };
}

async function earn(
  { db, hooks, rates }: PrepareParts,
  { read, affiliate, settings, at }: Incoming,
): Promise<{ rate: ResolvedRate; earned: number }> {
  const { formId, productId, amount: baseAmount } = read;
  const question = {
    affiliate,
    formId,
    productId,
    explicit: read.rate,
    program: settings.rate,
    earnedThisMonth: () => approvedSince(db, affiliate.id, monthOfUtc(at)),
  };
  const resolved = await resolveRate(question, rates);
  const context = { affiliate, formId, productId, baseAmount };
  const filtered = await hooks.applyFiltersAsync('vendor_affiliate_rate', resolved, context);
  const rate = {
    type: filtered.type,
    value: filtered.value,
    rule: isSame(filtered, resolved) ? resolved.rule : 'filter',
  };
  const amount = earnedWith(rate, baseAmount);
  const decided = await hooks.applyFiltersAsync('vendor_affiliate_commission_amount', amount, rate, context);
  const most = rate.type === 'percentage' ? baseAmount : Number.MAX_SAFE_INTEGER;
  return { rate, earned: Math.max(0, Math.min(decided, most)) };
}

function isSame(one: { type: string; value: number }, other: { type: string; value: number }): boolean {
  return one.type === other.type && one.value === other.value;
}

async function suspicions(
  { hooks, pastOf }: PrepareParts,
  { input, read, affiliate, settings, at }: Incoming,
  click: ConvertingClick | null,
): Promise<string[]> {
  const subject: FraudSubject = {
    affiliate,
    at,
    click,
    origin: input.origin,
    amount: read.amount,
    customerEmail: read.customerEmail,
    customerRef: read.customerRef,
    userId: input.visitor?.userId ?? null,
    userAgent: input.visitor?.userAgent ?? null,
    blockedDomains: settings.blockedDomains,
    past: pastOf(affiliate.id),
  };
  const checks = await hooks.applyFiltersAsync('vendor_affiliate_fraud_checks', FRAUD_CHECKS, subject);
  const enabled = checks.filter(({ name }) => !settings.disabledFraudChecks.includes(name));
  const verdicts = await allEnded(enabled.map(async ({ isSuspicious }) => isSuspicious(subject)));
  return enabled.filter((_, index) => verdicts[index]).map(({ name }) => name);
}

/** Returns the approved sales of an affiliate since a time, in minor units. */
async function approvedSince(db: Database, affiliateId: number, since: Date): Promise<number> {
  const row = await db.query
    .selectFrom('affiliate_commissions')
    .select(({ fn }) => [
      fn.sum<number | null>('base_amount').as('base'),
      fn.sum<number | null>('refunded_amount').as('refunded'),
    ])
    .where('affiliate_id', '=', affiliateId)
    .where('type', 'in', ['sale', 'custom_form'])
    .where('status', 'in', ['approved', 'paid'])
    .where('base_amount', '>', 0)
    .where('created_at', '>=', utc.encode(since))
    .executeTakeFirst();
  return Number(row?.base ?? 0) - Number(row?.refunded ?? 0);
}

function monthOfUtc(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

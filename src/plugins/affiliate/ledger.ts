import type { Database } from '../../database.js';
import type { OwnedHooks } from '../../hooks.js';
import type { Versions } from '../../services.js';
import type { Outbox } from '../../webhooks.js';
import { type Commissions, createCommissions } from './commissions/commissions.js';
import { type Earnings, earningsOf, type ProgramEarnings, programEarnings } from './commissions/earnings.js';
import type { ReadLedgerSettings } from './commissions/ledger-settings.js';
import type { Conversion } from './conversions/conversion.js';
import { type Customers, createCustomers } from './conversions/customers.js';
import { convertedOf, createConversionHistory, findConversion } from './conversions/history.js';
import { type RecentConversion, recentConversions } from './conversions/recent.js';
import { createRecordConversion, type RecordConversion } from './conversions/record.js';
import { createSales, type Sales } from './conversions/sales.js';
import { createPayouts, type Payouts } from './payouts/payouts.js';
import { createStoredRates, type StoredRates } from './rates/stored-rates.js';
import type { ConversionHistory, Rollups } from './statistics/rollups.js';

/** Ledger of the program: conversions, commissions, rates and payouts. Amounts are minor units. */
export interface Ledger extends Sales {
  readonly record: RecordConversion;
  readonly commissions: Commissions;
  readonly payouts: Payouts;
  readonly rates: StoredRates;
  readonly customers: Customers;
  findConversion(id: number): Promise<Conversion | null>;
  earningsOf(affiliateIds: readonly number[]): Promise<ReadonlyMap<number, Earnings>>;
  programEarnings(): Promise<ProgramEarnings>;
  recentConversions(affiliateId: number, limit: number): Promise<readonly RecentConversion[]>;
  readonly history: ConversionHistory;
  convertedOf(clickIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface LedgerParts {
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly outbox: Outbox;
  readonly rollups: Pick<Rollups, 'addConversions'>;
  readonly versions: Pick<Versions, 'bump' | 'watch'>;
  readonly settings: ReadLedgerSettings;
  readonly now: () => Date;
}

export function createLedger(parts: LedgerParts): Ledger {
  const { db, settings } = parts;
  const commissions = createCommissions(parts);
  const rates = createStoredRates(parts);
  const record = createRecordConversion({ ...parts, rates });

  return {
    record,
    commissions,
    payouts: createPayouts({ ...parts, refunds: commissions }),
    rates,
    ...createSales({ db, record, refundInTime: commissions.refundInTime, settings }),
    customers: createCustomers(db),
    findConversion: (id) => findConversion(db, id),
    earningsOf: (affiliateIds) => earningsOf(db, affiliateIds),
    programEarnings: () => programEarnings(db),
    recentConversions: (affiliateId, limit) => recentConversions(db, affiliateId, limit),
    history: createConversionHistory(db),
    convertedOf: (clickIds) => convertedOf(db, clickIds),
  };
}

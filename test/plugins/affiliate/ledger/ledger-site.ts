import { type Migration, utc } from 'mortise/database';
import { pino } from 'pino';
import { createCalendar } from '../../../../src/core/calendar.js';
import type { Database } from '../../../../src/core/database/database.js';
import { createOutbox } from '../../../../src/core/outbox/outbox.js';
import { createVersions, type Versions } from '../../../../src/core/services/bus/versions.js';
import { createHooks } from '../../../../src/hooks/hooks.js';
import type { LedgerSettings } from '../../../../src/plugins/affiliate/commissions/ledger-settings.js';
import type { NewConversion } from '../../../../src/plugins/affiliate/conversions/conversion.js';
import { createConversionHistory } from '../../../../src/plugins/affiliate/conversions/history.js';
import { createLedger, type Ledger } from '../../../../src/plugins/affiliate/ledger.js';
import { createRollups } from '../../../../src/plugins/affiliate/statistics/rollups.js';
import { affiliatesTable } from '../../../../src/plugins/affiliate/tables/affiliates.js';
import { ledgerMigrations, trackingMigrations } from '../../../../src/plugins/affiliate/tables/migrations.js';

const NOW = new Date('2026-10-27T12:00:00Z');
const DAY = 86_400_000;

/** Program settings with a rate of 10 % in euros and no click required. */
export const SETTINGS: LedgerSettings = {
  currency: 'EUR',
  rate: { type: 'percentage', value: 1000 },
  holdDays: 30,
  autoApprove: false,
  approveAfterHold: true,
  subpartnerRate: 0,
  subpartnerLevels: 1,
  minimumPayout: 0,
  recurringMonths: null,
  blockedDomains: [],
  disabledFraudChecks: ['no_click', 'duplicate_customer', 'velocity', 'high_amount'],
};

export interface LedgerSite {
  readonly db: Database;
  readonly hooks: ReturnType<typeof createHooks>;
  readonly versions: Pick<Versions, 'bump' | 'watch'>;
  readonly ledger: Ledger;
  readonly rollups: ReturnType<typeof createRollups>;
  /** Names of the fired actions, each with the id of its record. */
  readonly calls: string[];
  settings: LedgerSettings;
  at: Date;
  passDays(days: number): void;
  addAffiliate(code: string, more?: Partial<AffiliateColumns>): Promise<number>;
  /** Records a conversion of `ada`, over 100.00 by default. */
  convert(more?: Partial<NewConversion>): ReturnType<Ledger['record']>;
  /** Records a conversion and returns its commission id (10.00 by default, a tenth of the amount). */
  commission(more?: Partial<NewConversion>): Promise<number>;
}

const ACTIONS = [
  ...['conversion_recorded', 'commission_created', 'commission_approved', 'commission_rejected'],
  ...['commission_refunded', 'commission_paid', 'commission_status_changed', 'payout_created'],
  ...['payout_completed', 'fraud_flagged'],
] as const;

export const COLUMNS = {
  user_id: null as number | null,
  status: 'active',
  first_name: '',
  last_name: '',
  display_name: '',
  email: '',
  payment_email: '',
  payment_method: 'paypal',
  payment_details: '',
  website: '',
  promo_method: '',
  country: '',
  tax_id: '',
  locale: '',
  social: '{}',
  rate_type: '',
  rate: 0,
  cookie_days: null,
  parent_id: 0,
  currency: 'EUR',
  notes: '',
  fraud_score: 0,
  flags: '[]',
  hold_payouts_until: null as string | null,
  registration_ip_hash: '',
  meta: '{}',
  registered_at: utc.encode(NOW),
  approved_at: null,
  updated_at: utc.encode(NOW),
  version: 1,
};
export type AffiliateColumns = typeof COLUMNS;

async function migrateLedger(db: Database): Promise<void> {
  const affiliates: Migration = { name: '0001_affiliates', up: (schema) => schema.createTable(affiliatesTable) };
  await db.migrate('affiliate', [affiliates, ...trackingMigrations, ...ledgerMigrations]);
}

/** Opens the ledger on a database, with hooks, an outbox and an affiliate `ada`. */
export async function openLedger(db: Database): Promise<LedgerSite> {
  await migrateLedger(db);
  const hooks = createHooks();
  const calls: string[] = [];
  for (const name of ACTIONS) {
    const hear = (record: { readonly id: number }): void => void calls.push(`${name} ${record.id}`);
    // Each of these actions receives a record.
    (hooks.addAction as unknown as (name: string, callback: typeof hear) => void)(`vendor_affiliate_${name}`, hear);
  }
  const log = pino({ level: 'silent' });
  const outbox = createOutbox({ db, hooks, log });
  const versions = createVersions(db, log);
  const now = (): Date => site.at;
  const calendar = createCalendar('UTC');
  const rollups = createRollups({ db, calendar, conversions: createConversionHistory(db), now });
  const site: LedgerSite = {
    db,
    hooks,
    versions,
    rollups,
    calls,
    settings: SETTINGS,
    at: NOW,
    passDays(days) {
      site.at = new Date(site.at.getTime() + days * DAY);
    },
    ledger: createLedger({ db, hooks, outbox, rollups, versions, settings: () => site.settings, now }),
    addAffiliate: (code, more = {}) => db.insert('affiliate_affiliates', { ...COLUMNS, code, ...more }),
    convert: (more = {}) => site.ledger.record({ affiliateCode: 'ada', origin: 'api', amount: 100, ...more }),
    async commission(more) {
      const { commission } = await site.convert(more);
      if (!commission) throw new Error('Nothing was earned.');
      return commission.id;
    },
  };
  // Account ids start at 1, and null values would not collide.
  await site.addAffiliate('ada', { user_id: 1, email: 'ada@example.com', display_name: 'Ada' });
  return site;
}

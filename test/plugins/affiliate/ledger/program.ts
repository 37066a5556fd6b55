import { definePlugin, type Plugin } from 'mortise';
import { createCalendar } from 'mortise/calendar';
import { type Migration, utc } from 'mortise/database';
import { createTestHost, type TestHost } from 'mortise/testing';
import { createMembers, type Member } from '../../../../src/plugins/affiliate/access/members.js';
import { createAffiliateList } from '../../../../src/plugins/affiliate/affiliates/affiliate-list.js';
import { createPaymentDetails } from '../../../../src/plugins/affiliate/affiliates/payment-details.js';
import { registerCommissionCommands } from '../../../../src/plugins/affiliate/commands/commission-commands.js';
import { registerPayoutCommands } from '../../../../src/plugins/affiliate/commands/payout-commands.js';
import type { LedgerSettings } from '../../../../src/plugins/affiliate/commissions/ledger-settings.js';
import { listenToSales } from '../../../../src/plugins/affiliate/conversions/sales.js';
import { createExports } from '../../../../src/plugins/affiliate/exports/exports.js';
import { defineLedgerHooks } from '../../../../src/plugins/affiliate/hooks/ledger.js';
import { createLedger, type Ledger } from '../../../../src/plugins/affiliate/ledger.js';
import { registerCommissionRoutes } from '../../../../src/plugins/affiliate/routes/commissions/register.js';
import { registerExportRoutes } from '../../../../src/plugins/affiliate/routes/exports.js';
import { registerPayoutRoutes } from '../../../../src/plugins/affiliate/routes/payouts/register.js';
import { registerRateRoutes } from '../../../../src/plugins/affiliate/routes/rates/register.js';
import { createRollups } from '../../../../src/plugins/affiliate/statistics/rollups.js';
import { affiliatesTable } from '../../../../src/plugins/affiliate/tables/affiliates.js';
import { ledgerMigrations, trackingMigrations } from '../../../../src/plugins/affiliate/tables/migrations.js';
import { type AffiliateColumns, COLUMNS, SETTINGS } from './ledger-site.js';

const affiliates: Migration = { name: '0001_affiliates', up: (schema) => schema.createTable(affiliatesTable) };
/** Migrations with the affiliates table, for testing the ledger by itself. */
const migrations: readonly Migration[] = [affiliates, ...trackingMigrations, ...ledgerMigrations];

/** Host with the ledger and its routes, commands and listeners. */
export interface Program {
  readonly host: TestHost;
  readonly ledger: Ledger;
  addAffiliate(code: string, more?: Partial<AffiliateColumns>): Promise<number>;
}

export async function openProgram(settings: Partial<LedgerSettings> = {}): Promise<Program> {
  const ledgers: Ledger[] = [];
  const plugin: Plugin = definePlugin({
    // Not the whole plugin, so it has no plugin API.
    name: 'affiliate' as string,
    version: '1.0.0',
    tablePrefix: 'affiliate_',
    migrations,
    setup(context) {
      const { db, hooks, outbox, versions, cli, log } = context;
      defineLedgerHooks(hooks);
      const calendar = createCalendar('Europe/Berlin');
      const now = (): Date => new Date();
      const read = (): LedgerSettings => ({ ...SETTINGS, ...settings });
      const history = { between: (from: Date, to: Date) => ledger.history.between(from, to) };
      const rollups = createRollups({ db, calendar, conversions: history, now });
      const ledger = createLedger({ db, hooks, outbox, rollups, versions, settings: read, now });
      ledgers.push(ledger);
      registerRateRoutes(context, { ledger, settings: read });
      const members = createMembers((userId) => memberOf(db, userId));
      registerCommissionRoutes(context, { ledger, members });
      registerPayoutRoutes(context, { ledger, calendar });
      registerCommissionCommands(context, ledger);
      const details = createPaymentDetails(context.secrets);
      const affiliateList = createAffiliateList(async () => new Map());
      const exports = createExports({ db, hooks, affiliateList, details, payouts: ledger.payouts });
      registerExportRoutes(context, { exports, affiliateList });
      registerPayoutCommands(cli, { ledger, exports, calendar });
      listenToSales(hooks, ledger, log);
    },
  });
  const host = await createTestHost({ plugins: [plugin], timezone: 'Europe/Berlin' });
  const [ledger] = ledgers;
  if (!ledger) throw new Error('The plugin was not set up.');
  return {
    host,
    ledger,
    addAffiliate: (code, more = {}) =>
      host.db.insert('affiliate_affiliates', { ...COLUMNS, registered_at: utc.encode(new Date()), code, ...more }),
  };
}

async function memberOf(db: TestHost['db'], userId: number): Promise<Member | null> {
  const rows = db.query.selectFrom('affiliate_affiliates').select(['id', 'code', 'status']);
  return (await rows.where('user_id', '=', userId).executeTakeFirst()) ?? null;
}

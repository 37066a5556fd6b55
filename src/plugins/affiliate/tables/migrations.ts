import { sql } from 'kysely';
import { column, defineTable, type Migration } from '../../../database.js';
import { affiliatesTable } from './affiliates.js';
import { clicksTable } from './clicks.js';
import { commissionsTable, refundsTable } from './commissions.js';
import { conversionsTable } from './conversions.js';
import { linksTable } from './links.js';
import { paymentsTable, payoutsTable } from './payouts.js';
import { ratesTable } from './rates.js';
import { rollupsTable } from './rollups.js';
import { figuresTable } from './statistics.js';

export const ledgerMigrations: readonly Migration[] = [
  {
    name: '0020_ledger',
    async up(schema) {
      const ofMoney = [conversionsTable, commissionsTable, refundsTable, payoutsTable, paymentsTable, ratesTable];
      for (const table of ofMoney) await schema.createTable(table);
    },
  },
  // A new table already has the column, so this adds nothing.
  { name: '0021_payment_details', up: (schema) => schema.addColumn(paymentsTable, 'payment_details') },
  {
    name: '0022_waiting_refunds',
    async up(schema) {
      await schema.addColumn(refundsTable, 'waits_for');
      await schema.createIndex(refundsTable, ['waits_for']);
    },
  },
  {
    name: '0023_refunded_amounts',
    async up(schema) {
      await schema.raw(sql`update affiliate_commissions set amount = original_amount where status = 'refunded'`);
    },
  },
];

/** Indexes for the lists of commissions. */
const listIndexes: Migration = {
  name: '0061_list_indexes',
  async up(schema) {
    await schema.createIndex(commissionsTable, ['status', 'created_at']);
    await schema.createIndex(commissionsTable, ['affiliate_id', 'created_at']);
  },
};

/** Salts and visitors of releases before the core's `visitors`. */
const saltsTable = defineTable(
  'affiliate_salts',
  { day: column.key(10), salt: column.key(43), created_at: column.datetime() },
  { primaryKey: ['day'] },
);

const visitorsTable = defineTable(
  'affiliate_visitors',
  { day: column.key(10), affiliate_id: column.integer(), visitor: column.key(22) },
  { primaryKey: ['day', 'affiliate_id', 'visitor'] },
);

export const trackingMigrations: readonly Migration[] = [
  {
    name: '0010_tracking',
    async up(schema) {
      for (const table of [clicksTable, visitorsTable, saltsTable, rollupsTable, linksTable]) {
        await schema.createTable(table);
      }
    },
  },
];

/** Moves salts and visitors into the core's tables, so that visitors are not counted twice on that day. */
const sharedVisitors: Migration = {
  name: '0060_shared_visitors',
  async up(schema) {
    const isWithCore = await schema.hasTable('visitor_salts');
    if (isWithCore && (await schema.hasTable('affiliate_salts'))) {
      await schema.raw(sql`
        insert into visitor_salts (owner, day, salt, created_at)
        select 'affiliate', affiliate_salts.day, affiliate_salts.salt, affiliate_salts.created_at
        from affiliate_salts
        where not exists (
          select 1 from visitor_salts
          where visitor_salts.owner = 'affiliate' and visitor_salts.day = affiliate_salts.day)`);
    }
    await schema.dropTable('affiliate_salts');
    if (isWithCore && (await schema.hasTable('affiliate_visitors'))) {
      await schema.raw(sql`
        insert into visitor_visits (owner, day, visitor, scope)
        select 'affiliate', affiliate_visitors.day, affiliate_visitors.visitor, concat(affiliate_visitors.affiliate_id)
        from affiliate_visitors
        where not exists (
          select 1 from visitor_visits
          where visitor_visits.owner = 'affiliate' and visitor_visits.day = affiliate_visitors.day
          and visitor_visits.visitor = affiliate_visitors.visitor
          and visitor_visits.scope = concat(affiliate_visitors.affiliate_id))`);
    }
    await schema.dropTable('affiliate_visitors');
  },
};

const affiliatesMigrations: readonly Migration[] = [
  { name: '0001_affiliates', up: (schema) => schema.createTable(affiliatesTable) },
];

const foldedNames: Migration = {
  name: '0030_folded_names',
  async up(schema) {
    for (const name of ['folded_shown', 'folded_names']) await schema.addColumn(affiliatesTable, name);
  },
};

const createFigures: Migration = { name: '0040_figures', up: (schema) => schema.createTable(figuresTable) };

const verifiedEmails: Migration = {
  name: '0050_verified_emails',
  async up(schema) {
    await schema.addColumn(affiliatesTable, 'email_verified_at');
    // An affiliate without an account may have been registered by anyone.
    await schema.raw(sql`
      update affiliate_affiliates set email_verified_at = registered_at where user_id is not null and email != ''`);
  },
};

/** Migrations of the plugin, in order. */
export const migrations: readonly Migration[] = [
  ...affiliatesMigrations,
  ...trackingMigrations,
  ...ledgerMigrations,
  foldedNames,
  createFigures,
  verifiedEmails,
  sharedVisitors,
  listIndexes,
];

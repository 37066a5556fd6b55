import { sql } from 'kysely';
import type { Migration } from '../../../database.js';
import { affiliatesTable } from './affiliates.js';
import { ledgerMigrations, listIndexes } from './ledger-migrations.js';
import { figuresTable } from './statistics.js';
import { sharedVisitors, trackingMigrations } from './tracking-migrations.js';

const affiliatesMigrations: readonly Migration[] = [
  { name: '0001_affiliates', up: (schema) => schema.createTable(affiliatesTable) },
];

const foldedNames: Migration = {
  name: '0030_folded_names',
  async up(schema) {
    for (const name of ['folded_shown', 'folded_names']) await schema.addColumn(affiliatesTable, name);
  },
};

const figures: Migration = { name: '0040_figures', up: (schema) => schema.createTable(figuresTable) };

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
  figures,
  verifiedEmails,
  sharedVisitors,
  listIndexes,
];

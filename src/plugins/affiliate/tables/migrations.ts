import type { Migration } from '../../../index.js';
import { affiliatesTable } from './affiliates.js';
import { ledgerMigrations } from './ledger-migrations.js';
import { trackingMigrations } from './tracking-migrations.js';

const affiliatesMigrations: readonly Migration[] = [
  { name: '0001_affiliates', up: (schema) => schema.createTable(affiliatesTable) },
];

/** All tables of the plugin, in the order in which they are made. */
export const migrations: readonly Migration[] = [...affiliatesMigrations, ...trackingMigrations, ...ledgerMigrations];

import type { Migration } from '../../../index.js';
import { affiliatesTable } from './affiliates.js';
import { figuresTable } from './figures.js';
import { ledgerMigrations } from './ledger-migrations.js';
import { trackingMigrations } from './tracking-migrations.js';

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

/** All tables of the plugin, in the order in which they are made. */
export const migrations: readonly Migration[] = [
  ...affiliatesMigrations,
  ...trackingMigrations,
  ...ledgerMigrations,
  foldedNames,
  figures,
];

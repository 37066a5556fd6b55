import type { Migration } from '../../../database.js';
import { clicksTable } from './clicks.js';
import { linksTable } from './links.js';
import { rollupsTable } from './rollups.js';
import { saltsTable } from './salts.js';
import { visitorsTable } from './visitors.js';

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

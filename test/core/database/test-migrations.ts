import type { Migration } from '../../../src/core/database/migrate.js';
import { countersTable, samplesTable } from './test-tables.js';

export const testMigrations: readonly Migration[] = [
  { name: '0001_samples', up: (schema) => schema.createTable(samplesTable) },
  { name: '0002_counters', up: (schema) => schema.createTable(countersTable) },
];

import type { Migration } from '../../../database.js';
import { backupsTable } from './backups.js';
import { errorsTable } from './errors.js';
import { journalTable } from './journal.js';
import { picturesTable } from './pictures.js';
import { bookmarksTable, postponedTable, runsTable } from './runs.js';

export const migrations: readonly Migration[] = [
  {
    name: '0001_watermark',
    async up(schema) {
      const ofPictures = [picturesTable, backupsTable, journalTable, errorsTable];
      for (const table of [...ofPictures, runsTable, postponedTable, bookmarksTable]) await schema.createTable(table);
    },
  },
];

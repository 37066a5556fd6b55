import { restoreBackup } from '../../../src/core/backup/restore-backup.js';
import { openForMaintenance } from '../../../src/core/database/maintenance.js';
import { createDiskStore } from '../../../src/core/services/objects/disk.js';
import { testMigrations } from '../../core/database/test-migrations.js';
import { die } from './die.js';
import { dieBeforeStatement } from './die-before-statement.js';

/**
 * Force-restores a backup in its own process, which kills itself. Arguments: database URL, storage URL, backup file,
 * step, and number of batches of the step to run; for the step `Statements`, number of statements. Prints the number
 * of statements if it was not killed.
 */
const [url = '', storage = '', file = '', step = '', batches = '0'] = process.argv.slice(2);
let left = Number(batches);
const done = dieBeforeStatement(step === 'Statements' ? left : -1);

await restoreBackup({
  db: openForMaintenance(url),
  objects: createDiskStore(storage),
  file,
  migrations: [['tests', testMigrations]],
  force: true,
  signal: new AbortController().signal,
  progress(label) {
    const arrive = (): void => {
      if (label !== step) return;
      if (left === 0) die();
      left -= 1;
    };
    arrive();
    return { advance: arrive, stop: () => undefined };
  },
});
console.log(done());

// The connection pool of a server would keep the process alive.
process.exit();

import { copyDatabase } from '../../../src/core/database/transfer/copy.js';
import { testMigrations } from '../../core/database/test-migrations.js';
import { die } from './die.js';

/**
 * Copies a site in its own process, which kills itself. Arguments: URLs of both databases, step (`Copying` or
 * `Checking`), number of batches of the step to run, and `resume`.
 */
const [from = '', to = '', step = '', batches = '0', resume = ''] = process.argv.slice(2);
let left = Number(batches);

await copyDatabase({
  from,
  to,
  migrations: [['tests', testMigrations]],
  resume: resume === 'resume',
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
console.log('done');

import { bank } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { bankListener } from '../heard-bank-run.js';

/**
 * Runs the bank once over the files in a folder. Prints `ready`, and `done` when all events are delivered.
 * Arguments: database URL, folder.
 */
const [database = '', folder = ''] = process.argv.slice(2);
const host = await createTestHost({
  database,
  debug: false,
  plugins: [bank({ inboxes: [{ name: 'drop', folder, settle: 0 }] }), bankListener],
});
await host.listen();
console.log('ready');
await host.plugin('bank').processing.process({ trigger: 'command', startedBy: null, isForced: true, isDryRun: false });
console.log('done');
await host.close();

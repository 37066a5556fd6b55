import { knowledgeBase } from '../../../src/plugins/knowledge-base/index.js';
import { createTestHost } from '../../../src/testing.js';

/**
 * Works on the import that waits, in a process of its own, which kills itself when so many articles have come in.
 * Arguments: address of the database, folder of the files, number of articles.
 */
const [database = '', folder = '', articles = ''] = process.argv.slice(2);
const host = await createTestHost({ database, storage: `file:${folder}`, jobs: 'off', plugins: [knowledgeBase()] });
let left = Number(articles);
host.hooks.addAction('vendor_kb_item_imported', ({ kind }, { outcome }) => {
  if (kind !== 'article' || outcome !== 'created') return;
  left -= 1;
  if (left > 0) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way; nothing more may happen until it comes.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
await host.work();
console.log('ended');
await host.close();

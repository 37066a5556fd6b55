import { watermark } from '../../../src/plugins.js';
import { createTestHost } from '../../../src/testing.js';

/**
 * Works on the run that waits, in a process of its own, which kills itself at a picture. Arguments: address of the
 * database, folder of the files, `before` a picture is marked or `after`, which one from 1 on, or when
 * the end of the run is `told`. A picture whose title is
 * `bad` fails.
 */
const [database = '', folder = '', when = 'before', which = '1'] = process.argv.slice(2);
const host = await createTestHost({ database, storage: `file:${folder}`, jobs: 'off', plugins: [watermark()] });
let left = Number(which);

function die(): void {
  left -= 1;
  if (left > 0) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way; nothing more may happen until it comes.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

host.hooks.addAction('vendor_watermark_before_apply', ({ title }) => {
  if (title === 'bad') throw new Error('Not this one.');
  if (when === 'before') die();
});
host.hooks.addAction('vendor_watermark_after_apply', () => {
  if (when === 'after') die();
});
host.hooks.addAction('vendor_watermark_batch_completed', () => {
  if (when === 'told') die();
});
await host.work();
console.log('ended');
await host.close();

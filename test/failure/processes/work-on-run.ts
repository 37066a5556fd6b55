import { watermark } from '../../../src/plugins/watermark/index.js';
import { createTestHost } from '../../../src/testing.js';
import { die } from './die.js';

/**
 * Works on the waiting run in its own process, which kills itself. Arguments: database URL, storage folder, `before` or
 * `after` an image is marked, or `told` at the end of the run, and the number of the image, from 1. Images with the
 * title `bad` fail.
 */
const [database = '', folder = '', when = 'before', which = '1'] = process.argv.slice(2);
const host = await createTestHost({ database, storage: `file:${folder}`, jobs: 'off', plugins: [watermark()] });
let left = Number(which);

function countDown(): void {
  left -= 1;
  if (left === 0) die();
}

host.hooks.addAction('vendor_watermark_before_apply', ({ title }) => {
  if (title === 'bad') throw new Error('Not this one.');
  if (when === 'before') countDown();
});
host.hooks.addAction('vendor_watermark_after_apply', () => {
  if (when === 'after') countDown();
});
host.hooks.addAction('vendor_watermark_batch_completed', () => {
  if (when === 'told') countDown();
});
await host.work();
console.log('ended');
await host.close();

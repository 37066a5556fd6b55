import { Readable } from 'node:stream';
import { createDiskStore } from '../../../src/core/services/objects/disk.js';

/** Writes an endless file to the key `photo`, and prints a line after the first bytes. Argument: folder. */
const [folder = ''] = process.argv.slice(2);
const store = createDiskStore(`file:${folder}`);

async function* endless(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(100_000, 'n');
  // The next piece is requested, so the first is written.
  console.log('half');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}

await store.put('photo', Readable.from(endless(), { objectMode: true, highWaterMark: 1 }));

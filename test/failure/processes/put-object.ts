import { Readable } from 'node:stream';
import { createDiskStore } from '../../../src/core/services/objects/disk.js';

/** Puts a file that never ends to the key `photo`, and says so when the first bytes are written. Argument: the folder. */
const [folder = ''] = process.argv.slice(2);
const store = createDiskStore(`file:${folder}`);

async function* endless(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(100_000, 'n');
  // Asked for the next piece: the first is written.
  console.log('half');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}

await store.put('photo', Readable.from(endless(), { objectMode: true, highWaterMark: 1 }));

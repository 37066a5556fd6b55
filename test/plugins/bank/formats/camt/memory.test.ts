import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { camt } from '../../../../../src/plugins/bank/formats/camt/camt.js';
import { amount, entry, message } from './camt-message.js';

const PIECE = 65_536;
/** Each entry is about 1 kB, so that about 60 fit into a chunk. */
const ENTRIES = 40_000;

/** Generates a message while it is read, so that it is never in memory as a whole. */
function largeFile(count: number) {
  const [head = '', tail = ''] = message(['|']).split('|');
  let bytesRead = 0;
  let bytes = 0;
  function* pieces() {
    yield head;
    let piece = '';
    for (let index = 0; index < count; index += 1) {
      const text = `Invoice ${index} ${'x'.repeat(700)}`;
      const part = `${amount('10.00')}<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`;
      piece += entry({ more: `<AcctSvcrRef>REFERENCE-${index}</AcctSvcrRef>`, parts: [part] });
      if (piece.length >= PIECE) {
        yield piece;
        piece = '';
      }
    }
    yield piece + tail;
  }
  return {
    given: () => bytesRead,
    bytes: () => bytes,
    file: {
      name: 'large.xml',
      size: 0,
      open() {
        bytesRead = 0;
        bytes = 0;
        function* counted() {
          for (const piece of pieces()) {
            bytesRead += 1;
            bytes += piece.length;
            yield Buffer.from(piece);
          }
        }
        return Readable.from(counted(), { highWaterMark: 1 });
      },
    },
  };
}

describe('large camt file', () => {
  it('is read only a few chunks ahead of the consumer', async () => {
    const large = largeFile(5_000);
    let entries = 0;
    for await (const part of camt.read(large.file)) {
      if (part.kind !== 'entry') continue;
      entries += 1;
      // Waiting gives the stream every chance to run ahead.
      if (entries % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const entriesOfPiece = 60;
      expect(large.given()).toBeLessThanOrEqual(Math.ceil(entries / entriesOfPiece) + 4);
    }
    expect(entries).toBe(5_000);
  });

  it('needs less than 16 MB of heap for more than 36 MB of data', async () => {
    const large = largeFile(ENTRIES);
    let entries = 0;
    let most = 0;
    const collect = globalThis.gc ?? (await exposedGc());
    collect();
    const before = process.memoryUsage().heapUsed;
    for await (const part of camt.read(large.file)) {
      if (part.kind === 'entry') entries += 1;
      if (entries % 10_000 !== 0) continue;
      collect();
      most = Math.max(most, process.memoryUsage().heapUsed - before);
    }
    expect(entries).toBe(ENTRIES);
    expect(large.bytes()).toBeGreaterThan(36 * 1024 * 1024);
    // Includes the references of all entries, some 200 bytes each.
    expect(most).toBeLessThan(16 * 1024 * 1024);
  });
});

/** Returns the garbage collector of V8, which Node exposes with a flag. */
async function exposedGc(): Promise<() => void> {
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

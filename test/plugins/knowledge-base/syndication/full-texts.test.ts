import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createFullTexts } from '../../../../src/plugins/knowledge-base/syndication/full-texts.js';

describe('document of all texts', () => {
  const documents = createFullTexts();
  afterEach(documents.close);
  let builds = 0;

  async function* build(): AsyncGenerator<Uint8Array> {
    builds += 1;
    yield Buffer.from(`Ünï ${builds} `);
    await new Promise(setImmediate);
    yield Buffer.from('end'.repeat(100_000));
  }
  async function read(locale: string, etag: string): Promise<string> {
    const { size, body } = await documents.open(locale, etag, build);
    const found = await text(body);
    expect(Buffer.byteLength(found)).toBe(size);
    return found.slice(0, 5);
  }

  it('is built once for concurrent and later readers', async () => {
    builds = 0;
    const found = await Promise.all(Array.from({ length: 20 }, () => read('en', 'a')));
    expect([...new Set(found), await read('en', 'a')]).toEqual(['Ünï 1', 'Ünï 1']);
  });

  it('is built again for another ETag and another locale', async () => {
    builds = 0;
    expect(await read('en', 'a')).toBe('Ünï 1');
    expect(await read('de', 'a')).toBe('Ünï 2');
    expect(await read('en', 'b')).toBe('Ünï 3');
    expect(await read('de', 'a')).toBe('Ünï 2');
  });

  it('is still sent to readers of a version that was replaced', async () => {
    builds = 0;
    const old = await documents.open('en', 'a', build);
    expect(await Promise.all([read('en', 'c'), read('en', 'd'), text(old.body)])).toEqual([
      'Ünï 2',
      'Ünï 3',
      `Ünï 1 ${'end'.repeat(100_000)}`,
    ]);
  });

  it('is built by the next reader after a failure', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a');
      throw new Error('No database.');
    }
    await expect(documents.open('en', 'e', failing)).rejects.toThrow('No database.');
    builds = 0;
    expect(await read('en', 'e')).toBe('Ünï 1');
  });
});

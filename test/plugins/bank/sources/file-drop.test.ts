import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileDrop } from '../../../../src/plugins/bank/sources/file-drop.js';
import type { Source } from '../../../../src/plugins/bank/sources/source.js';
import { describeDatabases } from '../../../support/databases.js';
import { entry, statementOf } from '../importing/import-site.js';
import { openRuns } from '../runs/run-site.js';

const SETTLE = 30;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mortise-inbox-'));
  await mkdir(path.join(folder, 'inbox'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const drop = (more: { largestFile?: number } = {}): Source =>
  fileDrop({ name: 'inbox', folder, settle: SETTLE, ...more });
const at = (...names: string[]): string => path.join(folder, ...names);
const statement = (amount: number): string =>
  statementOf([entry({ amount })])
    .map((part) => JSON.stringify(part))
    .join('\n');
const namesIn = async (name: string): Promise<string[]> => (await readdir(at(name))).toSorted();

async function places(): Promise<Record<string, string[]>> {
  const names = ['inbox', 'processing', 'done', 'failed'];
  const filled = await Promise.all(names.map(async (name) => [name, await namesIn(name)] as const));
  return Object.fromEntries(filled.filter(([, files]) => files.length > 0));
}

async function fetchNames(source: Source, isDryRun = false): Promise<string[]> {
  const names: string[] = [];
  const context = { cursor: '', lastAsked: null, isDryRun, signal: new AbortController().signal };
  for await (const { file } of source.fetch(context)) names.push(file.name);
  return names;
}

describeDatabases('statement folder', (database) => {
  it('moves imported files to the done folder, in the order of their names', async () => {
    const site = await openRuns(await database());
    site.sources.push(drop());
    await writeFile(at('inbox', 'b.jsonl'), statement(2));
    await writeFile(at('inbox', 'a.jsonl'), statement(1));
    expect(await site.process()).toMatchObject({ totals: { files: 2, new: 2 } });
    expect((await site.rows()).map(({ amount }) => amount)).toEqual([1, 2]);
    expect(await places()).toEqual({ done: ['a.jsonl', 'b.jsonl'] });
    expect(await readFile(at('done', 'a.jsonl'), 'utf8')).toBe(statement(1));
  });

  it('moves other files to the failed folder, and keeps files of the same name', async () => {
    const site = await openRuns(await database());
    site.sources.push(drop());
    for (const text of ['What is this?', 'And this?']) {
      await writeFile(at('inbox', 'letter.txt'), text);
      await writeFile(at('inbox', 'march.jsonl'), statement(text.length));
      expect(await site.process({ isForced: true })).toMatchObject({ errors: [{ code: 'unknown_format' }] });
    }
    expect(await places()).toEqual({
      done: ['march (2).jsonl', 'march.jsonl'],
      failed: ['letter (2).txt', 'letter.txt'],
    });
    expect(await readFile(at('failed', 'letter.txt'), 'utf8')).toBe('What is this?');
  });

  it('resumes after a kill, and imports nothing twice', async () => {
    const site = await openRuns(await database());
    site.sources.push(drop());
    // Killed before reading, after storing a part, and after storing everything but before the last move.
    await writeFile(at('inbox', 'new.jsonl'), statement(3));
    await writeFile(at('inbox', 'known.jsonl'), statement(1));
    await site.process();
    await rename(at('done', 'known.jsonl'), at('processing', 'known.jsonl'));
    await writeFile(at('processing', 'part.jsonl'), `${statement(3)}\n${statement(4)}`);
    await writeFile(at('processing', 'unread.jsonl'), statement(5));
    expect(await site.process({ isForced: true })).toMatchObject({
      totals: { files: 3, fetched: 3, new: 2, duplicates: 1 },
    });
    expect((await site.rows()).map(({ amount }) => amount).toSorted()).toEqual([1, 3, 4, 5]);
    expect(await places()).toEqual({ done: ['known.jsonl', 'new.jsonl', 'part.jsonl', 'unread.jsonl'] });
  });

  it('is unchanged after a dry run', async () => {
    const site = await openRuns(await database());
    site.sources.push(drop());
    await writeFile(at('inbox', 'a.jsonl'), statement(1));
    await writeFile(at('inbox', 'letter.txt'), 'What is this?');
    expect(await site.process({ isDryRun: true })).toMatchObject({ totals: { files: 2, new: 1, errors: 1 } });
    expect(await places()).toEqual({ inbox: ['a.jsonl', 'letter.txt'] });
  });

  it('keeps a file for the next run when storing it fails', async () => {
    const site = await openRuns(await database());
    site.sources.push(drop());
    await writeFile(at('inbox', 'a.jsonl'), statement(1));
    const hook = site.hooks.addFilter('vendor_bank_normalize_transaction', () => {
      throw new Error('The database is away.');
    });
    expect(await site.refusal()).toMatchObject({ code: 'vendor_bank_source_failed' });
    expect(await places()).toEqual({ processing: ['a.jsonl'] });
    hook.remove();
    expect(await site.process({ isForced: true })).toMatchObject({ totals: { new: 1 } });
    expect(await places()).toEqual({ done: ['a.jsonl'] });
  });

  it('refuses a large or packed file without reading it', async () => {
    const site = await openRuns(await database());
    site.sources.push(drop({ largestFile: 1000 }));
    await writeFile(at('inbox', 'large.jsonl'), 'x'.repeat(1001));
    await writeFile(at('inbox', 'packed.jsonl'), Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
    await writeFile(at('inbox', 'small.jsonl'), statement(1));
    expect((await site.process()).errors.map(({ code, file }) => [code, file])).toEqual([
      ['file_too_large', 'large.jsonl'],
      ['unsupported_media', 'packed.jsonl'],
    ]);
    expect(await places()).toEqual({ done: ['small.jsonl'], failed: ['large.jsonl', 'packed.jsonl'] });
  });
});

describe('statement folder scan', () => {
  it('creates missing folders', async () => {
    await rm(folder, { recursive: true });
    expect(await fetchNames(drop())).toEqual([]);
    expect((await readdir(folder)).toSorted()).toEqual(['done', 'failed', 'inbox', 'processing']);
  });

  it('skips a file that is still being written', async () => {
    await writeFile(at('inbox', 'growing.jsonl'), 'x');
    await writeFile(at('inbox', 'still.jsonl'), 'x');
    const timer = setInterval(() => void writeFile(at('inbox', 'growing.jsonl'), 'x', { flag: 'a' }), 2);
    try {
      expect(await fetchNames(drop())).toEqual(['still.jsonl']);
    } finally {
      clearInterval(timer);
    }
  });

  it('skips a file of the final size that is still changing, as when it was preallocated', async () => {
    await writeFile(at('inbox', 'filled.jsonl'), '');
    await truncate(at('inbox', 'filled.jsonl'), 100);
    const fetching = fetchNames(drop());
    await new Promise((resolve) => setTimeout(resolve, SETTLE / 3));
    await utimes(at('inbox', 'filled.jsonl'), new Date(), new Date(Date.now() + 5000));
    expect(await fetching).toEqual([]);
  });

  it('skips links, folders, hidden files and unfinished downloads', async () => {
    await writeFile(at('secret.txt'), 'x');
    await symlink(at('secret.txt'), at('inbox', 'link.jsonl'));
    await mkdir(at('inbox', 'folder.jsonl'));
    for (const name of ['.hidden', 'a.jsonl.part', 'b.tmp', 'c.crdownload', 'd.jsonl~', 'e.FILEPART']) {
      await writeFile(at('inbox', name), 'x');
    }
    await writeFile(at('inbox', 'f.jsonl'), 'x');
    expect(await fetchNames(drop(), true)).toEqual(['f.jsonl']);
  });
});

import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { statementFormats } from '../../../../src/plugins/bank/formats/formats.js';
import { builtInCsvProfiles } from '../../../../src/plugins/bank/profiles/built-in/csv-profiles.js';
import { builtInJsonProfiles } from '../../../../src/plugins/bank/profiles/built-in/json-profiles.js';
import type { FetchedFile, Source } from '../../../../src/plugins/bank/sources/source.js';
import { watchedFetch } from '../../../../src/plugins/bank/sources/watched-fetch.js';
import { describeDatabases } from '../../../support/databases.js';
import { entry, fileOf, named, statementOf } from '../importing/import-site.js';
import { fetching, gate, openRuns, sourceOf } from './run-site.js';

const never = (): Promise<never> => new Promise(() => undefined);
const good = (name = 'B-1'): FetchedFile => ({ file: fileOf(statementOf([named(name)]), `${name}.jsonl`) });
const SOON = { timeLimit: 200 };

/** Sources with serious mistakes, and a description of each. */
const HANGING: readonly [string, (signal: AbortSignal) => AsyncIterable<FetchedFile>][] = [
  ['never answers', () => ({ [Symbol.asyncIterator]: () => ({ next: never }) })],
  [
    'never answers and cannot be ended',
    async function* () {
      yield good();
      await never();
    },
  ],
  [
    'never opens its file',
    async function* () {
      yield { file: { name: 'a', size: 5, open: () => new Readable({ read() {} }) } };
    },
  ],
  [
    'stops in the middle of a file',
    async function* () {
      const prefix = JSON.stringify({ kind: 'statement', account: {} });
      yield { file: { name: 'a', size: 500, open: () => Readable.from(endless(prefix)) } };
    },
  ],
  [
    'never comes back from being told',
    async function* () {
      yield { ...good(), stored: never };
    },
  ],
];

async function* endless(prefix: string): AsyncGenerator<Buffer> {
  yield Buffer.from(prefix);
  await never();
}

const GARBAGE: readonly [string, unknown, string][] = [
  ['nothing', null, 'an object that is not a file'],
  ['a text', 'statement.xml', 'an object that is not a file'],
  ['no file', { name: 'statement.xml' }, 'an object that is not a file'],
  ['no name', { file: { size: 1, open: () => Readable.from([]) } }, 'a file without a name'],
  ['no size', { file: { name: 'a', size: 'large', open: () => Readable.from([]) } }, 'a file without a size'],
  ['nothing to open', { file: { name: 'a', size: 1, open: 'a.xml' } }, 'a file that cannot be opened'],
  ['a cursor that is a number', { ...good(), cursor: 7 }, 'not a string'],
  ['a callback that is none', { ...good(), stored: 'yes' }, 'not a function'],
];

describeDatabases('third-party sources', (database) => {
  it.each(HANGING)('time out one by one, and by name: one that %s', async (_what, files) => {
    const site = await openRuns(await database());
    site.sourceLimits = SOON;
    let calls: AbortSignal | null = null;
    const hanging = fetching('hanging', ({ signal }) => {
      calls = signal;
      return files(signal);
    });
    site.sources.push(hanging, sourceOf('there', [entry({ amount: 7 })]));
    const run = await site.process();
    expect(run).toMatchObject({
      status: 'finished',
      sources: [
        { id: 'hanging', status: 'failed', error: { code: 'source_timeout' } },
        { id: 'there', status: 'ok', new: 1 },
      ],
    });
    expect(calls).toMatchObject({ aborted: true });
    // The lease was held all the time, and then released.
    expect(await site.process({ isForced: true, source: 'there' })).toMatchObject({ status: 'finished' });
  });

  it('keep the files stored before a timeout, and continue from there', async () => {
    const site = await openRuns(await database());
    site.sourceLimits = SOON;
    let isMended = false;
    const requests: string[] = [];
    site.sources.push(
      fetching('slow', async function* ({ cursor }) {
        requests.push(cursor);
        if (cursor === '') yield { ...good('B-1'), cursor: 'one' };
        if (!isMended) await never();
        yield { ...good('B-2'), cursor: 'two' };
      }),
      sourceOf('there', []),
    );
    expect(await site.process()).toMatchObject({ sources: [{ status: 'failed', new: 1 }, { status: 'ok' }] });
    isMended = true;
    expect(await site.process({ isForced: true })).toMatchObject({ sources: [{ status: 'ok', new: 1 }, {}] });
    expect(requests).toEqual(['', 'one']);
  });

  it('are not charged for the time that the site itself takes', async () => {
    const site = await openRuns(await database());
    site.sourceLimits = { timeLimit: 400 };
    site.hooks.addFilter('vendor_bank_normalize_transaction', async (entry) => {
      await sleep(300);
      return entry;
    });
    site.sources.push(sourceOf('quick', [named('B-1')], [named('B-2')]));
    expect(await site.process()).toMatchObject({ sources: [{ status: 'ok', new: 2 }] });
  });

  it('do not delay a stop of the site', async () => {
    const site = await openRuns(await database());
    const started = gate();
    site.sources.push(
      fetching('hanging', async function* () {
        started.open();
        await never();
        yield good();
      }),
    );
    const refusal = site.refusal();
    await started.opened;
    await site.close();
    expect(await refusal).toMatchObject({ code: 'vendor_bank_stopped' });
    expect((await site.runs.list({ limit: 1, offset: 0 })).runs).toMatchObject([{ status: 'aborted' }]);
  });

  it('return up to the maximum number of files per run', async () => {
    const site = await openRuns(await database());
    site.sourceLimits = { timeLimit: 60_000, mostFiles: 3 };
    const ended = vi.fn();
    site.sources.push(
      fetching('endless', async function* () {
        try {
          for (let index = 0; ; index += 1) yield good(`B-${index}`);
        } finally {
          ended();
        }
      }),
      sourceOf('there', []),
    );
    expect(await site.process()).toMatchObject({
      status: 'finished',
      sources: [
        { id: 'endless', status: 'failed', files: 3, new: 3, error: { code: 'source_endless' } },
        { status: 'ok' },
      ],
    });
    expect(ended).toHaveBeenCalledOnce();
  });

  it.each(GARBAGE)('fail one by one when they return %s', async (_what, garbage, message) => {
    const site = await openRuns(await database());
    site.sources.push(
      fetching('garbage', async function* () {
        yield garbage as FetchedFile;
      }),
      sourceOf('there', [entry()]),
    );
    const { sources } = await site.process();
    expect(sources).toMatchObject([
      { id: 'garbage', status: 'failed', error: { code: 'source_invalid', message: expect.stringContaining(message) } },
      { id: 'there', status: 'ok', new: 1 },
    ]);
  });

  it('fail one by one when they throw midway or immediately, or return no iterable', async () => {
    const site = await openRuns(await database());
    const thrown = new Error('half-way');
    site.sources.push(
      fetching('half', async function* () {
        yield good();
        throw thrown;
      }),
      fetching('once', () => {
        throw thrown;
      }),
      fetching('list', () => [good()] as unknown as AsyncIterable<FetchedFile>),
      sourceOf('there', [entry({ amount: 9 })]),
    );
    expect((await site.process()).sources).toMatchObject([
      { id: 'half', status: 'failed', new: 1, error: { code: 'source_failed' } },
      { id: 'once', status: 'failed', error: { code: 'source_failed' } },
      { id: 'list', status: 'failed', error: { code: 'source_invalid' } },
      { id: 'there', status: 'ok', new: 1 },
    ]);
  });

  it.each([null, 'fio', {}, { name: 'acme', kind: 'test' }, { name: 7, kind: 'test', fetch: () => [] }])(
    'fail the run when one of them is %j, which is not a source',
    async (broken) => {
      const site = await openRuns(await database());
      site.hooks.addFilter('vendor_bank_sources', (sources) => [...sources, broken as unknown as Source]);
      expect(await site.refusal()).toMatchObject({ code: 'vendor_bank_source_invalid', status: 500 });
      expect(await site.rows()).toEqual([]);
      expect((await site.runs.list({ limit: 1, offset: 0 })).runs).toMatchObject([{ status: 'failed' }]);
    },
  );
});

describe('stalled file', () => {
  it.each(['camt', 'mt940', 'ofx', 'csv', 'json'])('times out in the %s reader as well', async (name) => {
    const format = statementFormats({ csv: builtInCsvProfiles, json: builtInJsonProfiles }).find(
      (one) => one.name === name,
    );
    const source = fetching('hanging', async function* () {
      yield { file: { name: 'a', size: 500, open: () => Readable.from(endless('<Document>:20:1\n')) } };
    });
    const context = { cursor: '', lastAsked: null, isDryRun: true, signal: new AbortController().signal };
    const reading = async (): Promise<void> => {
      for await (const { file } of watchedFetch(source, context, { timeLimit: 100 })) {
        await format?.look?.(file);
        for await (const _part of format?.read(file) ?? []);
      }
    };
    await expect(reading()).rejects.toMatchObject({ code: 'vendor_bank_source_timeout', status: 504 });
  });
});

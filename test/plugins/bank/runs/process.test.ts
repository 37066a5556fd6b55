import { HostError } from 'mortise';
import { expect, it } from 'vitest';
import type { RunRecord } from '../../../../src/plugins/bank/runs/run.js';
import { describeDatabases } from '../../../support/databases.js';
import { entry, fileOf, named, statementOf, textFile } from '../importing/import-site.js';
import { aMoment, failing, fetching, gate, openRuns, sourceOf } from './run-site.js';

const down = (): HostError => new HostError('vendor_bank_source_failed', 'The bank is away.', { status: 502 });

describeDatabases('bank runs', (database) => {
  it('import the files of all sources, match them, and report totals', async () => {
    const site = await openRuns(await database());
    const bad = entry({ amount: -1 });
    site.sources.push(
      sourceOf('first', [entry(), entry(), bad], [entry()]),
      sourceOf('second', [named('B-1', { amount: 7 })]),
    );
    site.match = async () => ({ matched: 2, review: 1, errors: 1 });
    const run = await site.process();
    expect(run).toMatchObject({
      status: 'finished',
      trigger: 'session',
      started_by: 1,
      forced: false,
      dry_run: false,
      totals: {
        sources: 2,
        files: 3,
        fetched: 4,
        new: 3,
        updated: 0,
        duplicates: 1,
        pending: 0,
        matched: 2,
        review: 1,
        errors: 2,
      },
      sources: [
        { id: 'first', format: 'lines', status: 'ok', files: 2, fetched: 3, new: 2, duplicates: 1, error: null },
        { id: 'second', format: 'lines', status: 'ok', files: 1, fetched: 1, new: 1, duplicates: 0, error: null },
      ],
      errors: [
        { severity: 'error', code: 'entry_invalid', source: 'first', file: 'first-0.jsonl', position: 'entry 1' },
      ],
    });
    expect(run.duration_ms).toBeGreaterThanOrEqual(0);
    expect(await site.runs.get(run.run_id)).toEqual(run);
    const [{ run_id: runId, source_id: sourceId } = { run_id: 0, source_id: 0 }] = await site.rows();
    expect(runId).toBe(run.run_id);
    const [source] = await site.db.query.selectFrom('bank_sources').selectAll().where('name', '=', 'first').execute();
    expect(source).toMatchObject({ id: sourceId, kind: 'test', last_status: 'ok', last_error: '' });
  });

  it('match what a killed run left, even when there is nothing to fetch', async () => {
    const site = await openRuns(await database());
    site.match = async () => ({ matched: 3 });
    expect(await site.process()).toMatchObject({ status: 'finished', totals: { sources: 0, matched: 3 } });
  });

  it('announce their start and end', async () => {
    const site = await openRuns(await database());
    const events: string[] = [];
    const tell = (word: string) => (run: RunRecord) => void events.push(`${word} ${run.run_id} ${run.status}`);
    site.hooks.addAction('vendor_bank_run_started', tell('started'));
    site.hooks.addAction('vendor_bank_run_finished', tell('finished'));
    const { run_id: id } = await site.process();
    expect(events).toEqual([`started ${id} running`, `finished ${id} finished`]);
  });

  it('wait for the interval since the last start, and return the next one', async () => {
    const site = await openRuns(await database());
    const first = await site.process();
    const refusal = await site.refusal();
    expect(refusal).toMatchObject({ code: 'vendor_bank_too_soon', status: 429 });
    expect(refusal.data.last_run_at).toBe(first.started_at);
    expect(refusal.data.next_run_at).toBe(new Date(Date.parse(first.started_at) + 60_000).toISOString());
    expect(Number(refusal.data.headers?.['Retry-After'])).toBeGreaterThan(55);
    await site.pass(61);
    expect(await site.process()).toMatchObject({ status: 'finished' });
    expect((await site.runs.list({ limit: 10, offset: 0 })).total).toBe(2);
  });

  it('do not wait when they are forced', async () => {
    const site = await openRuns(await database());
    await site.process();
    expect(await site.process({ isForced: true })).toMatchObject({ forced: true });
    expect(await site.process({ isForced: true })).toMatchObject({ forced: true });
  });

  it('store nothing when they are dry, move no cursor, and do not delay others', async () => {
    const site = await openRuns(await database());
    const cursors: string[] = [];
    const events: string[] = [];
    site.sources.push(
      fetching('bank', async function* ({ cursor, isDryRun }) {
        cursors.push(`${cursor} ${isDryRun}`);
        yield {
          file: fileOf(statementOf([entry(), entry()])),
          cursor: 'behind',
          stored: async () => void events.push('stored'),
        };
      }),
    );
    site.match = () => Promise.reject(new Error('Nothing is there to be matched.'));
    const run = await site.process({ isDryRun: true });
    expect(run).toMatchObject({ dry_run: true, totals: { fetched: 2, new: 2, matched: 0 } });
    expect(await site.rows()).toEqual([]);
    site.match = async () => ({});
    await site.process();
    expect(cursors).toEqual([' true', ' false']);
    expect(events).toEqual(['stored']);
    // A dry run still calls the bank, so it has to wait like others.
    expect(await site.refusal({ isDryRun: true })).toMatchObject({ status: 429 });
  });

  it('do not overlap: a second one is refused with the data of the first, forced or not', async () => {
    const site = await openRuns(await database());
    const [reached, go] = [gate(), gate()];
    site.match = async () => {
      reached.open();
      await go.opened;
      return {};
    };
    const first = site.process();
    await reached.opened;
    const running = await site.runs.running();
    for (const isForced of [false, true]) {
      const refusal = await site.refusal({ isForced });
      expect(refusal).toMatchObject({ code: 'vendor_bank_locked', status: 409 });
      expect(refusal.data).toMatchObject({ run_id: running?.run_id, locked_since: running?.started_at });
      expect(Date.parse(String(refusal.data.expires_at))).toBeGreaterThan(Date.now());
      expect(Number(refusal.data.headers?.['Retry-After'])).toBeGreaterThan(0);
    }
    go.open();
    expect(await first).toMatchObject({ status: 'finished' });
  });

  it('are refused while others store, such as an upload', async () => {
    const site = await openRuns(await database());
    await site.locks.run('bank_run', async () => {
      expect((await site.refusal()).data).toMatchObject({ status: 409, run_id: null, locked_since: null });
    });
    expect(await site.process()).toMatchObject({ status: 'finished' });
  });

  it('close the previous run when it was killed, which then writes nothing', async () => {
    const site = await openRuns(await database());
    const [reached, go] = [gate(), gate()];
    site.match = async () => {
      reached.open();
      await go.opened;
      return {};
    };
    const refusal = site.refusal();
    await reached.opened;
    const killed = await site.runs.running();
    // As if the process had been silent for longer than its lease.
    await site.db.query.updateTable('locks').set({ expires_at: 0 }).execute();
    site.match = async () => ({});
    const next = await site.process({ isForced: true });
    const closed = await site.runs.get(killed?.run_id ?? 0);
    expect(closed).toMatchObject({ status: 'aborted', finished_at: expect.any(String) });
    expect(Date.parse(closed?.finished_at ?? '')).toBeLessThanOrEqual(Date.parse(next.started_at));
    expect(await site.runs.running()).toBeNull();
    go.open();
    expect(await refusal).toMatchObject({ code: 'lock_lost' });
    expect(await site.runs.get(killed?.run_id ?? 0)).toEqual(closed);
  });

  it('write nothing after another process took over the lease', async () => {
    const site = await openRuns(await database());
    site.sources.push(
      fetching('slow', async function* () {
        await site.db.query.updateTable('locks').set({ owner: 'somebody else' }).execute();
        yield { file: fileOf(statementOf([entry()])) };
      }),
    );
    expect(await site.refusal()).toMatchObject({ code: 'lock_lost' });
    expect(await site.rows()).toEqual([]);
    expect(await site.runs.running()).toMatchObject({ status: 'running' });
  });

  it('are aborted between two chunks when the site stops', async () => {
    const site = await openRuns(await database());
    const reached = gate();
    site.sources.push(
      fetching('endless', async function* ({ signal }) {
        for (let index = 1; ; index += 1) {
          yield { file: fileOf(statementOf([entry({ amount: index })])) };
          reached.open();
          await aMoment();
          signal.throwIfAborted();
        }
      }),
    );
    const refusal = site.refusal();
    await reached.opened;
    await site.close();
    expect(await refusal).toMatchObject({ code: 'vendor_bank_stopped', status: 503 });
    const [run] = (await site.runs.list({ limit: 1, offset: 0 })).runs;
    expect(run).toMatchObject({ status: 'aborted', errors: [{ code: 'stopped' }] });
    expect((await site.rows()).length).toBeGreaterThan(0);
  });

  it('are aborted between two chunks by the signal of the caller', async () => {
    const site = await openRuns(await database());
    const stop = new AbortController();
    site.sources.push(
      fetching('endless', async function* ({ signal }) {
        for (let index = 1; ; index += 1) {
          yield { file: fileOf(statementOf([entry({ amount: index })])) };
          stop.abort();
          signal.throwIfAborted();
        }
      }),
    );
    await expect(site.process({ signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
    const [run] = (await site.runs.list({ limit: 1, offset: 0 })).runs;
    expect(run).toMatchObject({ status: 'aborted', totals: { new: 1 }, errors: [{ code: 'stopped' }] });
    expect(await site.rows()).toHaveLength(1);
    site.sources.length = 0;
    expect(await site.process({ isForced: true })).toMatchObject({ status: 'finished' });
  });

  it('fetch from a single source by name, and do not start for an unknown name', async () => {
    const site = await openRuns(await database());
    site.sources.push(sourceOf('one', [entry()]), sourceOf('other', [entry({ amount: 1 })]));
    expect(await site.refusal({ source: 'third' })).toMatchObject({ code: 'vendor_bank_not_found', status: 404 });
    expect((await site.runs.list({ limit: 1, offset: 0 })).total).toBe(0);
    expect(await site.process({ source: 'other' })).toMatchObject({ sources: [{ id: 'other', new: 1 }] });
    expect(await site.rows()).toMatchObject([{ amount: 1 }]);
  });

  it('keep stored data when they fail, and release the lock', async () => {
    const site = await openRuns(await database());
    site.sources.push(sourceOf('bank', [entry()]));
    site.match = () => Promise.reject(new Error('A mistake in the code, with /secret/paths.'));
    await expect(site.process()).rejects.toThrow('A mistake');
    const [run] = (await site.runs.list({ limit: 1, offset: 0 })).runs;
    expect(run).toMatchObject({ status: 'failed', totals: { new: 1 }, errors: [{ code: 'run_failed' }] });
    expect(JSON.stringify(run)).not.toContain('/secret/');
    site.match = async () => ({});
    expect(await site.process({ isForced: true })).toMatchObject({ status: 'finished' });
  });

  it('may be refused by a filter', async () => {
    const site = await openRuns(await database());
    site.hooks.addFilter('vendor_bank_can_process', (can, { trigger }) => can && trigger !== 'secret');
    expect(await site.refusal({ trigger: 'secret', startedBy: null })).toMatchObject({
      code: 'vendor_bank_forbidden',
      status: 403,
    });
    expect(await site.process()).toMatchObject({ status: 'finished' });
    expect((await site.runs.list({ limit: 10, offset: 0 })).total).toBe(1);
  });
});

describeDatabases('sources of a run', (database) => {
  it('fail one by one', async () => {
    const site = await openRuns(await database());
    site.sources.push(failing('away', down()), sourceOf('there', [entry()]));
    expect(await site.process()).toMatchObject({
      status: 'finished',
      totals: { sources: 2, new: 1, errors: 1 },
      sources: [
        { id: 'away', status: 'failed', error: { code: 'source_failed', message: 'The bank is away.' } },
        { id: 'there', status: 'ok', error: null },
      ],
      errors: [{ severity: 'error', code: 'source_failed', source: 'away' }],
    });
  });

  it('hide servers and folders in the errors of a run', async () => {
    const site = await openRuns(await database());
    site.sources.push(failing('broken', new Error('connect ECONNREFUSED 10.0.0.7')), sourceOf('there', [entry()]));
    const run = await site.process();
    expect(run.sources[0]).toMatchObject({ status: 'failed', error: { code: 'source_failed' } });
    expect(JSON.stringify(run)).not.toContain('10.0.0.7');
  });

  it('return 502 when all of them fail, and matching still runs', async () => {
    const site = await openRuns(await database());
    let isMatched = false;
    site.match = async () => {
      isMatched = true;
      return {};
    };
    site.sources.push(failing('one', down()), failing('other', down()));
    const refusal = await site.refusal();
    expect(refusal).toMatchObject({ code: 'vendor_bank_source_failed', status: 502 });
    expect(JSON.stringify(refusal.data)).not.toContain('"one"');
    expect(isMatched).toBe(true);
    expect(await site.runs.get(Number(refusal.data.run_id))).toMatchObject({ status: 'failed' });
  });

  it('are skipped without a failure during their own rate limit', async () => {
    const site = await openRuns(await database());
    site.sources.push(failing('fio', new HostError('vendor_bank_too_soon', 'Once in 30 seconds.', { status: 429 })));
    expect(await site.process()).toMatchObject({ status: 'finished', sources: [{ status: 'skipped' }], errors: [] });
  });

  it('continue where they stopped: the cursor moves when a file is stored', async () => {
    const site = await openRuns(await database());
    const requests: { cursor: string; lastAsked: boolean }[] = [];
    let failsAt = 'c2';
    site.sources.push(
      fetching('bank', async function* ({ cursor, lastAsked }) {
        requests.push({ cursor, lastAsked: lastAsked !== null });
        for (const next of ['c1', 'c2', 'c3'].filter((each) => each > cursor)) {
          if (next === failsAt) throw down();
          yield { file: fileOf(statementOf([named(next)])), cursor: next };
        }
      }),
    );
    await site.refusal();
    failsAt = '';
    expect(await site.process({ isForced: true })).toMatchObject({ totals: { new: 2, duplicates: 0 } });
    await site.process({ isForced: true });
    expect(requests).toEqual([
      { cursor: '', lastAsked: false },
      { cursor: 'c1', lastAsked: true },
      { cursor: 'c3', lastAsked: true },
    ]);
  });

  it('are notified of each stored or refused file, and a bad one does not stop the others', async () => {
    const site = await openRuns(await database());
    const events: string[] = [];
    const hearing = (name: string) => ({
      stored: async () => void events.push(`${name} stored`),
      refused: async ({ code }: HostError) => void events.push(`${name} ${code}`),
    });
    site.sources.push(
      fetching('bank', async function* () {
        yield { file: textFile('What is this?', 'letter.txt'), ...hearing('letter') };
        yield { file: fileOf(statementOf([entry()]), 'march.jsonl'), ...hearing('march') };
      }),
    );
    expect(await site.process()).toMatchObject({
      totals: { files: 2, new: 1, errors: 1 },
      sources: [{ status: 'ok', files: 2 }],
      errors: [{ code: 'unknown_format', source: 'bank', file: 'letter.txt' }],
    });
    expect(events).toEqual(['letter vendor_bank_unknown_format', 'march stored']);
  });

  it('fail when none of their files can be read', async () => {
    const site = await openRuns(await database());
    site.sources.push(
      fetching('bank', async function* () {
        yield { file: textFile('What is this?', 'letter.txt') };
      }),
      sourceOf('other', [entry()]),
    );
    expect((await site.process()).sources).toMatchObject([{ status: 'failed' }, { status: 'ok' }]);
  });

  it('may be added by plugins, each with a unique name', async () => {
    const site = await openRuns(await database());
    site.hooks.addFilter('vendor_bank_sources', (sources) => [...sources, sourceOf('acme-bank', [entry()])]);
    expect(await site.process()).toMatchObject({ sources: [{ id: 'acme-bank', new: 1 }] });
    site.sources.push(sourceOf('acme-bank', []));
    expect(await site.refusal({ isForced: true })).toMatchObject({ code: 'vendor_bank_source_invalid' });
  });
});

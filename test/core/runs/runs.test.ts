import { definePlugin, HostError, type User } from 'mortise';
import type { Run, RunDefinition, RunNowOptions, RunningRun, Runs, StepResult } from 'mortise/runs';
import type { Lease } from 'mortise/services';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects, migratedDatabase } from '../../support/databases.js';

type Input = { readonly portions: number };
type State = { readonly cooked: readonly number[] };
type Definition = Partial<RunDefinition<Input, State>>;

const DAY = 24 * 60 * 60 * 1000;

describe.each(dialects)('runs, on $name', (dialect) => {
  let host: TestHost;
  let runs: Runs<Input, State>;
  let locks: { acquire(name: string): Promise<Lease | null> };
  let drop: () => Promise<void>;
  let user: User;
  /** Called within each step. */
  let during: (run: RunningRun<Input, State>) => Promise<unknown>;

  /** Cooks one portion after the other. */
  async function cook(run: RunningRun<Input, State>): Promise<StepResult<State>> {
    const { cooked } = run.state;
    if (cooked.length === run.input.portions) return { end: 'completed' };
    await during(run);
    return { state: { cooked: [...cooked, cooked.length] }, counts: { portions: 1 } };
  }

  async function open(definition: Definition = {}): Promise<void> {
    const database = await migratedDatabase(dialect);
    const plugin = definePlugin({
      name: 'acme',
      version: '1.0.0',
      setup(context) {
        ({ locks } = context);
        runs = context.runs.define<Input, State>({
          type: 'acme_cook',
          title: 'Cook',
          step: cook,
          prepare: async ({ portions }) => ({ state: { cooked: [] }, total: portions }),
          ...definition,
        });
      },
    });
    host = await createTestHost({ database: database.url, jobs: 'off', plugins: [plugin] });
    user = await host.createUser('editor');
    drop = async () => {
      await host.close();
      await database.drop();
    };
  }

  beforeEach(() => {
    during = async () => undefined;
  });
  afterEach(() => drop());

  /** Starts a run and does its first steps until `act` is called in the given one. */
  async function startedWith(portions: number, at: number, act: (run: RunningRun<Input, State>) => Promise<unknown>) {
    during = async (run) => {
      if (run.state.cooked.length === at) await act(run);
    };
    return runs.start({ portions });
  }
  const fenceOf = async ({ id }: Pick<Run, 'id'>): Promise<number> => {
    const row = host.db.query.selectFrom('runs').select('fence').where('number', '=', id);
    return (await row.executeTakeFirstOrThrow()).fence;
  };

  describe('in a job', () => {
    beforeEach(() => open());

    it('do one step after the other, save each, and count', async () => {
      const seen: number[] = [];
      during = async ({ state, processed }) => void seen.push(state.cooked.length + processed);
      const queued = await runs.start({ portions: 3 }, { userId: user.id });
      expect(queued).toMatchObject({
        id: 1,
        status: 'queued',
        userId: user.id,
        processed: 0,
        total: 3,
        startedAt: null,
      });
      await host.work();
      expect(await runs.get(1)).toMatchObject({
        status: 'completed',
        input: { portions: 3 },
        state: { cooked: [0, 1, 2] },
        counts: { portions: 3 },
        processed: 3,
        total: 3,
        attempts: 1,
        error: null,
        endedAt: expect.any(Date),
      });
      expect(seen).toEqual([0, 2, 4]);
    });

    it('are limited to one at a time, including paused ones', async () => {
      const { id } = await runs.start({ portions: 1 });
      await expect(runs.start({ portions: 1 })).rejects.toMatchObject({ code: 'run_active', data: { run: id } });
      await runs.pause(id);
      await expect(runs.start({ portions: 1 })).rejects.toMatchObject({ code: 'run_active', status: 409 });
      await runs.cancel(id);
      expect(await runs.start({ portions: 1 })).toMatchObject({ id: id + 1 });
    });

    it('allow one of two that start together', async () => {
      const started = await Promise.allSettled([runs.start({ portions: 1 }), runs.start({ portions: 1 })]);
      expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect((await runs.list({ limit: 10 })).total).toBe(1);
    });

    it('leave nothing of a start whose transaction is rolled back', async () => {
      const failing = host.db.transaction(async () => {
        await runs.start({ portions: 1 });
        throw new Error('Not today.');
      });
      await expect(failing).rejects.toThrow('Not today.');
      expect(await runs.active()).toBeNull();
      expect(await host.work()).toEqual([]);
    });

    it('pause after the step in progress, and resume where they stopped', async () => {
      const { id } = await startedWith(4, 1, (run) => runs.pause(run.id));
      await host.work();
      expect(await runs.get(id)).toMatchObject({ status: 'paused', processed: 2, secondsLeft: null, endedAt: null });
      await host.work();
      expect(await runs.get(id)).toMatchObject({ processed: 2 });
      during = async () => undefined;
      for (let time = 0; time < 2; time += 1) expect(await runs.resume(id)).toMatchObject({ status: 'queued' });
      await host.work();
      expect(await runs.get(id)).toMatchObject({ status: 'completed', state: { cooked: [0, 1, 2, 3] } });
    });

    it('are cancelled at once, and count the step in progress', async () => {
      const { id } = await startedWith(4, 1, async (run) => {
        expect(await runs.cancel(run.id)).toMatchObject({ status: 'cancelled' });
        expect(await run.mayContinue()).toBe(false);
      });
      await host.work();
      expect(await runs.get(id)).toMatchObject({ status: 'cancelled', processed: 2, endedAt: expect.any(Date) });
      expect(await runs.cancel(id)).toMatchObject({ status: 'cancelled' });
      await expect(runs.resume(id)).rejects.toMatchObject({ code: 'run_ended', status: 409 });
    });

    it('follow their job: cancelled with it, failed with it', async () => {
      const { id } = await runs.start({ portions: 1 });
      const { jobs } = await host.jobs.list({ name: 'acme_cook' });
      await host.jobs.cancel(jobs[0]?.id ?? '');
      expect(await runs.get(id)).toMatchObject({ status: 'cancelled' });
      const next = await runs.start({ portions: 1 });
      await host.db.query.updateTable('jobs').set({ status: 'failed' }).where('status', '=', 'waiting').execute();
      expect((await runs.list({ limit: 1 })).runs).toMatchObject([
        { id: next.id, status: 'failed', error: { code: 'run_stopped' } },
      ]);
    });

    it('end with the error of a refused step, and try again after any other', async () => {
      during = () => Promise.reject(new HostError('acme_no_stove', 'There is no stove.', { status: 409 }));
      const refused = await runs.start({ portions: 1 });
      await host.work();
      const error = { code: 'acme_no_stove', message: 'There is no stove.' };
      expect(await runs.get(refused.id)).toMatchObject({ status: 'failed', error });
      during = () => Promise.reject(new Error('connect ECONNREFUSED'));
      const { id } = await runs.start({ portions: 1 });
      await host.work();
      expect(await runs.get(id)).toMatchObject({ status: 'running', error: null });
      during = async () => undefined;
      await host.db.query.updateTable('jobs').set({ due_at: 0 }).where('status', '=', 'waiting').execute();
      await host.work();
      expect(await runs.get(id)).toMatchObject({ status: 'completed', attempts: 2 });
    });

    it('do not let a replaced worker write: neither its result nor what belongs to it', async () => {
      const calls: string[] = [];
      const { id } = await startedWith(2, 0, async (run) => {
        // As if this worker had been frozen for longer than its job's lease.
        await host.db.query.updateTable('runs').set({ fence: 9 }).execute();
        expect(await run.mayContinue()).toBe(false);
        const inTransaction = async () => void calls.push('saved');
        await expect(run.save({ state: { cooked: [7] }, inTransaction })).rejects.toMatchObject({ code: 'run_lost' });
      });
      await host.work();
      expect(await runs.get(id)).toMatchObject({ state: { cooked: [] }, counts: {}, processed: 0 });
      expect(calls).toEqual([]);
    });

    it('raise the fence each time a worker takes them', async () => {
      const run = await startedWith(3, 1, ({ id }) => runs.pause(id));
      await host.work();
      expect(await fenceOf(run)).toBe(1);
      await runs.resume(run.id);
      await host.work();
      expect(await fenceOf(run)).toBe(2);
    });

    it('never reuse an id', async () => {
      await runs.start({ portions: 1 });
      await host.work();
      await runs.sweep(new Date(Date.now() + 91 * DAY));
      expect(await runs.find(1)).toBeNull();
      await expect(runs.get(1)).rejects.toMatchObject({ code: 'run_missing', status: 404 });
      expect(await runs.start({ portions: 1 })).toMatchObject({ id: 2 });
    });

    it('export the runs of a person, and detach them', async () => {
      const { id } = await runs.start({ portions: 1 }, { userId: user.id });
      const { privacy } = host;
      const person = await privacy.find(user.login);
      const mine = (await privacy.export(person)).filter(({ name }) => name === 'acme/acme_cook');
      expect(mine).toMatchObject([{ records: [{ id, status: 'queued' }] }]);
      await privacy.erase(person);
      expect(await runs.get(id)).toMatchObject({ userId: null });
    });
  });

  describe('that pause themselves', () => {
    it('keep the reason until they are resumed', async () => {
      const error = { code: 'acme_no_eggs', message: 'Buy eggs.' };
      let hasEggs = false;
      await open({
        step: async (run) => (hasEggs ? cook(run) : { pause: true, error }),
      });
      const { id } = await runs.start({ portions: 1 });
      await host.work();
      expect(await runs.get(id)).toMatchObject({ status: 'paused', error });
      hasEggs = true;
      expect(await runs.resume(id)).toMatchObject({ status: 'queued', error: null });
      await host.work();
      expect(await runs.get(id)).toMatchObject({ status: 'completed' });
    });
  });

  describe('that stop by their signal', () => {
    it('stay running until the step has returned its last result', async () => {
      await open({
        cancel: 'when-stopped',
        async step(run) {
          expect(await runs.cancel(run.id)).toMatchObject({ status: 'running' });
          if (!run.signal.aborted) await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
          expect(run.isCancelled()).toBe(true);
          return { state: { cooked: [4] } };
        },
      });
      const { id } = await runs.start({ portions: 9 });
      await host.work();
      expect(await runs.get(id)).toMatchObject({ status: 'cancelled', state: { cooked: [4] } });
      await expect(runs.cancel(id)).rejects.toMatchObject({ code: 'run_ended' });
    });
  });

  describe('in this process', () => {
    /** Expires the lock of this process, as if it had been killed. */
    const loseLock = () => host.db.query.updateTable('locks').set({ expires_at: 0 }).execute();

    it('continue in a job after a pause, and the other way round', async () => {
      await open();
      const stop = new AbortController();
      const options: RunNowOptions<Input, State> = {
        signal: stop.signal,
        onProgress: ({ processed }) => {
          if (processed === 2) stop.abort();
        },
      };
      const paused = await runs.runNow({ portions: 5 }, options);
      expect(paused).toMatchObject({ status: 'paused', processed: 2 });
      await runs.resume(paused.id);
      await expect(runs.resumeNow(paused.id)).rejects.toMatchObject({ code: 'run_active' });
      during = ({ id }) => runs.pause(id);
      await host.work();
      during = async () => undefined;
      expect(await runs.resumeNow(paused.id)).toMatchObject({ status: 'completed', processed: 5 });
      await expect(runs.resumeNow(paused.id)).rejects.toMatchObject({ code: 'run_ended' });
    });

    it('count as paused once the lock of a dead process has run out', async () => {
      await open();
      const run = startedHere();
      await run.isWorking;
      expect(await runs.active()).toMatchObject({ status: 'running' });
      await loseLock();
      expect(await runs.active()).toMatchObject({ status: 'paused' });
      run.go();
      expect(await run.ended).toMatchObject({ status: 'paused', processed: 0, state: { cooked: [] } });
    });

    it('cannot write after another process has taken the run', async () => {
      await open();
      const run = startedHere();
      await run.isWorking;
      await loseLock();
      during = async () => undefined;
      await runs.sweep();
      expect(await runs.resumeNow(1)).toMatchObject({ status: 'completed', processed: 2 });
      run.go();
      await expect(run.ended).rejects.toMatchObject({ code: 'lock_lost' });
      expect(await runs.get(1)).toMatchObject({ status: 'completed', processed: 2, counts: { portions: 2 } });
    });

    it('without jobs are interrupted when their process stops or dies', async () => {
      await open({ attempts: 0 });
      const stopped = await runs.runNow({ portions: 2 }, { signal: AbortSignal.abort() });
      expect(stopped).toMatchObject({ status: 'interrupted', processed: 0 });
      const run = startedHere();
      await run.isWorking;
      await loseLock();
      expect((await runs.list({ limit: 1 })).runs).toMatchObject([{ id: 2, status: 'interrupted' }]);
      during = async () => undefined;
      expect(await runs.runNow({ portions: 1 })).toMatchObject({ id: 3, status: 'completed' });
      run.go();
      await expect(run.ended).rejects.toMatchObject({ code: 'lock_lost' });
      await expect(runs.start({ portions: 1 })).rejects.toMatchObject({ code: 'run_not_a_job' });
    });

    it('work under a lock that the caller holds, with a step of its own', async () => {
      await open({ attempts: 0 });
      const lease = await locks.acquire('acme_cook');
      if (!lease) throw new Error('The lock is held.');
      await expect(runs.runNow({ portions: 1 })).rejects.toMatchObject({ code: 'run_active' });
      const statuses: string[] = [];
      const run = await runs.runNow(
        { portions: 1 },
        {
          lease,
          state: { cooked: [] },
          onStart: async ({ status }) => void statuses.push(status),
          step: async () => ({
            state: { cooked: [1] },
            end: 'completed',
            inTransaction: async ({ status }) => void statuses.push(status),
          }),
        },
      );
      expect(run).toMatchObject({ status: 'completed', state: { cooked: [1] } });
      expect(statuses).toEqual(['queued', 'completed']);
      expect(lease.signal.aborted).toBe(false);
      await lease.release();
    });

    /** Starts a run whose first step waits for `go`. */
    function startedHere() {
      let go: () => void = () => undefined;
      const going = new Promise<void>((resolve) => {
        go = resolve;
      });
      const isWorking = new Promise<void>((resolve) => {
        during = async () => {
          resolve();
          await going;
        };
      });
      const ended = runs.runNow({ portions: 2 });
      ended.catch(() => undefined);
      return { isWorking, go: () => go(), ended };
    }
  });
});

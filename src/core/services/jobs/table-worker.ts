import type { Logger } from 'pino';
import { withTimeLimit } from '../../concurrency/time-limit.js';
import { json } from '../../database/codec.js';
import type { DefinedJob, Definitions } from './definitions.js';
import { errorText } from './job-errors.js';
import { backoffDelay, type JobTimes } from './job-times.js';
import { type Run, startRun } from './run.js';
import type { Claim, JobLeases } from './table-leases.js';

export interface TableWorker {
  /** Checks for jobs now. */
  wake(): void;
  /** Tells running jobs to stop, waits for them up to the time limit and gives the rest back. */
  stop(): Promise<void>;
  /** Stops the jobs of these definitions only. */
  release(definitions: readonly DefinedJob[]): Promise<void>;
}

export interface TableWorkerOptions {
  readonly leases: JobLeases;
  readonly definitions: Definitions;
  readonly times: JobTimes;
  readonly log: Logger;
}

interface Holding {
  readonly claim: Claim;
  readonly definition: DefinedJob;
  readonly run: Run;
  /** Time of the last confirmed lease renewal, by this process's clock. */
  heldSince: number;
  /** Resolves when the result is stored. */
  settled: Promise<void>;
}

const CANDIDATES = 50;
const HOUR = 3_600_000;
/** Milliseconds between attempts to store a result while the lease holds. */
const WRITE_PAUSE = 250;

/** Creates a worker that processes the job table in this process. */
export function createTableWorker({ leases, definitions, times, log }: TableWorkerOptions): TableWorker {
  const holdings = new Set<Holding>();
  let isStopping = false;
  let round: Promise<void> | null = null;
  let isWoken = false;
  let sweptAt = Number.NEGATIVE_INFINITY;

  const timer = setInterval(wake, times.poll).unref();
  const heartbeat = setInterval(() => void attempt('Job leases could not be renewed', renew), times.lease / 3);
  heartbeat.unref();

  async function attempt(failure: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, failure);
    }
  }

  function wake(): void {
    if (isStopping) return;
    isWoken = true;
    round ??= rounds().finally(() => {
      round = null;
      if (isWoken) wake();
    });
  }

  async function rounds(): Promise<void> {
    isWoken = false;
    await attempt('Running jobs could not be monitored', watch);
    await attempt('Jobs of unresponsive workers could not be taken over', async () => {
      const recovered = await leases.recover();
      if (recovered > 0) log.warn({ jobs: recovered }, 'Took over jobs of unresponsive workers');
    });
    await attempt('Could not check for jobs', take);
    await attempt('Old jobs could not be deleted', sweep);
  }

  /** Checks running jobs for cancellations and lost leases. */
  async function watch(): Promise<void> {
    for (const holding of holdings) {
      if (performance.now() - holding.heldSince > times.lease) holding.run.stop('lost');
    }
    const running = [...holdings].filter(({ run }) => run.stopped() !== 'lost');
    if (running.length === 0) return;
    const states = await leases.states(running.map(({ claim }) => claim));
    for (const holding of running) {
      const state = states.get(holding.claim.holder);
      // A job that has just ended is no longer held either.
      if (state === undefined || state === 'held' || !holdings.has(holding)) continue;
      holding.run.stop(state);
    }
  }

  async function renew(): Promise<void> {
    const running = [...holdings].filter(({ run }) => run.stopped() !== 'lost');
    if (running.length === 0) return;
    const began = performance.now();
    await leases.renew(running.map(({ claim }) => claim));
    for (const holding of running) holding.heldSince = began;
  }

  async function take(): Promise<void> {
    for (;;) {
      const names = definitions.list().flatMap((definition) => (freeSlots(definition) > 0 ? definition.name : []));
      if (isStopping || names.length === 0) return;
      const candidates = await leases.candidates(names, CANDIDATES);
      let started = 0;
      for (const { id, name } of candidates) {
        const definition = definitions.get(name);
        if (isStopping || !definition || freeSlots(definition) === 0) continue;
        const began = performance.now();
        const claim = await leases.claim(id);
        if (!claim) continue;
        begin(definition, claim, began);
        started += 1;
      }
      if (started === 0) return;
    }
  }

  function freeSlots({ name, concurrency }: DefinedJob): number {
    const running = [...holdings].filter(({ definition }) => definition.name === name);
    return concurrency - running.length;
  }

  function begin(definition: DefinedJob, claim: Claim, heldSince: number): void {
    const run = startRun({
      definition,
      id: claim.id,
      attempt: claim.attempt,
      payload: json.decode(claim.payload),
      interval: times.progress,
      store: (progress) => leases.progress(claim, progress),
      log,
    });
    const holding: Holding = { claim, definition, run, heldSince, settled: Promise.resolve() };
    holdings.add(holding);
    holding.settled = settle(holding).finally(() => {
      holdings.delete(holding);
      wake();
    });
    // The job was claimed while the worker or the plugin was being stopped, so that stop did not reach it.
    if (isStopping || definitions.get(definition.name) !== definition) run.stop('closing');
  }

  /** Stores the result of a run, retrying while its lease may still hold. */
  async function settle(holding: Holding): Promise<void> {
    const { claim, run } = holding;
    const write = await ending(holding);
    for (;;) {
      try {
        if (run.stopped() !== 'lost' && (await write())) return;
        log.warn(
          { job: claim.id, name: claim.name },
          'Another worker took over a job; the results of this run are not recorded',
        );
        return;
      } catch (error) {
        const isHopeless = performance.now() - holding.heldSince > times.lease;
        log.error({ err: error, job: claim.id, name: claim.name }, 'The end of a job could not be recorded');
        if (isHopeless) return;
      }
      await new Promise((resolve) => setTimeout(resolve, WRITE_PAUSE));
    }
  }

  async function ending({ claim, definition, run }: Holding): Promise<() => Promise<boolean>> {
    const outcome = await run.outcome;
    const subject = { job: claim.id, name: claim.name, attempt: claim.attempt };
    if (outcome.kind === 'completed') {
      const result = encodeResult(outcome.result, (error) =>
        log.error({ err: error, ...subject }, 'The result of a job is not JSON data and is not stored'),
      );
      return () => leases.end(claim, { status: 'completed', result });
    }
    const error = errorText(outcome.error);
    const end = () => leases.end(claim, { status: 'failed', error });
    // A job to cancel cannot run again, so the second statement ends it.
    if (run.stopped() === 'closing') return async () => (await leases.giveBack(claim)) || (await end());
    if (run.stopped() === null) log.warn({ err: outcome.error, ...subject }, 'A job failed');
    if (claim.attempt >= claim.maxAttempts) return end;
    const delay = backoffDelay(claim.attempt, definition.backoff);
    return async () => (await leases.delay(claim, error, delay)) || (await end());
  }

  async function stopAll(isChosen: (holding: Holding) => boolean): Promise<void> {
    await stopHeld([...holdings].filter(isChosen));
    await round;
    // A claim in progress may have started another job.
    await stopHeld([...holdings].filter(isChosen));
  }

  async function stopHeld(chosen: readonly Holding[]): Promise<void> {
    for (const { run } of chosen) run.stop('closing');
    const settled = Promise.all(chosen.map((holding) => holding.settled)).then(() => true);
    if (await withTimeLimit(settled, times.closing, () => false)) return;
    for (const holding of chosen) {
      if (!holdings.has(holding)) continue;
      const { claim, run } = holding;
      log.warn({ job: claim.id, name: claim.name }, 'A job did not end in time and was returned to the queue');
      await attempt('A job could not be returned to the queue; its lease expires', async () => {
        await leases.giveBack(claim);
      });
      run.stop('lost');
    }
  }

  async function sweep(): Promise<void> {
    if (performance.now() - sweptAt < HOUR) return;
    sweptAt = performance.now();
    await leases.correct();
    await leases.sweep();
  }

  wake();
  return {
    wake,
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await stopAll(() => true);
      clearInterval(heartbeat);
    },
    async release(released) {
      await stopAll(({ definition }) => released.includes(definition));
    },
  };
}

function encodeResult(result: unknown, refuse: (error: unknown) => void): string | null {
  if (result === undefined) return null;
  try {
    return json.encode(result);
  } catch (error) {
    refuse(error);
    return null;
  }
}

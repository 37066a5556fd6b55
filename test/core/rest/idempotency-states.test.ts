import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HostError } from '../../../src/core/errors.js';
import type { IdempotencyRow } from '../../../src/core/rest/idempotency-store.js';
import { type RestResponse, respond } from '../../../src/core/rest/response.js';
import { describeDatabases } from '../../support/databases.js';
import { createOrders } from './idempotency-fixture.js';

const LEASE = 60;
const KEEP = 500;

type Ending = 'answers' | 'answers 4xx' | 'throws 4xx' | 'throws 5xx' | 'answers 429' | 'is killed';

interface Step {
  readonly wait: number;
  readonly key: string;
  readonly item: string;
  readonly ending: Ending;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    wait: fc.constantFrom(0, 0, 1, LEASE - 1, LEASE, KEEP - 1, KEEP),
    key: fc.constantFrom('a', 'b'),
    item: fc.constantFrom('onion', 'onion', 'leek'),
    ending: fc.constantFrom<Ending>('answers', 'answers 4xx', 'throws 4xx', 'throws 5xx', 'answers 429', 'is killed'),
  }),
  { maxLength: 25 },
);

/** Expected state of a key, in the terms of the contract. */
type State =
  | { readonly is: 'running'; readonly item: string; readonly until: number }
  | { readonly is: 'finished'; readonly item: string; readonly until: number; readonly status: number };

describeDatabases('states of an idempotency key', (open) => {
  it('match the contract for all events in any order', async () => {
    const db = await open();
    const clock = { now: Date.UTC(2030, 0, 1) };
    const shop = createOrders(db, { leaseMs: LEASE, keepMs: KEEP, now: async () => new Date(clock.now) });

    const deadHolders = new Set<string>();

    /** Runs the step. @returns a short description of the outcome for the caller */
    async function act({ key, item, ending }: Step): Promise<string> {
      let killed: IdempotencyRow | undefined;
      const end = async (response: RestResponse): Promise<RestResponse> => {
        if (ending === 'answers') return response;
        if (ending === 'answers 4xx') return respond(response.data, { status: 409 });
        if (ending === 'answers 429') return respond(response.data, { status: 429 });
        if (ending === 'throws 4xx')
          throw new HostError('acme_no', 'No.', { status: 422, ...(response.data as object) });
        if (ending === 'is killed') killed = await runningRow();
        throw new Error('broken');
      };
      const before = shop.runs;
      const outcome = await shop.place({ key, args: { item } }, end).then(
        ({ status, headers }) => `${headers['Idempotency-Replayed'] ? 'replays' : 'answers'} ${status}`,
        (error: Error) => (error instanceof HostError ? `throws ${error.code}` : 'throws'),
      );
      // A killed process leaves the row unchanged. This process still cleans up, so the row is restored.
      if (killed) {
        deadHolders.add(killed.holder);
        await db.query.insertInto('idempotency_keys').values(killed).execute();
      }
      return shop.runs > before ? `runs, ${outcome}` : outcome;
    }

    /** Returns the row of the current run, ignoring the rows of killed runs. */
    async function runningRow(): Promise<IdempotencyRow | undefined> {
      const rows = await db.query.selectFrom('idempotency_keys').selectAll().where('state', '=', 'running').execute();
      return rows.find(({ holder }) => !deadHolders.has(holder));
    }

    const check = async (list: readonly Step[]): Promise<void> => {
      const prefix = randomUUID();
      const model = new Map<string, State>();
      let stored = await shop.stored();
      for (const step of list) {
        clock.now += step.wait;
        const named = { ...step, key: `${prefix}-${step.key}` };
        const expected = expectedOf(model, named, clock.now);
        expect(await act(named)).toBe(expected);
        if (expected.startsWith('runs') && step.ending.startsWith('answers') && step.ending !== 'answers 429')
          stored += 1;
        expect(await shop.stored()).toBe(stored);
      }
      await db.query.deleteFrom('idempotency_keys').execute();
    };
    await fc.assert(fc.asyncProperty(steps, check), { numRuns: process.env.MORTISE_FULL ? 300 : 40 });
  }, 120_000);
});

function expectedOf(model: Map<string, State>, { key, item, ending }: Step, now: number): string {
  const state = model.get(key);
  if (state && state.until > now) {
    if (state.item !== item) return 'throws rest_idempotency_key_reused';
    return state.is === 'running' ? 'throws rest_idempotency_in_flight' : `replays ${state.status}`;
  }
  const finished = (status: number): State => ({ is: 'finished', item, until: now + KEEP, status });
  switch (ending) {
    case 'answers':
      model.set(key, finished(201));
      return 'runs, answers 201';
    case 'answers 4xx':
      model.set(key, finished(409));
      return 'runs, answers 409';
    case 'throws 4xx':
      model.set(key, finished(422));
      return 'runs, throws acme_no';
    case 'answers 429':
      model.delete(key);
      return 'runs, answers 429';
    case 'throws 5xx':
      model.delete(key);
      return 'runs, throws';
    case 'is killed':
      model.set(key, { is: 'running', item, until: now + LEASE });
      return 'runs, throws';
  }
}

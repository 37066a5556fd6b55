import type { OwnedHooks } from '../../hooks/hooks.js';
import type { Database } from '../database/database.js';
import type { Locks } from '../services/locks/locks.js';
import type { OwnedJobs } from '../services/schedule/owned-jobs.js';
import type { RunDefinition, RunPrivacy } from './definition.js';
import type { Run } from './run.js';
import type { RunRows } from './run-rows.js';
import type { RunTypes } from './run-types.js';
import { createRuns, type Runs } from './runs.js';

/** Runs API of a plugin, which becomes the owner. */
export interface OwnedRuns {
  /**
   * Defines a type of long-running work: in steps, one run at a time, with pause, resume, cancel, counts and history.
   * A run survives crashes, because each step saves its state; a worker that was replaced can no longer write.
   * @throws HostError `job_invalid`, `job_defined_twice`, `schedule_invalid`
   * @example
   * const reindex = context.runs.define<{ force: boolean }, { lastId: number }>({
   *   type: 'acme_reindex',
   *   title: 'Rebuild the recipe index',
   *   prepare: async () => ({ state: { lastId: 0 }, total: await countRecipes() }),
   *   async step({ input, state }) {
   *     const recipes = await recipesAfter(state.lastId, 100);
   *     const last = recipes.at(-1);
   *     if (!last) return { end: 'completed' };
   *     await index(recipes, input.force);
   *     return { state: { lastId: last.id }, counts: { indexed: recipes.length } };
   *   },
   * });
   * const { id } = await reindex.start({ force: true }, { userId: user.id });
   * @param show converts a run to the plugin's own form, in which the results are returned
   */
  define<Input, State, Shown = Run<Input, State>>(
    definition: RunDefinition<Input, State>,
    show?: (run: Run<Input, State>) => Shown,
  ): Runs<Input, State, Shown>;
}

export interface OwnedRunParts {
  readonly owner: string;
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'addAction' | 'addFilter'>;
  readonly jobs: OwnedJobs;
  readonly locks: Locks;
  readonly types: Pick<RunTypes, 'add'>;
}

const HOUR = 60 * 60 * 1000;

/** Creates the runs API of a plugin from the parts of its context. */
export function createOwnedRuns({ owner, db, hooks, jobs, locks, types }: OwnedRunParts): OwnedRuns {
  return {
    define<Input, State, Shown>(
      definition: RunDefinition<Input, State>,
      // Without it, `Shown` is the type of a run.
      show: (run: Run<Input, State>) => Shown = (run) => run as unknown as Shown,
    ) {
      const { type, title, privacy, attempts, page, retry } = definition;
      const { rows, ...runs } = createRuns({ owner, db, jobs, locks }, definition, show);
      types.add({
        ...runs,
        owner,
        type,
        title,
        isResumable: attempts !== 0,
        ...(page && { page }),
        // The stored values have the types of the definition.
        ...(retry && { retry: (run, userId) => retry(run as Run<Input, State>, userId) }),
        find: async (id) => ((await runs.find(id)) ? rows.get(id) : null),
      });
      const hourly = {
        name: `${type}s`,
        title: `${title}: settle interrupted runs, and delete old ones`,
        every: HOUR,
        run: ({ slot }: { readonly slot: Date }) => runs.sweep(slot),
      };
      const schedule = definition.schedule ? definition.schedule(runs.sweep) : hourly;
      if (schedule) jobs.schedule(schedule);
      if (privacy !== null) {
        const common = {
          name: `${owner}/${type}`,
          label: title,
          reason: 'The record of a run stays for ninety days. The person is removed.',
          record: ({ id, status, createdAt }: { id: number; status: string; createdAt: Date }) => ({
            id,
            status,
            created_at: createdAt.toISOString(),
          }),
        };
        registerRunPrivacy(hooks, { rows, runs }, privacy ?? common);
      }
      return runs;
    },
  };
}

/** Exports runs of a person, and removes the person from them. */
function registerRunPrivacy<Input, State>(
  hooks: Pick<OwnedHooks, 'addAction' | 'addFilter'>,
  { rows, runs }: { readonly rows: RunRows<Input, State>; readonly runs: Pick<Runs<Input, State, unknown>, 'each'> },
  { name, label, reason, record, other }: RunPrivacy<Input, State>,
): void {
  async function runsOf(userId: number): Promise<Run<Input, State>[]> {
    if (!other) return rows.ofUser(userId);
    const found = [];
    for await (const run of runs.each()) {
      if (run.userId === userId || other.read(run.input) === userId) found.push(run);
    }
    return found.reverse();
  }

  async function detach(userId: number, heir: number | null): Promise<void> {
    await rows.forgetUser(userId);
    if (!other) return;
    for await (const { id, input } of runs.each()) {
      if (other.read(input) === userId) await rows.rewrite(id, (run) => ({ input: other.replace(run.input, heir) }));
    }
  }

  hooks.addFilter('privacy_export', async (groups, { user }) => [
    ...groups,
    { name, label, records: user ? (await runsOf(user.id)).map(record) : [] },
  ]);

  hooks.addFilter('privacy_erase', async (erasures, { user }, { dryRun }) => {
    const count = user ? (await runsOf(user.id)).length : 0;
    if (!dryRun && user) await detach(user.id, null);
    return [...erasures, { name, label, count, outcome: 'detached', reason }];
  });

  hooks.addAction('user_deleted', ({ id }, reassignTo) => detach(id, reassignTo));
}

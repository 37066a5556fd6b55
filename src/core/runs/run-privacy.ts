import type { OwnedHooks } from '../../hooks/hooks.js';
import type { RunPrivacy } from './definition.js';
import type { Run } from './run.js';
import type { RunRows } from './run-rows.js';
import type { Runs } from './runs.js';

/** Exports runs of a person, and removes the person from them. */
export function registerRunPrivacy<Input, State>(
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

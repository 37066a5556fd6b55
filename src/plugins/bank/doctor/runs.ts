import type { Runs } from '../runs/runs.js';
import { type Finding, fine, worthALook, wrong } from './finding.js';

const HOUR = 3_600_000;
/** Hours after which the schedule is assumed to be broken. */
const LONGEST_PAUSE = 24;

/** Checks the result and age of the last run other than dry runs. */
export async function checkRuns({
  runs,
  now,
  hasSources,
}: {
  readonly runs: Pick<Runs, 'list'>;
  readonly now: () => Date;
  readonly hasSources: boolean;
}): Promise<Finding> {
  const { runs: latest } = await runs.list({ limit: 20, offset: 0 });
  const last = latest.find(({ dry_run: isDryRun }) => !isDryRun);
  if (!last) return worthALook('runs', 'There are no runs yet.', 'Start one: mortise bank process.');
  const { run_id: id, status, started_at: startedAt } = last;
  const hours = Math.floor((now().getTime() - Date.parse(startedAt)) / HOUR);
  if (status === 'failed' || status === 'aborted') {
    const errors = last.errors.map(({ message }) => message).slice(0, 3);
    const message = [`The last run, ${id}, ${status === 'failed' ? 'failed' : 'was interrupted'}.`, ...errors];
    return wrong('runs', message.join(' '), 'Run again: mortise bank process --force. See the log for details.');
  }
  if (hasSources && hours >= LONGEST_PAUSE) {
    const hint = 'Check your scheduler: it should call mortise bank process, or the URL with the secret.';
    return wrong('runs', `The last run, ${id}, started ${hours} hours ago.`, hint);
  }
  return fine('runs', `The last run, ${id}, started at ${startedAt} and is ${status}.`);
}

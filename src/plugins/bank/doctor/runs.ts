import type { CheckFinding } from '../../../operations.js';
import type { Runs } from '../runs/runs.js';

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
}): Promise<CheckFinding[]> {
  const { runs: latest } = await runs.list({ limit: 20, offset: 0 });
  const last = latest.find(({ dry_run: isDryRun }) => !isDryRun);
  if (!last) {
    return [
      { subject: 'none', severity: 'notice', message: 'There are no runs yet. Start one: mortise bank process.' },
    ];
  }
  const { run_id: id, status, started_at: startedAt } = last;
  const hours = Math.floor((now().getTime() - Date.parse(startedAt)) / HOUR);
  if (status === 'failed' || status === 'aborted') {
    const errors = last.errors.map(({ message }) => message).slice(0, 3);
    const message = [`The last run, ${id}, ${status === 'failed' ? 'failed' : 'was interrupted'}.`, ...errors];
    message.push('Run again: mortise bank process --force. See the log for details.');
    return [{ subject: id, severity: 'error', message: message.join(' ') }];
  }
  if (hasSources && hours >= LONGEST_PAUSE) {
    const message = `The last run, ${id}, started ${hours} hours ago. Check your scheduler: it should call mortise bank process, or the URL with the secret.`;
    return [{ subject: id, severity: 'error', message }];
  }
  return [];
}

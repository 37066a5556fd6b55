import type { AdminBadge, AdminRequest, ListColumn, ListRow } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import { BADGE_KINDS, wordText } from '../../labels.js';
import type { RunRecord } from '../../runs/run.js';
import { runPath } from '../paths.js';

export function runColumns({ text }: Strings): ListColumn[] {
  return [
    { name: 'run', label: text('runs.run') },
    { name: 'status', label: text('transactions.status') },
    { name: 'new', label: text('runs.total-new'), numeric: true },
    { name: 'matched', label: text('runs.total-matched'), numeric: true },
    { name: 'review', label: text('runs.total-review'), numeric: true },
    { name: 'errors', label: text('runs.total-errors'), numeric: true },
  ];
}

/** Builds list rows of runs. */
export function runRows(runs: readonly RunRecord[], { link }: AdminRequest, texts: Strings): ListRow[] {
  const { text, number, dateTime } = texts;
  return runs.map((run) => {
    const { run_id: id, started_at, trigger, totals } = run;
    const name = text('runs.number', { id: String(id) });
    return {
      id,
      label: name,
      cells: {
        run: {
          text: dateTime(new Date(started_at)),
          link: link(runPath(id)),
          note: `${name}, ${wordText('trigger', trigger, texts)}`,
        },
        status: { text: '', badges: runBadges(run, texts) },
        new: number(totals.new),
        matched: number(totals.matched + totals.partial + totals.overpaid),
        review: number(totals.review),
        errors: number(totals.errors),
      },
    };
  });
}

/** Builds the status badges of a run. */
export function runBadges({ status, dry_run, forced }: RunRecord, { text }: Strings): AdminBadge[] {
  return [
    { text: text(`run-${status}`), kind: BADGE_KINDS.run[status] },
    ...(dry_run ? [{ text: text('runs.dry'), kind: 'neutral' as const }] : []),
    ...(forced ? [{ text: text('runs.forced'), kind: 'neutral' as const }] : []),
  ];
}

import {
  type AdminFact,
  type AdminRequest,
  factsOf,
  type ListTableData,
  listQuery,
  listTable,
} from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import { BADGE_KINDS, wordText } from '../../labels.js';
import type { RunRecord, RunTotals } from '../../runs/run.js';

/** In the order in which they occur in a run. */
const TOTALS = [
  ...([
    'sources',
    'files',
    'fetched',
    'new',
    'updated',
    'duplicates',
    'pending',
    'matched',
    'partial',
    'overpaid',
  ] as const),
  ...(['unmatched', 'review', 'ignored', 'reversed', 'errors'] as const),
] satisfies readonly (keyof RunTotals)[];

/**
 * Summarizes a run: start, trigger, duration and totals.
 * @param who name of the user who started it
 */
export function runFacts(run: RunRecord, who: string | null, texts: Strings): AdminFact[] {
  const { text, dateTime, number } = texts;
  const { trigger, started_at, finished_at, duration_ms } = run;
  return factsOf([
    [text('runs.started'), dateTime(new Date(started_at))],
    [text('runs.finished'), finished_at && dateTime(new Date(finished_at))],
    [
      text('runs.duration'),
      duration_ms === null ? null : text('runs.seconds', { seconds: secondsText(duration_ms, texts) }),
    ],
    [
      text('runs.trigger'),
      who === null ? wordText('trigger', trigger, texts) : `${wordText('trigger', trigger, texts)}, ${who}`,
    ],
    ...TOTALS.map((name) => [text(`runs.total-${name}`), number(run.totals[name])] as const),
  ]);
}

function secondsText(milliseconds: number, { locale }: Strings): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(milliseconds / 1000);
}

/** Lists the results of the sources. */
export function sourceTable(run: RunRecord, request: AdminRequest, texts: Strings): ListTableData {
  const { text, number } = texts;
  return listTable(request, listQuery(request, { prefix: 'source_' }), {
    caption: text('runs.sources'),
    columns: [
      { name: 'source', label: text('runs.source') },
      { name: 'status', label: text('transactions.status') },
      { name: 'files', label: text('runs.total-files'), numeric: true },
      { name: 'new', label: text('runs.total-new'), numeric: true },
      { name: 'duplicates', label: text('runs.total-duplicates'), numeric: true },
    ],
    rows: run.sources.map(({ id, format, status, files, new: added, duplicates, error }) => ({
      id,
      label: id,
      cells: {
        source: { text: id, ...(format !== '' && { note: format }) },
        status: {
          text: '',
          badges: [{ text: text(`source-${status}`), kind: BADGE_KINDS.source[status] }],
          ...(error && { note: error.message }),
        },
        files: number(files),
        new: number(added),
        duplicates: number(duplicates),
      },
    })),
    total: run.sources.length,
    empty: { text: text('runs.no-sources') },
  });
}

/** Lists the errors and warnings of a run. */
export function problemTable(run: RunRecord, request: AdminRequest, { text }: Strings): ListTableData {
  return listTable(request, listQuery(request, { prefix: 'problem_' }), {
    caption: text('runs.problems'),
    columns: [
      { name: 'problem', label: text('runs.problem') },
      { name: 'kind', label: text('runs.kind') },
      { name: 'place', label: text('runs.place') },
    ],
    rows: run.errors.map(({ severity, message, source, file, position }, index) => ({
      id: index,
      label: message,
      cells: {
        problem: message,
        kind: {
          text: '',
          badges: [{ text: text(`severity-${severity}`), kind: severity === 'error' ? 'bad' : 'warning' }],
        },
        place: [source, file, position === null ? null : String(position)].filter(Boolean).join(', '),
      },
    })),
    total: run.errors.length,
    empty: { text: text('runs.no-problems') },
  });
}

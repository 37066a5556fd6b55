import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ActionOutcome,
  type AdminMetric,
  type AdminRequest,
  type AreaRequest,
  factsOf,
  formError,
  listQuery,
  listTable,
  pagePart,
  stepsForm,
} from '../../../../admin.js';
import { HostError } from '../../../../index.js';
import { safeHtml } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import type { Bank } from '../../bank.js';
import { nextStart } from '../../runs/interval.js';
import type { RunRecord } from '../../runs/run.js';
import type { TransactionStatus } from '../../transactions/states.js';
import { type BankArea, OVERVIEW_PATH, REVIEW_PATH, RUNS_PATH, runPath, TRANSACTIONS_PATH } from '../paths.js';
import { runColumns, runRows } from '../runs/rows.js';

/** Drawn in the style of the core's icons: a bank building. */
const BANK = safeHtml(
  '<svg class="m-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false"><path d="M3.5 9.5 12 4l8.5 5.5zM6 9.5V17M10 9.5V17M14 9.5V17M18 9.5V17M4 17h16M3 20.5h18"/></svg>',
);

const SHOWN_RUNS = 8;

type Parts = Pick<Bank, 'lockHolder' | 'interval' | 'now' | 'processing' | 'runs' | 'transactions'>;

/** Registers the overview of bank transactions: pending reviews, recent runs and the next run. */
export function registerOverview(area: BankArea, parts: Parts): void {
  const { transactions, runs } = parts;

  area.page({
    path: OVERVIEW_PATH,
    title: 'admin.title',
    icon: BANK,
    section: 'site',
    order: 10,
    scripts: ['core/live.js'],
    async load(request) {
      const { texts } = request;
      const { text } = texts;
      const [counts, waiting, status, { runs: recentRuns }] = await Promise.all([
        transactions.counts(),
        transactions.reviews.count(),
        bankStatus(parts, texts),
        runs.list({ limit: SHOWN_RUNS, offset: 0 }),
      ]);
      const buttons = RUN_KINDS.map((value) => ({
        value,
        label: text(`overview.run-${value}`),
        kind: value === 'now' ? ('main' as const) : ('quiet' as const),
      }));
      return {
        isLive: status.isRunning,
        metrics: metricsOf({ counts, waiting }, request, texts),
        sections: [pagePart({ title: text('overview.status'), facts: factsOf(status.facts) })],
        steps: stepsForm(request, { label: text('overview.run'), action: 'run', buttons }),
        wide: [
          pagePart({
            title: text('overview.last-runs'),
            table: listTable(request, listQuery(request, { prefix: 'run_' }), {
              caption: text('overview.last-runs'),
              columns: runColumns(texts),
              rows: runRows(recentRuns, request, texts),
              total: recentRuns.length,
              empty: { text: text('runs.none') },
            }),
            links: [{ label: text('overview.all-runs'), link: request.link(RUNS_PATH) }],
          }),
        ],
      };
    },
    lead: 'overview.lead',
    heading: (_data, { link, texts: { text } }) => ({
      actions: [{ label: text('overview.settings'), link: link('/settings/bank') }],
    }),
    actions: {
      run: (request, form) => run(request, form.text('step')),
    },
  });

  async function run(request: AreaRequest, step: string): Promise<ActionOutcome> {
    const { texts } = request;
    const kind = RUN_KINDS.find((each) => each === step);
    if (!kind) throw formError({}, request.strings.text('admin.no-action'));
    try {
      const started = await beginRun(parts, kind, request.user.id);
      if (!started) return { notice: { kind: 'info', text: texts.text('overview.goes-on') } };
      const text = texts.text(started.dry_run ? 'overview.rehearsed' : 'overview.done', { count: started.totals.new });
      return { to: runPath(started.run_id), notice: { kind: started.totals.errors > 0 ? 'warning' : 'success', text } };
    } catch (error) {
      if (error instanceof HostError && error.code === 'vendor_bank_source_failed') {
        const notice = { kind: 'error' as const, text: texts.text('error-source_failed') };
        return { to: runPath(Number(error.data.run_id)), notice };
      }
      throw error;
    }
  }

  area.notice(async ({ link, texts: { text } }) => {
    const count = await transactions.reviews.count();
    if (count === 0) return null;
    return {
      kind: 'info',
      text: text('overview.review-text', { count }),
      link: { label: text('overview.review-link'), link: link(REVIEW_PATH) },
    };
  });
}

/** Types of runs that can be started: normal, forced (ignores the interval), and dry run. */
const RUN_KINDS = ['now', 'force', 'dry'] as const;

/** Milliseconds before the response is sent while the run continues. */
const PATIENCE = 4000;

/**
 * Starts a run and waits for its result for a few seconds. A longer run continues in the background.
 * @returns null if it continues
 * @throws HostError errors of the run within that time
 */
async function beginRun(
  { processing }: Pick<Bank, 'processing'>,
  kind: (typeof RUN_KINDS)[number],
  startedBy: number,
): Promise<RunRecord | null> {
  const run = processing.process({
    trigger: 'session',
    startedBy,
    isForced: kind === 'force',
    isDryRun: kind === 'dry',
  });
  // Later errors are in the history.
  run.catch(() => undefined);
  const stop = new AbortController();
  const late = sleep(PATIENCE, null, { signal: stop.signal }).catch(() => null);
  try {
    return await Promise.race([run, late]);
  } finally {
    stop.abort();
  }
}

/** Counts transactions by status, starting with those that need attention. */
function metricsOf(
  { counts, waiting }: { readonly counts: ReadonlyMap<TransactionStatus, number>; readonly waiting: number },
  { link }: AdminRequest,
  { text, number }: Strings,
): AdminMetric[] {
  const of = (...states: readonly TransactionStatus[]): number =>
    states.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  const figure = (name: string, count: number, target: string, isWaiting = false): AdminMetric => ({
    title: text(`overview.${name}`),
    value: number(count),
    text: text(`overview.${name}-text`, { count }),
    link: { label: text(`overview.${name}-link`), link: target },
    isWaiting: isWaiting && count > 0,
  });
  const list = (status: TransactionStatus) => link(TRANSACTIONS_PATH, { status });
  return [
    figure('review', waiting, link(REVIEW_PATH), true),
    figure('unmatched', of('unmatched'), list('unmatched')),
    figure('errors', of('error'), list('error'), true),
    figure('matched', of('matched', 'partial', 'overpaid'), list('matched')),
  ];
}

/** Whether the lock is held, and the earliest start of the next run. */
interface BankStatus {
  readonly isRunning: boolean;
  readonly facts: readonly (readonly [term: string, text: string | null])[];
}

async function bankStatus(
  { lockHolder, interval, now, runs }: Pick<Bank, 'lockHolder' | 'interval' | 'now' | 'runs'>,
  { text, dateTime }: Strings,
): Promise<BankStatus> {
  const [lock, last, seconds] = await Promise.all([lockHolder(), runs.lastStart(), interval()]);
  const next = nextStart(last, seconds, now());
  const until = lock && dateTime(lock.expires);
  const working = lock?.run
    ? text('overview.locked-by-run', { id: String(lock.run.run_id), until: until ?? '' })
    : text('overview.locked', { until: until ?? '' });
  return {
    isRunning: lock !== null,
    facts: [
      [text('overview.lock'), lock ? working : text('overview.free')],
      [text('overview.last-run'), last ? dateTime(last) : text('overview.never')],
      [
        text('overview.next-run'),
        next ? text('overview.next-at', { time: dateTime(next), count: seconds }) : text('overview.any-time'),
      ],
    ],
  };
}

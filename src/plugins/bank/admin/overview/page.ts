import {
  type ActionOutcome,
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
import type { Bank } from '../../bank.js';
import { type BankArea, OVERVIEW_PATH, REVIEW_PATH, RUNS_PATH, runPath } from '../paths.js';
import { runColumns, runRows } from '../runs/rows.js';
import { beginRun, RUN_KINDS } from './begin-run.js';
import { metricsOf } from './metrics.js';
import { bankStatus } from './status.js';

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

import { type AreaRequest, listQuery, listTable, pagePart } from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import { idOf } from '../../../../pages.js';
import type { Bank } from '../../bank.js';
import type { RunRecord } from '../../runs/run.js';
import { type BankArea, OVERVIEW_PATH, RUN_PATH, RUNS_PATH, TRANSACTIONS_PATH } from '../paths.js';
import { problemTable, runFacts, sourceTable } from './facts.js';
import { runBadges, runColumns, runRows } from './rows.js';

/** Registers the history of runs and the page of a run. */
export function registerRunPages(area: BankArea, users: PluginContext['users'], { runs }: Pick<Bank, 'runs'>): void {
  async function runOf({ params, texts }: AreaRequest<'id'>): Promise<RunRecord> {
    const id = idOf(params.id);
    const run = id === null ? null : await runs.get(id);
    if (run) return run;
    throw new HostError('vendor_bank_not_found', texts.text('error-not_found'), { status: 404 });
  }

  async function nameOf(userId: number | null): Promise<string | null> {
    const user = userId === null ? null : await users.get(userId);
    return user?.name ?? null;
  }

  area.page({
    path: RUNS_PATH,
    title: 'admin.runs',
    tab: OVERVIEW_PATH,
    scripts: ['core/live.js'],
    async load(request) {
      const { texts } = request;
      const query = listQuery(request);
      const { runs: pageRuns, total } = await runs.list({
        limit: query.perPage,
        offset: (query.page - 1) * query.perPage,
      });
      const table = listTable(request, query, {
        caption: texts.text('admin.runs'),
        columns: runColumns(texts),
        rows: runRows(pageRuns, request, texts),
        total,
        empty: { text: texts.text('runs.none') },
      });
      const isLive = pageRuns.some(({ status }) => status === 'running');
      return { isLive, sections: [pagePart({ table })] };
    },
  });

  area.page({
    path: RUN_PATH,
    title: 'runs.run',
    tab: OVERVIEW_PATH,
    parent: RUNS_PATH,
    scripts: ['core/live.js'],
    async load(request) {
      const { texts } = request;
      const { text } = texts;
      const run = await runOf(request);
      const id = String(run.run_id);
      return {
        title: text('runs.number', { id }),
        isLive: run.status === 'running',
        badges: runBadges(run, texts),
        notices: run.status === 'aborted' ? [{ kind: 'warning', text: text('runs.aborted-text') }] : [],
        sections: [
          pagePart({ facts: runFacts(run, await nameOf(run.started_by), texts) }),
          pagePart({ title: text('runs.sources'), table: sourceTable(run, request, texts) }),
          pagePart({ title: text('runs.problems'), table: problemTable(run, request, texts) }),
        ],
        links: run.dry_run
          ? []
          : [{ label: text('runs.transactions'), link: request.link(TRANSACTIONS_PATH, { run: id }) }],
      };
    },
  });
}

import { type AdminRequest, type ListRow, listQuery, listTable } from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import { idOf } from '../../../../pages.js';
import { RUN_BADGES } from '../../../../runs.js';
import type { Run } from '../../runs/run.js';
import type { Watermark } from '../../watermark.js';
import { countsOf, failureRows, runTitle } from '../library/failure-rows.js';
import { errorText, textsFor } from '../library/labels.js';
import { ACTIVITY_PATH, activityPath, LIBRARY_PATH, RUN_PATH, tabsFor } from '../tabs.js';

/** Maximum number of runs listed. Older ones are available over REST. */
const MAX_RUNS = 50;

type Parts = Pick<PluginContext, 'admin' | 'media' | 'site' | 'users'>;

/** Registers the page of past runs and all failures. */
export function registerActivity({ admin, media, site, users }: Parts, watermark: Watermark): void {
  const strings = () => textsFor(site);

  async function nameOf({ userId }: Run): Promise<string> {
    const { text } = strings();
    if (userId === null) return text('watermark.nobody');
    return (await users.get(userId))?.name ?? text('watermark.somebody-gone');
  }

  async function rowOf(run: Run, { link }: AdminRequest): Promise<ListRow> {
    const texts = strings();
    const { text, dateTime } = texts;
    const title = runTitle('title', run, texts);
    return {
      id: run.id,
      label: `${title}, ${dateTime(run.createdAt)}`,
      cells: {
        work: { text: title, link: link(activityPath(run.id)) },
        state: {
          text: '',
          badges: [{ text: text(`watermark.state-${run.state}`), kind: RUN_BADGES[run.state] }],
          ...(run.error === null ? {} : { note: errorText(run.error.code, run.error.message, texts) }),
        },
        outcome: countsOf(run, texts).join(', '),
        begun: dateTime(run.startedAt ?? run.createdAt),
        who: await nameOf(run),
      },
    };
  }

  admin.page({
    path: ACTIVITY_PATH,
    title: (locale) => textsFor({ ...site, locale }).text('watermark.activity'),
    capability: 'manage_options',
    parent: LIBRARY_PATH,
    template: 'core/admin/tabbed',
    async load(request) {
      const texts = strings();
      const { text } = texts;
      const runs = await watermark.runs.latest(MAX_RUNS);
      const table = listTable(request, listQuery(request, { perPage: MAX_RUNS }), {
        caption: text('watermark.activity'),
        columns: (['work', 'state', 'outcome', 'begun', 'who'] as const).map((name) => ({
          name,
          label: text(name === 'begun' ? 'watermark.begun-on' : `watermark.${name}`),
        })),
        rows: await Promise.all(runs.map((run) => rowOf(run, request))),
        total: runs.length,
        empty: { text: text('watermark.activity-none') },
      });
      const tabs = tabsFor(request, texts, ACTIVITY_PATH);
      const frame = { tabs, tabsLabel: text('watermark.tabs'), definitions: [], forms: [], links: [] };
      return { strings: request.strings, ...frame, table };
    },
    heading: () => ({ lead: strings().text('watermark.activity-lead') }),
  });

  admin.page({
    path: RUN_PATH,
    title: (locale) => textsFor({ ...site, locale }).text('watermark.work'),
    capability: 'manage_options',
    parent: ACTIVITY_PATH,
    template: 'core/admin/tabbed',
    async load(request) {
      const texts = strings();
      const { text, dateTime } = texts;
      const run = await runFrom(request);
      const query = listQuery(request);
      const { rows, total } = await watermark.runs.failures(run.id, { page: query.page, perPage: query.perPage });
      const failures = await failureRows(media, rows, request, texts);
      const table = listTable(request, query, {
        caption: text('watermark.failures', { count: total }),
        columns: [
          { name: 'picture', label: text('watermark.picture') },
          { name: 'reason', label: text('watermark.reason') },
          { name: 'time', label: text('watermark.time') },
        ],
        rows: rows.map(({ id, createdAt }, index): ListRow => {
          const { title = '', link = null, reason = '' } = failures[index] ?? {};
          const time = dateTime(createdAt);
          return { id, label: title, cells: { picture: { text: title, ...(link ? { link } : {}) }, reason, time } };
        }),
        total,
        empty: { text: text('watermark.failures-none') },
      });
      const definitions = [
        { term: text('watermark.work'), text: runTitle('title', run, texts) },
        { term: text('watermark.state'), text: text(`watermark.state-${run.state}`) },
        { term: text('watermark.outcome'), text: countsOf(run, texts).join(', ') },
        { term: text('watermark.begun-on'), text: dateTime(run.startedAt ?? run.createdAt) },
        ...(run.endedAt ? [{ term: text('watermark.ended-on'), text: dateTime(run.endedAt) }] : []),
        { term: text('watermark.who'), text: await nameOf(run) },
      ];
      const links = [{ label: text('watermark.pictures'), link: request.link(LIBRARY_PATH), danger: false }];
      return { strings: request.strings, tabs: [], tabsLabel: '', definitions, table, forms: [], links };
    },
  });

  async function runFrom({ params }: AdminRequest<'id'>): Promise<Run> {
    const missing = () =>
      new HostError('vendor_watermark_run_not_found', strings().text('watermark.run-gone'), { status: 404 });
    const id = idOf(params.id);
    if (id === null) throw missing();
    return watermark.runs.get(id).catch((error: unknown) => {
      throw error instanceof HostError && error.status === 404 ? missing() : error;
    });
  }
}

import {
  type ActionOutcome,
  type AdminDetailData,
  type AdminRequest,
  adminForm,
  detailHeading,
  detailPage,
  type FormData,
  factsOf,
  pagePart,
  stepsForm,
} from '../../../../../admin.js';
import type { PluginContext } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';
import { kbTexts, kbTitle } from '../../../catalogues.js';
import type { ImportAsking, ImportWish } from '../../../content/import/runs/ask-for-import.js';
import { isActive, type Run } from '../../../content/import/runs/run.js';
import type { Runs } from '../../../content/import/runs/runs.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { LIST_PATH } from '../list-articles.js';
import { namesOf } from '../names-of.js';
import { omittedFrom } from './findings.js';
import { IMPORT_PAGE, IMPORT_PATH, importErrorText, optionsPath, RUN_PATH, refuseImport, runPath } from './frame.js';
import { isUsable } from './is-usable.js';
import { type RunRequest, runAt } from './run-at.js';
import { runMetrics } from './run-metrics.js';
import { findingsTable, listFile, pagesTable, type RunList } from './run-tables.js';
import { stateBadge } from './state-badge.js';

/** Registers the page of one import: progress, findings or results, and next steps. */
export function registerImportRun(
  { admin, users }: Pick<PluginContext, 'admin' | 'users'>,
  kb: KnowledgeBase,
  runs: Runs,
  asking: ImportAsking,
): void {
  const runOf = (request: RunRequest): Promise<Run> => runAt(runs, request);

  async function load(request: RunRequest) {
    const texts = kbTexts(kb.site);
    const run = await runOf(request);
    const list = listOf(request);
    const isOpen = await mayRead(run, request);
    if (isOpen && request.query.export === 'csv') return listFile(runs, run, list, request, texts);
    const names = await namesOf(users, [run.userId, run.authorId]);
    return detailPage(request, {
      title: run.file.name,
      isLive: isActive(run),
      badges: [stateBadge(run, texts)],
      notices: noticesOf(run, texts),
      progress: progressOf(run, texts),
      steps: stepsForm(request, {
        label: texts.text('import.steps'),
        action: 'cancel',
        buttons: isActive(run) ? [{ value: 'cancel', label: texts.text('import.cancel'), kind: 'warn' }] : [],
      }),
      metrics: run.report ? runMetrics(run.report, texts) : [],
      forms: nextForms(run, request, texts),
      wide: [
        ...(isOpen && run.report ? [await listPart(run, list, request, texts)] : []),
        pagePart({ title: texts.text('import.facts'), facts: factsFor(run, names, texts) }),
      ],
      links: linksOf(run, request, texts),
    });
  }

  async function listPart(run: Run, list: RunList, request: RunRequest, texts: Strings) {
    const { text } = texts;
    const link = (name: RunList, query = {}) => ({
      label: text(`import.${name}`),
      link: request.link(request.path, { list: name, ...query }),
    });
    const table =
      list === 'pages' ? await pagesTable(kb, runs, run, request, texts) : findingsTable(run, request, texts);
    const other = list === 'pages' ? 'findings' : 'pages';
    return pagePart({
      title: text(`import.${list}`),
      table,
      links: [
        link(other),
        { label: text('import.csv'), link: request.link(request.path, { ...request.query, export: 'csv' }) },
      ],
    });
  }

  async function next(run: Run, wish: ImportWish, request: RunRequest): Promise<ActionOutcome> {
    try {
      return { to: runPath((await asking.withFileOf(run, wish, request)).id) };
    } catch (error) {
      return refuseImport(error, kbTexts(kb.site));
    }
  }

  async function asBefore(run: Run): Promise<ImportWish> {
    const author = run.authorId === null ? null : await users.get(run.authorId);
    return { ...run.options, source: run.source, author: author ?? undefined };
  }

  admin.page({
    ...IMPORT_PAGE,
    path: RUN_PATH,
    title: kbTitle('import.title'),
    parent: IMPORT_PATH,
    scripts: ['core/live.js'],
    load,
    heading: (data) => detailHeading(data),
    actions: {
      async cancel(request) {
        const run = await runOf(request);
        try {
          await runs.cancel(run.id);
        } catch (error) {
          return refuseImport(error, kbTexts(kb.site));
        }
        return { notice: { kind: 'info', text: kbTexts(kb.site).text('import.cancelled') } };
      },
      async run(request) {
        const run = await runOf(request);
        return next(run, { ...(await asBefore(run)), dryRun: false }, request);
      },
      async retry(request) {
        const run = await runOf(request);
        return next(run, await asBefore(run), request);
      },
    },
  });
}

/** A file's content is visible to the user who uploaded it and to users who may read everything. */
async function mayRead(run: Run, { user, can }: RunRequest): Promise<boolean> {
  return run.userId === user.id || (await can('manage_kb_access'));
}

function listOf({ query }: Pick<AdminRequest, 'query'>): RunList {
  return query.list === 'findings' ? 'findings' : 'pages';
}

function progressOf(run: Run, { text, number }: Strings): AdminDetailData['progress'] {
  if (!isActive(run)) return null;
  const { done, total } = run.progress;
  const summary =
    total === 0
      ? text(run.state === 'queued' ? 'import.is-queued' : 'import.reading')
      : text('import.progress', { done: number(done), total: number(total) });
  return { done, total, text: summary, label: text('import.title') };
}

function noticesOf(run: Run, texts: Strings): AdminDetailData['notices'] {
  const { text, number } = texts;
  const { state, report, error, options, attempts } = run;
  const problems = (report?.problems as readonly unknown[] | undefined)?.length ?? 0;
  const omitted = report ? omittedFrom(report) : 0;
  const beyond = Number(report?.beyond_limit ?? 0);
  const notice = (kind: 'info' | 'success' | 'warning' | 'error', message: string) => ({ kind, text: message });
  return [
    ...(state === 'failed' && error ? [notice('error', importErrorText(error, texts))] : []),
    ...(state === 'cancelled' ? [notice('warning', text('import.cancelled-notice'))] : []),
    ...(state === 'completed' && problems > 0 ? [notice('warning', text('import.problems-notice'))] : []),
    ...(state === 'completed' && options.dryRun ? [notice('info', text('import.checked-notice'))] : []),
    ...(state === 'completed' && !options.dryRun ? [notice('success', text('import.done-notice'))] : []),
    ...(state === 'completed' && options.dryRun && run.file.key === null
      ? [notice('warning', text('import.file-gone'))]
      : []),
    ...(attempts > 1 ? [notice('info', text('import.resumed', { times: number(attempts - 1) }))] : []),
    ...(beyond > 0 ? [notice('info', text('import.beyond', { count: number(beyond) }))] : []),
    ...(omitted > 0 ? [notice('info', text('import.omitted', { count: number(omitted) }))] : []),
  ];
}

function nextForms(run: Run, request: RunRequest, { text }: Strings): FormData[] {
  if (!isUsable(run)) return [];
  if (run.state === 'failed') {
    return [
      adminForm(request, {
        action: 'retry',
        description: text('import.retry-text'),
        fields: [],
        submit: text('import.retry'),
      }),
    ];
  }
  if (!run.options.dryRun || run.state !== 'completed') return [];
  return [
    adminForm(request, {
      action: 'run',
      title: text('import.run-title'),
      description: text('import.run-text'),
      fields: [],
      submit: text('import.run'),
    }),
  ];
}

function factsFor(run: Run, names: ReadonlyMap<number, string>, texts: Strings) {
  const { text, dateTime } = texts;
  const { options, source, startedAt, endedAt, createdAt } = run;
  const nameOf = (id: number | null): string | null => (id === null ? null : (names.get(id) ?? null));
  return factsOf([
    [text('import.by'), nameOf(run.userId)],
    [text('import.when'), dateTime(createdAt)],
    [text('import.from'), text(`import.from-${options.from}`)],
    [text('import.source'), source],
    [text('import.author'), nameOf(run.authorId)],
    [text('import.update'), text(`import.update-${options.update}`)],
    [text('import.media'), text(`import.media-${options.media ?? 'auto'}`)],
    [text('import.status'), text(options.status ? `articles.state-${options.status}` : 'import.status-source')],
    [text('import.started'), startedAt && dateTime(startedAt)],
    [text('import.ended'), endedAt && dateTime(endedAt)],
  ]);
}

function linksOf(run: Run, request: RunRequest, { text }: Strings): AdminDetailData['links'] {
  if (isActive(run)) return [{ label: text('import.look-again'), link: request.link(request.path) }];
  return [
    ...(run.options.dryRun && isUsable(run)
      ? [{ label: text('import.again-title'), link: request.link(optionsPath(run.id)) }]
      : []),
    ...(run.options.dryRun ? [] : [{ label: text('import.to-articles'), link: request.link(LIST_PATH) }]),
    { label: text('import.another'), link: request.link(IMPORT_PATH) },
  ];
}

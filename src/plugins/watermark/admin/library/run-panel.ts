import { type AdminRequest, hiddenFields } from '../../../../admin.js';
import type { Media } from '../../../../media.js';
import { RUN_BADGES } from '../../../../runs.js';
import type { Strings } from '../../../../text.js';
import { doneOf, isActive, percentOf, type Run } from '../../runs/run.js';
import type { Watermark } from '../../watermark.js';
import { activityPath, LIBRARY_PATH } from '../tabs.js';
import { countsOf, estimateOf, failureRows, runTitle } from './failure-rows.js';
import { errorText } from './labels.js';
import { RUN_ACTION } from './run-acts.js';
import type { RunPanel } from './template-data.js';

/** Maximum number of failures shown here; the run's page lists all. */
const SHOWN_FAILURES = 5;

interface Parts {
  readonly watermark: Watermark;
  readonly media: Pick<Media, 'list'>;
}

/** Builds the panel with the progress of the current run, or the result of the last one. */
export async function runPanelOf(
  { watermark, media }: Parts,
  request: AdminRequest,
  strings: Strings,
): Promise<RunPanel> {
  const { text } = strings;
  const [run = null] = await watermark.runs.latest(1);
  const current = run && isActive(run) ? run : null;
  const failures = run && run.failed > 0 ? await failuresOf({ watermark, media }, run, request, strings) : null;
  const total = await watermark.rows.total();
  return {
    strings,
    action: request.link(LIBRARY_PATH),
    hidden: hiddenFields(request, RUN_ACTION, LIBRARY_PATH),
    key: run ? `${run.id} ${run.state} ${Math.min(run.failed, SHOWN_FAILURES + 1)}` : '',
    isLive: current !== null && current.state !== 'paused',
    summary: text('watermark.total', { count: total }),
    progress: current && progressOf(current, strings),
    last: run && !current ? lastOf(run, request, strings) : null,
    run: run ? String(run.id) : '',
    buttons: buttonsOf(run, total, strings),
    force: current || total === 0 ? null : text('watermark.force'),
    failures,
  };
}

function progressOf(run: Run, strings: Strings): RunPanel['progress'] {
  const { text, number } = strings;
  const title = runTitle('title', run, strings);
  const badge = { text: text(`watermark.state-${run.state}`), kind: RUN_BADGES[run.state] };
  const done = doneOf(run);
  const steps = text('watermark.steps', {
    done: number(done),
    total: number(run.total),
    percent: number(percentOf(run)),
  });
  const facts = [...countsOf(run, strings), ...estimateOf(run, strings)];
  return {
    title,
    badge,
    done,
    total: run.total,
    steps,
    facts,
    spoken: [title, badge.text, steps, ...facts].join(', '),
  };
}

function lastOf(run: Run, { link }: AdminRequest, strings: Strings): RunPanel['last'] {
  const { text, dateTime } = strings;
  return {
    title: runTitle('last', run, strings),
    badge: { text: text(`watermark.state-${run.state}`), kind: RUN_BADGES[run.state] },
    facts: [...countsOf(run, strings), dateTime(run.endedAt ?? run.createdAt)],
    link: link(activityPath(run.id)),
    linkLabel: text('watermark.details'),
    error: run.error && errorText(run.error.code, run.error.message, strings),
  };
}

function buttonsOf(run: Run | null, total: number, { text }: Strings): RunPanel['buttons'] {
  const button = (value: string, kind: RunPanel['buttons'][number]['kind'], label = value) => ({
    name: 'act',
    value,
    kind,
    label: text(`watermark.${label}`),
  });
  if (run && isActive(run)) {
    return [run.state === 'paused' ? button('resume', 'main') : button('pause', 'main'), button('cancel', 'danger')];
  }
  if (total === 0) return [];
  const retry = run && run.failed > 0 ? [button('retry', 'quiet')] : [];
  return [
    button('apply', 'main', 'run-apply'),
    button('restore', 'quiet', 'run-restore'),
    button('backup', 'quiet', 'run-backup'),
    ...retry,
  ];
}

async function failuresOf(
  { watermark, media }: Parts,
  run: Run,
  request: AdminRequest,
  strings: Strings,
): Promise<RunPanel['failures']> {
  const { rows, total } = await watermark.runs.failures(run.id, { page: 1, perPage: SHOWN_FAILURES });
  const { text } = strings;
  return {
    title: text('watermark.failures', { count: total }),
    rows: await failureRows(media, rows, request, strings),
    more:
      total > rows.length ? { label: text('watermark.failures-more'), link: request.link(activityPath(run.id)) } : null,
  };
}

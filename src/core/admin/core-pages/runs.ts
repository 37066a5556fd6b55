import { HostError } from '../../errors.js';
import { isRunActive, RUN_BADGES, type Run } from '../../runs/run.js';
import { assertPossible, findRun, type RunType, runList } from '../../runs/run-types.js';
import type { Strings } from '../../templates/strings.js';
import type { AdminRequest } from '../admin-page.js';
import type { AdminBadge, AdminStepButton } from '../detail-data.js';
import { factsOf, pagePart, stepsForm } from '../detail-page.js';
import { formError } from '../submitted-form.js';
import type { CoreArea, CorePagesParts } from './core-pages.js';

const PATH = '/runs';
const STEPS = ['pause', 'resume', 'cancel', 'retry'] as const;

/** Registers the history of the runs of all plugins, and the page that follows and controls one. */
export function registerRunPages(
  area: CoreArea,
  { runTypes, users }: Pick<CorePagesParts, 'runTypes' | 'users'>,
): void {
  const page = { capability: 'manage_jobs', scripts: ['core/live.js'] } as const;
  const titleOf = (type: string): string => runTypes.find(type)?.title ?? type;

  async function nameOf(userId: number | null): Promise<string> {
    return userId === null ? '–' : ((await users.get(userId))?.name ?? area.texts().text('runs.user-gone'));
  }

  async function runOf({ params, strings }: AdminRequest<'run' | 'type'>) {
    return findRun(runTypes, params.type, params.run).catch(() => {
      throw new HostError('run_missing', strings.text('runs.gone'), { status: 404 });
    });
  }

  area.list(runList, {
    ...page,
    path: PATH,
    title: 'runs.title',
    lead: 'runs.lead',
    icon: 'clock',
    section: 'site',
    order: 46,
    async related(runs) {
      const ids = [...new Set(runs.map(({ userId }) => userId))];
      return new Map(await Promise.all(ids.map(async (id) => [id, await nameOf(id)] as const)));
    },
    columns: {
      type: ({ type, id }, { request }) => ({
        text: titleOf(type),
        link: request.link(`${PATH}/${type}/${id}`),
        note: `${type} ${id}`,
      }),
      status: (run, { texts }) => ({ text: '', badges: [badgeOf(run, texts)] }),
      processed: (run, { texts }) => progressOf(run, texts),
      user_id: ({ userId }, { related }) => related.get(userId) ?? '–',
      created_at: true,
    },
    row: ({ type, id }) => ({ id: `${type}-${id}`, label: `${titleOf(type)} ${id}` }),
    empty: 'runs.none',
  });

  area.page({
    ...page,
    path: `${PATH}/{type}/{run}`,
    parent: PATH,
    title: 'runs.run',
    async load(request) {
      const { type, run } = await runOf(request);
      const { texts } = request;
      const { text, number, dateTime } = texts;
      const counts = Object.entries(run.counts).map(([name, count]) => [name, number(count)] as const);
      return {
        title: `${type.title} ${run.id}`,
        isLive: run.status === 'queued' || run.status === 'running',
        badges: [badgeOf(run, texts)],
        progress: isRunActive(run)
          ? { done: run.processed, total: run.total, text: progressOf(run, texts), label: type.title }
          : null,
        notices: run.error ? [{ kind: 'error', text: `${run.error.message} (${run.error.code})` }] : [],
        steps: stepsForm(request, { label: text('runs.steps'), action: 'step', buttons: buttonsOf(type, run, texts) }),
        sections: [
          pagePart({
            facts: factsOf([
              [text('jobs.progress'), isRunActive(run) ? null : progressOf(run, texts)],
              ...counts,
              [text('runs.user'), await nameOf(run.userId)],
              [text('jobs.added'), dateTime(run.createdAt)],
              [text('jobs.started'), run.startedAt && dateTime(run.startedAt)],
              [text('jobs.ended'), run.endedAt && dateTime(run.endedAt)],
              [text('jobs.attempts'), number(run.attempts)],
              [text('jobs.payload'), JSON.stringify(run.input)],
            ]),
          }),
        ],
        links: type.page ? [{ label: text('runs.details'), link: request.link(type.page(run.id)) }] : [],
      };
    },
    actions: {
      async step(request, form) {
        const { type, run } = await runOf(request);
        const { text } = request.texts;
        const step = STEPS.find((each) => each === form.text('step'));
        if (!step) throw formError({}, text('admin.no-action'));
        assertPossible(type, step);
        if (step !== 'retry') {
          await type[step](run.id);
          return { notice: text(`runs.now-${step}`) };
        }
        const again = await type.retry?.(run, request.user.id);
        return { to: `${PATH}/${type.type}/${again?.id ?? run.id}`, notice: text('runs.now-retry') };
      },
    },
  });
}

function badgeOf({ status }: Run, { text }: Strings): AdminBadge {
  return { text: text(`runs.status-${status}`), kind: RUN_BADGES[status] };
}

function progressOf({ processed, total }: Run, { text, number }: Strings): string {
  return total === 0 ? number(processed) : text('jobs.steps', { done: number(processed), total: number(total) });
}

function buttonsOf({ isResumable, retry }: RunType, run: Run, { text }: Strings): AdminStepButton[] {
  const button = (value: (typeof STEPS)[number], kind: AdminStepButton['kind']) => ({
    value,
    kind,
    label: text(value === 'retry' ? 'jobs.retry' : `runs.${value}`),
  });
  if (!isRunActive(run)) return retry && run.status !== 'completed' ? [button('retry', 'main')] : [];
  const toggle = run.status === 'paused' ? button('resume', 'main') : button('pause', 'quiet');
  return [...(isResumable ? [toggle] : []), button('cancel', 'warn')];
}

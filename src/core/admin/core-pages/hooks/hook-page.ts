import type { CallbackDescription, HookDescription } from '../../../../hooks/describe.js';
import type { HookStatistics } from '../../../../hooks/profile.js';
import { HostError } from '../../../errors.js';
import type { AdminRequest } from '../../admin-page.js';
import { detailPage, factsOf, pagePart } from '../../detail-page.js';
import { adminForm } from '../../form.js';
import { listQuery } from '../../list-query.js';
import { listTable } from '../../list-table.js';
import type { CoreArea } from '../core-pages.js';
import { durationText, errorText, HOOK_PATH, HOOKS_PATH } from './hook-texts.js';
import type { HookPagesParts } from './register.js';

/** Registers the page of one hook: its definition, and its callbacks in execution order. */
export function registerHookPage(area: CoreArea, { hooks }: HookPagesParts): void {
  function hookOf({ query, strings }: AdminRequest): HookDescription {
    const found = hooks.list().find(({ kind, name }) => kind === query.kind && name === query.name);
    if (found) return found;
    throw new HostError('hook_unknown', strings.text('hooks.gone'), { status: 404 });
  }

  area.page({
    path: HOOK_PATH,
    parent: HOOKS_PATH,
    title: 'hooks.single',
    load(request) {
      const hook = hookOf(request);
      const { text } = request.strings;
      return detailPage(request, {
        title: hook.name,
        badges: [
          { text: text(`hooks.${hook.kind}`), kind: 'neutral' },
          ...(hook.definition?.deprecated ? [{ text: text('hooks.deprecated'), kind: 'warning' as const }] : []),
        ],
        sections: [pagePart({ facts: factsAbout(hook, request) })],
        wide: [pagePart({ title: text('hooks.order'), table: callbackTable(hook, hooks.stats(), request) })],
        forms: suspendedOwners(hook).map((owner) =>
          adminForm(request, {
            action: 'resume',
            fields: [{ kind: 'hidden', name: 'owner', value: owner }],
            description: text('hooks.resume-text', { owner }),
            submit: text('hooks.resume'),
          }),
        ),
      });
    },
    actions: {
      resume(request, form) {
        const { name } = hookOf(request);
        const count = hooks.resume(form.text('owner'), name);
        return { notice: request.strings.text('hooks.resumed', { count }) };
      },
    },
  });
}

function suspendedOwners({ callbacks }: HookDescription): string[] {
  return [...new Set(callbacks.filter(({ suspended }) => suspended).map(({ owner }) => owner))];
}

function factsAbout(hook: HookDescription, { strings }: AdminRequest) {
  const { text, number } = strings;
  const { definition } = hook;
  const { definer, since, timeoutMs, budgetMs, deprecated } = definition ?? {};
  return factsOf([
    [text('hooks.defined'), definer ?? text('hooks.undefined')],
    [text('hooks.since'), since ?? null],
    [text('hooks.errors'), errorText(hook, strings)],
    [text('hooks.waiting'), definition && text(`hooks.async-${definition.async ?? 'never'}`)],
    [text('hooks.timeout'), timeoutMs === undefined ? null : durationText(timeoutMs, strings)],
    [text('hooks.budget'), budgetMs === undefined ? null : durationText(budgetMs, strings)],
    [text('hooks.deprecated'), deprecated ? [deprecated.since, deprecated.to].filter(Boolean).join(' → ') : null],
    [text('hooks.runs'), number(hook.runs)],
  ]);
}

function callbackTable(hook: HookDescription, statistics: readonly HookStatistics[], request: AdminRequest) {
  const { strings } = request;
  const { text } = strings;
  const measured = statistics.filter((row) => row.kind === hook.kind && row.hook === hook.name);
  return listTable(request, listQuery(request), {
    caption: text('hooks.order'),
    columns: [
      { name: 'place', label: text('hooks.place'), numeric: true },
      { name: 'owner', label: text('hooks.owner') },
      { name: 'function', label: text('hooks.function') },
      { name: 'priority', label: text('hooks.priority'), numeric: true },
      { name: 'self', label: text('hooks.self'), numeric: true },
      { name: 'wait', label: text('hooks.wait'), numeric: true },
    ],
    rows: hook.callbacks.map((callback, index) => {
      const row = measured.find(({ owner, id, ...rest }) => {
        return owner === callback.owner && id === callback.id && rest.function === callback.function;
      });
      return {
        id: index + 1,
        label: `${callback.owner} ${callback.function}`,
        cells: {
          place: callback.suspended ? '–' : String(index + 1),
          owner: ownerCell(callback, strings),
          function: { text: callback.function || text('hooks.anonymous'), code: callback.function !== '' },
          priority: { text: String(callback.priority), ...constraintsOf(callback, strings) },
          self: row ? durationText(row.selfMs, strings) : '–',
          wait: row ? durationText(row.waitMs, strings) : '–',
        },
      };
    }),
    total: hook.callbacks.length,
    empty: { text: text('hooks.nobody') },
  });
}

function ownerCell({ owner, id, suspended }: CallbackDescription, { text }: AdminRequest['strings']) {
  return {
    text: owner,
    ...(id === null ? {} : { note: id }),
    badges: suspended ? [{ text: text('hooks.suspended'), kind: 'bad' as const }] : [],
  };
}

function constraintsOf({ before, after }: CallbackDescription, { text }: AdminRequest['strings']) {
  const parts = [
    ...(before.length > 0 ? [text('hooks.before', { owners: before.join(', ') })] : []),
    ...(after.length > 0 ? [text('hooks.after', { owners: after.join(', ') })] : []),
  ];
  return parts.length > 0 ? { note: parts.join(', ') } : {};
}

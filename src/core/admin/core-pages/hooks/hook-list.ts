import type { HookDescription } from '../../../../hooks/hooks.js';
import type { HookStatistics } from '../../../../hooks/profile.js';
import { compareText } from '../../../compare-text.js';
import type { AdminRequest } from '../../admin-page.js';
import { detailPage, pagePart } from '../../detail-page.js';
import { type ListQuery, listQuery } from '../../list-query.js';
import { type ListCell, listTable } from '../../list-table.js';
import type { CoreArea } from '../core-pages.js';
import { durationText, HOOK_PATH, HOOKS_PATH, hookQuery } from './hook-texts.js';
import type { HookPagesParts } from './register.js';

/** Hook with the total time of its callbacks in milliseconds. 0 if no call was measured. */
interface MeasuredHook extends HookDescription {
  readonly totalMs: number;
}

type Column = 'name' | 'callbacks' | 'runs' | 'totalMs';

/** Registers the list of hooks, with the time that each plugin's callbacks take. */
export function registerHookList(area: CoreArea, { hooks }: HookPagesParts): void {
  area.page({
    path: HOOKS_PATH,
    title: 'hooks.title',
    icon: 'plugin',
    section: 'site',
    order: 62,
    scripts: ['core/narrow.js'],
    lead: 'hooks.lead',
    load: (request) =>
      detailPage(request, {
        wide: [
          pagePart({ table: tableOf(measured(hooks), request) }),
          pagePart({
            title: request.strings.text('hooks.by-owner'),
            text: request.strings.text('hooks.by-owner-text'),
            table: ownerTable(hooks.stats({ by: 'owner' }), request),
          }),
        ],
      }),
  });
}

function measured(hooks: HookPagesParts['hooks']): MeasuredHook[] {
  const timeByHook = new Map(
    hooks.stats({ by: 'hook' }).map((row) => [`${row.kind} ${row.hook}`, row.estimatedTotalMs]),
  );
  return hooks.list().map((hook) => ({ ...hook, totalMs: timeByHook.get(`${hook.kind} ${hook.name}`) ?? 0 }));
}

function ownersOf({ callbacks }: HookDescription): string[] {
  return [...new Set(callbacks.map(({ owner }) => owner))];
}

function tableOf(hooks: readonly MeasuredHook[], request: AdminRequest) {
  const { strings, link } = request;
  const { text, number } = strings;
  const owners = [...new Set(hooks.flatMap((hook) => [...ownersOf(hook), hook.definition?.definer ?? []].flat()))];
  owners.sort(compareText);
  const query = listQuery(request, {
    sortable: ['name', 'callbacks', 'runs', 'totalMs'],
    filters: { kind: ['action', 'filter'], owner: owners, use: ['used', 'suspended'] },
    perPage: 50,
  });
  const found = sorted(matching(hooks, query), query);
  const from = (query.page - 1) * query.perPage;
  const option = (value: string) => ({ value, label: value });
  const word = (value: string) => ({ value, label: text(`hooks.${value}`) });
  return listTable(request, query, {
    caption: text('hooks.title'),
    columns: [
      { name: 'name', label: text('hooks.name'), sortable: true },
      { name: 'callbacks', label: text('hooks.callbacks'), sortable: true },
      { name: 'runs', label: text('hooks.runs'), sortable: true, numeric: true },
      { name: 'totalMs', label: text('hooks.taken'), sortable: true, numeric: true },
    ],
    rows: found.slice(from, from + query.perPage).map((hook) => ({
      id: `${hook.kind} ${hook.name}`,
      label: hook.name,
      cells: {
        name: { text: hook.name, link: link(HOOK_PATH, hookQuery(hook.kind, hook.name)), note: noteOf(hook, strings) },
        callbacks: callbacksCell(hook, strings),
        runs: number(hook.runs),
        totalMs: hook.totalMs === 0 ? '–' : durationText(hook.totalMs, strings),
      },
    })),
    total: found.length,
    search: text('hooks.search'),
    filters: [
      {
        name: 'kind',
        label: text('hooks.kind'),
        all: text('hooks.all-kinds'),
        options: ['action', 'filter'].map(word),
      },
      { name: 'owner', label: text('hooks.owner'), all: text('hooks.all-owners'), options: owners.map(option) },
      { name: 'use', label: text('hooks.use'), all: text('hooks.all-uses'), options: ['used', 'suspended'].map(word) },
    ],
    empty: { text: text('hooks.none') },
  });
}

function noteOf({ kind, definition }: HookDescription, { text }: AdminRequest['strings']): string {
  const definer = definition ? text('hooks.defined-by', { owner: definition.definer }) : text('hooks.undefined');
  return `${text(`hooks.${kind}`)} · ${definer}`;
}

function callbacksCell(hook: HookDescription, { text }: AdminRequest['strings']): ListCell {
  const suspended = hook.callbacks.filter((callback) => callback.suspended).length;
  return {
    text: hook.callbacks.length === 0 ? text('hooks.nobody') : text('hooks.count', { count: hook.callbacks.length }),
    ...(hook.callbacks.length > 0 ? { note: ownersOf(hook).join(', ') } : {}),
    badges: [
      ...(suspended > 0 ? [{ text: text('hooks.suspended'), kind: 'bad' as const }] : []),
      ...(hook.definition?.deprecated ? [{ text: text('hooks.deprecated'), kind: 'warning' as const }] : []),
    ],
  };
}

function matching(all: readonly MeasuredHook[], query: ListQuery<Column, 'kind' | 'owner' | 'use'>): MeasuredHook[] {
  const { search, filters } = query;
  const needle = search.toLowerCase();
  return all.filter((hook) => {
    const owners = [...ownersOf(hook), hook.definition?.definer ?? ''];
    return (
      [hook.name, ...owners].some((name) => name.toLowerCase().includes(needle)) &&
      (filters.kind === null || filters.kind === hook.kind) &&
      (filters.owner === null || owners.includes(filters.owner)) &&
      (filters.use !== 'used' || hook.callbacks.length > 0) &&
      (filters.use !== 'suspended' || hook.callbacks.some(({ suspended }) => suspended))
    );
  });
}

function sorted(hooks: readonly MeasuredHook[], { orderBy, direction }: ListQuery<Column>): MeasuredHook[] {
  const sign = direction === 'desc' ? -1 : 1;
  const byName = (one: MeasuredHook, other: MeasuredHook): number => compareText(one.name, other.name);
  if (orderBy === null || orderBy === 'name') return hooks.toSorted((one, other) => sign * byName(one, other));
  const size = (hook: MeasuredHook): number => (orderBy === 'callbacks' ? hook.callbacks.length : hook[orderBy]);
  return hooks.toSorted((one, other) => sign * (size(one) - size(other)) || byName(one, other));
}

function ownerTable(statistics: readonly HookStatistics[], request: AdminRequest) {
  const { strings } = request;
  const { text, number } = strings;
  const query = listQuery(request, { prefix: 'owner-' });
  return listTable(request, query, {
    caption: text('hooks.by-owner'),
    columns: [
      { name: 'owner', label: text('hooks.owner') },
      { name: 'totalMs', label: text('hooks.taken'), numeric: true },
      { name: 'self', label: text('hooks.self'), numeric: true },
      { name: 'wait', label: text('hooks.wait'), numeric: true },
      { name: 'longest', label: text('hooks.longest'), numeric: true },
      { name: 'samples', label: text('hooks.samples'), numeric: true },
    ],
    rows: statistics.map((row) => ({
      id: row.owner ?? '',
      label: row.owner ?? '',
      cells: {
        owner: row.owner ?? '',
        totalMs: durationText(row.estimatedTotalMs, strings),
        self: durationText(row.selfMs, strings),
        wait: durationText(row.waitMs, strings),
        longest: durationText(row.maxMs, strings),
        samples: number(row.samples),
      },
    })),
    total: statistics.length,
    empty: { text: text('hooks.unmeasured') },
  });
}

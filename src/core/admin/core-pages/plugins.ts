import { declaredSchema } from '../../database/declared.js';
import { HostError } from '../../errors.js';
import type { PluginState, PluginStatus } from '../../plugins/plugin-states.js';
import { listRoutes } from '../../rest/route-list.js';
import type { AdminRequest } from '../admin-page.js';
import { adminForm } from '../form.js';
import { listQuery } from '../list-query.js';
import { type ListCell, listTable } from '../list-table.js';
import type { AdminTabbedData } from '../template-data.js';
import type { CoreArea, CorePagesParts } from './core-pages.js';

const PATH = '/plugins';

type PluginParts = Pick<CorePagesParts, 'config' | 'hooks' | 'lifecycle' | 'registry'>;

/** Routes, hooks and tables of a plugin. */
interface PluginContents {
  readonly routes: readonly string[];
  readonly hooks: readonly string[];
  readonly tables: readonly string[];
}

/** Registers the plugin pages: the configured plugins, their contents and their status. */
export function registerPluginPages(area: CoreArea, parts: PluginParts): void {
  const { lifecycle } = parts;
  const common = { capability: 'activate_plugins', template: 'core/admin/tabbed' } as const;

  async function pluginFrom({ params, strings }: AdminRequest<'plugin'>): Promise<PluginState> {
    const state = (await lifecycle.list()).find(({ name }) => name === params.plugin);
    if (state) return state;
    throw new HostError('plugin_missing', strings.text('plugins.gone'), { status: 404 });
  }

  area.page({
    ...common,
    path: PATH,
    title: 'admin.plugins',
    icon: 'plugin',
    section: 'site',
    order: 20,
    lead: 'plugins.lead',
    load: async (request) => page(request, { table: await tableOf(parts, request, await lifecycle.list()) }),
  });

  area.page({
    ...common,
    path: `${PATH}/{plugin}`,
    parent: PATH,
    title: 'plugins.single',
    heading: (_data, { params }) => ({ title: params.plugin }),
    async load(request) {
      const state = await pluginFrom(request);
      const dependents = (await lifecycle.list())
        .filter(({ status, requires }) => status === 'active' && requires.includes(state.name))
        .map(({ name }) => name);
      return page(request, {
        definitions: [
          ...definitionsOf(request, state, dependents, await contentsOf(parts, state)),
          ...(await noticeOf(parts, request, state)),
        ],
        forms: formsOf(request, state, dependents),
      });
    },
    actions: {
      async activate(request) {
        const { name } = await pluginFrom(request);
        await lifecycle.activate(name);
        return { notice: request.strings.text('plugins.was-activated', { name }) };
      },
      async deactivate(request) {
        const { name } = await pluginFrom(request);
        await lifecycle.deactivate(name);
        return { notice: request.strings.text('plugins.was-deactivated', { name }) };
      },
    },
  });
}

function page({ strings }: AdminRequest, data: Partial<AdminTabbedData>): AdminTabbedData {
  return { strings, tabs: [], tabsLabel: '', definitions: [], table: null, forms: [], links: [], ...data };
}

async function contentsOf({ config, hooks, registry }: PluginParts, { name }: PluginState): Promise<PluginContents> {
  const plugin = config.plugins.find((plugin) => plugin.name === name);
  const schema = await declaredSchema(plugin?.migrations ?? []);
  return {
    routes: listRoutes(registry.routes())
      .filter(({ owner }) => owner === name)
      .map(({ method, path }) => `${method} ${path}`),
    hooks: hooks
      .list()
      .filter(({ callbacks }) => callbacks.some(({ owner }) => owner === name))
      .map((hook) => hook.name),
    tables: [...schema.tables.keys()],
  };
}

/** Describes what uninstalling deletes and how to keep it. */
async function noticeOf(
  { lifecycle }: PluginParts,
  { strings }: AdminRequest,
  { name, status }: PluginState,
): Promise<AdminTabbedData['definitions']> {
  if (status === 'removed') return [];
  const notice = await lifecycle.uninstallNotice(name, strings.locale);
  return notice === null ? [] : [{ term: strings.text('plugins.uninstalling-it'), text: notice }];
}

function formsOf(request: AdminRequest, { status }: PluginState, dependents: readonly string[]) {
  const { text } = request.strings;
  if (status === 'removed') return [];
  if (status !== 'active') {
    return [
      adminForm(request, {
        action: 'activate',
        description: text('plugins.activate-text'),
        fields: [],
        submit: text('plugins.activate'),
      }),
    ];
  }
  if (dependents.length > 0) return [];
  return [
    adminForm(request, {
      action: 'deactivate',
      title: text('plugins.deactivate'),
      description: text('plugins.deactivate-text'),
      fields: [],
      submit: text('plugins.deactivate'),
      danger: true,
    }),
  ];
}

function definitionsOf(
  { strings }: AdminRequest,
  { version, status, requires, installedAt }: PluginState,
  dependents: readonly string[],
  contents: PluginContents,
): AdminTabbedData['definitions'] {
  const { text, dateTime } = strings;
  const list = (names: readonly string[]): string => names.join('\n') || text('plugins.nothing');
  return [
    { term: text('plugins.version'), text: version },
    { term: text('plugins.status'), text: text(STATUS_KEYS[status]) },
    ...(installedAt ? [{ term: text('plugins.installed'), text: dateTime(installedAt) }] : []),
    ...(requires.length > 0 ? [{ term: text('plugins.requires'), text: requires.join(', ') }] : []),
    ...(dependents.length > 0
      ? [{ term: text('plugins.required-by'), text: text('plugins.needed', { names: dependents.join(', ') }) }]
      : []),
    { term: text('plugins.routes'), text: list(contents.routes) },
    { term: text('plugins.hooks'), text: list(contents.hooks) },
    { term: text('plugins.tables'), text: list(contents.tables) },
  ];
}

async function tableOf(parts: PluginParts, request: AdminRequest, states: readonly PluginState[]) {
  const { strings, link } = request;
  const { text } = strings;
  const query = listQuery(request);
  const from = (query.page - 1) * query.perPage;
  const pageRows = states.slice(from, from + query.perPage);
  return listTable(request, query, {
    caption: text('admin.plugins'),
    columns: [
      { name: 'name', label: text('plugins.name') },
      { name: 'version', label: text('plugins.version') },
      { name: 'status', label: text('plugins.status') },
      { name: 'brings', label: text('plugins.brings') },
    ],
    rows: await Promise.all(
      pageRows.map(async (state) => ({
        id: state.name,
        label: state.name,
        cells: {
          name: { text: state.name, link: link(`${PATH}/${state.name}`) },
          version: state.version,
          status: statusCell(request, state.status),
          brings: summary(request, await contentsOf(parts, state)),
        },
        actions: [{ label: text('plugins.show'), link: link(`${PATH}/${state.name}`) }],
      })),
    ),
    total: states.length,
    empty: { text: text('plugins.none') },
  });
}

const STATUS_KEYS: Readonly<Record<PluginStatus, string>> = {
  active: 'plugins.active',
  inactive: 'plugins.inactive',
  uninstalling: 'plugins.uninstalling',
  uninstalled: 'plugins.uninstalled',
  removed: 'plugins.removed',
};

function statusCell({ strings }: AdminRequest, status: PluginStatus): ListCell {
  const text = strings.text(STATUS_KEYS[status]);
  return { text: '', badges: [{ text, kind: status === 'active' ? 'good' : 'neutral' }] };
}

function summary({ strings }: AdminRequest, { routes, hooks, tables }: PluginContents): string {
  return strings.text('plugins.summary', {
    routes: strings.number(routes.length),
    hooks: strings.number(hooks.length),
    tables: strings.number(tables.length),
  });
}

import type { Awaitable } from '../../hooks/names.js';
import { HostError } from '../errors.js';
import type { PageResponse } from '../pages/router.js';
import { csvLines } from '../resource/csv.js';
import type { Filter, FilterContext } from '../resource/filters.js';
import type { ListPage, Resource } from '../resource/resource.js';
import { filterContext, type ListContext } from '../resource/values.js';
import type { Strings } from '../templates/strings.js';
import type { AdminAction, AdminRequest } from './admin-page.js';
import { bulkNotice, forEachTicked, tickedIds } from './bulk.js';
import { csvFile } from './csv-file.js';
import type { AdminDetailData } from './detail-data.js';
import { detailPage, pagePart } from './detail-page.js';
import type { FieldOption } from './form-field.js';
import { type ListQuery, listQuery } from './list-query.js';
import { type ListCell, type ListRow, type ListTable, type ListTableData, listTable } from './list-table.js';
import { formError, type SubmittedForm } from './submitted-form.js';

/** Context of a cell. */
export interface CellContext<Related> {
  readonly request: AdminRequest;
  readonly texts: Strings;
  /** Result of the option `related`. */
  readonly related: Related;
}

/** Returns the cell of an item. */
export type AdminCell<Item, Related> = (item: Item, context: CellContext<Related>) => ListCell | string;

/** Input of a filter that differs from its declaration. */
export interface AdminInput {
  /** Name in the URL. @default the name of the filter */
  readonly name?: string;
  /** Options of a select. @default those of `enum` */
  readonly options?: (request: AdminRequest) => Awaitable<readonly FieldOption[]>;
  /** Converts the text of the URL. @default as over REST */
  readonly read?: (text: string, context: FilterContext, request: AdminRequest) => Awaitable<unknown>;
}

/** Bulk action of a list. */
export interface AdminBulkAction {
  /** Text key of the option. */
  readonly label: string;
  /** Text key of the notice, with the placeholder `{count}`, or the notice. */
  readonly done: string | ((count: number) => string);
  /** Checks the form, and returns the work on one row, which tells whether anything changed. */
  readonly start: (request: AdminRequest, form: SubmittedForm) => (id: number) => Promise<boolean>;
}

/** Bulk actions of a list. */
export interface AdminBulk {
  readonly actions: Readonly<Record<string, AdminBulkAction>>;
  /** Secondary select. */
  readonly choice?: (texts: Strings) => NonNullable<NonNullable<ListTable['bulk']>['choice']>;
  /** Message for a refusal, in the reader's language. @default that of the error */
  readonly errorText?: (refusal: HostError, texts: Strings) => string;
  /** Whether the cause of a refusal affects all remaining rows. */
  readonly endsAt?: (refusal: HostError) => boolean;
}

/** Options of {@link adminList}. */
export interface AdminListOptions<Item, Values, Related> {
  /** Path of the page. */
  readonly path: string;
  /** Texts that the keys of labels are from. @default those of the core */
  readonly texts?: () => Strings;
  /** Text key of the caption. */
  readonly caption: string;
  /** Fields in order: as declared, with a function that returns the cell, or with another heading. */
  readonly columns: Readonly<
    Record<
      string,
      true | AdminCell<Item, Related> | { readonly label: string; readonly cell?: AdminCell<Item, Related> }
    >
  >;
  /** Id and name of a row, whether it can be selected, and its actions. */
  readonly row: (item: Item, context: CellContext<Related>) => Omit<ListRow, 'cells'>;
  /** Text key for a list without rows, or the text with an action. */
  readonly empty: string | ((request: AdminRequest) => ListTable['empty']);
  /** Loads what the cells show besides the items, for all of them at once. */
  readonly related?: (items: readonly Item[], request: AdminRequest) => Promise<Related>;
  /** Inputs that differ from the declared filters. `false` removes the filter, also from the URL. */
  readonly inputs?: { readonly [Name in keyof Values]?: AdminInput | false };
  /** Bulk actions. A function returns inputs that depend on the request, for an own action of the page. */
  readonly bulk?: AdminBulk | ((request: AdminRequest) => Awaitable<ListTable['bulk']>);
  /** CSV file of the list: the path of its page and its name without extension. */
  readonly file?: {
    readonly path: string;
    readonly name: string;
    readonly lines?: (values: Values) => AsyncIterable<string>;
  };
  /** Restricts the filters for the reader. */
  readonly narrow?: (request: AdminRequest, values: Values) => Awaitable<Values>;
  /** @default 20 */
  readonly perPage?: number;
}

/** Admin list of a resource, for the parts of `admin.page`. */
export interface AdminList<Item> {
  /** Loads the table of the URL's filters, order and page, and notices about invalid filters. */
  load(request: AdminRequest): Promise<{
    readonly table: ListTableData;
    readonly notices: { readonly kind: 'error'; readonly text: string }[];
  }>;
  /** Loads the page `core/admin/detail` with only the list. */
  page(request: AdminRequest): Promise<AdminDetailData>;
  /** Builds a table of given items, without filters. */
  table(
    request: AdminRequest,
    items: readonly Item[],
    options: { readonly caption: string; readonly prefix: string },
  ): Promise<ListTableData>;
  /** Returns the CSV file of the URL's filters. @throws HostError 422 `form_invalid` for an invalid filter */
  file(request: AdminRequest): Promise<PageResponse>;
  /** URL of the CSV file with the filters of the page. */
  fileLink(request: AdminRequest): string;
  /** The page's action `bulk`. */
  readonly bulk: AdminAction;
}

/** Rows beyond are not counted. */
const COUNT_LIMIT = 10_000;

/**
 * Creates the admin list of a resource: filters, order and page from the URL, bulk actions and a CSV file.
 * @example
 * const list = adminList(recipeList, context, {
 *   path: '/recipes',
 *   texts: () => recipeTexts(site),
 *   caption: 'recipes.title',
 *   columns: { title: ({ id, title }, { request }) => ({ text: title, link: request.link(`/recipes/${id}`) }), portions: true },
 *   row: ({ id, title }) => ({ id, label: title }),
 *   empty: 'recipes.none',
 * });
 * admin.page({ path: '/recipes', title: 'Recipes', capability: 'edit_recipes', template: 'core/admin/detail', load: list.page });
 */
export function adminList<Item, Values, Output, Order extends string, Related = undefined>(
  resource: Resource<Item, Values, Output, Order>,
  context: ListContext,
  options: AdminListOptions<Item, Values, Related>,
): AdminList<Item> {
  const bulk = typeof options.bulk === 'object' ? options.bulk : undefined;
  const [by, direction] = resource.order;
  const inputs = inputsOf(resource, options.inputs);
  const columns = Object.entries(options.columns).map(([name, column]) => {
    const field = resource.fields[name];
    if (!field) throw new HostError('admin_list_invalid', `The list ${options.path} has no field "${name}".`);
    const { label = field.options.label ?? name, cell } =
      typeof column === 'object' ? column : { cell: column === true ? undefined : column };
    return { name, label, cell, field };
  });
  const textsOf = ({ strings }: AdminRequest): Strings => options.texts?.() ?? strings;

  function queryOf(request: AdminRequest): ListQuery<Order, string> {
    return listQuery<Order, string>(request, {
      // The first is the default.
      sortable: [by, ...resource.orders],
      defaultDirection: direction,
      filters: Object.fromEntries(
        inputs.flatMap(({ filter, url }) => (filter.input === 'search' ? [] : [[url, valuesOf(filter)]])),
      ),
      ...(options.perPage === undefined ? {} : { perPage: options.perPage }),
    });
  }

  /** Reads the filters. A fault empties the list, because bulk actions must apply to known rows only. */
  async function read(
    request: AdminRequest,
    query: ListQuery<Order, string>,
  ): Promise<{ readonly values: Values | null; readonly faults: readonly string[] }> {
    const sent = Object.fromEntries(
      inputs.flatMap(({ name, url, filter }) => {
        const text = filter.input === 'search' ? query.search : (query.filters[url] ?? '');
        return text === '' ? [] : [[name, text]];
      }),
    );
    const faults: string[] = [];
    const values: [string, unknown][] = [];
    for (const { name, filter, input } of inputs) {
      const text = sent[name];
      if (text === undefined) continue;
      const from = filterContext(context, sent, (message, key) =>
        formError({}, key === undefined ? message : request.strings.text(key, { value: text })),
      );
      try {
        values.push([name, await (input.read ? input.read(text, from, request) : filter.read(text, from))]);
      } catch (error) {
        if (!(error instanceof HostError) || error.status >= 500) throw error;
        faults.push(error.message);
      }
    }
    if (faults.length > 0) return { values: null, faults };
    // Every filter returns values of its own type.
    const read = Object.fromEntries(values) as Values;
    return { values: options.narrow ? await options.narrow(request, read) : read, faults };
  }

  async function rowsOf(request: AdminRequest, items: readonly Item[]): Promise<ListRow[]> {
    const texts = textsOf(request);
    // Without the option, cells have nothing related.
    const related = (await options.related?.(items, request)) as Related;
    const cell = { request, texts, related };
    return items.map((item) => ({
      ...options.row(item, cell),
      cells: Object.fromEntries(
        columns.map((column) => [
          column.name,
          column.cell ? column.cell(item, cell) : column.field.display(item, texts),
        ]),
      ),
    }));
  }

  function columnsOf({ text }: Strings, isSortable: boolean): ListTable['columns'] {
    return columns.map(({ name, label, field }) => ({
      name,
      label: text(label),
      numeric: field.isNumeric,
      sortable: isSortable && resource.orders.some((order) => order === name),
    }));
  }

  async function filtersOf(request: AdminRequest): Promise<NonNullable<ListTable['filters']>> {
    const { text } = textsOf(request);
    const filters: NonNullable<ListTable['filters']>[number][] = [];
    for (const { filter, input, url } of inputs) {
      const { label, text: prefix = '', all, isFolded = false } = filter.options;
      if (label === undefined || filter.input === 'search') continue;
      const values = valuesOf(filter);
      const declared = () =>
        values === 'any' ? undefined : values.map((value) => ({ value, label: text(prefix + value) }));
      const options = input.options ? await input.options(request) : declared();
      filters.push({
        name: url,
        label: text(label),
        ...(all === undefined ? {} : { all: text(all) }),
        ...(options === undefined ? {} : { options }),
        isDate: filter.input === 'date',
        isFolded,
      });
    }
    return filters;
  }

  async function rowsOn(values: Values | null, query: ListQuery<Order, string>): Promise<ListPage<Item>> {
    if (values === null) return { rows: [], total: 0, isCapped: false };
    const { page, perPage, orderBy } = query;
    return resource.list(context.db, {
      ...values,
      page,
      perPage,
      orderBy: orderBy ?? undefined,
      order: query.direction,
      countLimit: COUNT_LIMIT,
    });
  }

  const list: AdminList<Item> = {
    async load(request) {
      const texts = textsOf(request);
      const bulkInputs = typeof options.bulk === 'function' ? await options.bulk(request) : bulk && bulkOf(bulk, texts);
      const query = queryOf(request);
      const { values, faults } = await read(request, query);
      const { rows, total, isCapped } = await rowsOn(values, query);
      const search = inputs.find(({ filter }) => filter.input === 'search')?.filter.options.label;
      const table = listTable(request, query, {
        caption: texts.text(options.caption),
        columns: columnsOf(texts, true),
        rows: await rowsOf(request, rows),
        total,
        isCapped,
        ...(search === undefined ? {} : { search: texts.text(search) }),
        filters: await filtersOf(request),
        ...(bulkInputs ? { bulk: bulkInputs } : {}),
        empty: typeof options.empty === 'function' ? options.empty(request) : { text: texts.text(options.empty) },
      });
      return { table, notices: faults.map((text) => ({ kind: 'error', text })) };
    },
    async page(request) {
      const { table, notices } = await list.load(request);
      return detailPage(request, { notices, sections: [pagePart({ table })] });
    },
    async table(request, items, { caption, prefix }) {
      return listTable(request, listQuery(request, { prefix }), {
        caption,
        columns: columnsOf(textsOf(request), false),
        rows: await rowsOf(request, items),
        total: items.length,
        empty: { text: '' },
      });
    },
    async file(request) {
      const { values, faults } = await read(request, queryOf(request));
      // With an invalid filter, the file would have other rows than requested.
      if (values === null) throw formError({}, faults.join(' '));
      const { name = 'list', lines } = options.file ?? {};
      return csvFile(name, lines?.(values) ?? csvLines(resource, context.db, { ...values, order: 'asc' }));
    },
    fileLink({ link, query }) {
      const names = inputs.map(({ filter, url }) => (filter.input === 'search' ? 'search' : url));
      return link(options.file?.path ?? options.path, Object.fromEntries(names.map((name) => [name, query[name]])));
    },
    async bulk(request, form) {
      const ids = tickedIds(request, form);
      const choice = form.text('bulk');
      const action = bulk && Object.hasOwn(bulk.actions, choice) ? bulk.actions[choice] : undefined;
      if (!bulk || !action) throw formError({}, request.strings.text('admin.bulk-none'));
      const texts = textsOf(request);
      const { done, start } = action;
      const outcome = await forEachTicked(ids, start(request, form), bulk);
      return {
        notice: bulkNotice(outcome, {
          strings: request.strings,
          done: typeof done === 'string' ? (count) => texts.text(done, { count }) : done,
          errorText: (refusal) => bulk.errorText?.(refusal, texts) ?? refusal.message,
        }),
      };
    },
  };
  return list;
}

interface Input {
  readonly name: string;
  readonly filter: Filter<unknown>;
  readonly input: AdminInput;
  /** Name in the URL. */
  readonly url: string;
}

function inputsOf(
  { filters }: { readonly filters: Readonly<Record<string, Filter<unknown>>> },
  inputs: Readonly<Record<string, AdminInput | false | undefined>> = {},
): Input[] {
  return Object.entries(filters).flatMap(([name, filter]) => {
    const input = inputs[name] ?? {};
    return input === false || filter.argument === null ? [] : [{ name, filter, input, url: input.name ?? name }];
  });
}

function valuesOf({ argument }: Filter<unknown>): readonly string[] | 'any' {
  return (argument?.enum ?? argument?.items?.enum)?.map(String) ?? 'any';
}

function bulkOf({ actions, choice }: AdminBulk, texts: Strings): NonNullable<ListTable['bulk']> {
  return {
    action: 'bulk',
    options: Object.entries(actions).map(([value, { label }]) => ({ value, label: texts.text(label) })),
    ...(choice ? { choice: choice(texts) } : {}),
  };
}

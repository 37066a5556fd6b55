import { isDay } from '../calendar.js';
import type { SafeHtml } from '../html/safe-html.js';
import type { Query } from '../http/query.js';
import { isRecord } from '../record.js';
import type { Strings } from '../templates/strings.js';
import type { AdminRequest } from './admin-page.js';
import { type FormData, hiddenFields } from './form.js';
import type { FieldOption } from './form-field.js';
import { type ListPagination, paginationOf } from './list-pagination.js';
import type { ListQuery } from './list-query.js';
import type { AdminLink } from './template-data.js';

/** Column of a list. */
export interface ListColumn {
  readonly name: string;
  readonly label: string;
  readonly sortable?: boolean;
  /** Whether it is right-aligned with tabular digits. */
  readonly numeric?: boolean;
}

/** Cell with more than plain text. */
export interface ListCell {
  readonly text: string;
  readonly link?: string;
  /** Secondary text below. */
  readonly note?: string;
  readonly badges?: readonly { readonly text: string; readonly kind?: BadgeKind }[];
  /** Whether it is set in a monospace font. */
  readonly code?: boolean;
  /** HTML that replaces the text. */
  readonly html?: SafeHtml;
}

/** Color of a badge, by its meaning. */
export type BadgeKind = 'neutral' | 'good' | 'warning' | 'bad';

/** Row of a list. */
export interface ListRow {
  /** Value of the row's checkbox. */
  readonly id: string | number;
  /** Name of the row, for screen readers. */
  readonly label: string;
  /** Cells by column name. */
  readonly cells: Readonly<Record<string, string | number | ListCell>>;
  readonly actions?: readonly (AdminLink & { readonly danger?: boolean })[];
  /** Whether bulk actions may include it. Default: true. */
  readonly selectable?: boolean;
}

/** List to build with {@link listTable}. */
export interface ListTable {
  /** Caption for screen readers. */
  readonly caption: string;
  readonly columns: readonly ListColumn[];
  readonly rows: readonly ListRow[];
  /** Total number of rows on all pages. */
  readonly total: number;
  /** Whether there are more rows than `total`. @default false */
  readonly isCapped?: boolean;
  /** Label of the search field. Without it, there is none. */
  readonly search?: string;
  readonly filters?: readonly {
    readonly name: string;
    readonly label: string;
    /** Label for no selection. */
    readonly all?: string;
    /** Options. Without them, the filter is a text field. */
    readonly options?: readonly FieldOption[];
    /** Whether it is a date picker. @default false */
    readonly isDate?: boolean;
    /** Whether it is below "More filters" until it is used. */
    readonly isFolded?: boolean;
  }[];
  /** Bulk actions. The page's action `action` receives the ids as `ids` and the selected option as `bulk`. */
  readonly bulk?: {
    readonly action: string;
    readonly options: readonly FieldOption[];
    /** Secondary select, used with the first. */
    readonly choice?: { readonly name: string; readonly label: string; readonly options: readonly FieldOption[] };
    /** Additional inputs, for options that need them. */
    readonly inputs?: readonly BulkInput[];
  };
  /** Empty state, shown if there are no rows and no search or filter is active. */
  readonly empty: { readonly text: string; readonly action?: AdminLink };
}

/** Input of a bulk action. */
export interface BulkInput {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'date';
}

/** Filter as the template shows it. */
export interface ListFilterData {
  name: string;
  label: string;
  all: string;
  /** Null for a text field. */
  options: (FieldOption & { selected: boolean })[] | null;
  /** Whether it is a date picker. A value that is not a day stays in a text field. */
  isDate: boolean;
  value: string;
}

/** List data that the partial `core/parts/list-table` expects. */
export interface ListTableData {
  strings: Strings;
  id: string;
  caption: string;
  /** URL of the search form. */
  action: string;
  search: { name: string; label: string; value: string } | null;
  filters: ListFilterData[];
  /** Collapsed filters. */
  foldedFilters: ListFilterData[];
  /** URL parameters that the search form preserves. */
  hiddenFields: { name: string; value: string }[];
  /** URL without search and filters, or null if none are active. */
  resetLink: string | null;
  columns: { name: string; label: string; numeric: boolean; sort: ColumnSort | null }[];
  rows: {
    id: string;
    label: string;
    selectable: boolean;
    cells: CellData[];
    actions: (AdminLink & { danger: boolean })[];
  }[];
  hasActions: boolean;
  bulk: {
    action: string;
    hidden: FormData['hidden'];
    options: FieldOption[];
    choice: { name: string; label: string; options: FieldOption[] } | null;
    inputs: BulkInput[];
  } | null;
  empty: { text: string; action: AdminLink | null };
  summary: string;
  pagination: ListPagination | null;
}

interface ColumnSort {
  link: string;
  direction: 'ascending' | 'descending' | null;
  /** Description of what a click does. */
  label: string;
}

interface CellData {
  /** Column label, shown beside the value on narrow screens. */
  label: string;
  numeric: boolean;
  text: string;
  link: string | null;
  note: string | null;
  badges: { text: string; kind: BadgeKind }[];
  code: boolean;
  html: SafeHtml | null;
}

/**
 * Builds a list with search, filters, order and pages. Every link preserves the other URL parameters.
 * @param query the result of {@link listQuery}
 */
export function listTable(request: AdminRequest, query: ListQuery, table: ListTable): ListTableData {
  const { strings, path } = request;
  const { prefix, search } = query;
  const address = (changes: Query): string => request.link(path, { ...present(request.query), ...changes });
  const own = ['search', 'page', ...(table.filters ?? []).map(({ name }) => name)].map((name) => prefix + name);
  const otherParameters = Object.entries(request.query).flatMap(([name, value]) =>
    own.includes(name) || typeof value !== 'string' ? [] : { name, value },
  );
  const isNarrowed = search !== '' || Object.values<string | null>(query.filters).some((value) => value !== null);
  const filtersOf = (folded: boolean): ListFilterData[] =>
    (table.filters ?? [])
      .filter(({ isFolded = false }) => isFolded === folded)
      .map(({ name, label, all = label, options, isDate = false }) => ({
        name: prefix + name,
        label,
        all,
        options: options?.map((option) => ({ ...option, selected: query.filters[name] === option.value })) ?? null,
        isDate: isDate && isDay(query.filters[name] ?? '2000-01-01'),
        value: query.filters[name] ?? '',
      }));
  const page = (number: number): string => address({ [`${prefix}page`]: number === 1 ? '' : String(number) });
  return {
    strings,
    id: `${prefix}list`,
    caption: table.caption,
    action: request.link(path),
    search: table.search === undefined ? null : { name: `${prefix}search`, label: table.search, value: search },
    filters: filtersOf(false),
    foldedFilters: filtersOf(true),
    hiddenFields: otherParameters,
    resetLink: isNarrowed
      ? request.link(path, Object.fromEntries(otherParameters.map(({ name, value }) => [name, value])))
      : null,
    columns: table.columns.map((column) => ({
      name: column.name,
      label: column.label,
      numeric: column.numeric ?? false,
      sort: column.sortable ? sortOf(column, query, strings, address) : null,
    })),
    rows: table.rows.map(({ id, label, cells, actions = [], selectable = true }) => ({
      id: String(id),
      label,
      selectable,
      cells: table.columns.map((column) => cellOf(cells[column.name] ?? '', column)),
      actions: actions.map(({ danger = false, ...action }) => ({ ...action, danger })),
    })),
    hasActions: table.rows.some(({ actions = [] }) => actions.length > 0),
    bulk: table.bulk
      ? {
          action: address({}),
          hidden: hiddenFields(request, table.bulk.action),
          options: [...table.bulk.options],
          choice: table.bulk.choice ? { ...table.bulk.choice, options: [...table.bulk.choice.options] } : null,
          inputs: [...(table.bulk.inputs ?? [])],
        }
      : null,
    empty: isNarrowed
      ? { text: strings.text('admin.list-nothing'), action: null }
      : { text: table.empty.text, action: table.empty.action ?? null },
    summary: strings.text(table.isCapped ? 'admin.list-total-capped' : 'admin.list-total', { count: table.total }),
    pagination: paginationOf(query, table.total, page),
  };
}

/** Removes empty parameters. */
function present(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => typeof value === 'string' && value !== ''));
}

function sortOf(
  { name, label }: ListColumn,
  { orderBy, direction, prefix }: ListQuery,
  strings: Strings,
  address: (changes: Query) => string,
): ColumnSort {
  const isCurrent = orderBy === name;
  const next = isCurrent && direction === 'asc' ? 'desc' : 'asc';
  return {
    link: address({ [`${prefix}orderby`]: name, [`${prefix}order`]: next, [`${prefix}page`]: '' }),
    direction: isCurrent ? (direction === 'asc' ? 'ascending' : 'descending') : null,
    label: strings.text(`admin.sort-${next}`, { column: label }),
  };
}

function cellOf(value: string | number | ListCell, { label, numeric = false }: ListColumn): CellData {
  const cell: ListCell = isRecord(value) ? (value as ListCell) : { text: String(value) };
  return {
    label,
    numeric,
    text: cell.text,
    link: cell.link ?? null,
    note: cell.note ?? null,
    badges: (cell.badges ?? []).map(({ text, kind = 'neutral' }) => ({ text, kind })),
    code: cell.code ?? false,
    html: cell.html ?? null,
  };
}

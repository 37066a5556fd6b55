import type { AdminRequest } from './admin-page.js';

/** Options of {@link listQuery}. */
export interface ListQueryOptions<Column extends string, Filter extends string> {
  /** Sortable columns. The first is the default order. */
  readonly sortable?: readonly Column[];
  readonly defaultDirection?: 'asc' | 'desc';
  /** Allowed values by filter. Other values are ignored. `any` accepts any text. */
  readonly filters?: Readonly<Record<Filter, readonly string[] | 'any'>>;
  /** Default: 20. */
  readonly perPage?: number;
  /** Prefix of the parameter names, for a page with several lists. */
  readonly prefix?: string;
}

/** List parameters from the URL, validated for use in a query. */
export interface ListQuery<Column extends string = string, Filter extends string = string> {
  readonly search: string;
  /** Page number, from 1. */
  readonly page: number;
  readonly perPage: number;
  readonly orderBy: Column | null;
  readonly direction: 'asc' | 'desc';
  /** Selected values, or null without a selection. */
  readonly filters: Readonly<Record<Filter, string | null>>;
  readonly prefix: string;
}

const MAX_SEARCH_LENGTH = 200;
const LAST_PAGE = 1_000_000;

/**
 * Parses search, filters, order and page of a list from the URL.
 * @example
 * const query = listQuery(request, { sortable: ['title', 'portions'], perPage: 50 });
 */
export function listQuery<const Column extends string = never, const Filter extends string = never>(
  { query }: Pick<AdminRequest, 'query'>,
  options: ListQueryOptions<Column, Filter> = {},
): ListQuery<Column, Filter> {
  const { sortable = [], defaultDirection = 'asc', filters, perPage = 20, prefix = '' } = options;
  const text = (name: string): string => {
    const value = query[prefix + name];
    return typeof value === 'string' ? value : '';
  };
  const orderBy = sortable.find((column) => column === text('orderby'));
  const direction = text('order');
  const filterEntries = Object.entries<readonly string[] | 'any'>(filters ?? {});
  const typed = (name: string): string => text(name).trim().slice(0, MAX_SEARCH_LENGTH);
  const chosen = (name: string, values: readonly string[] | 'any'): string | null => {
    if (values === 'any') return typed(name) === '' ? null : typed(name);
    return values.includes(text(name)) ? text(name) : null;
  };
  return {
    search: typed('search'),
    page: Math.min(Math.max(Number.parseInt(text('page'), 10) || 1, 1), LAST_PAGE),
    perPage,
    orderBy: orderBy ?? sortable[0] ?? null,
    direction: direction === 'asc' || direction === 'desc' ? direction : orderBy ? 'asc' : defaultDirection,
    filters: Object.fromEntries(filterEntries.map(([name, values]) => [name, chosen(name, values)])) as Record<
      Filter,
      string | null
    >,
    prefix,
  };
}

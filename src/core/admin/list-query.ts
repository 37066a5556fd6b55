import type { AdminRequest } from './admin-page.js';

export interface ListQueryOptions<Column extends string, Filter extends string> {
  /** Columns that one may sort by; the first is the order without a choice. */
  readonly sortable?: readonly Column[];
  readonly defaultDirection?: 'asc' | 'desc';
  /** Names of filters with the values that count; others are as if they were not there. `any` takes what is typed. */
  readonly filters?: Readonly<Record<Filter, readonly string[] | 'any'>>;
  /** Default 20. */
  readonly perPage?: number;
  /** What the names of the parameters begin with, for a page with several lists. */
  readonly prefix?: string;
}

/** What the address says about a list: all of it checked, so that it can go into a query as it is. */
export interface ListQuery<Column extends string = string, Filter extends string = string> {
  readonly search: string;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  readonly orderBy: Column | null;
  readonly direction: 'asc' | 'desc';
  /** The chosen values; null without a choice. */
  readonly filters: Readonly<Record<Filter, string | null>>;
  readonly prefix: string;
}

const LONGEST_SEARCH = 200;
const LAST_PAGE = 1_000_000;

/** Reads search, filters, order and page of a list from the address. */
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
  const known = Object.entries<readonly string[] | 'any'>(filters ?? {});
  const typed = (name: string): string => text(name).trim().slice(0, LONGEST_SEARCH);
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
    filters: Object.fromEntries(known.map(([name, values]) => [name, chosen(name, values)])) as Record<
      Filter,
      string | null
    >,
    prefix,
  };
}

import { type Expression, type ExpressionBuilder, expressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import type { Database, TableWithId } from '../database/database.js';
import type { Tables } from '../database/names.js';
import type { ColumnOf, Filter } from './filters.js';

/** Column that a list can be sorted by, or a function that returns an expression. */
export type Sort<T extends TableWithId> = ColumnOf<T> | ((eb: ExpressionBuilder<Tables, T>) => Expression<unknown>);

/** Last row of a batch, after which the next one begins. */
export interface Cursor {
  readonly value: number | string | null;
  readonly id: number;
}

/** Order of a list. Ties are in the order of their ids. */
export interface ListOrder {
  readonly orderBy: string;
  readonly order: 'asc' | 'desc';
}

/** Rows of a table, filtered and in order. */
export interface Listing<Row> {
  page(values: object, order: ListOrder, page: { readonly limit: number; readonly offset: number }): Promise<Row[]>;
  /** Returns the rows after another, and the last of them if more may follow. */
  next(
    values: object,
    order: ListOrder,
    from: { readonly after: Cursor | null; readonly limit: number },
  ): Promise<{ readonly rows: Row[]; readonly cursor: Cursor | null }>;
  /** @param limit maximum to count up to; rows beyond it are not read */
  count(values: object, limit?: number): Promise<number>;
}

export interface ListingParts<T extends TableWithId> {
  readonly table: T;
  /** Columns to read; all if undefined. */
  readonly select?: readonly string[] | undefined;
  readonly filters: Readonly<Record<string, Filter<unknown>>>;
  readonly sort: Readonly<Record<string, Sort<T>>>;
}

/** Column with the value that the rows are sorted by. */
const ORDER = 'list_order';

// Kysely cannot resolve a table that is a type parameter. The types of columns are checked where filters are declared.
type UntypedKysely = Kysely<Record<string, Record<string, number | string | null>>>;

/**
 * Creates the queries of a list. An index on the filter and sort columns serves them; databases append the id. Later
 * pages read the index alone and then only the rows shown, so that skipped rows are not read.
 */
export function createListing<T extends TableWithId>(
  db: Database,
  { table, select, filters, sort }: ListingParts<T>,
): Listing<Selectable<Tables[T]>> {
  type Row = Selectable<Tables[T]>;
  const query = () => db.query as unknown as UntypedKysely;

  function filtered(values: object) {
    const input = new Map<string, unknown>(Object.entries(values));
    let rows = query().selectFrom(table as string);
    for (const [name, filter] of Object.entries(filters)) {
      const value = input.get(name);
      if (value !== undefined) rows = rows.where(filter.where(value));
    }
    return rows;
  }

  function orderOf({ orderBy }: ListOrder): Expression<unknown> {
    const by = sort[orderBy] ?? 'id';
    return typeof by === 'function' ? by(expressionBuilder<Tables, T>()) : sql.ref(by);
  }

  const columns = select?.map((column) => sql.ref<number | string | null>(`${table}.${column}`).as(column));

  return {
    async page(values, order, { limit, offset }) {
      const by = orderOf(order);
      const rows = filtered(values).orderBy(by, order.order).orderBy('id', order.order).limit(limit);
      if (offset === 0) return (await (columns ? rows.select(columns) : rows.selectAll()).execute()) as Row[];
      const page = rows.select(['id', sql`${by}`.as(ORDER)]).offset(offset);
      const found = query()
        .selectFrom(page.as('page'))
        .innerJoin(table as string, `${table}.id`, 'page.id')
        .orderBy(`page.${ORDER}`, order.order)
        .orderBy('page.id', order.order);
      return (await (columns ? found.select(columns) : found.selectAll(table as string)).execute()) as Row[];
    },
    async next(values, order, { after, limit }) {
      const by = orderOf(order);
      let query = filtered(values);
      if (after) query = query.where(rowsAfter(by, after, order.order));
      const rows = await (columns ? query.select(columns) : query.selectAll())
        .select(sql<Cursor['value']>`${by}`.as(ORDER))
        .orderBy(by, order.order)
        .orderBy('id', order.order)
        .limit(limit)
        .execute();
      const last = rows.at(-1);
      const cursor = last && rows.length === limit ? { value: last[ORDER] ?? null, id: Number(last.id) } : null;
      return { rows: rows.map(({ [ORDER]: _, ...row }) => row) as Row[], cursor };
    },
    async count(values, limit) {
      const rows = filtered(values);
      const counted = limit === undefined ? rows : query().selectFrom(rows.select('id').limit(limit).as('counted'));
      const row = await counted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirst();
      return Number(row?.total ?? 0);
    },
  };
}

/** Condition for the rows after another. Databases sort null first, in ascending order. */
function rowsAfter(by: Expression<unknown>, { value, id }: Cursor, order: ListOrder['order']) {
  if (order === 'asc') {
    return value === null
      ? sql<boolean>`((${by} is null and id > ${id}) or ${by} is not null)`
      : sql<boolean>`(${by} >= ${value} and (${by} > ${value} or id > ${id}))`;
  }
  return value === null
    ? sql<boolean>`(${by} is null and id < ${id})`
    : sql<boolean>`((${by} <= ${value} and (${by} < ${value} or id < ${id})) or ${by} is null)`;
}

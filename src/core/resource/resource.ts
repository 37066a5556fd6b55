import type { Selectable } from 'kysely';
import type { CsvCell } from '../csv-text.js';
import type { Database, TableWithId } from '../database/database.js';
import type { Tables } from '../database/names.js';
import { HostError } from '../errors.js';
import type { ArgumentSchema, JsonSchema } from '../schema/schema.js';
import { createFieldKit, type Field, type FieldKit, type RestField } from './fields.js';
import { type ColumnOf, createFilterKit, type Filter, type FilterKit } from './filters.js';
import { type Cursor, createListing, type ListOrder, type Sort } from './listing.js';

/** Fields by name. */
export type Fields<Item> = Readonly<Record<string, Field<Item>>>;
/** Filters by name. */
export type Filters = Readonly<Record<string, Filter<unknown>>>;

/** Values of filters, as a list receives them. */
export type FilterValues<F extends Filters> = {
  readonly [Name in keyof F]?: F[Name] extends Filter<infer Value> ? Value | undefined : never;
};

/** REST record with the fields `F`. */
export type FieldValues<F> = {
  readonly [Name in keyof F as F[Name] extends RestField<never, unknown> ? Name : never]: F[Name] extends Field<
    never,
    infer Value
  >
    ? Value
    : never;
};

/** REST record of a resource: `RecordOf<typeof recipeList>`. */
export type RecordOf<R extends { record(...input: never): unknown }> = ReturnType<R['record']>;

/** Values of the filters of a resource: `FiltersOf<typeof recipeList>`. */
export type FiltersOf<R extends { count(...input: never): unknown }> = Parameters<R['count']>[1];

/** Query of a list: filters, order and page. */
export type ListOf<R extends { list(...input: never): unknown }> = Parameters<R['list']>[1];

/** Page and order of a list. */
export interface PageQuery<Order extends string> extends OrderQuery<Order> {
  /** Number of the page, from 1. */
  readonly page: number;
  readonly perPage: number;
  /** Number of rows to skip, in place of `page`. */
  readonly offset?: number | undefined;
  /** Maximum total to count up to. @default counts all rows */
  readonly countLimit?: number;
}

/** Order of a list. Ties are in the order of their ids. */
export interface OrderQuery<Order extends string> {
  readonly orderBy?: Order | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

/** One page of a list. */
export interface ListPage<Item> {
  readonly rows: readonly Item[];
  /** Number of rows on all pages. */
  readonly total: number;
  /** Whether there are more rows than were counted. */
  readonly isCapped: boolean;
}

/** Errors of a resource. */
export interface ResourceErrors {
  /** Code of the error for a page past the end. @default 'rest_post_invalid_page_number' */
  readonly page?: string;
  /** Creates the error for an invalid filter. @default a HostError 400 `rest_invalid_param` */
  readonly argument?: (name: string, message: string) => HostError;
}

/** Declaration of a resource. */
export interface ResourceOptions<
  T extends TableWithId,
  Item,
  F extends Fields<Item>,
  W extends Filters,
  Order extends string,
  Column extends ColumnOf<T> = ColumnOf<T>,
> {
  /** Table with a `column.id()`. */
  readonly table: T;
  /** Columns to read, including `id`. @default all */
  readonly select?: readonly Column[];
  /** Converts a batch of rows. Related rows are loaded here, for all of them at once. */
  readonly read: (
    rows: readonly Pick<Selectable<Tables[T]>, Column & keyof Selectable<Tables[T]>>[],
    db: Database,
  ) => readonly Item[] | Promise<readonly Item[]>;
  /** Name of the record in OpenAPI, in PascalCase. */
  readonly title: string;
  /** Description of the record in OpenAPI. */
  readonly description?: string;
  /** Values that are shown, in order. */
  readonly fields: (field: FieldKit<Item>) => F;
  /** Values that lists can be asked for. The names are those of the REST arguments. */
  readonly filters: (filter: FilterKit<T>) => W;
  /** Orders by name: columns or expressions. */
  readonly sort: Readonly<Record<Order, Sort<T>>>;
  /** Default order. @default the first of `sort`, ascending */
  readonly order?: readonly [by: NoInfer<Order>, direction: 'asc' | 'desc'];
  readonly errors?: ResourceErrors;
  /** Runs before rows are read, for example to fill in derived columns. */
  readonly prepare?: (db: Database, query: FilterValues<W> & OrderQuery<NoInfer<Order>>) => Promise<void>;
  /** Returns the number of rows from counters, or null to have them counted. @default counts the rows */
  readonly count?: (db: Database, values: FilterValues<W>) => Promise<number | null>;
}

/** List of rows, declared once for SQL, REST, CSV files, commands and admin pages. */
export interface Resource<Item, Values, Output, Order extends string> {
  readonly fields: Fields<Item>;
  readonly filters: Filters;
  /** Names of the orders. */
  readonly orders: readonly Order[];
  /** Default order. */
  readonly order: readonly [by: Order, direction: 'asc' | 'desc'];
  readonly errors: Required<ResourceErrors>;
  /** Schema of the record. */
  readonly schema: JsonSchema & { readonly properties: Readonly<Record<string, ArgumentSchema>> };
  list(db: Database, query: Values & PageQuery<Order>): Promise<ListPage<Item>>;
  /** Returns the rows after another in the order of the list, and the last of them if more may follow. */
  next(
    db: Database,
    query: Values & OrderQuery<Order>,
    from: { readonly after: Cursor | null; readonly limit: number },
  ): Promise<{ readonly rows: readonly Item[]; readonly cursor: Cursor | null }>;
  /** Reads all rows in batches of 1,000. Changes by others in between neither repeat nor skip rows. */
  batches(db: Database, query: Values & OrderQuery<Order>): AsyncGenerator<readonly Item[]>;
  count(db: Database, values: Values): Promise<number>;
  /** Returns the record. @param can whether the reader holds a permission; by default they hold all */
  record(item: Item, can?: (capability: string) => boolean): Output;
  /** Returns the values of all fields as in CSV files. */
  plain(item: Item): Readonly<Record<string, CsvCell>>;
}

const BATCH = 1000;
/** Arguments of every list. */
const RESERVED = ['page', 'perPage', 'per_page', 'offset', 'orderBy', 'orderby', 'order', 'countLimit'];

/**
 * Declares a list of rows once: its SQL, REST list, CSV file, command and admin page follow from it.
 *
 * @throws HostError `resource_invalid` for a filter with the name of an argument that every list has
 * @example
 * export const recipeList = defineResource({
 *   table: 'acme_recipes',
 *   read: (rows) => rows,
 *   title: 'Recipe',
 *   fields: (field) => ({
 *     id: field.integer(({ id }) => id, { csv: true, cli: true }),
 *     title: field.text(({ title }) => title, { label: 'recipes.title', csv: true, cli: true }),
 *   }),
 *   filters: (filter) => ({ search: filter.search({ contains: ['title'] }, { label: 'recipes.search' }) }),
 *   sort: { title: 'title' },
 * });
 *
 * rest.route('acme/v1', listRoute(recipeList, context, { path: '/recipes', summary: 'List recipes', permission: 'public' }));
 */
export function defineResource<
  const T extends TableWithId,
  Item,
  F extends Fields<Item>,
  W extends Filters,
  Order extends string,
  Column extends ColumnOf<T> = ColumnOf<T>,
>(options: ResourceOptions<T, Item, F, W, Order, Column>): Resource<Item, FilterValues<W>, FieldValues<F>, Order> {
  const { table, select, read, title, description, sort, prepare, count } = options;
  const fields: Fields<Item> = options.fields(createFieldKit<Item>());
  const filters = options.filters(createFilterKit<T>());
  for (const name of RESERVED.filter((each) => Object.hasOwn(filters, each))) {
    throw new HostError(
      'resource_invalid',
      `The resource ${title} cannot have the filter "${name}": every list has it.`,
    );
  }
  const orders = Object.keys(sort) as Order[];
  const fieldEntries = Object.entries(fields);
  const members = fieldEntries.filter(([, { schema }]) => schema !== null);
  const listing = (db: Database) => createListing(db, { table, select, filters, sort });
  const [by, direction] = options.order ?? [orders[0], 'asc'];
  if (by === undefined) throw new HostError('resource_invalid', `The resource ${title} needs an order in "sort".`);
  const orderOf = ({ orderBy = by, order = direction }: OrderQuery<Order>): ListOrder => ({ orderBy, order });

  const resource: Resource<Item, FilterValues<W>, FieldValues<F>, Order> = {
    fields,
    filters,
    orders,
    order: [by, direction],
    errors: { page: 'rest_post_invalid_page_number', argument: invalidArgument, ...options.errors },
    schema: {
      type: 'object',
      title,
      ...(description === undefined ? {} : { description }),
      properties: Object.fromEntries(members.map(([name, { schema }]) => [name, schema ?? {}])),
    },
    async list(db, query) {
      const { page, perPage, offset = (page - 1) * perPage, countLimit } = query;
      await prepare?.(db, query);
      const found = await listing(db).page(query, orderOf(query), { limit: perPage, offset });
      const rows = await read(found, db);
      // A page with room for more rows is the last one.
      const isLast = found.length < perPage && (found.length > 0 || offset === 0);
      const totalCount = isLast ? offset + found.length : await count?.(db, query);
      const total = totalCount ?? (await listing(db).count(query, countLimit && countLimit + 1));
      const isCapped = typeof totalCount !== 'number' && countLimit !== undefined && total > countLimit;
      return { rows, total: isCapped ? countLimit : total, isCapped };
    },
    async next(db, query, from) {
      await prepare?.(db, query);
      const { rows, cursor } = await listing(db).next(query, orderOf(query), from);
      return { rows: await read(rows, db), cursor };
    },
    async *batches(db, query) {
      for (let after: Cursor | null = null; ; ) {
        const { rows, cursor } = await resource.next(db, query, { after, limit: BATCH });
        if (rows.length > 0) yield rows;
        if (cursor === null) return;
        after = cursor;
      }
    },
    async count(db, values) {
      await prepare?.(db, values);
      return (await count?.(db, values)) ?? listing(db).count(values);
    },
    record(item, can = () => true) {
      const record: Record<string, unknown> = {};
      for (const [name, field] of members) {
        const { capability, fallback } = field.options;
        const isShown = capability === undefined || can(capability);
        record[name] = isShown ? field.value(item) : (fallback?.(item) ?? null);
      }
      // The members are those of the declared fields.
      return record as FieldValues<F>;
    },
    plain: (item) => Object.fromEntries(fieldEntries.map(([name, field]) => [name, field.plain(item)])),
  };
  return resource;
}

function invalidArgument(name: string, message: string): HostError {
  return new HostError('rest_invalid_param', `Invalid parameter(s): ${name}.`, {
    status: 400,
    params: { [name]: message },
  });
}

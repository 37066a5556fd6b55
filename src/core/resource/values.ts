import { createCalendar } from '../calendar.js';
import type { Database } from '../database/database.js';
import type { HostError } from '../errors.js';
import { once } from '../once.js';
import type { Site } from '../site.js';
import type { FilterContext } from './filters.js';
import type { OrderQuery, Resource } from './resource.js';

/** Parts of the host that lists need: those of the plugin's context. */
export interface ListContext {
  readonly db: Database;
  readonly site: Pick<Site, 'timezone'>;
}

/** Converts sent values into those of the filters. */
export async function readValues<Item, Values, Output, Order extends string>(
  { filters, errors }: Resource<Item, Values, Output, Order>,
  context: ListContext,
  sent: Readonly<Record<string, unknown>>,
): Promise<Values> {
  const values: [string, unknown][] = [];
  for (const [name, { argument, read }] of Object.entries(filters)) {
    if (argument === null || sent[name] === undefined) continue;
    const invalid = (message: string): HostError => errors.argument(name, message);
    values.push([name, await read(sent[name], filterContext(context, sent, invalid))]);
  }
  // Every filter returns values of its own type.
  return Object.fromEntries(values) as Values;
}

/** Returns the sent order, as far as it was sent. */
export function readOrder<Order extends string>(
  { orders }: { readonly orders: readonly Order[] },
  { orderby, order }: Readonly<Record<string, unknown>>,
): OrderQuery<Order> {
  return {
    orderBy: orders.find((name) => name === orderby),
    order: (['asc', 'desc'] as const).find((direction) => direction === order),
  };
}

/** Creates the context of reading the value of a filter. */
export function filterContext(
  { db, site }: ListContext,
  sent: FilterContext['sent'],
  invalid: FilterContext['invalid'],
): FilterContext {
  const calendar = once(() => createCalendar(site.timezone));
  return {
    db,
    sent,
    invalid,
    get calendar() {
      return calendar();
    },
  };
}

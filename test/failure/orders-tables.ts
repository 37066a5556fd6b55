import { column, defineTable, type TableOf } from '../../src/core/database/tables.js';

export const announcedOrdersTable = defineTable('announced_orders', { id: column.id(), number: column.integer() });

/** Events received by listeners, in order. */
export const heardOrdersTable = defineTable('heard_orders', {
  id: column.id(),
  number: column.integer(),
  event_id: column.key(36),
});

declare module '../../src/core/database/names.js' {
  interface Tables {
    announced_orders: TableOf<typeof announcedOrdersTable>;
    heard_orders: TableOf<typeof heardOrdersTable>;
  }
}

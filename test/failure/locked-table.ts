import { column, defineTable, type TableOf } from '../../src/core/database/tables.js';

/** Writes made under a lock, in order. */
export const lockedWritesTable = defineTable('locked_writes', {
  id: column.id(),
  token: column.bigint(),
  writer: column.key(),
});

declare module '../../src/core/database/names.js' {
  interface Tables {
    locked_writes: TableOf<typeof lockedWritesTable>;
  }
}

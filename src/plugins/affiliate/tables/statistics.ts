import { column, defineTable, type TableOf } from '../../../database.js';

/** Computed statistics shared by all processes, because not every site has a shared cache. */
export const figuresTable = defineTable(
  'affiliate_figures',
  {
    name: column.key(64),
    value: column.json(),
    /** Milliseconds since 1970. */
    generated_at: column.bigint(),
  },
  { primaryKey: ['name'] },
);

declare module '../../../index.js' {
  interface Tables {
    affiliate_figures: TableOf<typeof figuresTable>;
  }
}

import { column, defineTable, type TableOf } from '../../../index.js';

/** Figures that took long to compute, as all processes show them: not each site has a cache that they share. */
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

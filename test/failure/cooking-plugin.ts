import { column, defineTable, type TableOf } from '../../src/database.js';
import { definePlugin } from '../../src/index.js';
import type { RunningRun } from '../../src/runs.js';

const portionsTable = defineTable('acme_portions', { id: column.id(), portion: column.integer() });

declare module '../../src/index.js' {
  interface Tables {
    acme_portions: TableOf<typeof portionsTable>;
  }
}

/** Point of a step at which the process can die. */
export type CookingPoint = 'ended' | 'saving' | 'step';

/** Plugin whose runs cook one portion per step, with a row for each. */
export const cooking = (at: (point: CookingPoint) => void) =>
  definePlugin({
    name: 'acme',
    version: '1.0.0',
    tablePrefix: 'acme_',
    migrations: [{ name: '0001_portions', up: (schema) => schema.createTable(portionsTable) }],
    setup({ runs, db }) {
      const kitchen = runs.define<{ portions: number }, { cooked: number }>({
        type: 'acme_cook',
        title: 'Cook',
        prepare: async ({ portions }) => ({ state: { cooked: 0 }, total: portions }),
        async step({ input, state: { cooked } }: RunningRun<{ portions: number }, { cooked: number }>) {
          at('step');
          if (cooked === input.portions) return { end: 'completed' };
          return {
            state: { cooked: cooked + 1 },
            counts: { portions: 1 },
            async inTransaction() {
              await db.insert('acme_portions', { portion: cooked });
              at('saving');
            },
          };
        },
        onEnd: async () => at('ended'),
      });
      return kitchen;
    },
  });

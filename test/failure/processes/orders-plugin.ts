import type { TransportResponse } from '../../../src/core/rest/call.js';
import { column, defineTable, type TableOf } from '../../../src/database.js';
import { definePlugin, type Plugin } from '../../../src/index.js';
import type { TestHost } from '../../../src/testing.js';

const ordersTable = defineTable('acme_orders', { id: column.id(), item: column.key(60) });

declare module '../../../src/core/database/names.js' {
  interface Tables {
    acme_orders: TableOf<typeof ordersTable>;
  }
}

/** Points where the handler of the shop can be interrupted. */
export interface Interruptions {
  /** After the order is written, before the commit. */
  written?(): Promise<void> | void;
  /** After the handler has returned, while its answer is recorded, before the commit. */
  recorded?(): void;
  /** After the commit, before the answer. */
  committed?(): void;
}

/** Shop whose orders must not be duplicated. */
export function ordersPlugin({ written, recorded, committed }: Interruptions = {}): Plugin {
  return definePlugin({
    name: 'acme-orders',
    version: '1.0.0',
    tablePrefix: 'acme_',
    migrations: [{ name: '0001_orders', up: (schema) => schema.createTable(ordersTable) }],
    setup({ rest, db }) {
      rest.route('acme/v1', {
        method: 'POST',
        path: '/orders',
        summary: 'Order',
        args: { item: { type: 'string', required: true } },
        permission: 'public',
        idempotency: 'required',
        async handler({ args }) {
          const { id } = await db.insertOne('acme_orders', { item: args.item });
          db.afterCommit(() => committed?.());
          await written?.();
          const data = { id, item: args.item };
          const toJSON = () => {
            recorded?.();
            return data;
          };
          return { ...data, toJSON };
        },
      });
    },
  });
}

export function order(host: TestHost, key: string): Promise<TransportResponse> {
  return host.request('POST', '/acme/v1/orders', { body: { item: 'onion' }, headers: { 'idempotency-key': key } });
}

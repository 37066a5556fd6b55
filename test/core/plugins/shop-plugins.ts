import { definePlugin, type Plugin } from 'mortise';
import { column, defineTable, type TableOf } from 'mortise/database';
import type { JobQueue, OwnedObjects } from 'mortise/services';

const ordersTable = defineTable('shop_orders', { id: column.id(), title: column.string(80) });

declare module 'mortise' {
  interface Tables {
    shop_orders: TableOf<typeof ordersTable>;
  }
  interface PluginApis {
    'acme-shop': { readonly pack: JobQueue<string>; readonly files: OwnedObjects };
  }
}

/** Plugin with a table, a setting, a job, a schedule and a route. `changes` replaces parts of it. */
export function shop(changes: Partial<Plugin> = {}): Plugin {
  return definePlugin({
    name: 'acme-shop',
    version: '1.2.0',
    tablePrefix: 'shop_',
    migrations: [{ name: '0001_orders', up: (schema) => schema.createTable(ordersTable) }],
    setup({ rest, settings, jobs, objects }) {
      const pack = jobs.define<string, void>({ name: 'shop_pack', run: async () => undefined });
      jobs.schedule({ name: 'shop_close', every: 86_400_000, run: async () => undefined });
      settings.register({
        name: 'acme-shop',
        title: 'Shop',
        capability: 'manage_options',
        schema: { properties: { open: { type: 'boolean', title: 'Open', default: false } } },
      });
      rest.route('acme/v1', {
        method: 'GET',
        path: '/orders',
        summary: 'List orders',
        permission: 'public',
        handler: () => [],
      });
      return { pack, files: objects };
    },
    ...changes,
  });
}

/** Plugin that requires the shop. */
export const reviews = definePlugin({
  name: 'acme-reviews',
  version: '1.0.0',
  requires: { 'acme-shop': '^1.0.0' },
  setup: () => undefined,
});

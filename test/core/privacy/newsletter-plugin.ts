import { column, defineTable, type TableOf } from '../../../src/database.js';
import { definePlugin, type Plugin } from '../../../src/index.js';

const subscribersTable = defineTable('news_subscribers', { id: column.id(), email: column.key(190) });

declare module '../../../src/core/database/names.js' {
  interface Tables {
    news_subscribers: TableOf<typeof subscribersTable>;
  }
}

export interface Interruptions {
  /** Called after the plugin has erased its data and before the core starts. */
  pluginDone?(): void;
  /** Called after the core has erased everything and before it commits. */
  coreDone?(): void;
}

/** Third-party plugin that identifies people only by email, with or without an account. */
export function newsletter({ pluginDone, coreDone }: Interruptions = {}): Plugin {
  return definePlugin({
    name: 'news',
    version: '1.0.0',
    tablePrefix: 'news_',
    migrations: [{ name: '0001_subscribers', up: (schema) => schema.createTable(subscribersTable) }],
    setup({ hooks, db }) {
      const group = { name: 'news/subscriptions', label: 'Newsletter' };
      const of = (email: string) => db.query.selectFrom('news_subscribers').selectAll().where('email', '=', email);
      hooks.addFilter('privacy_export', async (groups, { email }) => [
        ...groups,
        { ...group, records: await of(email).execute() },
      ]);
      hooks.addFilter('privacy_erase', async (erasures, { email }, { dryRun }) => {
        const { length: count } = await of(email).execute();
        if (!dryRun) {
          await db.query.deleteFrom('news_subscribers').where('email', '=', email).execute();
          pluginDone?.();
        }
        return [...erasures, { ...group, count, outcome: 'erased', reason: null }];
      });
      // Logged within the transaction that erases the account.
      hooks.addAction('auth_event', ({ event }) => {
        if (event === 'user_deleted') coreDone?.();
      });
    },
  });
}

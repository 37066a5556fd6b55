import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { declaredSchema } from '../../../src/core/database/declared.js';
import type { Migration } from '../../../src/core/database/migrate.js';

const migrations: Migration[] = [
  {
    name: '0001_log',
    up: (schema) => schema.raw(sql`create trigger orders_log after insert on orders begin select 1; end`),
  },
];

it('a declared schema is uncertain only about whole names in raw statements', async () => {
  const { isUncertain } = await declaredSchema(migrations);
  expect(['orders_log', 'orders', 'log', 'orders.log', 'a(b', '['].map(isUncertain)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Migration } from '../../src/core/database/migrate.js';
import { outboxMigrations } from '../../src/core/outbox/tables.js';
import { dialects } from '../support/databases.js';
import { killLoop, shortOrFull } from '../support/kill-loop.js';
import { type SharedDatabase, shareDatabase } from '../support/shared-database.js';
import { announcedOrdersTable, heardOrdersTable } from './orders-tables.js';

const ROUNDS = shortOrFull(2, 25);
const TABLES = [announcedOrdersTable, heardOrdersTable];

describe.each(dialects)('announced actions under kills on $name', { timeout: 240_000 }, (dialect) => {
  let site: SharedDatabase;
  beforeEach(async () => {
    const steps = TABLES.map(
      (table, index): Migration => ({
        name: `000${index}`,
        up: (schema) => schema.createTable(table),
      }),
    );
    site = await shareDatabase(dialect, {
      migrations: [
        ['outbox', outboxMigrations],
        ['test', steps],
      ],
    });
  });
  afterEach(() => site.close());

  it('are never lost: listeners receive every stored order, in order, and no other', async () => {
    const { db } = site;
    await killLoop({
      rounds: ROUNDS,
      within: 300,
      start: (round) => site.start('announce', String(round * 1000), '1000'),
    });
    // As if half a minute had passed and the claims of the killed processes had expired.
    await db.query.updateTable('outbox').set({ claimed_until: 0 }).execute();
    site.start('announce');
    const waiting = () => db.query.selectFrom('outbox').select('id').execute();
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);

    const stored = await db.query.selectFrom('announced_orders').select('number').orderBy('id').execute();
    const heard = await db.query.selectFrom('heard_orders').select(['number', 'event_id']).orderBy('id').execute();
    const events = new Map(heard.map(({ event_id, number }) => [event_id, number]));
    expect(stored.length).toBeGreaterThanOrEqual(ROUNDS);
    expect([...events.values()]).toEqual(stored.map(({ number }) => number));
    // Each kill repeats at most the one event it interrupted.
    expect(heard.length - events.size).toBeLessThanOrEqual(ROUNDS);
  });
});

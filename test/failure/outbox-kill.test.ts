import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../src/core/database/database.js';
import { outboxMigrations } from '../../src/core/outbox/tables.js';
import { type Script, startScript } from '../core/database/processes/start-script.js';
import { dialects, migratedDatabase } from '../support/databases.js';
import { announcedOrdersTable, heardOrdersTable } from './orders-tables.js';

const ROUNDS = process.env.MORTISE_FULL ? 25 : 2;

describe.each(dialects)('announced actions under kills on $name', { timeout: 240_000 }, (dialect) => {
  let url: string;
  let drop: () => Promise<void>;
  let db: Database;
  let scripts: Script[];

  beforeEach(async () => {
    scripts = [];
    ({ url, drop } = await migratedDatabase(dialect));
    db = createDatabase({ url });
    await db.migrate('outbox', outboxMigrations);
    const tables = [announcedOrdersTable, heardOrdersTable];
    await db.migrate(
      'test',
      tables.map((table, index) => ({ name: `000${index}`, up: (schema) => schema.createTable(table) })),
    );
  });
  afterEach(async () => {
    await Promise.all(scripts.map((script) => script.kill('SIGKILL')));
    await db.close();
    await drop();
  });

  it('are never lost: listeners receive every stored order, in order, and no other', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const script = startScript('../../../failure/processes/announce.ts', [url, String(round * 1000), '1000']);
      await script.line();
      await sleep(Math.random() * 300);
      await script.kill('SIGKILL');
    }
    // As if half a minute had passed and the claims of the killed processes had expired.
    await db.query.updateTable('outbox').set({ claimed_until: 0 }).execute();
    scripts.push(startScript('../../../failure/processes/announce.ts', [url]));
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

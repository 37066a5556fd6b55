import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/core/database/database.js';
import { migrations } from '../../../../src/plugins/affiliate/tables/migrations.js';
import { describeDatabases } from '../../../support/databases.js';
import { visitorsOf } from '../../../support/visitors.js';

const NOON = new Date('2026-11-28T12:00:00Z');
const DAY = '2026-11-28';
const SALT = 'x5s3ZV9r7gB1yK0nQ2mW8tL4cJ6hD5fA3eU7iO9pR1s';
const REQUEST = { remoteAddress: '203.0.113.7', headers: { 'user-agent': 'Firefox' } };
/** HMAC-SHA256 of `["203.0.113.0","Firefox",7]` with the salt, as version 0.2 computed it. */
const KEY = 'sAd69xsawmfHy0VNNezHhA';

describeDatabases('visitors of version 0.2', (database) => {
  let db: Database;
  const released = migrations.filter(({ name }) => name < '0060');

  beforeEach(async () => {
    db = await database();
    await db.migrate('affiliate', released);
    await sql`insert into ${sql.table('affiliate_salts')} (day, salt, created_at) values (${DAY}, ${SALT}, '2026-11-28 00:10:00.000')`.execute(
      db.query,
    );
    await sql`insert into ${sql.table('affiliate_visitors')} (day, affiliate_id, visitor) values (${DAY}, 7, ${KEY})`.execute(
      db.query,
    );
  });

  async function expectAdopted(): Promise<void> {
    const visitors = visitorsOf(db, 'affiliate', () => NOON);
    expect(await visitors.identify(REQUEST).key({ scope: 7 })).toBe(KEY);
    const visit = { day: DAY, scope: '7', visitor: KEY };
    expect(await visitors.recordVisits([visit, { ...visit, scope: '8' }])).toEqual([{ ...visit, scope: '8' }]);
    const tables = (await db.tablesOf('affiliate')).map(({ name }) => name);
    expect(tables).toContain('affiliate_clicks');
    expect(tables.filter((name) => /salts|visitors/.test(name))).toEqual([]);
  }

  it('are not counted twice on the day of the upgrade', async () => {
    await db.migrate('affiliate', migrations);
    await expectAdopted();
  });

  it.each([1, 2, 3, 4])('are adopted by the next start after a kill after step %i', async (steps) => {
    const killed = migrations.map(({ name, up }) => ({
      name,
      up: name.startsWith('0060') ? killedAfter(steps, up) : up,
    }));
    await expect(db.migrate('affiliate', killed)).rejects.toMatchObject({ code: 'database_migration_failed' });
    await db.migrate('affiliate', migrations);
    await expectAdopted();
  });
});

/** Runs a migration until it has made a number of changes. */
function killedAfter(steps: number, up: (typeof migrations)[number]['up']): typeof up {
  return async (schema) => {
    // Without the core's tables, it is the dry run that determines what the migration creates.
    if (!(await schema.hasTable('visitor_salts'))) return up(schema);
    let left = steps;
    const step = async (change: Promise<void>): Promise<void> => {
      await change;
      left -= 1;
      if (left === 0) throw new Error('killed');
    };
    await up({
      ...schema,
      raw: (statement) => step(schema.raw(statement)),
      dropTable: (name) => step(schema.dropTable(name)),
    });
  };
}

import { expect, it } from 'vitest';
import { startScript } from './processes/start-script.js';
import { describeDialects } from './test-database.js';
import { testMigrations } from './test-migrations.js';

const HOUR = 3_600_000;

describeDialects('a process in another time zone', (site) => {
  it('stores UTC', async () => {
    const url = await site.url();
    const db = site.open(url);
    await db.migrate('tests', testMigrations);
    // As local time, 2:30 does not exist in New York on this day.
    const script = startScript('zone.ts', [url, '2026-03-08T02:30:00.123Z'], { TZ: 'America/New_York' });
    const { read, clockError, offset } = JSON.parse(await script.line());
    expect(offset).toBe(300);
    expect(read).toBe('2026-03-08T02:30:00.123Z');
    expect(clockError).toBeLessThan(HOUR / 4);
    const { stored } = await db.query.selectFrom('samples').select('seen_at as stored').executeTakeFirstOrThrow();
    expect(stored).toBe('2026-03-08 02:30:00.123');
  });
});

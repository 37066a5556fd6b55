import { describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/core/database/database.js';
import { startScript } from '../core/database/processes/start-script.js';
import { testMigrations } from '../core/database/test-migrations.js';
import { dialects, freshDatabase } from '../support/databases.js';
import { killPointsOn } from '../support/kill-loop.js';

/** A killed copy is never mistaken for a site, and resuming completes it. */
describe.each(dialects)('killed copy to $name', { timeout: 240_000 }, (dialect) => {
  const points = [
    ['Copying', 0],
    ['Copying', 3],
    ['Checking', 1],
  ] as const;
  it.each(killPointsOn(dialect, points))(
    'at "%s" after %i batches blocks the target until it is resumed',
    async (step, batches) => {
      const source = await freshDatabase(dialects[0] ?? dialect);
      const target = await freshDatabase(dialect);
      const first = createDatabase({ url: source.url });
      const second = createDatabase({ url: target.url });
      try {
        await first.migrate('tests', testMigrations);
        await first.transaction(async () => {
          await first.insertMany(
            'samples',
            Array.from({ length: 1500 }, (_, index) => ({ slug: `s${index}`, title: 'Ü' })),
          );
          await first.query.insertInto('counters').values({ site: 'a', name: 'b', hits: 3 }).execute();
        });
        const copy = (...more: string[]) =>
          startScript('../../../failure/processes/copy-site.ts', [source.url, target.url, ...more]);
        await copy(step, String(batches)).killed();
        await expect(second.migrate('tests', testMigrations)).rejects.toMatchObject({
          code: 'database_copy_incomplete',
        });
        await expect(copy('', '0').line()).rejects.toThrow('database_copy_incomplete');
        expect(await copy('', '0', 'resume').line()).toBe('done');
        const rows = (db: typeof first) => db.query.selectFrom('samples').selectAll().orderBy('id').execute();
        expect(await rows(second)).toEqual(await rows(first));
        expect(await second.migrate('tests', testMigrations)).toEqual([]);
      } finally {
        await first.close();
        await second.close();
        await source.drop();
        await target.drop();
      }
    },
  );
});

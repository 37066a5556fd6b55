import { expect, it } from 'vitest';
import { startScript } from './processes/start-script.js';
import { describeDialects } from './test-database.js';
import { testMigrations } from './test-migrations.js';

describeDialects('a process killed in a transaction', (site) => {
  it('leaves none of its rows and no lock behind', async () => {
    const url = await site.url();
    const db = site.open(url);
    await db.migrate('tests', testMigrations);
    const script = startScript('transaction.ts', [url]);
    expect(await script.line()).toBe('inserted');
    await script.kill('SIGKILL');
    await db.insertOne('samples', { slug: 'half-done' });
    const rows = await db.query.selectFrom('samples').select('slug').execute();
    expect(rows).toEqual([{ slug: 'half-done' }]);
  });
});

describeDialects('a database that was closed', (site) => {
  it('keeps earlier writes and rejects further queries', async () => {
    const url = await site.url();
    const db = site.open(url);
    await db.migrate('tests', testMigrations);
    const writing = db.insertOne('samples', { slug: 'last' });
    await writing;
    await db.close();
    await expect(db.query.selectFrom('samples').selectAll().execute()).rejects.toThrow();
    const rows = await site.open(url).query.selectFrom('samples').select('slug').execute();
    expect(rows).toEqual([{ slug: 'last' }]);
  });
});

import { expect, it } from 'vitest';
import type { Database } from '../../../src/core/database/database.js';
import { describeDialects } from './test-database.js';

describeDialects('insertOne', (site) => {
  it('returns each row with its own ID, even for concurrent inserts', async () => {
    const db = await site.database();
    const slugs = Array.from({ length: 30 }, (_, index) => `row-${index}`);
    const rows = await Promise.all(slugs.map((slug) => db.insertOne('samples', { slug })));
    expect(rows.map((row) => row.slug)).toEqual(slugs);
    expect(new Set(rows.map((row) => row.id)).size).toBe(30);
  });

  it('keeps an explicit ID', async () => {
    const db = await site.database();
    expect(await db.insertOne('samples', { id: 4711, slug: 'a' })).toMatchObject({ id: 4711, slug: 'a' });
  });

  it('joins the running transaction', async () => {
    const db = await site.database();
    const attempt = db.transaction(async () => {
      await db.insertOne('samples', { slug: 'a' });
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    expect(await db.query.selectFrom('samples').selectAll().execute()).toEqual([]);
  });
});

describeDialects('insertMany', (site) => {
  it('returns the IDs of the rows in order, even when they need several statements', async () => {
    const db = await site.database();
    const slugs = Array.from({ length: 1201 }, (_, index) => `row-${(index * 7919) % 1201}`);
    const inserted = await db.insertMany(
      'samples',
      slugs.map((slug) => ({ slug })),
    );
    expect(inserted.map(({ slug }) => slug)).toEqual(slugs);
    const rows = await db.query.selectFrom('samples').select(['id', 'slug']).execute();
    const slugOf = new Map(rows.map(({ id, slug }) => [id, slug]));
    expect(inserted.map(({ id }) => slugOf.get(id))).toEqual(slugs);
    expect(rows).toHaveLength(1201);
  });

  it('keeps concurrent inserts apart', async () => {
    const db = await site.database();
    const insert = async (name: string) => {
      const inserted = await db.insertMany(
        'samples',
        [1, 2, 3].map((number) => ({ slug: `${name}-${number}` })),
      );
      return [name, inserted.map(({ id }) => id)] as const;
    };
    const inserted = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(insert));
    for (const [name, ids] of inserted) {
      const rows = await db.query.selectFrom('samples').select('slug').where('id', 'in', ids).orderBy('id').execute();
      expect(rows.map(({ slug }) => slug)).toEqual([`${name}-1`, `${name}-2`, `${name}-3`]);
    }
  });

  it('inserts all rows or none, and accepts an empty list', async () => {
    const db = await site.database();
    expect(await db.insertMany('samples', [])).toEqual([]);
    await db.insert('samples', { slug: 'taken' });
    const attempt = db.insertMany('samples', [{ slug: 'free' }, { slug: 'taken' }]);
    await expect(attempt).rejects.toSatisfy(db.isUniqueViolation);
    expect(await db.query.selectFrom('samples').select('slug').execute()).toEqual([{ slug: 'taken' }]);
  });
});

describeDialects('upsert', (site) => {
  it('inserts new rows and updates existing ones', async () => {
    const db = await site.database();
    const row = { site: 's', name: 'n', hits: 1 };
    await db.upsert('counters', row, ['site', 'name'], { hits: 10 });
    await db.upsert('counters', { ...row, name: 'other' }, ['site', 'name'], { hits: 10 });
    expect(await hits()).toEqual({ n: 1, other: 1 });
    await db.upsert('counters', row, ['site', 'name'], { hits: 10 });
    expect(await hits()).toEqual({ n: 10, other: 1 });

    async function hits() {
      const rows = await db.query.selectFrom('counters').selectAll().orderBy('name').execute();
      return Object.fromEntries(rows.map(({ name, hits }) => [name, hits]));
    }
  });

  it('loses no increment under concurrency', async () => {
    const db = await site.database();
    const step = () =>
      db.upsert('counters', { site: 's', name: 'n', hits: 1 }, ['site', 'name'], (eb) => ({
        hits: eb('hits', '+', 1),
      }));
    await Promise.all(Array.from({ length: 20 }, step));
    expect(await db.query.selectFrom('counters').select('hits').execute()).toEqual([{ hits: 20 }]);
  });

  it('leaves the row unchanged when there is nothing to update', async () => {
    const db = await site.database();
    await db.upsert('counters', { site: 's', name: 'n', hits: 1 }, ['site', 'name'], {});
    await db.upsert('counters', { site: 's', name: 'n', hits: 2 }, ['site', 'name'], {});
    expect(await db.query.selectFrom('counters').select('hits').execute()).toEqual([{ hits: 1 }]);
  });
});

describeDialects('accumulate', (site) => {
  const row = (name: string, hits: number) => ({ site: 's', name, hits });
  const add = async (db: Database, rows: ReturnType<typeof row>[]) =>
    db.accumulate('counters', rows, ['site', 'name'], ['hits']);

  it('inserts new rows and adds to existing ones, also within one call', async () => {
    const db = await site.database();
    await add(db, [row('a', 1), row('b', 2)]);
    await add(db, [row('b', 3), row('c', 4), row('c', 5)]);
    await add(db, []);
    const rows = await db.query.selectFrom('counters').select(['name', 'hits']).orderBy('name').execute();
    expect(rows).toEqual([
      { name: 'a', hits: 1 },
      { name: 'b', hits: 5 },
      { name: 'c', hits: 9 },
    ]);
  });

  it('leaves existing rows as they are without sums', async () => {
    const db = await site.database();
    await add(db, [row('a', 1)]);
    await db.accumulate('counters', [row('a', 5), row('b', 2)], ['site', 'name'], []);
    const rows = await db.query.selectFrom('counters').select(['name', 'hits']).orderBy('name').execute();
    expect(rows).toEqual([
      { name: 'a', hits: 1 },
      { name: 'b', hits: 2 },
    ]);
  });

  it('is all or nothing, even across several statements', async () => {
    const db = await site.database();
    const many = Array.from({ length: 1201 }, (_, index) => row(`n${index}`, 1));
    await expect(add(db, [...many, row('wrong', Number.NaN)])).rejects.toThrow();
    expect(await db.query.selectFrom('counters').selectAll().execute()).toEqual([]);
    await add(db, many);
    expect(await db.query.selectFrom('counters').selectAll().execute()).toHaveLength(1201);
  });

  it('loses no increment under concurrency', async () => {
    const db = await site.database();
    await Promise.all(Array.from({ length: 20 }, () => add(db, [row('a', 1), row('b', 2)])));
    const rows = await db.query.selectFrom('counters').select(['name', 'hits']).orderBy('name').execute();
    expect(rows).toEqual([
      { name: 'a', hits: 20 },
      { name: 'b', hits: 40 },
    ]);
  });
});

describeDialects('an update', (site) => {
  it('counts matched rows, including unchanged ones', async () => {
    const db = await site.database();
    await db.insertOne('samples', { slug: 'a', count: 1 });
    const { numUpdatedRows } = await db.query
      .updateTable('samples')
      .set({ count: 1 })
      .where('slug', '=', 'a')
      .executeTakeFirstOrThrow();
    expect(numUpdatedRows).toBe(1n);
  });
});

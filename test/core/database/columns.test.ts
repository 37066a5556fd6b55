import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { bool, json, utc } from '../../../src/core/database/codec.js';
import { describeDialects } from './test-database.js';

const text = fc.string({ unit: 'binary', maxLength: 60 }).filter((value) => !value.includes('\0'));

describeDialects('columns', (site) => {
  it('return stored values unchanged', async () => {
    const db = await site.database();
    const sample = fc.record({
      body: text,
      count: fc.maxSafeInteger(),
      active: fc.boolean(),
      document: fc.jsonValue(),
      seenAt: fc.date({
        min: new Date('1000-01-01T00:00:00Z'),
        max: new Date('9999-12-31T23:59:59.999Z'),
        noInvalidDate: true,
      }),
    });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(sample, async ({ body, count, active, document, seenAt }) => {
        const stored = await db.insertOne('samples', {
          slug: `sample-${number++}`,
          body,
          count,
          active: bool.encode(active),
          document: json.encode(document),
          seen_at: utc.encode(seenAt),
        });
        expect(stored.body).toBe(body);
        expect(stored.count).toBe(count);
        expect(bool.decode(stored.active)).toBe(active);
        expect(json.decode(stored.document)).toEqual(JSON.parse(JSON.stringify(document)));
        expect(utc.decode(stored.seen_at ?? '')).toEqual(seenAt);
      }),
      { numRuns: 100 },
    );
  });

  it('fill in defaults', async () => {
    const db = await site.database();
    const { id, ...row } = await db.insertOne('samples', { slug: 'a' });
    expect(id).toBeGreaterThan(0);
    expect(row).toEqual({
      slug: 'a',
      title: null,
      body: '',
      count: 0,
      size: 0,
      active: 1,
      document: '{}',
      seen_at: null,
    });
  });

  it('distinguish keys that differ in case, accent, Unicode form or spaces', async () => {
    const db = await site.database();
    const slugs = ['cafe', 'Cafe', 'café', 'cafe\u0301', 'cafe ', ' cafe', '', ' '];
    for (const slug of slugs) await db.insertOne('samples', { slug });
    for (const slug of slugs) {
      const rows = await db.query.selectFrom('samples').select('slug').where('slug', '=', slug).execute();
      expect(rows).toEqual([{ slug }]);
    }
  });

  it('reject a duplicate key as a unique violation', async () => {
    const db = await site.database();
    await db.insertOne('samples', { slug: 'cafe' });
    const error = await failureOf(db.insertOne('samples', { slug: 'cafe' }));
    expect(db.isUniqueViolation(error)).toBe(true);
    await db.query.insertInto('counters').values({ site: 'a', name: 'b' }).execute();
    const second = await failureOf(db.query.insertInto('counters').values({ site: 'a', name: 'b' }).execute());
    expect(db.isUniqueViolation(second)).toBe(true);
    expect(db.isUniqueViolation(new Error('UNIQUE'))).toBe(false);
  });

  it('measure the length of keys and strings in characters', async () => {
    const db = await site.database();
    await db.insertOne('samples', { slug: '😀'.repeat(191), title: 'ü'.repeat(80) });
    expect(await failureOf(db.insertOne('samples', { slug: 'x'.repeat(192) }))).toBeInstanceOf(Error);
    expect(await failureOf(db.insertOne('samples', { slug: 'x', title: 'ü'.repeat(81) }))).toBeInstanceOf(Error);
  });

  it('reject text in a number, an invalid date-time, and null where it is not allowed', async () => {
    const db = await site.database();
    const wrong = [
      { slug: 'a', count: 'abc' as unknown as number },
      { slug: 'a', seen_at: 'yesterday' },
      { slug: null as unknown as string },
    ];
    for (const row of wrong) expect(await failureOf(db.insertOne('samples', row))).toBeInstanceOf(Error);
    expect(await db.query.selectFrom('samples').selectAll().execute()).toEqual([]);
  });

  it('reject values that a driver would truncate, round, expand or crash on', async () => {
    const db = await site.database();
    const values: unknown[] = [Number.NaN, 2 ** 53, 2n ** 60n, undefined, { a: 1 }, [1], Symbol('s')];
    for (const value of values) {
      const attempt = sql`select ${value} as value`.execute(db.query);
      await expect(attempt, String(value)).rejects.toMatchObject({ code: 'database_value_invalid', status: 500 });
    }
    const attempt = sql`select ${'a\0b'} as value`.execute(db.query);
    await expect(attempt).rejects.toMatchObject({ code: 'database_text_invalid', status: 400 });
  });

  it('encode boolean and date parameters as the codecs do', async () => {
    const db = await site.database();
    await db.insertOne('samples', { slug: 'a', seen_at: '2026-01-31 12:00:00.000' });
    const found = await db.query
      .selectFrom('samples')
      .select('slug')
      .where(sql<boolean>`active = ${true}`)
      .where(sql<boolean>`seen_at = ${new Date('2026-01-31T12:00:00Z')}`)
      .execute();
    expect(found).toEqual([{ slug: 'a' }]);
  });

  it('return sums, counts and maximums as numbers', async () => {
    const db = await site.database();
    for (const [slug, size] of [
      ['a', 5],
      ['b', 7],
    ] as const)
      await db.insertOne('samples', { slug, size });
    const sums = await db.query
      .selectFrom('samples')
      .select(({ fn }) => [fn.sum('size').as('sum'), fn.countAll().as('count'), fn.max('size').as('largest')])
      .executeTakeFirstOrThrow();
    expect(sums).toEqual({ sum: 12, count: 2, largest: 7 });
  });

  it('store a whole number in a text column without a decimal point', async () => {
    const db = await site.database();
    expect(await db.insertOne('samples', { slug: 7 as unknown as string })).toMatchObject({ slug: '7' });
  });
});

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

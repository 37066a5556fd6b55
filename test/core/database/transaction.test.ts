import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { Database } from '../../../src/core/database/database.js';
import { describeDialects } from './test-database.js';

const failure = new Error('no');

describeDialects('a transaction', (site) => {
  it('stores everything and returns the result of its work', async () => {
    const db = await site.database();
    const result = await db.transaction(async () => {
      await db.insertOne('samples', { slug: 'a' });
      await db.insertOne('samples', { slug: 'b' });
      return 7;
    });
    expect(result).toBe(7);
    expect(await slugs(db)).toEqual(['a', 'b']);
  });

  it('stores nothing when its work throws', async () => {
    const db = await site.database();
    const attempt = db.transaction(async () => {
      await db.insertOne('samples', { slug: 'a' });
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    expect(await slugs(db)).toEqual([]);
  });

  it('keeps work run apart out of it, or rejects that work on a single-writer database', async () => {
    const db = await site.database();
    const isPossible = site.dialect.name === 'mariadb';
    const attempt = db.transaction(async () => {
      await db.insertOne('samples', { slug: 'a' });
      const apart = db.apart(async () => {
        expect(db.isInTransaction()).toBe(false);
        expect(await slugs(db)).toEqual([]);
        await db.transaction(() => db.insertOne('samples', { slug: 'b' }));
      });
      if (isPossible) await apart;
      else await expect(apart).rejects.toMatchObject({ code: 'database_single_writer' });
      expect(db.isInTransaction()).toBe(true);
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    expect(await slugs(db)).toEqual(isPossible ? ['b'] : []);
    await db.apart(() => db.insertOne('samples', { slug: 'c' }));
    expect(await slugs(db)).toContain('c');
  });

  it('is joined by nested transactions at any depth', async () => {
    const db = await site.database();
    const add = (slug: string) => db.transaction(async () => void (await db.insertOne('samples', { slug })));
    const attempt = db.transaction(async () => {
      await db.transaction(() => add('a'));
      await Promise.all([add('b'), add('c')]);
      expect(await slugs(db)).toEqual(['a', 'b', 'c']);
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    expect(await slugs(db)).toEqual([]);
  });

  it('continues without the writes of a nested transaction whose error was caught', async () => {
    const db = await site.database();
    await db.transaction(async () => {
      await db.insertOne('samples', { slug: 'before' });
      const nested = db.transaction(async () => {
        await db.insertOne('samples', { slug: 'nested' });
        await db.insertOne('samples', { slug: 'before' });
      });
      expect(db.isUniqueViolation(await nested.catch((error: unknown) => error))).toBe(true);
      await db.insertOne('samples', { slug: 'after' });
    });
    expect(await slugs(db)).toEqual(['after', 'before']);
  });

  it('excludes work that outlives it', async () => {
    const db = await site.database();
    let late: Promise<unknown> = Promise.resolve();
    const attempt = db.transaction(async () => {
      late = turn()
        .then(() => turn())
        .then(() => ended)
        .then(() => db.insertOne('samples', { slug: 'late' }));
      throw failure;
    });
    const ended = attempt.catch(() => undefined);
    await ended;
    await late;
    expect(await slugs(db)).toEqual(['late']);
  });
});

describeDialects('after a commit', (site) => {
  it('callbacks run in order, outside the transaction, before it returns', async () => {
    const db = await site.database();
    const events: string[] = [];
    await db.transaction(async () => {
      db.afterCommit(async () => {
        await turn();
        events.push(`first sees ${await slugs(db)}`);
        await db.transaction(async () => void (await db.insertOne('samples', { slug: 'b' })));
      });
      await db.transaction(async () => db.afterCommit(() => void events.push('second')));
      await db.insertOne('samples', { slug: 'a' });
      events.push('work');
    });
    expect(events).toEqual(['work', 'first sees a', 'second']);
    expect(await slugs(db)).toEqual(['a', 'b']);
  });

  it('callbacks of a rolled-back transaction do not run', async () => {
    const db = await site.database();
    const callback = vi.fn();
    const outer = db.transaction(async () => {
      db.afterCommit(callback);
      throw failure;
    });
    await expect(outer).rejects.toBe(failure);
    await db.transaction(async () => {
      const nested = db.transaction(async () => {
        db.afterCommit(callback);
        throw failure;
      });
      await expect(nested).rejects.toBe(failure);
    });
    expect(callback).not.toHaveBeenCalled();
  });

  it('logs an error of a callback, which neither undoes the commit nor stops the next callback', async () => {
    const log = { error: vi.fn() };
    const db = await site.database({ log });
    const next = vi.fn();
    await db.transaction(async () => {
      await db.insertOne('samples', { slug: 'a' });
      db.afterCommit(() => Promise.reject(failure));
      db.afterCommit(next);
    });
    expect(log.error).toHaveBeenCalledExactlyOnceWith({ err: failure }, expect.any(String));
    expect(next).toHaveBeenCalledOnce();
    expect(await slugs(db)).toEqual(['a']);
  });

  it('callbacks run immediately when there is no transaction', async () => {
    const db = await site.database();
    const callback = vi.fn();
    db.afterCommit(callback);
    expect(callback).toHaveBeenCalledOnce();
  });
});

async function slugs(db: Database): Promise<string[]> {
  const rows = await db.query.selectFrom('samples').select('slug').orderBy('slug').execute();
  return rows.map(({ slug }) => slug);
}

import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createLocks } from '../../../../src/core/services/locks/locks.js';
import { describeDatabases } from '../../../support/databases.js';

const log = pino({ level: 'silent' });

describeDatabases('locks', (open) => {
  it('are acquired by one of ten concurrent callers', async () => {
    const locks = createLocks(await open(), log);
    const leases = await Promise.all(Array.from({ length: 10 }, () => locks.acquire('import')));
    const [lease, ...others] = leases.filter((lease) => lease !== null);
    expect(others).toEqual([]);
    await lease?.release();
    const next = await locks.acquire('import');
    expect(next?.token).toBeGreaterThan(lease?.token ?? Number.POSITIVE_INFINITY);
    await next?.release();
  });

  it('with different names are independent', async () => {
    const locks = createLocks(await open(), log);
    const first = await locks.acquire('import');
    const second = await locks.acquire('export');
    expect(first).not.toBeNull();
    expect(second).not.toBeNull();
    await first?.release();
    await second?.release();
  });

  it('expire by the clock of the database when the holder has not renewed its lease', async () => {
    const db = await open();
    const locks = createLocks(db, log);
    const silent = await locks.acquire('import', { ttl: 60_000 });
    expect(await locks.acquire('import')).toBeNull();
    // Simulates a holder that was frozen for a minute.
    await db.query
      .updateTable('locks')
      .set({ expires_at: Date.now() - 1 })
      .execute();
    const next = await locks.acquire('import');
    expect(next).not.toBeNull();
    await silent?.release();
    expect(await locks.holder('import')).toMatchObject({ token: next?.token });
    await next?.release();
    expect(await locks.holder('import')).toBeNull();
  });

  it('are held while the holder sends heartbeats', async () => {
    const db = await open();
    const locks = createLocks(db, log);
    const lease = await locks.acquire('import', { ttl: 60_000, heartbeat: 20 });
    const end = async () => (await db.query.selectFrom('locks').select('expires_at').executeTakeFirst())?.expires_at;
    const first = await end();
    await expect.poll(end).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY);
    expect(lease?.signal.aborted).toBe(false);
    await lease?.release();
  });

  it('abort the signal of a replaced holder and reject its writes', async () => {
    const db = await open();
    const locks = createLocks(db, log);
    const slow = await locks.acquire('import', { ttl: 60_000, heartbeat: 20 });
    await db.query
      .updateTable('locks')
      .set({ owner: 'somebody else', token: 99, expires_at: Date.now() + 60_000 })
      .execute();
    await expect.poll(() => slow?.signal.aborted).toBe(true);
    let isWritten = false;
    const write = slow?.transaction(async () => {
      isWritten = true;
    });
    await expect(write).rejects.toMatchObject({ code: 'lock_lost', status: 409 });
    expect(isWritten).toBe(false);
    await slow?.release();
    expect(await locks.holder('import')).toMatchObject({ owner: 'somebody else', token: 99 });
  });

  it('accept late writes of a holder that was not replaced', async () => {
    const db = await open();
    const locks = createLocks(db, log);
    const late = await locks.acquire('import', { ttl: 60_000 });
    await db.query.updateTable('locks').set({ expires_at: 0 }).execute();
    expect(await late?.transaction(async () => 'written')).toBe('written');
    await late?.release();
  });

  it('can be released by an operator and then reject writes of the former holder', async () => {
    const locks = createLocks(await open(), log);
    const expired = await locks.acquire('import');
    const holder = await locks.holder('import');
    if (!holder) throw new Error('Nobody holds it.');
    expect(await locks.end('import', holder)).toBe(true);
    expect(await locks.holder('import')).toBeNull();
    await expect(expired?.transaction(async () => 'written')).rejects.toMatchObject({ code: 'lock_lost' });
    const next = await locks.acquire('import');
    expect(next?.token).toBeGreaterThan(holder.token);
    expect(await locks.end('import', holder)).toBe(false);
    await next?.release();
  });

  it('are not released if the holder has renewed its lease since', async () => {
    const locks = createLocks(await open(), log);
    const lease = await locks.acquire('import', { ttl: 60_000 });
    const holder = await locks.holder('import');
    if (!holder) throw new Error('Nobody holds it.');
    expect(await locks.end('import', { ...holder, remainingMs: 20_000 })).toBe(false);
    expect(await lease?.transaction(async () => 'written')).toBe('written');
    await lease?.release();
  });

  it('cannot be acquired within a transaction, where others would not see them', async () => {
    const db = await open();
    const locks = createLocks(db, log);
    await expect(db.transaction(() => locks.acquire('import'))).rejects.toMatchObject({ code: 'lock_in_transaction' });
  });

  it('report the time until the next retry', async () => {
    const locks = createLocks(await open(), log);
    const outcome = locks.run('import', () => locks.run('import', async () => 'twice'), { ttl: 60_000 });
    await expect(outcome).rejects.toMatchObject({ code: 'lock_busy', status: 409, data: { retryAfter: 60 } });
    expect(await locks.holder('import')).toBeNull();
  });

  it('are released when the work fails', async () => {
    const locks = createLocks(await open(), log);
    const failing = locks.run('import', () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(await locks.run('import', async () => 'again')).toBe('again');
  });
});

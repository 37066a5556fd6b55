import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createVersions } from '../../../../src/core/services/bus/versions.js';
import { describeDatabases } from '../../../support/databases.js';

const log = pino({ level: 'silent' });

describeDatabases('versions', (open) => {
  it('tells listeners here when the change is committed, before the transaction returns', async () => {
    const db = await open();
    const versions = createVersions(db, log);
    const heard: string[] = [];
    versions.watch('things', () => void heard.push('things'));
    await db.transaction(async () => {
      await versions.bump('things');
      expect(heard).toEqual([]);
    });
    expect(heard).toEqual(['things']);
    versions.close();
  });

  it('tells nobody of a change that was rolled back', async () => {
    const db = await open();
    const versions = createVersions(db, log);
    let calls = 0;
    versions.watch('things', () => {
      calls += 1;
    });
    const change = db.transaction(async () => {
      await versions.bump('things');
      throw new Error('no');
    });
    await expect(change).rejects.toThrow('no');
    await versions.poll();
    expect(calls).toBe(0);
    versions.close();
  });

  it('tells other processes when they look, and each change of several once at least', async () => {
    const db = await open();
    const [here, there] = [createVersions(db, log), createVersions(db, log)];
    let calls = 0;
    there.watch('things', () => {
      calls += 1;
    });
    await there.poll();
    for (let change = 0; change < 3; change += 1) await here.bump('things');
    await there.poll();
    expect(calls).toBeGreaterThanOrEqual(1);
    const before = calls;
    await there.poll();
    expect(calls).toBe(before);
    here.close();
    there.close();
  });

  it('goes on when a listener fails', async () => {
    const db = await open();
    const versions = createVersions(db, log);
    let reached = false;
    versions.watch('things', () => Promise.reject(new Error('listener')));
    versions.watch('things', () => {
      reached = true;
    });
    await db.transaction(() => versions.bump('things'));
    expect(reached).toBe(true);
    versions.close();
  });
});

import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createSaveChecker, type SaveChecker } from '../../../src/blocks/wordpress/worker-thread.js';

const SETUP = { modules: [], blocks: [] };
const open: SaveChecker[] = [];

function checkerWith(thread: string, limits: { task?: number; idle?: number; memory?: number } = {}): SaveChecker {
  const script = new URL(`./fixtures/${thread}.mjs`, import.meta.url);
  const checker = createSaveChecker({ task: 20_000, idle: 20_000, memory: 128, ...limits }, script);
  open.push(checker);
  return checker;
}

afterEach(async () => {
  for (const checker of open.splice(0)) await checker.close();
});

describe('block check thread', () => {
  it('starts once for two checks', async () => {
    const checker = checkerWith('echo');
    const [one, other] = await Promise.all([checker.check(SETUP, ['a']), checker.check(SETUP, ['b', 'c'])]);
    expect(other).toHaveLength(2);
    expect(String(one[0]).replace('a', '')).toBe(String(other[0]).replace('b', ''));
  });

  it('starts again for other blocks, and after it was idle', async () => {
    const checker = checkerWith('echo', { idle: 50 });
    const [first] = await checker.check(SETUP, ['a']);
    const [second] = await checker.check({ ...SETUP, modules: ['file:///other.js'] }, ['a']);
    await sleep(300);
    const [third] = await checker.check({ ...SETUP, modules: ['file:///other.js'] }, ['a']);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it('does not start without documents', async () => {
    expect(await checkerWith('crash').check(SETUP, [])).toEqual([]);
  });

  it('is stopped when it hangs, and the next check starts another one', async () => {
    const checker = checkerWith('hang', { task: 300 });
    await expect(checker.check(SETUP, ['a'])).rejects.toMatchObject({ code: 'blocks_worker_slow', status: 503 });
    await expect(checker.check(SETUP, ['a'])).rejects.toMatchObject({ code: 'blocks_worker_slow' });
  });

  it('is stopped at its memory limit, without ending the process', async () => {
    const hoarding = checkerWith('hoard', { memory: 32 }).check(SETUP, ['a']);
    await expect(hoarding).rejects.toMatchObject({ code: 'blocks_worker_memory', status: 503 });
  });

  it('rejects pending checks when it exits', async () => {
    await expect(checkerWith('crash').check(SETUP, ['a'])).rejects.toMatchObject({ code: 'blocks_worker_failed' });
  });

  it('names the packages to install', async () => {
    await expect(checkerWith('missing').check(SETUP, ['a'])).rejects.toMatchObject({
      code: 'blocks_package_missing',
      message: expect.stringContaining('npm install @wordpress/blocks@16 jsdom@29'),
      data: { package: 'jsdom' },
    });
  });

  it('rejects pending checks when the host closes', async () => {
    const checker = checkerWith('hang');
    const pending = checker.check(SETUP, ['a']);
    await Promise.all([
      expect(pending).rejects.toMatchObject({ code: 'blocks_worker_failed' }),
      sleep(100).then(() => checker.close()),
    ]);
  });

  it('does not keep its process alive', () => {
    const build = new URL('../../../build/blocks/wordpress/worker-thread.js', import.meta.url).href;
    const thread = new URL('./fixtures/echo.mjs', import.meta.url).href;
    const script = `
      const { createSaveChecker } = await import(${JSON.stringify(build)});
      const limits = { task: 20000, idle: 600000, memory: 128 };
      const checker = createSaveChecker(limits, new URL(${JSON.stringify(thread)}));
      console.log((await checker.check(${JSON.stringify(SETUP)}, ['a']))[0]);`;
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect([stdout, status]).toEqual(['a in 1\n', 0]);
  });
});

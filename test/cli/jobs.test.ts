import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mortise } from '../support/command-line.js';

const CONFIG = fileURLToPath(new URL('./fixtures/jobs-site.config.mjs', import.meta.url));
const PATIENCE = { timeout: 30_000, interval: 100 };

describe('mortise jobs', { timeout: 180_000 }, () => {
  let site: string;
  const run = (...parameters: string[]) => mortise(parameters, { cwd: site });
  const order = async (dish: string) => (await run('kitchen', 'order', dish)).stdout.trim();
  const show = async (id: string) => JSON.parse((await run('jobs', 'show', id, '--format=json')).stdout);

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-jobs-'));
    await copyFile(CONFIG, path.join(site, 'mortise.config.mjs'));
  });
  afterAll(() => rm(site, { recursive: true, force: true }));

  /** Works until the output file contains the line, then ends the process with the signal. */
  async function workUntil(line: string, signal: NodeJS.Signals) {
    let end: (signal: NodeJS.Signals) => void = () => undefined;
    const ended = mortise(['jobs', 'work'], {
      cwd: site,
      onStart(kill) {
        end = kill;
      },
    });
    await vi.waitFor(async () => {
      expect(await readFile(path.join(site, 'cooked.txt'), 'utf8').catch(() => '')).toContain(line);
    }, PATIENCE);
    end(signal);
    return ended;
  }

  it('works on jobs of other commands until SIGTERM or Ctrl-C, and releases running jobs', async () => {
    const [soup, stone] = [await order('soup'), await order('stone')];
    expect(await order('soup')).toBe(soup);
    const listed = JSON.parse((await run('jobs', 'list', '--format=json')).stdout);
    expect(listed).toMatchObject([
      { id: stone, name: 'acme_cook', status: 'waiting', attempts: '0/1' },
      { id: soup, status: 'waiting' },
    ]);
    expect(await workUntil('begun stone', 'SIGTERM')).toMatchObject({ code: 0, stdout: '' });
    expect(await show(soup)).toMatchObject({ status: 'completed', result: 'soup is cooked', progress: '1/1' });
    expect(await show(stone)).toMatchObject({ status: 'failed', error: 'cannot be cooked', payload: 'stone' });
    const failed = await run('jobs', 'list', '--status=failed', '--name=cook', '--field=id');
    expect(failed.stdout.trim()).toBe(stone);
    const stew = await order('stew');
    const { code, stderr } = await workUntil('begun stew', 'SIGINT');
    expect(code).toBe(0);
    expect(stderr).toContain('Waiting for running jobs to end.');
    expect(await show(stew)).toMatchObject({ status: 'waiting', attempts: '0/1' });
    expect((await run('jobs', 'cancel', stew, '--field=status')).stdout.trim()).toBe('cancelled');
    expect((await run('jobs', 'retry', stew, '--field=status')).stdout.trim()).toBe('waiting');
    expect((await run('jobs', 'list', '--name=other')).stdout).not.toContain('acme_cook');
  });

  it('reports errors with exit code 2', async () => {
    expect(await run('jobs', 'show', 'x')).toMatchObject({ code: 2, stderr: expect.stringContaining('job_missing') });
    expect(await run('jobs', 'list', '--page=0')).toMatchObject({ code: 2 });
    expect(await run('jobs', 'retry', await order('cake'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('job_not_ended'),
    });
  });
});

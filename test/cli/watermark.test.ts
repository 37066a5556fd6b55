import { existsSync } from 'node:fs';
import { appendFile, copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { watermark } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jpeg } from '../core/media/pictures.js';
import { mortise } from '../support/command-line.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PICTURES = 12;

describe('mortise watermark', { timeout: 240_000 }, () => {
  let site: string;
  let ids: number[];
  const run = (...parameters: string[]) => mortise(['watermark', ...parameters], { cwd: site });
  const recordOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;
  const status = async () => recordOf(await run('status', '--format=json'));

  /** Runs work on a host with the database of the site. */
  async function onSite<T>(work: (host: TestHost) => Promise<T>): Promise<T> {
    const storage = `file:${site}/files`;
    const host = await createTestHost({ database: `sqlite:${site}/site.db`, storage, plugins: [watermark()] });
    try {
      return await work(host);
    } finally {
      await host.close();
    }
  }
  const upload = async (titles: readonly string[]): Promise<number[]> => {
    const content = await jpeg(260, 220);
    return onSite(async ({ media }) => {
      const attachmentIds: number[] = [];
      for (const title of titles) attachmentIds.push((await media.create(content, { filename: 'barn.jpg', title })).id);
      return attachmentIds;
    });
  };

  beforeEach(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-watermark-cli-'));
    const config = new URL('fixtures/watermark-site.config.mjs', import.meta.url);
    await copyFile(config, path.join(site, 'mortise.config.mjs'));
    await mkdir(path.join(site, 'node_modules'));
    await symlink(ROOT, path.join(site, 'node_modules/mortise'), 'dir');
    ids = await upload(Array.from({ length: PICTURES }, (_, index) => (index === 5 ? 'slow' : 'good')));
  });
  afterEach(() => rm(site, { recursive: true, force: true }));

  it('applies, restores and counts marks; Ctrl-C pauses with instructions to resume', async () => {
    const planned = await run('apply', '--dry-run', '--format=json');
    expect(planned).toMatchObject({ code: 0, stderr: expect.stringContaining('dry run') });
    expect(recordOf(planned)).toEqual({ processed: PICTURES, failed: 0, skipped: 0, total: PICTURES });
    expect(await status()).toMatchObject({ pictures: PICTURES, marked: 0, backup_files: 0, run: null });

    const interrupted = await mortise(['watermark', 'apply', '--format=json'], {
      cwd: site,
      onStart: async (kill) => {
        const givesUpAt = Date.now() + 120_000;
        while (!existsSync(path.join(site, 'reached')) && Date.now() < givesUpAt) await sleep(10);
        kill('SIGINT');
      },
    });
    expect(interrupted.code).toBe(130);
    expect(interrupted.stderr).toContain('mortise watermark apply --resume=1');
    const paused = recordOf(interrupted);
    expect(paused).toMatchObject({ run: 1, state: 'paused', failed: 0, skipped: 0 });
    expect(Number(paused.processed)).toBeLessThan(PICTURES);
    expect(await status()).toMatchObject({ marked: paused.processed, run_state: 'paused' });

    expect(await run('apply')).toMatchObject({ stderr: expect.stringContaining('vendor_watermark_run_active') });
    expect(await run('restore', '--resume=1')).toMatchObject({ code: 2 });
    const resumed = await run('apply', '--resume=1', '--format=json');
    expect(resumed.code).toBe(0);
    expect(recordOf(resumed)).toMatchObject({ run: 1, state: 'completed', processed: PICTURES, total: PICTURES });
    expect(await status()).toMatchObject({ marked: PICTURES, run_state: 'completed', run_percent: 100 });

    expect(recordOf(await run('restore', '--format=json'))).toMatchObject({ state: 'completed', processed: PICTURES });
    expect(await status()).toMatchObject({ marked: 0, run_work: 'restore' });
  });

  it('exits with 3 when images failed, lists them and retries only those', async () => {
    await onSite(({ media }) => media.delete(ids[5] ?? 0));
    const [bad] = await upload(['bad']);
    const first = await run('apply', '--format=json');
    expect([first.code, recordOf(first).failed]).toEqual([3, 1]);
    expect(first.stderr).toContain('mortise watermark errors --run=1');
    const log = await run('errors', '--run=1', '--format=json');
    expect(JSON.parse(log.stdout)).toMatchObject([
      { attachment_id: bad, run: 1, code: 'vendor_watermark_hook_failed' },
    ]);
    const again = await run('apply', '--retry=1', '--format=json');
    expect([again.code, recordOf(again)]).toEqual([
      1,
      { run: 2, state: 'completed', processed: 0, failed: 1, skipped: 0, total: 1 },
    ]);
  });

  it('works on one image, and on those of a post', async () => {
    const id = `--id=${ids[0]}`;
    const designs = [{ name: 'Wide', when: { min_width: 1 }, changes: { opacity: 50 } }];
    await onSite(async ({ plugin }) => void (await plugin('watermark').settings.save({ designs })));
    expect(recordOf(await run('status', id, '--format=json'))).toMatchObject({
      picture: ids[0],
      status: 'original',
      design: 'Wide',
      marked: null,
    });
    expect(await run('status', '--id=999')).toMatchObject({ code: 2 });
    expect(await status()).toMatchObject({ designs: 2 });
    expect(recordOf(await run('apply', id, '--format=json'))).toMatchObject({
      picture: ids[0],
      outcome: 'done',
      design: 'Wide',
    });
    expect(recordOf(await run('apply', id, '--format=json'))).toMatchObject({
      outcome: 'skipped',
      reason: 'up_to_date',
    });
    expect(recordOf(await run('apply', id, '--force', '--format=json'))).toMatchObject({ outcome: 'done' });
    expect(await run('apply', '--id=999')).toMatchObject({ code: 2 });
    expect(await run('apply', id, '--post=1')).toMatchObject({ code: 2 });
    const post = await onSite(async ({ content, createUser }) => {
      const { id: authorId } = await createUser('author');
      const more = { content: '', featuredMedia: ids[1] ?? 0 };
      const fields = {
        type: 'post',
        status: 'publish',
        title: 'Barns',
        slug: 'barns',
        authorId,
        locale: 'en',
      } as const;
      return (await content.posts.create({ ...fields, ...more })).id;
    });
    const ofPost = await run('apply', `--post=${post}`, '--format=json');
    expect(recordOf(ofPost)).toEqual({ processed: 1, failed: 0, skipped: 0, total: 1 });
    expect(recordOf(await run('restore', id, '--format=json'))).toMatchObject({ outcome: 'done' });
    expect(await status()).toMatchObject({ marked: 1 });
  });

  it('verifies every backup and names the damaged ones', async () => {
    await onSite((host) => host.plugin('watermark').save(ids[0] ?? 0));
    await onSite((host) => host.plugin('watermark').save(ids[1] ?? 0));
    expect(await run('verify-backups')).toMatchObject({ code: 0, stderr: expect.stringContaining('0 of 4') });
    const folder = path.join(site, 'files/watermark/originals', String(ids[1]));
    const file = (await readdir(folder)).find((name) => name.includes('-full')) ?? '';
    await appendFile(path.join(folder, file), 'x');
    const { code, stdout } = await run('verify-backups', '--format=json');
    expect([code, JSON.parse(stdout)]).toMatchObject([3, [{ attachment_id: ids[1], size: 'full' }]]);
  });
});

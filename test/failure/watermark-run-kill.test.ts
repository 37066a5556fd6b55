import { watermark } from 'mortise/plugins';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '../../src/plugins/watermark/tables/journal.js';
import { startScript } from '../core/database/processes/start-script.js';
import { noise } from '../core/media/pictures.js';
import { openWatermarkSite, type WatermarkSite } from '../plugins/watermark/watermark-site.js';
import { dialects, migratedDatabase } from '../support/databases.js';
import { sweptTomorrow } from './swept-tomorrow.js';

/** More than two batches that are counted together. */
const MANY = 45;
const FEW = 6;
/** Positions in the library. */
const BAD = [2, 25];
const EXCLUDED = [4, 30];

describe.each(dialects)('watermark run with a killed process, on $name', { timeout: 240_000 }, (dialect) => {
  // Both databases count in the same transactions, so one case on the other is enough.
  const isFirst = dialect.name === 'sqlite';
  let site: WatermarkSite;
  let url: string;
  let drop: () => Promise<void>;
  let ids: number[];

  beforeEach(async () => {
    ({ url, drop } = await migratedDatabase(dialect, [watermark()]));
    site = await openWatermarkSite({ database: url, jobs: 'off' });
    site.host.hooks.addAction('vendor_watermark_before_apply', ({ title }) => {
      if (title === 'bad') throw new Error('Not this one.');
    });
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  async function upload(count: number): Promise<void> {
    const content = await noise('jpeg', 220);
    ids = [];
    for (let index = 0; index < count; index += 1) {
      const title = BAD.includes(index) ? 'bad' : 'good';
      const { id } = await site.host.media.create(content, { filename: 'a.jpg', title });
      if (EXCLUDED.includes(index)) await site.plugin.pictures.save(id, { excluded: true });
      ids.push(id);
    }
  }

  async function killedAt(when: 'after' | 'before' | 'told', picture: number): Promise<void> {
    const parameters = [url, site.folder, when, `${picture}`];
    await startScript('../../../failure/processes/work-on-run.ts', parameters).killed();
    // Releases the job, as workers do when its process is silent for too long, without the wait.
    const jobs = site.host.db.query.updateTable('jobs').where('status', '=', 'running');
    await jobs.set({ status: 'waiting', due_at: 0, holder: null, lease_until: 0 }).execute();
  }
  /** Expires the claims of killed processes, without the two-minute wait. */
  async function claimsRunOut(): Promise<void> {
    await site.host.db.query.updateTable('watermark_journal').set({ expires_at: 0 }).execute();
  }

  async function expectAllDone(runId: number): Promise<void> {
    const bad = BAD.filter((index) => index < ids.length);
    const excluded = EXCLUDED.filter((index) => index < ids.length);
    expect(await site.plugin.runs.get(runId)).toMatchObject({
      state: 'completed',
      total: ids.length,
      processed: ids.length - bad.length - excluded.length,
      failed: bad.length,
      skipped: excluded.length,
    });
    const versions = await Promise.all(ids.map(async (id) => (await site.attachment(id)).version));
    expect(versions).toEqual(ids.map((_, index) => ([...bad, ...excluded].includes(index) ? 1 : 2)));
    const { rows } = await site.plugin.runs.failures(runId, { page: 1, perPage: 100 });
    expect(rows.map(({ attachmentId }) => attachmentId).toReversed()).toEqual(bad.map((index) => ids[index]));
    await sweptTomorrow(site);
    expect(await site.strays()).toEqual([]);
  }

  it('continues in another process, and marks and counts every image once', async () => {
    await upload(MANY);
    const { id } = await site.plugin.runs.start({ work: 'apply', force: true });
    for (const [when, picture] of [
      ['before', 1],
      ['after', 20],
      ['after', 6],
    ] as const) {
      await killedAt(when, picture);
      await claimsRunOut();
    }
    const { processed, failed, skipped, state } = await site.plugin.runs.get(id);
    expect(state).toBe('running');
    expect(processed + failed + skipped).toBeLessThan(MANY);
    await site.host.work();
    await expectAllDone(id);
  });

  it.runIf(isFirst)('returns at the end to images that the killed process had claimed', async () => {
    await upload(FEW);
    const { id } = await site.plugin.runs.start({ work: 'apply' });
    await killedAt('before', 3);
    site.host.hooks.addAction('vendor_watermark_before_apply', async (attachment) => {
      if (attachment.id === ids.at(-1)) await claimsRunOut();
    });
    await site.host.work();
    await expectAllDone(id);
  });

  it.runIf(isFirst)('leaves each image with one of the designs that changed between two kills', async () => {
    await upload(FEW);
    const bright = { name: 'Bright', when: { min_width: 1 }, changes: { opacity: 90 } };
    await site.plugin.settings.save({ designs: [bright] });
    const { id } = await site.plugin.runs.start({ work: 'apply' });
    await killedAt('after', 3);
    await claimsRunOut();
    await site.plugin.settings.save({ designs: [{ ...bright, changes: { opacity: 20 } }] });
    await site.host.work();
    await expectAllDone(id);
    const statuses = async () => {
      const attachments = await Promise.all(ids.map(site.attachment));
      return (await site.plugin.markStatusesOf(attachments)).map(({ status }) => status);
    };
    const before = await statuses();
    expect(before.filter((status) => status === 'outdated').length).toBeGreaterThanOrEqual(1);
    expect(before.filter((status) => status === 'marked').length).toBeGreaterThanOrEqual(1);
    await site.plugin.settings.save({ designs: [bright] });
    const after = await statuses();
    const changed = { marked: 'outdated', outdated: 'marked' } as const;
    const swapped = before.map((status) => (status in changed ? changed[status as keyof typeof changed] : status));
    expect(after).toEqual(swapped);
  });

  it('announces its end to later listeners if killed before the announcement', async () => {
    await upload(FEW);
    const { id } = await site.plugin.runs.start({ work: 'apply' });
    const calls: string[] = [];
    site.host.hooks.addAction('vendor_watermark_batch_completed', ({ runId }) => void calls.push(runId));
    await killedAt('told', 1);
    await expectAllDone(id);
    // As if half a minute had passed and the claim had expired.
    await site.host.db.query.updateTable('outbox').set({ claimed_until: 0 }).execute();
    await site.host.listen();
    await expect.poll(() => calls).toEqual([String(id)]);
  });

  it.runIf(isFirst)('stays paused across a restart, and continues when resumed', async () => {
    await upload(MANY);
    const { id } = await site.plugin.runs.start({ work: 'apply' });
    await killedAt('after', 24);
    await claimsRunOut();
    const paused = await site.plugin.runs.pause(id);
    expect(paused).toMatchObject({ state: 'paused' });
    expect(paused.processed).toBeGreaterThan(0);
    await site.host.work();
    expect(await site.plugin.runs.get(id)).toEqual(paused);
    await site.plugin.runs.resume(id);
    await killedAt('after', 3);
    await claimsRunOut();
    await site.host.work();
    await expectAllDone(id);
  });

  it.runIf(isFirst)('fails when every process dies of it, suggests another run, and allows one', async () => {
    await upload(FEW);
    const { id } = await site.plugin.runs.start({ work: 'apply' });
    await killedAt('after', 3);
    await claimsRunOut();
    // As if it had been the last attempt.
    await site.host.db.query.updateTable('jobs').set({ status: 'failed' }).where('status', '=', 'waiting').execute();
    expect(await site.plugin.runs.get(id)).toMatchObject({
      state: 'failed',
      error: { code: 'vendor_watermark_run_stopped', message: expect.stringContaining('Start another run') },
    });
    await site.plugin.runs.start({ work: 'apply' });
    await site.host.work();
    const [after] = await site.plugin.runs.latest(1);
    expect(after).toMatchObject({ state: 'completed', failed: 1 });
    expect((after?.processed ?? 0) + (after?.skipped ?? 0)).toBe(FEW - 1);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRuns } from '../../src/core/runs/runs.js';
import { createRunStep } from '../../src/plugins/watermark/runs/step.js';
import type { BatchSummary } from '../../src/plugins/watermark/work/batch.js';
import { callRoute, openWatermarkSite, uploadSome, type WatermarkSite } from '../plugins/watermark/watermark-site.js';

const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** Work on the whole library as a job, without a waiting caller. */
describe('watermark runs over REST', () => {
  let site: WatermarkSite;
  let admin: number;

  beforeEach(async () => {
    site = await openWatermarkSite({ jobs: 'off' });
    admin = (await site.host.createUser('administrator')).id;
  });
  afterEach(() => site.close());

  const call = (method: string, path: string, body?: object, as: number | null = admin) =>
    callRoute(site, method, path, { body, as });
  const uploads = (count: number): Promise<number[]> => uploadSome(site, count);
  const versions = (ids: readonly number[]): Promise<number[]> =>
    Promise.all(ids.map(async (id) => (await site.attachment(id)).version));
  /** Calls a function before this image is marked. */
  const at = (id: number, act: () => unknown): void => {
    site.host.hooks.addAction('vendor_watermark_before_apply', async (attachment) => {
      if (attachment.id === id) await act();
    });
  };

  it.each([
    ['GET', '/runs'],
    ['POST', '/runs'],
    ['GET', '/runs/1'],
    ['POST', '/runs/1/pause'],
    ['POST', '/runs/1/resume'],
    ['POST', '/runs/1/cancel'],
  ])('limit %s %s to administrators', async (method, path) => {
    const body = method === 'POST' ? {} : undefined;
    const stranger = await call(method, path, body, null);
    expect([stranger.status, stranger.data.code]).toEqual([401, 'rest_forbidden']);
    const editor = (await site.host.createUser('editor')).id;
    expect((await call(method, path, body, editor)).status).toBe(403);
  });

  it('mark the whole library and report progress', async () => {
    const ids = await uploads(3);
    const summaries: BatchSummary[] = [];
    site.host.hooks.addAction('vendor_watermark_batch_completed', (summary) => void summaries.push(summary));
    const { status, data } = await call('POST', '/runs', {});
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.any(Number),
      work: 'apply',
      state: 'queued',
      force: false,
      retry_of: null,
      total: 3,
      processed: 0,
      failed: 0,
      skipped: 0,
      percent: 0,
      seconds_left: null,
      user_id: admin,
      error: null,
      created_at: expect.stringMatching(MOMENT),
      started_at: null,
      ended_at: null,
    });
    await site.host.work();
    const after = (await call('GET', `/runs/${data.id}`)).data;
    expect(after).toEqual({
      ...data,
      state: 'completed',
      processed: 3,
      percent: 100,
      started_at: expect.stringMatching(MOMENT),
      ended_at: expect.stringMatching(MOMENT),
    });
    expect(await versions(ids)).toEqual([2, 2, 2]);
    expect(summaries).toEqual([{ total: 3, processed: 3, failed: 0, skipped: 0, runId: String(data.id) }]);
    expect((await call('GET', '/runs')).data).toEqual([after]);
  });

  it('complete immediately for an empty library', async () => {
    const { data } = await call('POST', '/runs', {});
    await site.host.work();
    expect((await call('GET', `/runs/${data.id}`)).data).toMatchObject({ state: 'completed', total: 0, percent: 100 });
  });

  it('back up and restore images, skipping those without work', async () => {
    const ids = await uploads(3);
    await site.plugin.apply(ids[0] ?? 0);
    const before = await site.plugin.runs.start({ work: 'backup' });
    await site.host.work();
    expect(await site.plugin.runs.get(before.id)).toMatchObject({ processed: 2, skipped: 1, userId: null });
    await call('POST', '/runs', { work: 'restore' });
    await site.host.work();
    const [restored] = await site.plugin.runs.latest(1);
    expect(restored).toMatchObject({ state: 'completed', work: 'restore', processed: 1, failed: 0, skipped: 2 });
    expect(await versions(ids)).toEqual([3, 1, 1]);
  });

  it('mark images with a current mark again when forced', async () => {
    const ids = await uploads(2);
    await call('POST', '/runs', {});
    await site.host.work();
    await call('POST', '/runs', {});
    await site.host.work();
    expect(await site.plugin.runs.latest(1)).toMatchObject([{ processed: 0, skipped: 2 }]);
    await call('POST', '/runs', { force: true });
    await site.host.work();
    expect(await site.plugin.runs.latest(1)).toMatchObject([{ processed: 2, skipped: 0, forced: true }]);
    expect(await versions(ids)).toEqual([3, 3]);
  });

  it('are limited to one at a time, including paused ones', async () => {
    await uploads(1);
    const { data } = await call('POST', '/runs', {});
    const second = await call('POST', '/runs', { work: 'restore' });
    expect([second.status, second.data.code]).toEqual([409, 'vendor_watermark_run_active']);
    expect(second.data).toMatchObject({ data: { run_id: data.id } });
    await call('POST', `/runs/${data.id}/pause`);
    expect((await call('POST', '/runs', {})).status).toBe(409);
    await call('POST', `/runs/${data.id}/cancel`);
    expect((await call('POST', '/runs', {})).status).toBe(201);
  });

  it('cannot be started without a mark', async () => {
    await site.plugin.settings.save({ text: ' ' });
    const { status, data } = await call('POST', '/runs', {});
    expect([status, data.code]).toEqual([409, 'vendor_watermark_not_configured']);
    expect((await call('POST', '/runs', { work: 'restore' })).status).toBe(201);
  });

  it('return 404 for an unknown ID', async () => {
    const { status, data } = await call('GET', '/runs/7');
    expect([status, data.code]).toEqual([404, 'vendor_watermark_run_not_found']);
    expect((await call('POST', '/runs', { retry_of: 7 })).status).toBe(404);
  });

  it('reject an unknown work type', async () => {
    const { status, data } = await call('POST', '/runs', { work: 'frame' });
    expect([status, data.code]).toEqual([400, 'rest_invalid_param']);
  });

  describe('pause, resume and cancel', () => {
    it('pauses between images and resumes at the same position', async () => {
      const ids = await uploads(9);
      await site.plugin.settings.save({ concurrency: 1 });
      const { id } = await site.plugin.runs.start({ work: 'apply' });
      at(ids[3] ?? 0, () => site.plugin.runs.pause(id));
      await site.host.work();
      const paused = await site.plugin.runs.get(id);
      expect(paused).toMatchObject({ state: 'paused', endedAt: null, secondsLeft: null });
      const marked = (await versions(ids)).filter((version) => version === 2).length;
      expect(paused.processed).toBe(marked);
      expect(marked).toBeGreaterThanOrEqual(4);
      expect(marked).toBeLessThan(9);
      await site.host.work();
      expect(await site.plugin.runs.get(id)).toMatchObject({ state: 'paused', processed: marked });
      expect((await call('POST', `/runs/${id}/resume`)).data).toMatchObject({ state: 'queued' });
      await site.host.work();
      expect(await site.plugin.runs.get(id)).toMatchObject({ state: 'completed', processed: 9, skipped: 0 });
      expect(await versions(ids)).toEqual(ids.map(() => 2));
    });

    it('cancels between images and counts the finished ones', async () => {
      const ids = await uploads(6);
      const { id } = await site.plugin.runs.start({ work: 'apply' });
      at(ids[1] ?? 0, () => site.plugin.runs.cancel(id));
      await site.host.work();
      const cancelled = await site.plugin.runs.get(id);
      const marked = (await versions(ids)).filter((version) => version === 2).length;
      expect(cancelled).toMatchObject({ state: 'cancelled', processed: marked, endedAt: expect.any(Date) });
      expect(marked).toBeLessThan(6);
    });

    it('is idempotent, and rejected in an invalid state', async () => {
      await uploads(1);
      const { data } = await call('POST', '/runs', {});
      const verb = async (name: string) => (await call('POST', `/runs/${data.id}/${name}`)).data;
      expect(await verb('resume')).toMatchObject({ state: 'queued' });
      for (let time = 0; time < 2; time += 1) expect(await verb('pause')).toMatchObject({ state: 'paused' });
      for (let time = 0; time < 2; time += 1) expect(await verb('resume')).toMatchObject({ state: 'queued' });
      await site.host.work();
      for (const name of ['pause', 'resume', 'cancel']) {
        expect(await verb(name)).toMatchObject({ code: 'vendor_watermark_run_ended', data: { status: 409 } });
      }
      const next = await site.plugin.runs.start({ work: 'apply' });
      for (let time = 0; time < 2; time += 1) {
        expect((await call('POST', `/runs/${next.id}/cancel`)).data).toMatchObject({ state: 'cancelled' });
      }
      expect((await call('POST', `/runs/${next.id}/resume`)).status).toBe(409);
    });

    it('cancels a run with its job', async () => {
      await uploads(1);
      const { id } = await site.plugin.runs.start({ work: 'apply' });
      const { jobs } = await site.host.jobs.list({ name: 'watermark_run' });
      await site.host.jobs.cancel(jobs[0]?.id ?? '');
      expect(await site.plugin.runs.get(id)).toMatchObject({ state: 'cancelled' });
      expect(await site.plugin.runs.active()).toBe(null);
    });
  });

  describe('failure handling', () => {
    it('continues after failed images, logs them and can retry only those', async () => {
      const ids = await uploads(5);
      const bad = new Set([ids[1], ids[3]]);
      site.host.hooks.addAction('vendor_watermark_before_apply', ({ id }) => {
        if (bad.has(id)) throw new Error('Not this one.');
      });
      const first = await call('POST', '/runs', {});
      await site.host.work();
      expect((await call('GET', `/runs/${first.data.id}`)).data).toMatchObject({ processed: 3, failed: 2, skipped: 0 });
      await site.plugin.errors.record(99, new Error('Of no run.'));
      const log = await call('GET', `/errors?run_id=${first.data.id}&per_page=1`);
      expect(log.data.data).toMatchObject([{ attachment_id: ids[3], run_id: first.data.id }]);
      expect(await call('GET', '/errors?page=5&per_page=5')).toMatchObject({
        status: 400,
        data: { code: 'vendor_watermark_invalid_page' },
      });
      const page = { page: 1, perPage: 10 };
      const { rows, total } = await site.plugin.runs.failures(Number(first.data.id), page);
      expect([total, rows.map(({ attachmentId }) => attachmentId)]).toEqual([2, [ids[3], ids[1]]]);

      bad.delete(ids[1]);
      const again = await call('POST', '/runs', { retry_of: first.data.id });
      expect(again.data).toMatchObject({ total: 2, retry_of: first.data.id });
      await site.host.work();
      const after = await call('GET', `/runs/${again.data.id}`);
      expect(after.data).toMatchObject({ total: 2, processed: 1, failed: 1, skipped: 0, state: 'completed' });
      expect(await versions(ids)).toEqual([2, 2, 2, 1, 2]);
    });

    it('counts an image excluded by a plugin as skipped', async () => {
      const ids = await uploads(3);
      site.host.hooks.addFilter('vendor_watermark_attachment_query', (all) => all.filter((id) => id !== ids[0]));
      const { id } = await site.plugin.runs.start({ work: 'apply' });
      await site.host.work();
      expect(await site.plugin.runs.get(id)).toMatchObject({ processed: 2, skipped: 1 });
    });

    it('skips and logs an image that another process keeps locked', async () => {
      const ids = await uploads(2);
      const claim = await site.plugin.journal.claim(ids[0] ?? 0, 'apply', 'somebody-else');
      const { errors, rows, concurrentWork, apply } = site.plugin;
      const { hooks, db, outbox, locks } = site.host;
      const jobs = { ...site.host.jobs, define: () => expect.unreachable() };
      const step = createRunStep({
        outbox,
        rows,
        concurrentWork,
        errors,
        hooks,
        assertRoom: async () => undefined,
        one: (run, picture) => apply(picture, { runId: run.id }),
        waits: [1, 1],
      });
      const definition = { type: 'watermark_run', title: 'Marking', attempts: 0, step };
      const runs = createRuns({ owner: 'watermark', db, jobs, locks }, definition, (run) => run);
      const input = { work: 'apply', forced: false, retryOf: null } as const;
      const { id } = await runs.runNow(input, { state: { lastId: 0, postponed: [] } });
      expect(await site.plugin.runs.get(id)).toMatchObject({ state: 'completed', processed: 1, skipped: 1, failed: 0 });
      const { entries } = await errors.list({ runId: id });
      expect(entries).toMatchObject([{ attachmentId: ids[0], code: 'vendor_watermark_locked' }]);
      await claim?.release();
    });

    it('retries an image that was locked at first at the end', async () => {
      const ids = await uploads(3);
      const claim = await site.plugin.journal.claim(ids[0] ?? 0, 'apply', 'somebody-else');
      at(ids[2] ?? 0, () => claim?.release());
      const { id } = await site.plugin.runs.start({ work: 'apply' });
      await site.host.work();
      expect(await site.plugin.runs.get(id)).toMatchObject({ state: 'completed', processed: 3, skipped: 0 });
      expect(await versions(ids)).toEqual([2, 2, 2]);
    });
  });
});

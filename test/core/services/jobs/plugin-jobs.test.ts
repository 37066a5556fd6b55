import { definePlugin, type HostOptions, type Plugin } from 'mortise';
import type { JobQueue } from 'mortise/services';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { migratedDatabase, SQLITE } from '../../../support/databases.js';

declare module 'mortise' {
  interface PluginApis {
    'acme-kitchen': { readonly queue: JobQueue<string> };
  }
}

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function kitchen(run: (payload: string, signal: AbortSignal) => Promise<string>): Plugin {
  return definePlugin({
    name: 'acme-kitchen',
    version: '1.0.0',
    setup: ({ jobs }) => ({
      queue: jobs.define<string, string>({
        name: 'acme_cook',
        title: 'Cook',
        run: ({ payload, signal }) => run(payload, signal),
      }),
    }),
  });
}

async function start(plugins: Plugin[], options: HostOptions = {}): Promise<TestHost> {
  const host = await createTestHost({ plugins, ...options });
  cleanups.push(host.close);
  return host;
}

const statusOf = async (host: TestHost, id: string) => (await host.jobs.get(id))?.status;
const definedIn = (host: TestHost) => host.jobs.defined().filter(({ owner }) => owner !== 'core');
const cooked = kitchen(async (payload) => `${payload} is cooked`);

describe('plugin jobs', () => {
  it('are run only by a host that serves requests', async () => {
    const host = await start([cooked]);
    const { id } = await host.plugin('acme-kitchen').queue.add('soup');
    expect(definedIn(host)).toEqual([{ name: 'acme_cook', title: 'Cook', owner: 'acme-kitchen' }]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await statusOf(host, id)).toBe('waiting');
    host.handler();
    host.handler();
    await vi.waitFor(async () => expect(await host.jobs.get(id)).toMatchObject({ result: 'soup is cooked' }));
  });

  it('wait with jobs: off until a worker is started', async () => {
    const host = await start([cooked], { jobs: 'off' });
    host.handler();
    const { id } = await host.plugin('acme-kitchen').queue.add('soup');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await statusOf(host, id)).toBe('waiting');
    host.jobs.work();
    await vi.waitFor(async () => expect(await statusOf(host, id)).toBe('completed'));
  });

  it('are aborted and wait on deactivation, and run when the plugin is active again', async () => {
    let stopped = 0;
    const patient = kitchen(async (_payload, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      stopped += 1;
      throw signal.reason;
    });
    const host = await start([patient]);
    host.handler();
    const { queue } = host.plugin('acme-kitchen');
    const { id } = await queue.add('soup');
    await vi.waitFor(async () => expect(await statusOf(host, id)).toBe('running'));
    await host.plugins.deactivate('acme-kitchen');
    expect(stopped).toBe(1);
    expect(await host.jobs.get(id)).toMatchObject({ status: 'waiting', attempts: 0 });
    expect(definedIn(host)).toEqual([]);
    await host.plugins.activate([cooked]);
    await vi.waitFor(async () => expect(await statusOf(host, id)).toBe('completed'));
  });

  it('cannot be defined by a deactivated plugin', async () => {
    let defineLater: () => unknown = () => undefined;
    const late = definePlugin({
      name: 'acme-late',
      version: '1.0.0',
      setup({ jobs }) {
        defineLater = () => jobs.define({ name: 'acme_late', run: async () => undefined });
      },
    });
    const host = await start([late]);
    await host.plugins.deactivate('acme-late');
    expect(defineLater).toThrowError(expect.objectContaining({ code: 'plugin_inactive' }));
  });

  it('are returned when the host closes and run after its next start', async () => {
    const { url, drop } = await migratedDatabase(SQLITE);
    cleanups.push(drop);
    const patient = kitchen(async (_payload, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw signal.reason;
    });
    const first = await createTestHost({ plugins: [patient], database: url });
    first.handler();
    const { id } = await first.plugin('acme-kitchen').queue.add('soup');
    await vi.waitFor(async () => expect(await statusOf(first, id)).toBe('running'));
    await first.close();
    const second = await start([cooked], { database: url });
    expect(await second.jobs.get(id)).toMatchObject({ status: 'waiting', attempts: 0 });
    second.handler();
    await vi.waitFor(async () => expect(await second.jobs.get(id)).toMatchObject({ status: 'completed', attempts: 1 }));
  });

  it('are added by a schedule until the plugin is deactivated', async () => {
    const slots: Date[] = [];
    const clock = definePlugin({
      name: 'acme-clock',
      version: '1.0.0',
      setup({ jobs }) {
        jobs.schedule({ name: 'acme_tick', every: 1_000, run: async ({ slot }) => slots.push(slot) });
        expect(() => jobs.schedule({ name: 'acme_tock', cron: 'often', run: async () => undefined })).toThrowError(
          expect.objectContaining({ code: 'schedule_invalid' }),
        );
      },
    });
    const host = await start([clock]);
    const own = async () => (await host.schedules.list()).filter(({ owner }) => owner === 'acme-clock');
    expect(await own()).toMatchObject([{ name: 'acme_tick', lastAt: null }]);
    host.handler();
    await vi.waitFor(() => expect(slots.length).toBeGreaterThanOrEqual(2), { timeout: 10_000 });
    await host.plugins.deactivate('acme-clock');
    expect(await own()).toEqual([]);
    const before = slots.length;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(slots).toHaveLength(before);
  });

  it('reject an invalid value of the jobs option', async () => {
    await expect(createTestHost({ jobs: 'on' as 'off' })).rejects.toMatchObject({
      code: 'config_invalid',
      data: { option: 'jobs' },
    });
  });
});

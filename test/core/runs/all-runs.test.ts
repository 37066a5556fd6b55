import { definePlugin, type User } from 'mortise';
import type { Run, Runs } from 'mortise/runs';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('runs of all plugins', () => {
  let host: TestHost;
  let admin: User;
  let cook: Runs<{ portions: number }, unknown>;
  let bake: Runs<{ portions: number }, unknown>;

  beforeAll(async () => {
    const plugin = definePlugin({
      name: 'acme',
      version: '1.0.0',
      setup({ runs }) {
        const retry = ({ input }: Run<{ portions: number }>, userId: number | null) => cook.start(input, { userId });
        const step = async () => ({ end: 'completed' as const, counts: { cooked: 7 } });
        const prepare = async () => ({ total: 7 });
        const page = (id: number) => `/kitchen/${id}`;
        cook = runs.define({ type: 'acme_cook', title: 'Cook dinner', prepare, step, page, retry });
        bake = runs.define({ type: 'acme_bake', title: 'Bake bread', step, attempts: 0 });
      },
    });
    host = await createTestHost({ jobs: 'off', plugins: [plugin] });
    admin = await host.createUser('administrator');
  });
  afterAll(() => host.close());

  const page = async (path: string) => (await host.visit(`/admin/runs${path}`, { as: admin })).text();
  const press = (id: number, step: string) =>
    host.submit(`/admin/runs/acme_cook/${id}`, 'step', { step }, { as: admin });
  const command = async (...argv: string[]) => {
    const { stdout, stderr, code } = await host.command('runs', ...argv, '--format=json');
    return { code, text: stdout + stderr };
  };

  it('lists runs with filters, for users who manage jobs', async () => {
    const { id } = await cook.start({ portions: 2 }, { userId: admin.id });
    await bake.runNow({ portions: 1 });
    const html = await page('');
    expect(html).toContain('Bake bread');
    expect(html).toContain(`/admin/runs/acme_cook/${id}`);
    expect(html).toContain(admin.name);
    expect(await page('?status=completed')).not.toContain('Cook dinner');
    const editor = await host.createUser('editor');
    expect((await host.visit('/admin/runs', { as: editor })).status).toBe(403);
    await cook.cancel(id);
  });

  it('pauses, resumes, cancels and retries a run from its page', async () => {
    const { id } = await cook.start({ portions: 3 });
    const html = await page(`/acme_cook/${id}`);
    expect(html).toContain('0 of 7');
    expect(html).toContain(`/admin/kitchen/${id}`);
    for (const [step, status] of [
      ['pause', 'paused'],
      ['resume', 'queued'],
      ['cancel', 'cancelled'],
    ] as const) {
      expect((await press(id, step)).status).toBe(303);
      expect((await cook.get(id)).status).toBe(status);
    }
    const again = await press(id, 'retry');
    expect(again.headers.get('Location')).toContain(`/acme_cook/${id + 1}`);
    await host.work();
    expect(await cook.get(id + 1)).toMatchObject({ status: 'completed', input: { portions: 3 } });
    expect(await page(`/acme_cook/${id + 1}`)).toMatch(/cooked[\s\S]*7/);
  });

  it('answers 404 for runs and types that do not exist', async () => {
    for (const path of ['/acme_cook/99', '/acme_cook/x', '/acme_fry/1']) {
      expect((await host.visit(`/admin/runs${path}`, { as: admin })).status).toBe(404);
    }
    expect((await command('show', 'acme_fry', '1')).text).toContain('run_missing');
  });

  it('lists, shows and controls runs on the command line', async () => {
    const { id } = await cook.start({ portions: 4 });
    const listed = JSON.parse((await command('list', '--status=queued')).text);
    expect(listed).toEqual([expect.objectContaining({ type: 'acme_cook', id, status: 'queued', total: 7 })]);
    const printed = JSON.parse((await command('show', 'acme_cook', String(id))).text);
    expect(printed).toMatchObject({ plugin: 'acme', title: 'Cook dinner', input: { portions: 4 } });
    for (const [verb, status] of [
      ['pause', 'paused'],
      ['resume', 'queued'],
      ['cancel', 'cancelled'],
    ] as const) {
      expect(JSON.parse((await command(verb, 'acme_cook', String(id))).text)).toMatchObject({ status });
    }
  });

  it('refuses to pause a run that no job can resume', async () => {
    const { id } = await bake.runNow({ portions: 1 });
    const { code, text } = await command('pause', 'acme_bake', String(id));
    expect([code, text]).toEqual([2, expect.stringContaining('run_not_resumable')]);
  });
});

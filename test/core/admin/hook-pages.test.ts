import { definePlugin, type User } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

declare module 'mortise' {
  interface Actions {
    acme_rang(times: number): void;
  }
  interface Filters {
    'acme/sound-of_bell'(sound: string): string;
  }
}

/** Plugin whose callback fails while `state.isBroken` is true. */
function bells() {
  const state = { isBroken: true };
  const plugin = definePlugin({
    name: 'acme-bells',
    version: '1.0.0',
    setup({ hooks }) {
      hooks.define('acme_rang', {
        kind: 'action',
        since: '1.2.0',
        onError: 'isolate',
        timeoutMs: 1500,
        breaker: { failures: 2, withinMs: 60_000, retryAfterMs: 60_000 },
      });
      hooks.define('acme/sound-of_bell', {
        kind: 'filter',
        critical: true,
        deprecated: { since: '1.1.0', to: 'acme_x' },
      });
      hooks.addAction('acme_rang', function answer() {
        if (state.isBroken) throw new Error('no rope');
      });
      hooks.addAction('acme_rang', () => undefined, { priority: 5, before: ['acme-others'] });
    },
  });
  return { state, plugin };
}

describe('hook inspector', () => {
  const { plugin, state } = bells();
  let host: TestHost;
  let admin: User;
  beforeAll(async () => {
    host = await createTestHost({ plugins: [plugin] });
    admin = await host.createUser('administrator');
  });
  afterAll(() => host.close());

  async function look(path: string, as: User | null = admin) {
    const answer = await host.visit(path, as ? { as } : {});
    return { status: answer.status, html: await answer.text() };
  }
  const names = (html: string): string[] =>
    [...html.matchAll(/hooks\/one\?kind=(?:action|filter)&(?:amp;|#38;)?name=([^"]+)"/g)].map(([, name = '']) =>
      decodeURIComponent(name),
    );
  const RANG = '/admin/hooks/one?kind=action&name=acme_rang';

  it('is only for administrators', async () => {
    const editor = await host.createUser('editor');
    expect((await look('/admin/hooks', editor)).status).toBe(403);
    expect((await look(RANG, editor)).status).toBe(403);
    expect((await look('/admin/hooks', null)).status).toBe(302);
  });

  it('lists hooks with callback counts and filters by name, type, owner and use', async () => {
    const { html } = await look('/admin/hooks?search=acme');
    expect(names(html)).toEqual(expect.arrayContaining(['acme_rang', 'acme/sound-of_bell']));
    expect(html).toContain('2 callbacks');
    expect(html).toContain('Deprecated');
    expect(names((await look('/admin/hooks?owner=acme-bells&use=used')).html)).toEqual(['acme_rang']);
    expect(names((await look('/admin/hooks?search=acme&kind=filter')).html)).toEqual(['acme/sound-of_bell']);
    expect((await look('/admin/hooks?search=<b>nothing')).html).not.toContain('<b>nothing');
  });

  it('shows the definition of one hook and its callbacks in execution order', async () => {
    const { html } = await look(RANG);
    for (const fact of ['acme-bells', '1.2.0', 'skipped and reported', 'before acme-others', 'answer', 'anonymous']) {
      expect(html).toContain(fact);
    }
    expect(html).toMatch(/1[,.]?500 ms/);
    expect(html.indexOf('anonymous')).toBeLessThan(html.indexOf('<code>answer'));
    const other = (await look('/admin/hooks/one?kind=filter&name=acme%2Fsound-of_bell')).html;
    expect(other).toContain('callbacks are never suspended');
    expect(other).toContain('1.1.0 → acme_x');
    expect((await look('/admin/hooks/one?kind=filter&name=acme_rang')).status).toBe(404);
    expect((await look('/admin/hooks/one')).status).toBe(404);
  });

  it('shows a suspended callback and resumes it', async () => {
    for (let time = 0; time < 2; time += 1) host.hooks.doAction('acme_rang', time);
    expect(names((await look('/admin/hooks?use=suspended')).html)).toEqual(['acme_rang']);
    expect((await look(RANG)).html).toContain('Resume');
    state.isBroken = false;
    const answer = await host.submit(RANG, 'resume', { owner: 'acme-bells' }, { as: admin });
    expect(answer.status).toBe(303);
    expect(names((await look('/admin/hooks?use=suspended')).html)).toEqual([]);
    expect((await look(RANG)).html).not.toContain('Resume');
  });

  it('totals the time of each plugin once calls are measured', async () => {
    const subscription = host.hooks.measureAll();
    for (let time = 0; time < 20; time += 1) host.hooks.doAction('acme_rang', time);
    const { html } = await look('/admin/hooks?search=acme_rang');
    expect(html.slice(html.indexOf('Time by plugin'))).toMatch(/acme-bells[\s\S]*?ms/);
    subscription.remove();
  });
});

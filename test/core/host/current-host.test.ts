import { setTimeout as wait } from 'node:timers/promises';
import { currentHost, definePlugin, type HostError } from 'mortise';
import { page } from 'mortise/pages';
import { createTestHost, type TestHost } from 'mortise/testing';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';

declare module 'mortise' {
  interface PluginApis {
    'acme-here': { readonly where: string };
  }
  interface Actions {
    acme_here_asked(heard: string[]): void | Promise<void>;
    acme_here_told(): void | Promise<void>;
  }
}

/** Calls that were made after the request, not within it. */
const calls: string[] = [];

/** Returns the current host and request as seen by a function without a context. */
function hostName(): string {
  try {
    const { plugin, request } = currentHost();
    return `${plugin('acme-here').where} ${request.method} ${request.path} ${request.user?.login ?? 'nobody'}`;
  } catch (error) {
    return (error as HostError).code;
  }
}

const plugin = (where: string) =>
  definePlugin({
    name: 'acme-here',
    version: '1.0.0',
    setup({ rest, pages, hooks, jobs, outbox, site }) {
      hooks.define('acme_here_told', { kind: 'action', since: '1.0.0', async: 'allowed', decorating: true });
      hooks.define('acme_here_asked', { kind: 'action', since: '1.0.0', async: 'allowed' });
      const shared = { method: ['GET', 'POST'], summary: 'Where', allowBatch: true } as const;
      rest.route('acme/v1', {
        ...shared,
        path: '/here',
        permission: async () => {
          await wait(1);
          return hostName() !== 'no_current_host';
        },
        async handler() {
          const at = [hostName()];
          await wait(5);
          at.push(hostName());
          await hooks.doActionAsync('acme_here_asked', at);
          return { at };
        },
      });
      rest.route('acme/v1', {
        ...shared,
        path: '/linked',
        permission: 'public',
        handler: () => ({ _links: { at: [{ href: `${site.restUrl}acme/v1/here`, embeddable: true }] } }),
      });
      rest.route('acme/v1', {
        ...shared,
        path: '/later',
        permission: 'public',
        async handler() {
          await outbox.announce('acme_here_told');
          await later.add({});
          return null;
        },
      });
      const later = jobs.define({ name: 'acme_here_later', run: async () => void calls.push(`job: ${hostName()}`) });
      hooks.addAction('acme_here_told', async () => void calls.push(`announced: ${hostName()}`));
      pages.mount('/here', async () => {
        await wait(1);
        return page(hostName());
      });
      return { where };
    },
  });

describe('current host', () => {
  const hosts: TestHost[] = [];
  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.close();
  });
  async function open(where: string): Promise<TestHost> {
    const host = await createTestHost({ plugins: [plugin(where)] });
    hosts.push(host);
    return host;
  }
  const ask = async (host: TestHost, as: number | null = null): Promise<unknown> =>
    (await host.request('GET', '/acme/v1/here', { as })).data;

  it('is missing outside of requests', async () => {
    await open('one');
    expect(hostName()).toBe('no_current_host');
    expect(() => currentHost()).toThrow(/no current host/);
  });

  it('belongs to the request in permissions, handlers, hooks and filters, even after they wait', async () => {
    const host = await open('one');
    const { id, login } = await host.createUser('subscriber');
    host.hooks.addAction('acme_here_asked', async (heard) => {
      await wait(1);
      heard.push(hostName());
    });
    let echoed = '';
    host.hooks.addFilter('rest_pre_echo_response', (data) => {
      echoed = hostName();
      return data;
    });
    const at = `one GET /acme/v1/here ${login}`;
    expect(await ask(host, id)).toEqual({ at: [at, at, at] });
    expect(echoed).toBe(at);
    expect(hostName()).toBe('no_current_host');
  });

  it('stays separate when two hosts answer many requests concurrently', async () => {
    const [one, two] = [await open('one'), await open('two')];
    const answers = await Promise.all([1, 2, 3, 4].flatMap(() => [ask(one), ask(two)]));
    for (const [index, answer] of answers.entries()) {
      const at = `${index % 2 === 0 ? 'one' : 'two'} GET /acme/v1/here nobody`;
      expect(answer).toEqual({ at: [at, at] });
    }
  });

  it('belongs to each part of a batch and each embedded resource', async () => {
    const host = await open('one');
    const requests = [{ method: 'POST', path: '/acme/v1/here' }];
    const batch = await host.request('POST', '/batch/v1', { body: { requests } });
    const [first] = (batch.data as { responses: { body: { at: string[] } }[] }).responses;
    expect(first?.body.at).toEqual(['one POST /acme/v1/here nobody', 'one POST /acme/v1/here nobody']);
    const { data } = await host.request('GET', '/acme/v1/linked?_embed');
    expect(JSON.stringify(data)).toContain('one GET /acme/v1/here nobody');
  });

  it('belongs to a nested request of a callback, and afterwards to the outer one again', async () => {
    const host = await open('one');
    let isOuter = true;
    host.hooks.addAction('acme_here_asked', async (heard) => {
      if (!isOuter) return;
      isOuter = false;
      const inner = (await host.request('POST', '/acme/v1/here')).data as { at: string[] };
      heard.push(...inner.at, hostName(), String(host.hooks.doingAction('acme_here_asked')));
    });
    const [own, other] = ['one GET /acme/v1/here nobody', 'one POST /acme/v1/here nobody'];
    expect(await ask(host)).toEqual({ at: [own, own, other, other, own, 'true'] });
  });

  it('is missing in jobs and announced actions that a request starts', async () => {
    const host = await open('one');
    const http = request(await host.listen());
    expect((await http.post('/api/acme/v1/later')).status).toBeLessThan(300);
    await expect
      .poll(() => calls.toSorted(), { timeout: 10_000 })
      .toEqual(['announced: no_current_host', 'job: no_current_host']);
  });

  it('is available to pages', async () => {
    const host = await open('one');
    const http = request(await host.listen());
    expect((await http.get('/here')).text).toContain('one GET / nobody');
  });
});

import { definePlugin, type Plugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';

/** Plugin that records its setup and its init calls, in order. */
function follower(name: string, seen: string[], init?: () => void | Promise<void>): Plugin {
  return definePlugin({
    name,
    version: '1.0.0',
    setup({ hooks }) {
      seen.push(`${name} is set up`);
      hooks.addAction('vendor_kb_init', async (...args: unknown[]) => {
        await init?.();
        seen.push([name, 'is told', ...args].join(' '));
      });
    },
  });
}

describe('knowledge base init action', () => {
  let host: TestHost;
  const seen: string[] = [];
  afterEach(async () => {
    await host.close();
    seen.length = 0;
  });

  it('runs once after all plugins are set up, before the host is returned, with or without a server', async () => {
    host = await createTestHost({ plugins: [follower('acme-a', seen), knowledgeBase(), follower('acme-b', seen)] });
    expect(seen).toEqual(['acme-a is set up', 'acme-b is set up', 'acme-a is told', 'acme-b is told']);
    expect(host.hooks.didAction('host_serving')).toBe(0);
    await host.listen();
    expect(host.hooks.didAction('vendor_kb_init')).toBe(1);
  });

  it('waits for asynchronous callbacks', async () => {
    const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
    host = await createTestHost({ plugins: [knowledgeBase(), follower('acme-slow', seen, later)] });
    expect(seen).toEqual(['acme-slow is set up', 'acme-slow is told']);
  });

  it('calls the remaining callbacks when one fails', async () => {
    const fail = (): void => {
      throw new Error('not today');
    };
    host = await createTestHost({
      plugins: [knowledgeBase(), follower('acme-a', seen, fail), follower('acme-b', seen)],
    });
    expect(seen).toEqual(['acme-a is set up', 'acme-b is set up', 'acme-b is told']);
    expect((await host.visit('/kb')).status).toBe(200);
  });

  it('runs again when the plugin is activated while the host runs', async () => {
    host = await createTestHost({ plugins: [knowledgeBase(), follower('acme-a', seen)] });
    await host.lifecycle.deactivate('knowledge-base');
    await host.lifecycle.activate('knowledge-base');
    expect(seen).toEqual(['acme-a is set up', 'acme-a is told', 'acme-a is told']);
  });
});

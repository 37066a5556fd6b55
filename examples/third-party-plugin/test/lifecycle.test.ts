import { describe, expect, it } from 'vitest';
import { hostWithRecipes, writeSoup } from './host.js';

describe('the plugin', () => {
  it('leaves nothing behind when it is deactivated, and finds its recipes again', async () => {
    const host = await hostWithRecipes();
    const { soup } = await writeSoup(host);
    await host.lifecycle.deactivate('acme-recipes');

    expect(await host.request('GET', '/acme/v1/recipes')).toMatchObject({ status: 404 });
    expect((await host.visit(`/recipes/${soup.id}`)).status).toBe(404);
    expect(host.routes().filter(({ namespace }) => namespace === 'acme/v1')).toEqual([]);
    expect(host.commands().filter(({ owner }) => owner === 'acme-recipes')).toEqual([]);
    expect(host.admin.pages().filter(({ owner }) => owner === 'acme-recipes')).toEqual([]);
    expect(host.access.capabilities().filter(({ owner }) => owner === 'acme-recipes')).toEqual([]);
    expect(host.settings.groups().filter(({ owner }) => owner === 'acme-recipes')).toEqual([]);
    expect(host.webhooks.topics().filter(({ owner }) => owner === 'acme-recipes')).toEqual([]);
    expect(host.jobs.defined().filter(({ owner }) => owner === 'acme-recipes')).toEqual([]);
    expect((await host.schedules.list()).filter(({ owner }) => owner === 'acme-recipes')).toEqual([]);
    expect((await host.health.report()).checks.filter(({ name }) => name.startsWith('acme'))).toEqual([]);
    expect(() => host.plugin('acme-recipes')).toThrow(expect.objectContaining({ code: 'plugin_missing' }));
    expect(host.menu('en').filter(({ path }) => path === '/recipes')).toEqual([]);

    await host.lifecycle.activate('acme-recipes');
    expect(await host.request('GET', `/acme/v1/recipes/${soup.id}`)).toMatchObject({ status: 200 });
  });
});

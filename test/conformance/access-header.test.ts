import { definePlugin, type HostOptions } from 'mortise';
import { createTestHost } from 'mortise/testing';
import { expect, it } from 'vitest';

const plugin = () =>
  definePlugin({
    name: 'acme',
    version: '1.0.0',
    setup({ rest, hooks }) {
      const permission = 'manage_options';
      rest.route('acme/v1', { method: 'GET', path: '/oven', summary: 'The oven', permission, handler: () => null });
      hooks.addFilter('user_has_cap', (capabilities, _needed, user) =>
        user.name === 'Grace' ? new Set([...capabilities, 'manage_options']) : capabilities,
      );
    },
  });

async function headerFor(name: string, role: string, options: HostOptions = {}) {
  const host = await createTestHost({ plugins: [plugin()], ...options });
  const { id } = await host.createUser(role);
  const { headers } = await host.request('GET', '/acme/v1/oven', { as: (await host.users.update(id, { name })).id });
  await host.close();
  return headers['X-CMS-Access'];
}

it('adds an X-CMS-Access header with the decision and its reason', async () => {
  expect(await headerFor('Ada', 'author')).toBe('manage_options;reason=not_held;required="manage_options"');
  expect(await headerFor('Ada', 'administrator')).toBe(
    'manage_options;reason=allowed;required="manage_options";roles="administrator"',
  );
  expect(await headerFor('Grace', 'author')).toBe(
    'manage_options;reason=allowed;required="manage_options";filters="user_has_cap/acme"',
  );
});

it('omits the X-CMS-Access header when debug is off', async () => {
  expect(await headerFor('Ada', 'author', { debug: false })).toBeUndefined();
});

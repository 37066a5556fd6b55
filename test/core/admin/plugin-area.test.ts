import { definePlugin, HostError, type User } from 'mortise';
import { adminForm, createErrorTexts } from 'mortise/admin';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const texts = {
  en: {
    menus: 'Menus',
    lead: 'All menus of the site.',
    archive: 'Archive',
    menu: 'Menu',
    tabs: 'Parts of the menus',
    'error-closed': 'This menu is already closed.',
  },
};

const menus = definePlugin({
  name: 'acme-menus',
  version: '1.0.0',
  setup({ admin }) {
    const area = admin.area({
      path: '/menus',
      texts,
      capability: 'edit_posts',
      tabs: {
        '/menus': 'menus',
        '/menus/all': 'menu',
        '/menus/archive': { label: 'archive', capability: 'manage_options' },
      },
      tabsLabel: 'tabs',
      errors: createErrorTexts('acme_'),
    });
    area.page({ path: '/menus', title: 'menus', lead: 'lead', load: () => ({}) });
    area.page({ path: '/menus/all', title: 'menu', load: () => ({}) });
    area.page({ path: '/menus/archive', title: 'archive', capability: 'manage_options', load: () => ({}) });
    area.page({
      path: '/menus/all/{id}',
      title: 'menu',
      load: (request) => ({
        title: `${request.texts.text('menu')} ${request.params.id}`,
        forms: [adminForm(request, { action: 'close', fields: [], submit: 'Close' })],
      }),
      actions: {
        close({ params }) {
          if (params.id === '404') throw new HostError('acme_not_found', 'No such menu.', { status: 404 });
          throw new HostError(params.id === '1' ? 'acme_closed' : 'acme_other', 'Internal words.', { status: 409 });
        },
      },
    });
  },
});

describe('admin area of a plugin', () => {
  let host: TestHost;
  let admin: User;
  let editor: User;
  const page = async (path: string, user = admin) => (await host.visit(`/admin${path}`, { as: user })).text();

  beforeAll(async () => {
    host = await createTestHost({ plugins: [menus] });
    admin = await host.createUser('administrator');
    editor = await host.createUser('editor');
  });
  afterAll(() => host.close());

  it('adds lead, tabs and strings to the data of a page', async () => {
    const html = await page('/menus');
    expect(html).toContain('All menus of the site.');
    expect(html).toContain('aria-label="Parts of the menus"');
    expect(html.match(/aria-current="page"/g)?.length).toBeGreaterThan(1);
  });

  it('hides tabs that the user may not open, and refuses their pages', async () => {
    expect(await page('/menus')).toContain('/admin/menus/archive');
    expect(await page('/menus', editor)).not.toContain('/admin/menus/archive');
    expect((await host.visit('/admin/menus/archive', { as: editor })).status).toBe(403);
  });

  it('takes the tab that the path starts with as parent, and the title of the data as heading', async () => {
    const html = await page('/menus/all/7');
    expect(html).toMatch(/<h1[^>]*>\s*Menu 7/);
    const crumbs = html.slice(html.indexOf('m-crumbs'), html.indexOf('<h1'));
    expect(crumbs).toMatch(/\/admin\/menus"[\s\S]*\/admin\/menus\/all"/);
  });

  it('shows errors of actions with the texts of the plugin, and 404 as an error page', async () => {
    const close = (id: string) => host.submit(`/admin/menus/all/${id}`, 'close', {}, { as: editor });
    const refused = await close('1');
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('This menu is already closed.'),
    ]);
    const other = await close('2');
    expect([other.status, await other.text()]).toEqual([422, expect.stringContaining('Internal words.')]);
    expect((await close('404')).status).toBe(404);
  });
});

import { definePlugin, type HostOptions } from 'mortise';
import { type AdminRequest, adminForm, formError } from 'mortise/admin';
import { knowledgeBase } from 'mortise/plugins';
import { defineSettings } from 'mortise/settings';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { Test } from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BrowserAgent } from '../support/browser-agent.js';
import { withPath } from '../support/exact-bytes.js';

declare module 'mortise' {
  interface Capabilities {
    manage_acme: true;
  }
}

const shop = defineSettings({
  name: 'acme-shop',
  title: 'Shop',
  capability: 'manage_acme',
  schema: {
    properties: {
      fee: { type: 'integer', title: 'Fee', minimum: 0, default: 500 },
      key: { type: 'string', title: 'Key', writeOnly: true, minLength: 8 },
    },
  },
});

function lookForm(request: AdminRequest) {
  return adminForm(request, {
    action: 'look',
    fields: [
      { kind: 'text', name: 'word', label: 'Word' },
      { kind: 'text', name: 'note', label: 'Note' },
      { kind: 'password', name: 'key', label: 'Key' },
    ],
  });
}

/** Plugin with admin pages, and a log of its form actions. */
function acme() {
  const done: string[] = [];
  const plugin = definePlugin({
    name: 'acme',
    version: '1.0.0',
    setup({ access, admin, settings }) {
      access.capability('manage_acme', { label: 'Manage Acme', roles: ['administrator', 'author'] });
      settings.register(shop);
      admin.section({ name: 'acme', title: 'Acme things' });
      admin.page({
        path: '/acme/{thing}',
        title: 'Thing',
        capability: 'manage_acme',
        section: 'acme',
        template: 'core/admin/forms',
        load: (request) => ({
          strings: request.strings,
          definitions: [
            { term: 'Thing', text: request.params.thing },
            { term: 'Would become', text: request.previewed?.form.text('word').toUpperCase() ?? 'nothing' },
          ],
          items: [],
          forms: request.params.thing === 'table' ? [lookForm(request)] : [],
          links: [],
        }),
        actions: {
          look: (_request, form) => ({ preview: { word: `${form.text('word')} wood` } }),
          keep({ params }, form) {
            if (form.text('word') === 'bad') throw formError({ word: 'No such words.' });
            done.push(`${params.thing}: ${form.text('word')}`);
            return { notice: `Kept <b>${form.text('word')}</b>` };
          },
        },
      });
      admin.card({ title: 'Broken card', load: () => Promise.reject(new Error('secret reason')) });
      admin.card({ title: 'Acme card', capability: 'manage_acme', load: () => ({ text: 'All well', value: '7' }) });
      admin.notice({ capability: 'manage_acme', load: () => ({ kind: 'warning', text: 'Mind the step' }) });
    },
  });
  return { plugin, done };
}

describe('admin area over HTTP', () => {
  let host: TestHost;
  let site: string;
  let done: string[];
  async function open(options: HostOptions = {}): Promise<void> {
    const { plugin, done: actions } = acme();
    done = actions;
    host = await createTestHost({ plugins: [knowledgeBase(), plugin], ...options });
    site = await host.listen();
  }
  async function as(role: string): Promise<BrowserAgent> {
    const { login, password } = await host.createUser(role);
    const browser = new BrowserAgent(site);
    await browser.logIn(login, password);
    return browser;
  }

  /** URLs of all pages; `{id}` is an existing user. */
  const pages = () =>
    host.admin.pages().map((page) => ({
      ...page,
      address: `/admin${page.path === '/' ? '' : page.path}`.replace('{id}', '1').replace('{thing}', 'lamp'),
    }));

  describe('every page', () => {
    beforeAll(() => open());
    afterAll(() => host.close());

    it.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])('redirects visitors to the login: %s', async (method) => {
      expect(pages().length).toBeGreaterThan(9);
      for (const { address } of [...pages(), { address: '/admin/nowhere' }]) {
        const isSafe = method === 'GET' || method === 'HEAD';
        const answer = await new Test(site, method, isSafe ? `${address}?a=1` : address);
        const back = isSafe ? `${address}?a=1` : address;
        expect([address, answer.status, answer.headers.location]).toEqual([
          address,
          isSafe ? 302 : 303,
          `/admin/login?redirect_to=${encodeURIComponent(back)}`,
        ]);
      }
    });

    it.each(['administrator', 'editor', 'author', 'contributor', 'subscriber', 'kb_manager'])(
      'is open to the %s role only with its required capability, and names a missing one',
      async (role) => {
        const user = await host.createUser(role);
        const browser = new BrowserAgent(site);
        await browser.logIn(user.login, user.password);
        for (const { address, capability, actions } of pages()) {
          const isOpen = capability === 'authenticated' || (await host.can(user, capability));
          const answer = await browser.get(address);
          if (isOpen) expect([address, [200, 403, 404].includes(answer.status)]).toEqual([address, true]);
          else
            expect([address, answer.status, answer.text.includes(`<code>${capability}</code>`)]).toEqual([
              address,
              403,
              true,
            ]);
          for (const _action of Object.keys(actions)) {
            const sent = await browser.postForm(address, { _action, _nonce: 'x'.repeat(22) });
            expect([address, sent.status]).toEqual([address, sent.status === 404 ? 404 : 403]);
          }
        }
      },
    );

    it('is not cached, framed or indexed', async () => {
      const browser = await as('administrator');
      for (const { address } of [...pages(), { address: '/admin/nowhere' }]) {
        const { headers } = await browser.get(address);
        expect(headers['cache-control']).toContain('no-store');
        expect(headers['x-frame-options']).toBe('DENY');
        expect(headers['x-robots-tag']).toBe('noindex');
        if (headers['content-type']?.startsWith('text/html')) {
          const policy = headers['content-security-policy'];
          expect([address, policy]).toEqual([address, expect.stringContaining("frame-ancestors 'none'")]);
        }
      }
      expect((await request(site).get('/admin')).headers['cache-control']).toContain('no-store');
    });

    it('returns 405 for other methods', async () => {
      const browser = await as('administrator');
      expect(await browser.delete('/admin/users')).toMatchObject({
        status: 405,
        headers: { allow: 'GET, HEAD, POST' },
      });
    });
  });

  describe('admin menu', () => {
    beforeEach(() => open());
    afterEach(() => host.close());

    it('uses the admin layout even when the site has its own, unlike the login page', async () => {
      await host.close();
      await open({ layout: ({ body }) => `<p>Shop header</p>${body}` });
      const browser = await as('administrator');
      expect((await browser.get('/admin')).text).not.toContain('Shop header');
      expect((await browser.get('/admin/users')).text).not.toContain('Shop header');
      expect((await request(site).get('/admin/login')).text).toContain('Shop header');
    });

    it('lists exactly the pages that the user may open', async () => {
      const menuOf = async (role: string) => {
        const { text } = await (await as(role)).get('/admin');
        const menu = /<nav class="m-office-menu".*?<\/nav>/s.exec(text)?.[0] ?? '';
        return [...menu.matchAll(/href="([^"]+)"/g)].map(([, link]) => link);
      };
      expect(await menuOf('subscriber')).toEqual(['/admin', '/admin/profile']);
      expect(await menuOf('author')).toEqual([
        '/admin',
        '/admin/kb/work',
        '/admin/kb/articles',
        '/admin/kb/articles/new',
        '/admin/kb/links',
        '/admin/media',
        '/admin/profile',
        '/admin/settings/acme-shop',
      ]);
      expect(await menuOf('administrator')).toEqual([
        '/admin',
        '/admin/kb/work',
        '/admin/kb/articles',
        '/admin/kb/articles/new',
        '/admin/kb/categories',
        '/admin/kb/statistics',
        '/admin/kb/feedback',
        '/admin/kb/search',
        '/admin/kb/search/statistics',
        '/admin/kb/access',
        '/admin/kb/links',
        '/admin/kb/import',
        '/admin/media',
        '/admin/users',
        '/admin/roles',
        '/admin/profile',
        '/admin/settings/knowledge-base',
        '/admin/settings/acme-shop',
        '/admin/plugins',
        '/admin/api-keys',
        '/admin/oauth-clients',
        '/admin/webhooks',
        '/admin/jobs',
        '/admin/runs',
        '/admin/audit-log',
        '/admin/routes',
        '/admin/hooks',
        '/admin/doctor',
        '/admin/system',
      ]);
    });

    it('drops the pages, cards and settings of a deactivated plugin', async () => {
      const browser = await as('administrator');
      expect((await browser.get('/admin/acme/lamp')).status).toBe(200);
      await host.plugins.deactivate('acme');
      for (const path of ['/admin/acme/lamp', '/admin/settings/acme-shop']) {
        expect((await browser.get(path)).status).toBe(404);
      }
      const { text } = await browser.get('/admin');
      for (const secret of ['Acme card', 'Mind the step', 'acme-shop']) expect(text).not.toContain(secret);
      expect(host.settings.groups().map(({ name }) => name)).toEqual(['knowledge-base']);
    });
  });

  describe('dashboard', () => {
    beforeAll(() => open());
    afterAll(() => host.close());

    it('shows cards and notices by capability, and an error for a card that fails', async () => {
      const { text } = await (await as('administrator')).get('/admin');
      for (const title of ['Acme card', 'Mind the step', 'Broken card', 'Failed to load.']) {
        expect(text).toContain(title);
      }
      expect(text).not.toContain('secret reason');
      const other = (await (await as('subscriber')).get('/admin')).text;
      for (const hidden of ['Acme card', 'Mind the step']) expect(other).not.toContain(hidden);
    });
  });

  describe('admin form', () => {
    beforeAll(() => open());
    beforeEach(() => void done.splice(0));
    afterAll(() => host.close());

    const path = '/admin/acme/lamp';

    /** Posts a form that the page does not render, with a nonce made as the page would make it. */
    async function keep(browser: BrowserAgent, nonce: string, fields = {}, headers: Record<string, string> = {}) {
      return browser.postForm(path, { _action: 'keep', _nonce: nonce, word: 'oak', ...fields }).set(headers);
    }
    async function nonceFor(browser: BrowserAgent, action: string): Promise<string> {
      const identity = await sessionOf(browser);
      return host.nonces.create(action, identity.userId, identity.session);
    }
    async function sessionOf(browser: BrowserAgent) {
      const session = await host.sessions.verify(browser.cookies.get('cms_session') ?? '');
      if (!session) throw new Error('The user is not signed in.');
      return session;
    }

    it('runs once, redirects and shows its notice exactly once', async () => {
      const browser = await as('author');
      const answer = await keep(browser, await nonceFor(browser, 'admin /acme/lamp keep'));
      expect([answer.status, answer.headers.location, done]).toEqual([303, path, ['lamp: oak']]);
      const response = await browser.get(path);
      expect(response.text).toContain('Kept &#60;b&#62;oak');
      expect((await browser.get(path)).text).not.toContain('Kept');
    });

    it('rejects a missing nonce and a nonce of another action, page or user', async () => {
      const browser = await as('author');
      const other = await as('author');
      const nonces = [
        '',
        'x'.repeat(22),
        await nonceFor(browser, 'admin /acme/lamp other'),
        await nonceFor(browser, 'admin /acme/chair keep'),
        await nonceFor(other, 'admin /acme/lamp keep'),
        await browser.nonce(),
      ];
      for (const nonce of nonces) {
        const answer = await keep(browser, nonce);
        expect([nonce, answer.status]).toEqual([nonce, 403]);
        expect(answer.text).toContain('The form expired');
      }
      expect(done).toEqual([]);
    });

    it.each<Record<string, string>>([
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ])('rejects a request from another site even with a valid nonce: %j', async (headers) => {
      const browser = await as('author');
      const answer = await keep(browser, await nonceFor(browser, 'admin /acme/lamp keep'), {}, headers);
      expect([answer.status, done]).toEqual([403, []]);
      expect(answer.text).not.toContain('oak');
    });

    it.each(['', 'nowhere', 'toString', '__proto__', 'constructor'])('rejects the action %j', async (_action) => {
      const browser = await as('author');
      const answer = await keep(browser, await nonceFor(browser, `admin /acme/lamp ${_action}`), { _action });
      expect([answer.status, done]).toEqual([400, []]);
    });

    it('shows the errors and does not run the action', async () => {
      const browser = await as('author');
      const answer = await keep(browser, await nonceFor(browser, 'admin /acme/lamp keep'), { word: 'bad' });
      expect([answer.status, done]).toEqual([422, []]);
      expect(answer.text).toContain('No such words.');
      expect(answer.text).toContain('<title>Error: ');
    });

    it('shows a preview with the submitted values, but no password', async () => {
      const browser = await as('author');
      const hidden = await browser.hiddenFields('/admin/acme/table', 'look');
      const fields = { ...hidden, word: 'oak', note: 'For the lamp', key: 'hunter2hunter2' };
      const answer = await browser.postForm('/admin/acme/table', fields);
      expect([answer.status, done]).toEqual([200, []]);
      expect(answer.text).toContain('OAK WOOD');
      expect(answer.text).toMatch(/name="word" value="oak wood"/);
      expect(answer.text).toContain('value="For the lamp"');
      expect(answer.text).not.toContain('hunter2');
      expect(answer.text).not.toContain('<title>Error: ');
      expect((await browser.get('/admin/acme/table')).text).not.toContain('OAK WOOD');
    });

    it('ignores notices that were not signed for this session', async () => {
      const browser = await as('author');
      const other = await as('author');
      await keep(other, await nonceFor(other, 'admin /acme/lamp keep'));
      const cookie = `cms_session=${browser.cookies.get('cms_session')}; cms_notice=${other.cookies.get('cms_notice')}`;
      expect((await request(site).get(path).set('Cookie', cookie)).text).not.toContain('Kept');
      expect((await browser.get(`${path}?notice=You+are+hacked`)).text).not.toContain('hacked');
    });
  });

  describe('user management', () => {
    beforeEach(() => open());
    afterEach(() => host.close());

    it('creates a user, and shows the submitted values again after an error', async () => {
      const browser = await as('administrator');
      const hidden = await browser.hiddenFields('/admin/users/add', 'create');
      const fields = { ...hidden, login: 'e:ve', email: 'not an address', name: 'Eve', password: 'hunter2hunter2' };
      const refused = await browser.postForm('/admin/users/add', { ...fields, roles: 'editor' });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('href="#create-login"');
      expect(refused.text).toContain('value="not an address"');
      expect(refused.text).toMatch(
        /id="create-email"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*id="create-email"/,
      );
      expect(refused.text).toContain('href="#create-email"');
      expect(refused.text).not.toContain('hunter2');
      expect(await host.users.byLogin('eve')).toBeNull();
      const added = await browser.postForm('/admin/users/add', {
        ...fields,
        login: 'eve',
        email: 'eve@example.com',
        roles: 'editor',
      });
      expect([added.status, added.headers.location]).toEqual([303, '/admin/users']);
      expect(await host.users.verifyPassword('eve', 'hunter2hunter2')).toMatchObject({
        name: 'Eve',
        roles: ['editor'],
      });
    });

    it('changes the profile and the roles with separate forms', async () => {
      const browser = await as('administrator');
      const { id } = await host.createUser('subscriber');
      const path = `/admin/users/${id}`;
      await browser.postForm(path, {
        ...(await browser.hiddenFields(path, 'save')),
        name: 'N',
        email: 'n@example.com',
      });
      await browser.postForm(path, { ...(await browser.hiddenFields(path, 'roles')), roles: 'author' });
      expect(await host.users.get(id)).toMatchObject({ name: 'N', email: 'n@example.com', roles: ['author'] });
    });

    it('rejects a nonce made for another user', async () => {
      const browser = await as('administrator');
      const [one, two] = [await host.createUser('subscriber'), await host.createUser('subscriber')];
      const form = await browser.hiddenFields(`/admin/users/${one.id}`, 'roles');
      const answer = await browser.postForm(`/admin/users/${two.id}`, { ...form, roles: 'administrator' });
      expect(answer.status).toBe(403);
      expect((await host.users.get(two.id))?.roles).toEqual(['subscriber']);
    });

    it('grants no role through a form that was not offered', async () => {
      host.access.role('desk', { label: 'Desk', capabilities: ['read', 'list_users', 'edit_users'], owner: 'test' });
      const { id, login, password } = await host.createUser('desk');
      const browser = new BrowserAgent(site);
      await browser.logIn(login, password);
      const session = await host.sessions.verify(browser.cookies.get('cms_session') ?? '');
      const nonce = host.nonces.create(`admin /users/${id} roles`, id, session?.session ?? '');
      const answer = await browser.postForm(`/admin/users/${id}`, {
        _action: 'roles',
        _nonce: nonce,
        roles: 'administrator',
      });
      expect(answer.status).toBe(403);
      expect((await host.users.get(id))?.roles).toEqual(['desk']);
    });

    it('deletes a user after confirmation and reassigns their posts', async () => {
      const browser = await as('administrator');
      const { id } = await host.createUser('editor');
      const heir = await host.createUser('editor');
      const post_ = await host.content.posts.create({
        type: 'post',
        status: 'draft',
        title: 'T',
        slug: 't',
        authorId: id,
        locale: 'en',
      });
      const path = `/admin/users/delete?ids=${id}`;
      const form = await browser.hiddenFields(path, 'delete');
      expect(await host.users.get(id)).not.toBeNull();
      const answer = await browser.postForm(path, { ...form, reassign_to: String(heir.id) });
      expect(answer.headers.location).toBe('/admin/users');
      expect(await host.users.get(id)).toBeNull();
      expect((await host.content.posts.get(post_.id))?.authorId).toBe(heir.id);
    });

    it('rejects deleting oneself and demoting the last administrator', async () => {
      const { id, login, password } = await host.createUser('administrator');
      const browser = new BrowserAgent(site);
      await browser.logIn(login, password);
      const path = `/admin/users/delete?ids=${id}`;
      expect((await browser.postForm(path, await browser.hiddenFields(path, 'delete'))).status).toBe(403);
      const own = `/admin/users/${id}`;
      const demoted = await browser.postForm(own, { ...(await browser.hiddenFields(own, 'roles')), roles: 'editor' });
      expect(demoted.status).toBe(409);
      expect((await host.users.get(id))?.roles).toEqual(['administrator']);
    });

    it('changes roles in bulk, skipping users that cannot be changed', async () => {
      const { id, login, password } = await host.createUser('administrator');
      const browser = new BrowserAgent(site);
      await browser.logIn(login, password);
      const { id: other } = await host.createUser('subscriber');
      const form = await browser.hiddenFields('/admin/users', 'bulk');
      const both = { ...form, bulk: 'role', role: 'editor', ids: [String(id), String(other)] };
      expect((await browser.postForm('/admin/users', both)).status).toBe(303);
      expect([(await host.users.get(id))?.roles, (await host.users.get(other))?.roles]).toEqual([
        ['administrator'],
        ['editor'],
      ]);
      expect((await browser.get('/admin/users')).text).toContain('1 of 2 users processed.');
      const nothing = await browser.postForm('/admin/users', { ...form, bulk: 'role' });
      expect([nothing.status, nothing.text.includes('Select at least one item')]).toEqual([422, true]);
    });

    it.each(['0', 'x', '1e3', '99999999999999999999', '-1', '4711'])('returns 404 for the ID %j', async (id) => {
      expect((await (await as('administrator')).get(`/admin/users/${id}`)).status).toBe(404);
    });

    it('escapes hostile names and search terms', async () => {
      const browser = await as('administrator');
      await host.users.create({ login: 'eve', email: 'eve@example.com', name: '"><img src=x onerror=alert(1)>' });
      const { text } = await withPath(browser.get('/admin/users'), '/admin/users?search="><script>alert(1)</script>');
      expect(text).not.toContain('<script>alert');
      expect((await browser.get('/admin/users')).text).not.toContain('<img');
    });
  });

  describe('settings page', () => {
    beforeEach(() => open());
    afterEach(() => host.close());

    const path = '/admin/settings/acme-shop';

    it('saves values, shows validation errors and never shows a secret', async () => {
      const browser = await as('author');
      const wrong = await browser.postForm(path, { ...(await browser.hiddenFields(path, 'save')), fee: '-1', key: '' });
      expect([wrong.status, wrong.text.includes('value="-1"'), wrong.text.includes('Fee: Must be')]).toEqual([
        400,
        true,
        true,
      ]);
      const form = await browser.hiddenFields(path, 'save');
      expect((await browser.postForm(path, { ...form, fee: '7', key: 'a secret key' })).status).toBe(303);
      expect(await host.settings.read('acme-shop')).toEqual({ fee: 7, key: 'a secret key' });
      expect((await browser.get(path)).text).not.toContain('a secret key');
    });

    it('keeps the changes of two users who edit it concurrently', async () => {
      const [one, two] = [await as('author'), await as('administrator')];
      const [first, second] = [await one.hiddenFields(path, 'save'), await two.hiddenFields(path, 'save')];
      await one.postForm(path, { ...first, fee: '7', key: '' });
      await two.postForm(path, { ...second, fee: '500', key: 'a secret key' });
      expect(await host.settings.read('acme-shop')).toEqual({ fee: 7, key: 'a secret key' });
    });

    it('resets to the defaults after confirmation', async () => {
      const browser = await as('author');
      await host.settings.save('acme-shop', { fee: 7 });
      const question = `${path}?confirm=reset`;
      const answer = await browser.postForm(question, await browser.hiddenFields(question, 'reset'));
      expect([answer.status, answer.headers.location]).toEqual([303, path]);
      expect(await host.settings.read('acme-shop')).toEqual({ fee: 500, key: '' });
    });
  });

  describe('system report', () => {
    beforeAll(() => open());
    afterAll(() => host.close());

    it('is available as a page and as a text file, without secrets', async () => {
      const browser = await as('administrator');
      const page = await browser.get('/admin/system');
      const text = await browser.get('/admin/system/report.txt');
      expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(text.headers['content-disposition']).toContain('attachment');
      for (const answer of [page, text]) {
        expect(answer.text).toContain(process.versions.node);
        expect(answer.text).toContain('0001_users');
        expect(answer.text).not.toContain('a secret for tests');
      }
    });

    it('warns when the request URL differs from the url option', async () => {
      const browser = await as('administrator');
      expect((await browser.get('/admin/system')).text).toContain('The option &#34;url&#34;');
    });
  });
});

import { createHost, definePlugin, type HostOptions, type Plugin, type PluginContext } from 'mortise';
import { page } from 'mortise/pages';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';

declare module 'mortise' {
  interface Capabilities {
    probe_things: true;
    probe_thing: true;
  }
  interface Actions {
    probe_happened(): void;
  }
  interface Filters {
    probe_text(text: string): string;
  }
  interface TemplateData {
    'probe/note': { text: string };
  }
  interface PluginApis {
    probe: { readonly greeting: string };
  }
}

const SECRET = 'a secret for tests, long enough to be accepted';
const FOLDER = new URL('./fixtures/left-behind/', import.meta.url);

const hosts: TestHost[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});

async function start(options: HostOptions = {}): Promise<TestHost> {
  const host = await createTestHost(options);
  hosts.push(host);
  return host;
}

/** Plugin without effect other than its setup callback. */
function plain(
  name: string,
  { requires = {}, version = '1.0.0', setup = () => undefined }: Partial<Plugin> = {},
): Plugin {
  return definePlugin({ name, version, requires, setup });
}

/** Registers one item of every type. */
function registerEverything(context: PluginContext): void {
  const { hooks, rest, access, admin, settings, templates, pages, cli, versions } = context;
  hooks.addAction('probe_happened', () => undefined);
  hooks.addFilter('probe_text', (text) => `${text}!`);
  rest.route('probe/v1', {
    method: 'GET',
    path: '/things',
    summary: 'List things',
    permission: 'public',
    handler: () => ['thing'],
  });
  access.capability('probe_things', { label: 'Probe things', roles: ['subscriber'] });
  access.meta('probe_thing', () => ['probe_things']);
  access.role('prober', { label: 'Prober', capabilities: ['probe_things'] });
  templates.add(new URL('templates/', FOLDER), { namespace: 'probe' });
  pages.assets('probe', new URL('assets/', FOLDER));
  pages.mount('/probe', () => page('<p>probe</p>'), { label: 'Probe' });
  cli.command('probe list', { summary: 'List things', run: async () => undefined });
  versions.watch('probe', () => undefined);
  admin.section({ name: 'probe', title: 'Probe' });
  admin.page({
    path: '/probe',
    title: 'Probe',
    capability: 'read',
    template: 'probe/note',
    load: () => ({ text: 'probe' }),
  });
  admin.card({ title: 'Probe', load: () => ({ text: 'probe' }) });
  admin.notice({ capability: 'read', load: () => null });
  settings.register({ name: 'probe', title: 'Probe', capability: 'read', schema: { properties: {} } });
}

/** Types of the items of `registerEverything` that are present. */
async function present(host: TestHost, address: string): Promise<string[]> {
  const onlooker: { context?: PluginContext } = {};
  await host.plugins.activate([
    plain('onlooker', {
      setup: (context) => {
        onlooker.context = context;
      },
    }),
  ]);
  const { context } = onlooker;
  if (!context) throw new Error('The onlooker was not set up.');
  const works = async (work: () => unknown): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch {
      return false;
    }
  };
  const subscriber = await host.createUser('subscriber');
  const kinds: Readonly<Record<string, boolean>> = {
    action: host.hooks.hasAction('probe_happened'),
    filter: host.hooks.hasFilter('probe_text'),
    route: (await host.request('GET', '/probe/v1/things')).status === 200,
    'listed route': host.routes().some(({ namespace }) => namespace === 'probe/v1'),
    capability: host.access.capabilities().some(({ name }) => name === 'probe_things'),
    'held capability': await host.can(subscriber, 'probe_things'),
    'meta capability': await host.can(subscriber, 'probe_thing', {}),
    role: host.access.hasRole('prober'),
    template: await works(() => context.templates.render('probe/note', { text: '' })),
    asset: await works(() => context.pages.assetHref('probe/probe.css')),
    page: (await fetch(`${address}/probe`)).status === 200,
    menu: (await (await fetch(`${address}/admin/login`)).text()).includes('href="/probe"'),
    command: host.commands().some(({ name }) => name === 'probe list'),
    'admin page': host.admin.pages().some(({ path }) => path === '/probe'),
    'settings page': host.admin.pages().some(({ path }) => path === '/settings/probe'),
    card: host.admin.cards().some(({ title }) => title === 'Probe'),
    notice: host.admin.notices().some(({ owner }) => owner === 'probe'),
    settings: await works(() => host.settings.read('probe')),
  };
  await host.plugins.deactivate('onlooker');
  return Object.keys(kinds).filter((kind) => kinds[kind]);
}

const EVERYTHING = 18;

describe('plugin order', () => {
  it('follows the requirements, and otherwise the list', async () => {
    const order: string[] = [];
    const named = (name: string, requires: Record<string, string> = {}): Plugin =>
      plain(name, { requires, setup: () => void order.push(name) });
    const host = await start({
      plugins: [
        named('shop', { stock: '^1.0.0', tax: '*' }),
        named('blog'),
        named('tax'),
        named('stock', { tax: '1' }),
      ],
    });
    expect(order).toEqual(['tax', 'stock', 'shop', 'blog']);
    expect(host.plugins.list().map(({ name }) => name)).toEqual(order);
  });

  it('applies to onReady, which runs after every setup', async () => {
    const steps: string[] = [];
    const named = (name: string, requires: Record<string, string> = {}): Plugin =>
      plain(name, {
        requires,
        setup({ onReady }) {
          onReady(() => void steps.push(`${name} ready`));
          steps.push(`${name} set up`);
        },
      });
    await start({ plugins: [named('shop', { tax: '1' }), named('tax')] });
    expect(steps).toEqual(['tax set up', 'shop set up', 'tax ready', 'shop ready']);
  });

  it('gives a plugin the API of a required plugin', async () => {
    const seen: string[] = [];
    const probe = plain('probe', { setup: () => ({ greeting: 'hello' }) });
    const guest = plain('guest', {
      requires: { probe: '^1.0.0' },
      setup: ({ plugin }) => void seen.push(plugin('probe').greeting),
    });
    const host = await start({ plugins: [guest, probe] });
    expect(seen).toEqual(['hello']);
    expect(host.plugin('probe').greeting).toBe('hello');
  });

  it.each<[string, Plugin[], { code: string; message: string }]>([
    [
      'a circle, naming it',
      [
        plain('a', { requires: { b: '*' } }),
        plain('b', { requires: { c: '*' } }),
        plain('c', { requires: { a: '*' } }),
      ],
      { code: 'plugin_cycle', message: 'a -> b -> c -> a' },
    ],
    [
      'a plugin that requires itself',
      [plain('a', { requires: { a: '*' } })],
      { code: 'plugin_cycle', message: 'a -> a' },
    ],
    [
      'a missing plugin, naming both',
      [plain('shop', { requires: { tax: '^2.0.0' } })],
      { code: 'plugin_requirement_missing', message: '"shop" requires "tax" ^2.0.0' },
    ],
    [
      'a wrong version, naming both',
      [plain('shop', { requires: { tax: '^2.0.0' } }), plain('tax', { version: '1.4.0' })],
      { code: 'plugin_version', message: '"tax" ^2.0.0, but version 1.4.0' },
    ],
    ['a duplicate', [plain('shop'), plain('shop')], { code: 'plugin_duplicate', message: '"shop" is listed twice' }],
    ['a bad name', [plain('Acme Shop')], { code: 'plugin_invalid', message: '"Acme Shop"' }],
    ['a bad version', [plain('shop', { version: 'one' })], { code: 'plugin_invalid', message: '"one"' }],
    ['a bad range', [plain('shop', { requires: { tax: 'new' } })], { code: 'plugin_invalid', message: '"shop"' }],
  ])('rejects %s', async (_, plugins, { code, message }) => {
    await expect(start({ plugins })).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });
});

describe('plugin', () => {
  it('has everything it registers in the host', async () => {
    const host = await start({ plugins: [plain('probe', { setup: registerEverything })] });
    expect(await present(host, await host.listen())).toHaveLength(EVERYTHING);
  });

  it('leaves nothing behind when it is deactivated', async () => {
    const host = await start({ plugins: [plain('probe', { setup: registerEverything })] });
    const address = await host.listen();
    await host.plugins.deactivate('probe');
    expect(await present(host, address)).toEqual([]);
    expect(host.plugins.list()).toEqual([]);
  });

  it('is restored when it is activated again', async () => {
    const probe = plain('probe', { setup: registerEverything });
    const host = await start({ plugins: [probe] });
    await host.plugins.deactivate('probe');
    await host.plugins.activate([probe]);
    expect(await present(host, await host.listen())).toHaveLength(EVERYTHING);
  });

  it('leaves nothing behind on a running host when its setup throws', async () => {
    const host = await start({ plugins: [plain('first')] });
    const address = await host.listen();
    const closed: string[] = [];
    const failing = plain('probe', {
      setup(context) {
        registerEverything(context);
        context.onClose(() => void closed.push('first'));
        context.onClose(() => void closed.push('second'));
        throw new Error('out of flour');
      },
    });
    await expect(host.plugins.activate([failing])).rejects.toMatchObject({
      code: 'plugin_setup_failed',
      message: 'The plugin "probe" could not be set up: out of flour',
      data: { plugin: 'probe' },
    });
    expect(closed).toEqual(['second', 'first']);
    expect(await present(host, address)).toEqual([]);
    expect(host.plugins.list()).toEqual([{ name: 'first', version: '1.0.0' }]);
    await host.plugins.activate([plain('probe', { setup: registerEverything })]);
    expect(await present(host, address)).toHaveLength(EVERYTHING);
  });

  it('rolls back the plugins activated with it when its setup or onReady fails', async () => {
    const host = await start();
    const address = await host.listen();
    const probe = plain('probe', { setup: registerEverything });
    const fails = (setup: Plugin['setup']) => plain('failing', { requires: { probe: '*' }, setup });
    await expect(
      host.plugins.activate([
        probe,
        fails(() => {
          throw new Error('no');
        }),
      ]),
    ).rejects.toMatchObject({ code: 'plugin_setup_failed', data: { plugin: 'failing' } });
    await expect(
      host.plugins.activate([probe, fails(({ onReady }) => onReady(() => Promise.reject(new Error('not ready'))))]),
    ).rejects.toMatchObject({ code: 'plugin_setup_failed', message: expect.stringContaining('not ready') });
    expect(host.plugins.list()).toEqual([]);
    expect(await present(host, address)).toEqual([]);
  });

  it('cannot register anything after it is deactivated', async () => {
    const contexts: PluginContext[] = [];
    const host = await start({ plugins: [plain('probe', { setup: (context) => void contexts.push(context) })] });
    const address = await host.listen();
    await host.plugins.deactivate('probe');
    for (const context of contexts) expect(() => registerEverything(context)).toThrow('"probe" is inactive');
    expect(await present(host, address)).toEqual([]);
  });

  it('receives no more version changes after it is deactivated', async () => {
    const heard: string[] = [];
    const listener = plain('listener', {
      setup: ({ versions }) => void versions.watch('news', () => void heard.push('news')),
    });
    const contexts: PluginContext[] = [];
    const host = await start({
      plugins: [listener, plain('sender', { setup: (context) => void contexts.push(context) })],
    });
    const tell = async (): Promise<void> => {
      for (const { db, versions } of contexts) await db.transaction(() => versions.bump('news'));
    };
    await tell();
    await host.plugins.deactivate('listener');
    await tell();
    expect(heard).toEqual(['news']);
  });

  it('is not deactivated while another plugin requires it', async () => {
    const host = await start({ plugins: [plain('tax'), plain('shop', { requires: { tax: '1' } })] });
    await expect(host.plugins.deactivate('tax')).rejects.toMatchObject({
      code: 'plugin_required',
      data: { status: 409, dependents: ['shop'] },
    });
    await host.plugins.deactivate('shop');
    await host.plugins.deactivate('tax');
    await expect(host.plugins.deactivate('tax')).rejects.toMatchObject({ code: 'plugin_missing' });
  });

  it('closes before its requirements, last callback first, even when a callback fails', async () => {
    const closed: string[] = [];
    const closing = (name: string, requires: Record<string, string> = {}): Plugin =>
      plain(name, {
        requires,
        setup({ onClose }) {
          onClose(() => void closed.push(`${name} 1`));
          onClose(() => Promise.reject(new Error('stuck')));
          onClose(() => void closed.push(`${name} 2`));
        },
      });
    const host = await createTestHost({ plugins: [closing('tax'), closing('shop', { tax: '1' })] });
    await host.close();
    expect(closed).toEqual(['shop 2', 'shop 1', 'tax 2', 'tax 1']);
  });

  it('is named in the error when two plugins mount the same path', async () => {
    const twin = (name: string) => plain(name, { setup: ({ pages }) => pages.mount('/same', () => page('')) });
    await expect(start({ plugins: [twin('one'), twin('two')] })).rejects.toMatchObject({
      code: 'plugin_setup_failed',
      message: expect.stringMatching(/"two".*"one"/),
      cause: { code: 'page_conflict' },
    });
  });
});

describe('closing a host', () => {
  it('can be repeated', async () => {
    const host = await createTestHost();
    await host.close();
    await expect(host.close()).resolves.toBeUndefined();
  });

  it('closes the database, as does a host that could not be created', async () => {
    const contexts: PluginContext[] = [];
    const keeping = plain('keeping', { setup: (context) => void contexts.push(context) });
    const failing = plain('failing', {
      requires: { keeping: '*' },
      setup({ versions }) {
        versions.watch('anything', () => undefined);
        throw new Error('out of flour');
      },
    });
    const before = process.getActiveResourcesInfo();
    await (await createTestHost({ plugins: [keeping] })).close();
    await expect(createTestHost({ plugins: [keeping, failing] })).rejects.toThrow('out of flour');
    expect(contexts).toHaveLength(2);
    for (const { db } of contexts) await expect(db.now()).rejects.toThrow();
    // Resources of an earlier test may have ended by now, and files close asynchronously.
    const added = (): string[] => {
      const after = process.getActiveResourcesInfo();
      for (const kind of before) after.splice(after.indexOf(kind) >>> 0, 1);
      return after;
    };
    await expect.poll(added).toEqual([]);
  });
});

describe('host.request', () => {
  const echo = plain('echo', {
    setup({ rest }) {
      rest.route('echo/v1', {
        method: ['GET', 'POST'],
        path: '/{word}',
        summary: 'Say it again',
        args: { word: { type: 'string' }, times: { type: 'integer', default: 1 } },
        permission: 'public',
        handler: ({ args, user, headers }) => ({
          said: args.word.repeat(args.times),
          by: user?.login ?? null,
          at: new Date(0),
          language: headers['accept-language'] ?? null,
        }),
      });
    },
  });

  it('accepts query, body, headers and user, and returns data as JSON would carry it', async () => {
    const host = await start({ plugins: [echo] });
    const editor = await host.createUser('editor');
    expect(await host.request('GET', '/echo/v1/ho?times=2')).toMatchObject({
      status: 200,
      data: { said: 'hoho', by: null, at: '1970-01-01T00:00:00.000Z' },
    });
    expect((await host.request('GET', '/echo/v1/ho', { query: { times: '3' } })).data).toMatchObject({
      said: 'hohoho',
    });
    expect(
      (
        await host.request('POST', '/echo/v1/ho', {
          as: editor,
          body: { times: 2 },
          headers: { 'accept-language': 'de' },
        })
      ).data,
    ).toMatchObject({ said: 'hoho', by: editor.login, language: 'de' });
    expect((await host.request('GET', '/echo/v1/ho', { as: editor.id })).data).toMatchObject({ by: editor.login });
  });

  it('returns errors as responses, and rejects an unknown user', async () => {
    const host = await start({ plugins: [echo] });
    expect(await host.request('GET', '/nowhere/v1')).toMatchObject({ status: 404, data: { code: 'rest_no_route' } });
    await expect(host.request('GET', '/echo/v1/ho', { as: 99 })).rejects.toMatchObject({ code: 'user_not_found' });
  });
});

describe('configuration', () => {
  it.each<[string, HostOptions, string, RegExp]>([
    ['no secret', { secret: '' }, 'secret', /MORTISE_SECRET/],
    ['a short secret', { secret: 'short' }, 'secret', /32 bytes/],
    ['a short previous secret', { previousSecrets: ['short'] }, 'secret', /32 bytes/],
    ['an address without scheme', { url: 'example.com' }, 'url', /"example\.com"/],
    ['an address with a query', { url: 'https://example.com/?a=1' }, 'url', /public URL/],
    ['a path without a slash', { root: 'api' }, 'root', /"api"/],
    ['an empty path', { admin: '/' }, 'admin', /"\/"/],
    ['an unknown time zone', { timezone: 'Mars/Base' }, 'timezone', /"Mars\/Base"/],
    ['a malformed locale', { locale: 'not a locale' }, 'locale', /"not a locale"/],
    ['a mail server without a scheme', { mail: 'mail.example.com' }, 'mail', /smtp:\/\/mail\.example\.com/],
    ['a mail server of another kind', { mail: 'https://mail.example.com' }, 'mail', /mail server/],
    ['a sender with a name', { mailFrom: 'Acme <noreply@example.com>' }, 'mailFrom', /without a name/],
    ['a sender on two lines', { mailFrom: 'a@example.com\r\nBcc: b@example.net' }, 'mailFrom', /not an email address/],
  ])('rejects %s and names the option', async (_, options, option, message) => {
    await expect(createHost({ secret: SECRET, database: 'sqlite::memory:', ...options })).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringMatching(message),
      data: { option },
    });
  });

  it('does not repeat the password of a rejected mail server', async () => {
    const error = await start({ mail: 'imap://ada:opensesame@mail.example.com' }).catch(
      (reason: Error) => reason.message,
    );
    expect(error).toContain('smtp://');
    expect(error).not.toContain('opensesame');
  });

  it('rejects a database URL that it cannot parse', async () => {
    await expect(start({ database: 'oracle://db' })).rejects.toMatchObject({ code: 'database_url_invalid' });
  });

  it.each<[string, HostOptions]>([
    ['hashes that nobody could compute', { passwordCost: { logCost: 30, blockSize: 8, parallelism: 1 } }],
    ['an unknown source of roles', { roleSource: 'both' as 'site' }],
    ['a login without identify', { login: { url: '/login' } }],
    ['a login on another host by two slashes', { identify: () => null, login: { url: '//evil.example' } }],
    ['a login by another scheme', { identify: () => null, login: { logoutUrl: 'javascript:alert(1)' } }],
    ['a relative login', { identify: () => null, login: { accountUrl: 'account' } }],
    ['a parameter that is none', { identify: () => null, login: { redirectParameter: 'a&b' } }],
    ['an unknown policy', { csp: 'on' as 'own' }],
    ['one path for two things', { root: '/office', admin: '/office' }],
    ['a path within another', { root: '/office/api', admin: '/office' }],
    ['a folder of templates that is not there', { templates: './no-such-folder' }],
  ])('rejects %s', async (_, options) => {
    await expect(start(options)).rejects.toMatchObject({ code: 'config_invalid' });
  });
});

import { Agent } from 'node:http';
import { definePlugin } from 'mortise';
import { type Endpoint, respond } from 'mortise/rest';
import { createTestHost, type TestHost } from 'mortise/testing';
import { Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';
import { BrowserAgent } from '../support/browser-agent.js';
import { type PathValues, rightCall, type Target, targetsOf } from './argument-calls.js';
import { everyPlugin, fillPlugins } from './every-plugin.js';

/** Replaces every handler: status 299 means that the caller passed the permission check. Nothing is changed. */
const gate = () =>
  definePlugin({
    name: 'gate',
    version: '1.0.0',
    setup({ hooks }) {
      hooks.addFilter('rest_dispatch_request', () => respond({ reached: true }, { status: 299 }));
    },
  });

/**
 * Callers that reach the handler of each route. The table is committed, so a new route or a wider permission shows in
 * the diff. `npx vitest run test/conformance/access-matrix.test.ts -u` updates it.
 */
describe('REST access matrix', () => {
  let host: TestHost;
  let site: string;
  const connections = new Agent({ keepAlive: true });
  /** Request headers of each caller, keyed by column heading. */
  const callers = new Map<string, Record<string, string>>();
  /** IDs of existing items, keyed by route template. */
  const ids = new Map<string, string>();
  let administrator: { readonly id: number; readonly login: string; readonly password: string };

  beforeAll(async () => {
    host = await createTestHost({ plugins: everyPlugin(), trustProxy: true });
    site = await host.listen();
    administrator = await host.createUser('administrator');
    await fillPlugins(host, administrator.id);
    callers.set('anonymous', {});
    for (const { name } of host.access.roles().toReversed()) callers.set(name, await passwordOf(name));
    const browser = new BrowserAgent(site);
    await browser.logIn(administrator.login, administrator.password);
    callers.set('cookie only', { Cookie: browser.cookieHeader });
    for (const scope of ['read', 'edit_profile']) {
      const { password } = await host.applicationPasswords.create(administrator.id, { name: scope, scopes: [scope] });
      callers.set(`scope ${scope}`, basic(administrator.login, password));
    }
    const { key } = await host.apiKeys.create({ name: 'Nobody', scopes: ['read', 'manage_options'] });
    callers.set('key without user', { 'X-API-Key': key });
    for (const { template } of host.routes()) await findId(template);
    await host.plugins.activate([gate()]);
  });
  afterAll(async () => {
    connections.destroy();
    await host.close();
  });

  /** Finds an existing item for `{id}` in a template: the first item of the list above it. */
  async function findId(template: string): Promise<void> {
    const place = template.indexOf('/{id}');
    if (place === -1) return;
    const { data } = await host.request('GET', template.slice(0, place), { as: administrator.id });
    const [first] = [data ?? []].flat() as { id?: unknown }[];
    if (typeof first?.id === 'number') ids.set(template, String(first.id));
  }

  async function passwordOf(role: string): Promise<Record<string, string>> {
    const user = role === 'administrator' ? administrator : await host.createUser(role);
    const { password } = await host.applicationPasswords.create(user.id, { name: 'Matrix' });
    return basic(user.login, password);
  }

  it('matches the committed table', async () => {
    const rows: string[][] = [];
    for (const target of targetsOf(host)) {
      for (const { note, values } of places(target)) rows.push(await rowOf(target, note, values));
    }
    const heading = ['Route', 'Permission', ...callers.keys()];
    const lines = [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
    await expect(`${INTRODUCTION}\n${lines.join('\n')}\n`).toMatchFileSnapshot('../../docs/access.md');
  }, 300_000);

  async function rowOf(target: Target, note: string, values: PathValues): Promise<string[]> {
    const { method, route, endpoint } = target;
    const cells: string[] = [];
    for (const headers of callers.values()) {
      const { target: path, body } = rightCall(target, values);
      const unlimited = {
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-For': `10.0.${rowsAsked >> 8}.${rowsAsked & 255}`,
        'Idempotency-Key': `matrix-${rowsAsked}`,
      };
      rowsAsked += 1;
      const sent = new Test(site, method, `/api${path}`).agent(connections).set(unlimited).set(headers);
      const answer = await sent.send(body);
      const { status } = answer;
      const { code } = answer.body as { code?: string };
      if (status !== 299 && status !== 401 && status !== 403) {
        throw new Error(`${method} ${path} answered ${status} ${code}: the arguments of the matrix do not fit it.`);
      }
      cells.push(status === 299 ? 'yes' : String(status));
    }
    return [`\`${method} ${route.template}\`${note}`, `\`${permissionOf(endpoint)}\``, ...cells];
  }
  let rowsAsked = 1;

  /** Path parameter values of each row: the caller and an administrator for `{user}`, otherwise an existing item. */
  function places({ route }: Target): { note: string; values: PathValues }[] {
    const values: PathValues = { id: ids.get(route.template) ?? '1' };
    if (route.template.includes('/api-keys/{id}')) return [{ note: '', values: { id: 'nobodyhasit0' } }];
    if (!route.template.includes('{user}')) return [{ note: '', values }];
    return [
      { note: ' of oneself', values: { ...values, user: 'me' } },
      { note: ' of an administrator', values: { ...values, user: String(administrator.id) } },
    ];
  }
});

function permissionOf({ permission }: Endpoint): string {
  if (typeof permission === 'string') return permission;
  if (typeof permission === 'function') return 'function';
  if ('anyOf' in permission)
    return permission.anyOf.map((one) => permissionOf({ permission: one } as Endpoint)).join(' or ');
  if ('apiKey' in permission) return `API key: ${permission.apiKey}`;
  return `${permission.capability} (object)`;
}

const INTRODUCTION = `# Route access

Callers that reach the handler of each REST route, on a host with all bundled plugins: \`yes\`, or the status of the rejection. Roles authenticate with an application password. *cookie only* is an administrator's session without a nonce, *scope read* an administrator's application password limited to \`read\`, and *key without user* an API key without a user, with the scopes \`read\` and \`manage_options\`. Handlers may filter the result further, for example drafts.

This page is generated by a test: \`npx vitest run test/conformance/access-matrix.test.ts -u\`.
`;

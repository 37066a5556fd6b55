import { definePlugin } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';

declare module 'mortise' {
  interface Capabilities {
    stir_pot: { hot: boolean };
    lick_pot: true;
    stir_pots: true;
    stir_hot_pots: true;
  }
}

/** Pots require `stir_pots`, hot pots also `stir_hot_pots`. `lick_pot` is never allowed. */
const kitchen = () =>
  definePlugin({
    name: 'acme-pots',
    version: '1.0.0',
    setup({ access, rest }) {
      access.capability('stir_pots', { label: 'Stir pots', roles: ['author', 'editor'] });
      access.capability('stir_hot_pots', { label: 'Stir hot pots', roles: ['editor'] });
      access.meta('stir_pot', (_user, { hot }) => (hot ? ['stir_pots', 'stir_hot_pots'] : ['stir_pots']));
      access.meta('lick_pot', () => ['do_not_allow']);
      const answer = { summary: 'A pot', handler: () => ({ ok: true }) };
      rest.route('acme/v1', {
        ...answer,
        method: ['GET', 'POST'],
        path: '/pots/{heat}',
        args: { heat: { type: 'string' } },
        permission: { capability: 'stir_pot', object: ({ args }) => ({ hot: args.heat === 'hot' }) },
      });
      rest.route('acme/v1', { ...answer, method: 'POST', path: '/licks', permission: 'lick_pot' });
      rest.route('acme/v1', { ...answer, method: 'POST', path: '/options', permission: 'manage_options' });
      rest.route('acme/v1', {
        ...answer,
        method: 'POST',
        path: '/either',
        permission: { anyOf: ['stir_hot_pots', 'manage_options'] },
      });
    },
  });

describe('refused request', () => {
  let host: TestHost;
  let http: Agent;
  beforeAll(async () => {
    host = await createTestHost({ plugins: [kitchen()] });
    http = request(await host.listen());
  });
  afterAll(() => host.close());

  async function headersOf(role: string, scopes?: string[]): Promise<Record<string, string>> {
    const user = await host.createUser(role);
    const { password } = await host.applicationPasswords.create(user.id, {
      name: 'Script',
      ...(scopes ? { scopes } : {}),
    });
    return basic(user.login, password);
  }

  async function refusal(path: string, headers: Record<string, string>) {
    const { status, body: data } = await http.post(`/api/acme/v1${path}`).set(headers);
    const { code, message, data: details } = data as { code: string; message: string; data: Record<string, unknown> };
    const { status: _, request_id: _id, ...missing } = details;
    return { status, code, message, missing };
  }

  it('names the capability of the route and suggests a role that has it', async () => {
    expect(await refusal('/options', await headersOf('editor'))).toEqual({
      status: 403,
      code: 'rest_forbidden',
      message: 'Your account cannot do that. Ask an administrator for a role with "manage_options".',
      missing: { missing_capability: 'manage_options' },
    });
  });

  it('names the primitive capabilities of a meta capability that are missing', async () => {
    expect(await refusal('/pots/hot', await headersOf('author'))).toMatchObject({
      message: expect.stringContaining('a role with "stir_hot_pots"'),
      missing: { missing_capability: 'stir_pot', missing_capabilities: ['stir_hot_pots'] },
    });
    expect(await refusal('/pots/hot', await headersOf('subscriber'))).toMatchObject({
      message: expect.stringContaining('"stir_pots" and "stir_hot_pots"'),
      missing: { missing_capability: 'stir_pot', missing_capabilities: ['stir_pots', 'stir_hot_pots'] },
    });
  });

  it('names the scope instead of a capability when only the credential lacks permission', async () => {
    expect(await refusal('/pots/hot', await headersOf('editor', ['stir_pots']))).toEqual({
      status: 403,
      code: 'rest_forbidden',
      message: 'The scopes of this credential do not include "stir_hot_pots". Use a credential that has them.',
      missing: { missing_scope: 'stir_hot_pots' },
    });
    expect((await refusal('/pots/hot', await headersOf('editor', ['read']))).missing).toEqual({
      missing_scope: 'stir_pots',
      missing_scopes: ['stir_pots', 'stir_hot_pots'],
    });
  });

  it('names the missing account when the credential has none', async () => {
    const { key } = await host.apiKeys.create({ name: 'Robot', scopes: ['manage_options'] });
    expect(await refusal('/options', { 'X-API-Key': key })).toMatchObject({
      status: 403,
      message: expect.stringContaining('acts for no account'),
      missing: { missing_capability: 'manage_options' },
    });
  });

  it('names both when the account lacks one capability and the credential another', async () => {
    expect((await refusal('/pots/hot', await headersOf('author', ['read']))).missing).toEqual({
      missing_capability: 'stir_pot',
      missing_capabilities: ['stir_hot_pots'],
      missing_scope: 'stir_pots',
    });
  });

  it('names the first declared alternative of several', async () => {
    expect((await refusal('/either', await headersOf('author'))).missing).toEqual({
      missing_capability: 'stir_hot_pots',
    });
  });

  it('suggests nothing when the action is never allowed', async () => {
    expect(await refusal('/licks', await headersOf('administrator'))).toMatchObject({
      message: 'No role is allowed to do that.',
      missing: { missing_capability: 'lick_pot', missing_capabilities: ['do_not_allow'] },
    });
  });

  it('reveals nothing to anonymous visitors, in errors and in OPTIONS', async () => {
    expect(await refusal('/pots/hot', {})).toMatchObject({ status: 401, missing: {} });
    expect((await http.options('/api/acme/v1/pots/hot')).text).not.toContain('stir_');
  });

  it('returns the same in OPTIONS as in the error', async () => {
    for (const [role, scopes] of [['author'], ['subscriber'], ['editor', ['read']]] as const) {
      const headers = await headersOf(role, scopes ? [...scopes] : undefined);
      const { missing } = await refusal('/pots/hot', headers);
      const { body: data, headers: answered } = await http.options('/api/acme/v1/pots/hot').set(headers);
      const [{ args: _args, methods: _methods, summary: _summary, ...verdict }] = (
        data as { endpoints: [Record<string, unknown>] }
      ).endpoints;
      expect(verdict).toEqual({ allowed: false, ...missing });
      expect(answered.allow).toBe('');
    }
    const { headers } = await http.options('/api/acme/v1/pots/cold').set(await headersOf('author'));
    expect(headers.allow).toBe('GET, POST');
  });
});

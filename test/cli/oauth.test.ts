import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mortise } from '../support/command-line.js';

describe('mortise oauth client', { timeout: 120_000 }, () => {
  let site: string;
  const run = (...parameters: string[]) => mortise(['oauth', 'client', ...parameters], { cwd: site });
  const dataOf = async (...parameters: string[]) => JSON.parse((await run(...parameters, '--format=json')).stdout);

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-oauth-'));
  });
  afterAll(() => rm(site, { recursive: true, force: true }));

  it('creates, shows, lists and deletes clients, and shows a secret only once', async () => {
    const address = 'https://app.example/callback';
    const created = await dataOf('create', 'Printer', '--scope', 'read', 'edit_posts', '--redirect-uri', address);
    expect(created).toMatchObject({
      client_id: expect.stringMatching(/^oc_/),
      client_secret: expect.stringMatching(/^ocs_/),
      type: 'confidential',
      scopes: 'read edit_posts',
      redirect_uris: address,
      grants: 'authorization_code refresh_token',
    });
    const { client_secret, ...client } = created;
    expect(await dataOf('show', created.client_id)).toEqual(client);
    expect(await dataOf('list')).toEqual([client]);
    const renewed = await dataOf('rotate-secret', created.client_id);
    expect(renewed.client_secret).toMatch(/^ocs_/);
    expect(renewed.client_secret).not.toBe(client_secret);
    expect((await run('delete', created.client_id)).code).toBe(0);
    expect(await dataOf('list')).toEqual([]);
    const log = (await mortise(['audit', 'list', '--format=json'], { cwd: site })).stdout;
    expect(JSON.parse(log).map(({ event }: { event: string }) => event)).toEqual([
      'oauth_client_deleted',
      'oauth_client_rotated',
      'oauth_client_created',
    ]);
    for (const secret of [client_secret, renewed.client_secret]) expect(log).not.toContain(secret);
  });

  it('creates public clients, and clients that act for a user', async () => {
    const open = await dataOf('create', 'Tool', '--public', '--scope=read', '--redirect-uri=http://127.0.0.1/done');
    expect(open).toMatchObject({ type: 'public' });
    expect(open).not.toHaveProperty('client_secret');
    await mortise(['user', 'create', 'robot', 'robot@example.com', '--role=editor'], { cwd: site });
    const robot = await dataOf('create', 'Robot', '--scope=edit_posts', '--user=robot');
    expect(robot).toMatchObject({ grants: 'client_credentials', user_id: expect.any(Number) });
  });

  it.each([
    [['create', 'X', '--scope=read'], 'oauth_client_invalid_grants'],
    [['create', 'X', '--scope=read', '--grant=password'], 'oauth_grant_unknown'],
    [['create', 'X', '--scope=read', '--user=nobody'], 'user_not_found'],
    [['show', 'oc_nobody'], 'oauth_client_not_found'],
  ])('rejects %j with exit code 2', async (parameters, code) => {
    expect(await run(...parameters)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(code) });
  });
});

import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('knowledge base scopes', () => {
  let host: TestHost;
  let url: string;
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    url = await host.listen();
  });
  afterAll(() => host.close());

  async function write(role: string, scopes: string[]): Promise<number> {
    const user = await host.createUser(role);
    const { key } = await host.apiKeys.create({ name: 'Key', scopes, userId: user.id });
    const { status } = await fetch(`${url}/api/vendor-kb/v1/articles`, {
      method: 'POST',
      headers: { 'X-Vendor-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'Written by a program', status: 'draft' }),
    });
    return status;
  }

  it('are kb:read, kb:write, kb:feedback and kb:stats', () => {
    const named = host.access.scopes().filter(({ name }) => name.includes(':'));
    expect(named.map(({ name }) => name)).toEqual(['kb:read', 'kb:write', 'kb:feedback', 'kb:stats']);
  });

  it('map to registered capabilities', () => {
    for (const { capabilities } of host.access.scopes()) {
      for (const capability of capabilities) expect(host.access.hasCapability(capability)).toBe(true);
    }
  });

  it('allow writes with kb:write in the plugin header, within the permissions of the user', async () => {
    expect(await write('author', ['kb:write'])).toBe(201);
    expect(await write('subscriber', ['kb:write'])).toBe(403);
  });

  it.each(['kb:read', 'kb:feedback', 'kb:stats'])('deny writes with %s', async (scope) => {
    expect(await write('administrator', [scope])).toBe(403);
  });

  it('allow ratings and feedback as the user only with kb:feedback', async () => {
    const author = await host.createUser('author');
    const body = { title: 'Judged', status: 'publish' };
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as: author, body });
    const { id: article_id } = data as { id: number };
    const user = await host.createUser('administrator');
    const opine = async (scopes: string[]): Promise<number[]> => {
      const { key } = await host.apiKeys.create({ name: 'Key', scopes, userId: user.id });
      const headers = { 'X-Vendor-API-Key': key, 'Content-Type': 'application/json' };
      const send = async (method: string, path: string, sent?: object): Promise<number> => {
        const init = { method, headers, ...(sent ? { body: JSON.stringify(sent) } : {}) };
        return (await fetch(`${url}/api/vendor-kb/v1${path}`, init)).status;
      };
      return [
        await send('POST', '/rating', { article_id, value: 5 }),
        await send('DELETE', `/rating?article_id=${article_id}`),
        await send('POST', '/feedback', { article_id, type: 'praise', message: 'A good one.' }),
      ];
    };
    expect(await opine(['kb:read', 'kb:write', 'kb:stats'])).toEqual([403, 403, 403]);
    expect(await opine(['kb:feedback'])).toEqual([201, 200, 201]);
  });

  it('grant no access management, import, export or admin capabilities', () => {
    const kbScopes = host.access.scopes().filter(({ name }) => name.startsWith('kb:'));
    for (const capability of ['manage_kb_access', 'import_kb', 'export_kb', 'unfiltered_html', 'manage_options']) {
      expect(kbScopes.filter(({ capabilities }) => capabilities.includes(capability))).toEqual([]);
    }
  });
});

import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('the scopes of the knowledge base', () => {
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

  it('are four, with words for the people who are asked', () => {
    const named = host.access.scopes().filter(({ name }) => name.includes(':'));
    expect(named.map(({ name }) => name)).toEqual(['kb:read', 'kb:write', 'kb:feedback', 'kb:stats']);
  });

  it('stand for capabilities that are registered', () => {
    for (const { capabilities } of host.access.scopes()) {
      for (const capability of capabilities) expect(host.access.hasCapability(capability)).toBe(true);
    }
  });

  it('let a key write with kb:write in the header of the plugin, as far as its account may', async () => {
    expect(await write('author', ['kb:write'])).toBe(201);
    expect(await write('subscriber', ['kb:write'])).toBe(403);
  });

  it.each(['kb:read', 'kb:feedback', 'kb:stats'])('write nothing with %s', async (scope) => {
    expect(await write('administrator', [scope])).toBe(403);
  });

  it('let nobody vote or write in the name of the account but with kb:feedback', async () => {
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

  it('say nothing of who may read what, of imports and of exports', () => {
    const given = host.access.scopes().filter(({ name }) => name.startsWith('kb:'));
    for (const capability of ['manage_kb_access', 'import_kb', 'export_kb', 'unfiltered_html', 'manage_options']) {
      expect(given.filter(({ capabilities }) => capabilities.includes(capability))).toEqual([]);
    }
  });
});

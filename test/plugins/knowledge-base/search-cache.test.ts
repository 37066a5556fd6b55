import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic } from '../../support/basic.js';

const PATHS = ['/api/vendor-kb/v1/search?q=password', '/api/vendor-kb/v1/search/suggestions?q=passw'];

describe('search cache headers', () => {
  let host: TestHost;
  let http: Agent;
  let member: Record<string, string>;

  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    const { id: as } = await host.createUser('administrator');
    for (const article of [
      { title: 'Password' },
      { title: 'Password of the safe', access_rule: { mode: 'logged_in' } },
    ]) {
      const body = { content: 'Text.', status: 'publish', ...article };
      await host.request('POST', '/vendor-kb/v1/articles', { as, body });
    }
    const { id, login } = await host.createUser('subscriber');
    const { password } = await host.applicationPasswords.create(id, { name: 'Reader' });
    member = basic(login, password);
    http = request(await host.listen());
  });
  afterAll(() => host.close());

  describe.each(PATHS)('%s', (path) => {
    it('let anonymous visitors cache for 30 seconds, and make all others revalidate', async () => {
      const cacheOf = async (headers: Record<string, string>) => {
        const answer = await http.get(path).set(headers);
        expect(answer.headers.vary?.split(', ')).toEqual(
          expect.arrayContaining(['Cookie', 'Authorization', 'X-API-Key']),
        );
        return answer.headers['cache-control'];
      };
      expect(await cacheOf({})).toBe('private, max-age=30');
      expect(await cacheOf({ Cookie: 'theme=dark' })).toBe('private, no-cache');
      expect(await cacheOf(member)).toBe('private, no-cache');
    });

    it('answer 304 until something changes', async () => {
      const first = await http.get(path);
      const again = { 'If-None-Match': first.headers.etag ?? '' };
      expect(await http.get(path).set(again)).toMatchObject({ status: 304, text: '' });
      const { id: as } = await host.createUser('editor');
      const body = { title: `Password ${path.length}`, content: '', status: 'publish' };
      await host.request('POST', '/vendor-kb/v1/articles', { as, body });
      await host.plugin('knowledge-base').searchIndex.catchUp();
      expect((await http.get(path).set(again)).status).toBe(200);
    });

    it('never match for a viewer with other permissions, even for equal results', async () => {
      const nowhere = path.replace('passw', 'zymurgy');
      const tagOf = async (headers: Record<string, string>, at = nowhere) =>
        (await http.get(at).set(headers)).headers.etag ?? '';
      expect(await tagOf({})).toMatch(/^W\/"[\w-]{22}"$/);
      expect(await tagOf(member)).not.toBe(await tagOf({}));
      expect(await tagOf(member)).toBe(await tagOf(member));
      const theirs = await tagOf(member, path);
      expect((await http.get(path).set(member)).text).toContain('safe');
      const answer = await http.get(path).set('If-None-Match', theirs);
      expect([answer.status, answer.text.includes('safe')]).toEqual([200, false]);
      expect((await http.get(path).set(member).set('If-None-Match', theirs)).status).toBe(304);
    });
  });
});

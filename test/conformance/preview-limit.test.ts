import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { type KbHost, openKbHost } from './knowledge-base-host.js';

let kb: KbHost;
beforeAll(async () => {
  kb = await openKbHost(dialects[0] ?? (await Promise.reject(new Error('No database.'))));
});
afterAll(() => kb?.close());

it('refuses the 121st preview of a user within a minute', async () => {
  const http = request(await kb.host.listen());
  const { id, login } = kb.users.author;
  const { password } = await kb.host.applicationPasswords.create(id, { name: 'previews' });
  const preview = () =>
    http.post('/api/vendor-kb/v1/preview').auth(login, password).send({ format: 'markdown', content: 'x' });
  const statuses = new Map<number, number>();
  for (let call = 0; call < 121; call += 1) {
    const { status } = await preview();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [200, 120],
    [429, 1],
  ]);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KbHost, openKbHost } from '../../../conformance/knowledge-base-host.js';
import { SQLITE } from '../../../support/databases.js';

/** Attempts per minute and IP address. */
const TRIES = 5;

describe('password rate limit', () => {
  let kb: KbHost;
  let address: string;
  beforeAll(async () => {
    kb = await openKbHost(SQLITE);
    address = await kb.host.listen();
  });
  afterAll(() => kb?.close());

  const article = (): Promise<number> => kb.article({ access_rule: { mode: 'password', password: 'sesame' } });
  /** In-process request, which has no IP address. */
  const ask = async (id: number, password: string): Promise<number> =>
    (await kb.call('anonymous', 'GET', `/articles/${id}`, undefined, { 'x-kb-password': password })).status;
  const askFromOutside = async (id: number, password: string): Promise<number> => {
    const headers = { 'X-KB-Password': password };
    const answer = await fetch(`${address}/api/vendor-kb/v1/articles/${id}`, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };

  it('rejects the right password after too many guesses, even if another client has just used it', async () => {
    const id = await article();
    expect(await ask(id, 'sesame')).toBe(200);
    for (let guess = 0; guess < TRIES; guess += 1) expect(await askFromOutside(id, `guess ${guess}`)).toBe(403);
    expect(await askFromOutside(id, 'one more')).toBe(429);
    expect(await askFromOutside(id, 'sesame')).toBe(429);
    expect(await ask(id, 'sesame')).toBe(200);
  });

  it('allows any number of requests with the right password until the client guesses', async () => {
    const id = await article();
    for (let request = 0; request < 4 * TRIES; request += 1) expect(await ask(id, 'sesame')).toBe(200);
    const calls: number[] = [];
    for (let guess = 0; guess < TRIES; guess += 1) calls.push(await ask(id, `guess ${guess}`));
    expect(calls.at(-1)).toBe(429);
    expect(await ask(id, 'sesame')).toBe(429);
  });
});

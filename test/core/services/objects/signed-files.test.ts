import { Readable } from 'node:stream';
import { definePlugin } from 'mortise';
import type { OwnedObjects } from 'mortise/services';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignedAddresses } from '../../../../src/core/services/objects/signed-addresses.js';
import { createSite } from '../../../../src/core/site.js';

const SECRET = 'a secret for tests, long enough to be accepted';
const OLD_SECRET = 'the secret that was there before, long enough as well';
const DIGITS = Buffer.from('0123456789');

let host: TestHost;
let address: string;
const files = new Map<string, OwnedObjects>();

const owner = (name: string) =>
  definePlugin({
    name,
    version: '1.0.0',
    setup({ objects }) {
      files.set(name, objects);
    },
  });

beforeAll(async () => {
  host = await createTestHost({
    secret: SECRET,
    previousSecrets: [OLD_SECRET],
    plugins: [owner('acme-one'), owner('acme-two')],
    media: '/files',
  });
  address = await host.listen();
});
afterAll(() => host.close());

function objectsOf(name: string): OwnedObjects {
  const objects = files.get(name);
  if (!objects) throw new Error(`${name} is not set up.`);
  return objects;
}

/** Replaces the origin of a URL with that of the test server. */
const local = (signed: string): string => signed.replace('http://localhost:8080', address);

describe('plugin files', () => {
  it('are separate for each plugin under the same keys', async () => {
    const [one, two] = [objectsOf('acme-one'), objectsOf('acme-two')];
    await one.put('a/note.txt', Buffer.from('of one'));
    expect(await two.stat('a/note.txt')).toBeNull();
    expect(await two.put('a/note.txt', Buffer.from('of the other'))).toMatchObject({ key: 'a/note.txt', bytes: 12 });
    expect(await one.stat('a/note.txt')).toMatchObject({ key: 'a/note.txt', bytes: 6 });
    expect(await one.copy('a/note.txt', 'b.txt')).toMatchObject({ key: 'b.txt' });
    const keys: string[] = [];
    for await (const { key } of one.list()) keys.push(key);
    expect(keys).toEqual(['a/note.txt', 'b.txt']);
    await two.delete('a/note.txt');
    expect(await one.stat('a/note.txt')).not.toBeNull();
  });

  it.each(['../acme-two/a/note.txt', '/acme-two/a', '', '..', './a'])(
    'cannot be accessed with a key outside: %j',
    async (key) => {
      const one = objectsOf('acme-one');
      await expect(one.read(key)).rejects.toMatchObject({ code: 'storage_key_invalid' });
      await expect(one.put(key, Readable.from([]))).rejects.toMatchObject({ code: 'storage_key_invalid' });
      await expect(one.copy('b.txt', key)).rejects.toMatchObject({ code: 'storage_key_invalid' });
      expect(() => one.address(key)).toThrow(expect.objectContaining({ code: 'storage_key_invalid' }));
    },
  );

  it('cannot be listed outside', async () => {
    const list = objectsOf('acme-one').list('../');
    await expect(list[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'storage_key_invalid' });
  });
});

describe('URL of a private file', () => {
  let signed: string;
  beforeAll(async () => {
    await objectsOf('acme-one').put('reports/1–2 ü.csv', DIGITS);
    signed = local(objectsOf('acme-one').address('reports/1–2 ü.csv'));
  });

  it('serves the file as a download that no proxy caches', async () => {
    const answer = await fetch(signed);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('0123456789');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '10',
      'content-disposition': 'attachment; filename="1_2 _.csv"; filename*=UTF-8\'\'1%E2%80%932%20%C3%BC.csv',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
  });

  it('contains the download name as part of the signature', async () => {
    const named = local(objectsOf('acme-one').address('reports/1–2 ü.csv', { name: 'report "final".csv' }));
    expect((await fetch(named)).headers.get('content-disposition')).toBe(
      'attachment; filename="report _final_.csv"; filename*=UTF-8\'\'report%20%22final%22.csv',
    );
    expect((await fetch(named.replace('final', 'forged'))).status).toBe(403);
  });

  it('answers HEAD without a body, and 304 for a matching ETag', async () => {
    const head = await fetch(signed, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    const etag = head.headers.get('etag') ?? '';
    const again = await fetch(signed, { headers: { 'If-None-Match': `"other", W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-200', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=9-99', 206, '9', 'bytes 9-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['bytes=', 200, '0123456789', null],
    ['lines=0-1', 200, '0123456789', null],
    ['bytes=99999999999999999999-', 416, '', 'bytes */10'],
  ])('answers the range %s with %i', async (range, status, body, contentRange) => {
    const answer = await fetch(signed, { headers: { Range: range } });
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ]);
  });

  it('ignores a range when If-Range does not match', async () => {
    const etag = (await fetch(signed, { method: 'HEAD' })).headers.get('etag') ?? '';
    const partOf = (tag: string) => fetch(signed, { headers: { Range: 'bytes=0-0', 'If-Range': tag } });
    expect((await partOf(etag)).status).toBe(206);
    expect((await partOf('"other"')).status).toBe(200);
    expect((await partOf(`W/${etag}`)).status).toBe(200);
  });

  it('rejects other methods', async () => {
    const answer = await fetch(signed, { method: 'POST', body: 'x' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('is rejected after any change', async () => {
    const changed = (change: (url: URL) => void): string => {
      const url = new URL(signed);
      change(url);
      return url.href;
    };
    const attempts = [
      changed((url) => url.searchParams.delete('signature')),
      changed((url) => url.searchParams.set('signature', '')),
      changed((url) => url.searchParams.set('signature', 'ü'.repeat(43))),
      changed((url) => url.searchParams.set('signature', 'A'.repeat(43))),
      changed((url) => url.searchParams.append('signature', 'A'.repeat(43))),
      changed((url) => url.searchParams.delete('expires')),
      changed((url) => url.searchParams.set('expires', '99999999999')),
      changed((url) => url.searchParams.set('expires[a]', '1')),
      changed((url) => url.searchParams.set('name', 'other.csv')),
      signed.replace('reports', 'report'),
      signed.replace('acme-one', 'acme-two'),
      signed.replace('acme-one', 'acme-one/../acme-one'.replaceAll('/', '%2F')),
      signed.replace('/-/', '/-//'),
    ];
    for (const attempt of attempts) {
      const answer = await fetch(attempt);
      expect([answer.status, answer.headers.get('cache-control')], attempt).toEqual([403, 'no-store']);
      expect(await answer.text()).toContain('incomplete or was changed');
    }
  });

  it('expires and shows an error page', async () => {
    const short = createSignedAddresses({ site: host.site, secret: SECRET, now: () => Date.now() - 10_000 });
    const answer = await fetch(local(short.create('acme-one/reports/1–2 ü.csv', { life: 5, name: null })));
    expect(answer.status).toBe(410);
    expect(await answer.text()).toContain('Request a new one');
  });

  it('stays valid with a previous secret, but not with an unknown one', async () => {
    const key = 'acme-one/reports/1–2 ü.csv';
    const signedWith = (secret: string): string =>
      local(createSignedAddresses({ site: host.site, secret }).create(key, { life: 60, name: null }));
    expect((await fetch(signedWith(OLD_SECRET))).status).toBe(200);
    expect((await fetch(signedWith('a secret that was never that of the site, at all'))).status).toBe(403);
  });

  it('returns 404 for a deleted file', async () => {
    await objectsOf('acme-two').put('gone.txt', DIGITS);
    const missing = local(objectsOf('acme-two').address('gone.txt'));
    await objectsOf('acme-two').delete('gone.txt');
    expect((await fetch(missing)).status).toBe(404);
  });

  it('is below the configured path, and other paths there return 404', async () => {
    expect(new URL(signed).pathname).toMatch(/^\/files\/-\/acme-one\//);
    expect((await fetch(`${address}/files/acme-one/reports/1`)).status).toBe(404);
    expect((await fetch(`${address}/files`)).status).toBe(404);
  });
});

describe('signed URLs', () => {
  it('round time to whole seconds and are valid for at least one', () => {
    const options = { name: '', description: '', locale: 'en', timezone: 'UTC', root: '/api', admin: '/admin' };
    const site = createSite({ ...options, url: 'https://example.com/base', media: '/media' });
    let now = 1_000_999;
    const addresses = createSignedAddresses({ site, secret: SECRET, now: () => now });
    const url = new URL(addresses.create('a/ü b', { life: 0, name: null }));
    expect(url.href).toMatch(
      /^https:\/\/example\.com\/base\/media\/-\/a\/%C3%BC%20b\?expires=1001&signature=[\w-]{43}$/,
    );
    const query = Object.fromEntries(url.searchParams);
    now = 1_000_999;
    expect(addresses.verify('a/ü b', query)).toBe('ü b');
    now = 1_001_000;
    expect(() => addresses.verify('a/ü b', query)).toThrow(expect.objectContaining({ code: 'file_address_expired' }));
  });
});

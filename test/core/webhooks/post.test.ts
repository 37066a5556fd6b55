import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPublicLookup, isPublicAddress, type ResolveName } from '../../../src/core/http/public-lookup.js';
import { postWebhook } from '../../../src/core/webhooks/post.js';
import { privateAddress } from '../../../src/core/webhooks/private-address.js';
import { type Receiver, startReceiver } from './receiver.js';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

function post(url: string, overrides: Partial<Parameters<typeof postWebhook>[0]> = {}) {
  const signal = new AbortController().signal;
  return postWebhook({ url, headers: {}, body: '{"é":1}', timeout: 5_000, publicLookup: null, signal, ...overrides });
}

/** Starts a server that does not speak HTTP. */
async function withRawServer<T>(onSocket: (socket: Socket) => void, use: (url: string) => Promise<T>): Promise<T> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  try {
    return await use(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('webhook POST', () => {
  it('sends the body unchanged and returns status and text', async () => {
    receiver.answer((response) => response.writeHead(202).end('später'));
    expect(await post(`${receiver.url}/hook?a=1`)).toEqual({ status: 202, body: 'später' });
    expect(receiver.messages.at(-1)).toMatchObject({ method: 'POST', path: '/hook?a=1', body: '{"é":1}' });
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect (%i)', async (status) => {
    const before = receiver.messages.length;
    receiver.answer((response) => response.writeHead(status, { Location: `${receiver.url}/other` }).end());
    expect(await post(receiver.url)).toEqual({ status, body: '' });
    expect(receiver.messages.length).toBe(before + 1);
  });

  it('reads only the part of a long response that it keeps', async () => {
    let written = 0;
    receiver.answer((response) => {
      const pour = (): void => {
        while (!response.destroyed && written < 1_000_000_000 && response.write('x'.repeat(65_536))) written += 65_536;
      };
      response.on('drain', pour);
      pour();
    });
    expect(await post(receiver.url)).toEqual({ status: 200, body: 'x'.repeat(2000) });
    expect(written).toBeLessThan(100_000_000);
  });

  it('keeps the readable part of a binary response', async () => {
    receiver.answer((response) => response.end(Buffer.from([0, 255, 65, 0xd8, 0x3d])));
    expect((await post(receiver.url)).body).toContain('A');
  });

  it.each<[string, (socket: Socket) => void]>([
    ['never answers', () => undefined],
    ['never ends its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nX-A: b')],
    ['never ends its answer', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx')],
  ])('gives up on a receiver that %s', async (_what, behave) => {
    const outcome = await withRawServer(behave, (url) => post(url, { timeout: 200 }).catch((error: unknown) => error));
    expect(outcome).toMatchObject({ code: 'webhook_timeout', message: expect.stringContaining('0.2 seconds') });
  });

  it.each<[string, string]>([
    ['closes in the middle of its answer', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx'],
    ['answers something that is no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['wants another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    ['closes at once', ''],
  ])('fails without a timeout when a receiver %s', async (_what, text) => {
    const behave = (socket: Socket): void => void socket.once('data', () => socket.end(text));
    await expect(withRawServer(behave, (url) => post(url, { timeout: 5_000 }))).rejects.not.toMatchObject({
      code: 'webhook_timeout',
    });
  });

  it('stops when it is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('closing');
    const outcome = withRawServer(
      () => controller.abort(reason),
      (url) => post(url, { signal: controller.signal }),
    );
    await expect(outcome).rejects.toMatchObject({ name: 'AbortError', cause: reason });
  });
});

describe('private network addresses', () => {
  const names: Record<string, string[]> = {
    'public.example': ['203.0.113.7'],
    'local.example': ['127.0.0.1'],
    'mapped.example': ['::ffff:10.0.0.1'],
    'half.example': ['198.51.99.7', '169.254.169.254'],
    'nowhere.example': [],
  };
  const resolve: ResolveName = (hostname, _options, callback) =>
    callback(
      null,
      (names[hostname] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  const publicLookup = createPublicLookup(privateAddress, resolve);

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://local.example/',
    'http://mapped.example/',
    'https://half.example/',
  ])('are rejected: %s', async (url) => {
    await expect(post(url, { publicLookup })).rejects.toMatchObject({ code: 'webhook_address_private', status: 422 });
  });

  it('are rejected when a real name resolves to them', async () => {
    const { port } = new URL(receiver.url);
    const before = receiver.messages.length;
    const refused = post(`http://localhost:${port}/`, { publicLookup: createPublicLookup(privateAddress) });
    await expect(refused).rejects.toMatchObject({ code: 'webhook_address_private' });
    expect(receiver.messages.length).toBe(before);
  });

  it('are distinguished from public ones', () => {
    for (const address of ['8.8.8.8', '198.51.99.7', '2606:4700:4700::1111']) {
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
    }
    for (const address of ['', 'localhost', '8.8.8', '2001:db8::1', '203.0.113.7']) {
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
    }
  });

  it('are not reported when a name has no address', async () => {
    await expect(post('http://nowhere.example/', { publicLookup })).rejects.toThrow(
      'nowhere.example has no IP address',
    );
  });
});

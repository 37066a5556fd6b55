import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createS3Store } from '../../../../src/core/services/objects/s3.js';
import { loadS3Packages, parseS3Address } from '../../../../src/core/services/objects/s3-client.js';
import { objectStoreContract } from '../object-store-contract.js';
import { type BucketServer, startBucketServer } from './bucket-server.js';

let server: BucketServer;
beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.stop());

const stores: { close(): void }[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

/** Bucket of a real service as a `storage` URL. Every test uses its own folder. */
const [realBucket = '', realQuery = ''] = (process.env.MORTISE_TEST_S3_URL ?? '').split('?');
if (realBucket !== '') {
  objectStoreContract('S3 (a real service)', async () => {
    const store = await createS3Store(`${realBucket}/${randomBytes(6).toString('hex')}/?${realQuery}`);
    stores.push(store);
    return store;
  });
}

/** Runs against an in-process stand-in. */
objectStoreContract(
  'S3 (against s3rver, a stand-in)',
  async () => {
    const store = await createS3Store(await server.freshBucket());
    stores.push(store);
    return store;
  },
  { replacesInPlace: true, misreads: true },
);

describe('bucket store', () => {
  it('shares the bucket with others through its own folder', async () => {
    const url = await server.freshBucket();
    const whole = await createS3Store(url);
    const [address, query] = url.split('?');
    const below = await createS3Store(`${address}/sites/one/?${query}`);
    stores.push(whole, below);
    await below.put('a.txt', Buffer.from('x'));
    await whole.put('b.txt', Buffer.from('x'));
    const keys = async (store: typeof whole): Promise<string[]> => {
      const found: string[] = [];
      for await (const { key } of store.list()) found.push(key);
      return found;
    };
    expect(await keys(below)).toEqual(['a.txt']);
    expect(await keys(whole)).toEqual(['b.txt', 'sites/one/a.txt']);
    expect(await below.copy('a.txt', 'c.txt')).toMatchObject({ key: 'c.txt', bytes: 1 });
  });

  it('lists beyond the first page', async () => {
    const { url, stop } = await twoPages();
    const store = await createS3Store(url);
    stores.push(store);
    try {
      const found: string[] = [];
      for await (const { key } of store.list()) found.push(key);
      expect(found).toEqual(['a & b', 'c']);
    } finally {
      await stop();
    }
  });

  it('aborts old unfinished uploads and keeps recent ones', async () => {
    const aborted: string[] = [];
    const upload = (id: string, day: string): string =>
      `<Upload><Key>k</Key><UploadId>${id}</UploadId><Initiated>2026-01-0${day}T00:00:00.000Z</Initiated></Upload>`;
    const { url, stop } = await bucketThat((method, address) => {
      if (method === 'DELETE') aborted.push(address.searchParams.get('uploadId') ?? '');
      return `<?xml version="1.0"?><ListMultipartUploadsResult>${upload('old', '1')}${upload('young', '3')}</ListMultipartUploadsResult>`;
    });
    const store = await createS3Store(url);
    stores.push(store);
    try {
      expect(await store.sweep(new Date('2026-01-02'))).toBe(1);
      expect(aborted).toEqual(['old']);
    } finally {
      await stop();
    }
  });

  it('reports a missing bucket as unavailable, unlike a missing file', async () => {
    const store = await createS3Store(server.address('no-such-bucket'));
    stores.push(store);
    await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'storage_unavailable', status: 503 });
    await expect(store.read('a')).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('is unavailable when the server cannot be reached', async () => {
    const store = await createS3Store('s3://key:secret@bucket?endpoint=http://127.0.0.1:1&forcePathStyle=1');
    stores.push(store);
    await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'storage_unavailable' });
    await expect(store.stat('a')).rejects.toMatchObject({ code: 'storage_unavailable' });
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('is unavailable after a timeout when the server is frozen', async () => {
    const { port, stop } = await frozenServer();
    const address = `s3://key:secret@bucket?endpoint=http://127.0.0.1:${port}&forcePathStyle=1`;
    const store = await createS3Store(address, { connect: 500, response: 200, idle: 1_000 });
    stores.push(store);
    try {
      await expect(store.stat('a')).rejects.toMatchObject({ code: 'storage_unavailable' });
      await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'storage_unavailable' });
    } finally {
      await stop();
    }
  });

  it('names the packages to install when they are missing', async () => {
    const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    await expect(loadS3Packages(() => Promise.reject(missing))).rejects.toMatchObject({
      code: 'storage_package_missing',
      message: expect.stringContaining('npm install @aws-sdk/client-s3 @aws-sdk/lib-storage'),
    });
  });
});

describe('bucket URL', () => {
  it('is parsed with all options', () => {
    const url =
      's3://AK%2FIA:se%2Bcret%40@photos/sites/one?region=eu-central-1&endpoint=https://objects.example.com&forcePathStyle=true';
    expect(parseS3Address(url)).toEqual({
      bucket: 'photos',
      folder: 'sites/one/',
      region: 'eu-central-1',
      endpoint: 'https://objects.example.com',
      forcePathStyle: true,
      credentials: { accessKeyId: 'AK/IA', secretAccessKey: 'se+cret@' },
    });
  });

  it('requires only the bucket', () => {
    expect(parseS3Address('s3://photos')).toEqual({
      bucket: 'photos',
      folder: '',
      region: 'us-east-1',
      endpoint: null,
      forcePathStyle: false,
      credentials: null,
    });
  });

  it.each(['s3://key@bucket', 's3://bucket?regoin=eu', 's3://bucket?endpoint=ftp://x', 's3://bucket?endpoint=nothing'])(
    'rejects %s without repeating it',
    (url) => {
      expect(() => parseS3Address(url)).toThrow(expect.objectContaining({ code: 'config_invalid' }));
    },
  );

  it('never reveals its secret in an error', () => {
    for (const url of ['s3://name:hunter2@bucket?x=1', 's3://:hunter2@bucket']) {
      expect(() => parseS3Address(url)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
      );
    }
  });
});

/** Starts a server with responses that the stand-in does not produce. */
async function bucketThat(
  answer: (method: string, address: URL) => string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const bucket = createHttpServer(({ method = '', url = '' }, response) => {
    response.setHeader('Content-Type', 'application/xml').end(answer(method, new URL(url, 'http://bucket')));
  });
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  const { port } = bucket.address() as AddressInfo;
  return {
    url: `s3://key:secret@bucket?endpoint=http://127.0.0.1:${port}&forcePathStyle=1`,
    async stop() {
      bucket.closeAllConnections();
      await new Promise((resolve) => bucket.close(resolve));
    },
  };
}

/** Serves two pages. The stand-in needs a cipher for its second page that Node no longer has. */
const twoPages = () =>
  bucketThat((_method, address) => {
    const isSecond = address.searchParams.get('continuation-token') === 'to/the=second+page';
    const key = isSecond ? 'c' : 'a &amp; b';
    const more = isSecond ? '' : '<NextContinuationToken>to/the=second+page</NextContinuationToken>';
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${!isSecond}</IsTruncated>${more}<Contents><Key>${key}</Key><Size>1</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents></ListBucketResult>`;
  });

/** Starts a server that accepts connections and never responds. */
async function frozenServer(): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const frozen: Server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => frozen.listen(0, '127.0.0.1', resolve));
  return {
    port: (frozen.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => frozen.close(resolve));
    },
  };
}

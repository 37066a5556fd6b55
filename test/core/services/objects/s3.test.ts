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

/** A bucket of a real service, in which every test gets a folder of its own: an address as of the option `storage`. */
const [realBucket = '', realQuery = ''] = (process.env.MORTISE_TEST_S3_URL ?? '').split('?');
if (realBucket !== '') {
  objectStoreContract('S3 (a real service)', async () => {
    const store = await createS3Store(`${realBucket}/${randomBytes(6).toString('hex')}/?${realQuery}`);
    stores.push(store);
    return store;
  });
}

/** Against a stand-in that runs in this process. */
objectStoreContract(
  'S3 (against s3rver, a stand-in)',
  async () => {
    const store = await createS3Store(await server.freshBucket());
    stores.push(store);
    return store;
  },
  { replacesInPlace: true, misreads: true },
);

describe('files in a bucket', () => {
  it('can share it with others, below a folder of their own', async () => {
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

  it('throws away the parts of uploads that nobody finished, and leaves those alone that may go on', async () => {
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

  it('that is not there is unavailable, which is something else than a file that is missing', async () => {
    const store = await createS3Store(server.address('no-such-bucket'));
    stores.push(store);
    await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'storage_unavailable', status: 503 });
    await expect(store.read('a')).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('behind a server that cannot be reached are unavailable', async () => {
    const store = await createS3Store('s3://key:secret@bucket?endpoint=http://127.0.0.1:1&forcePathStyle=1');
    stores.push(store);
    await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'storage_unavailable' });
    await expect(store.stat('a')).rejects.toMatchObject({ code: 'storage_unavailable' });
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('behind a server that has frozen are unavailable when the time is over', async () => {
    const { port, stop } = await frozenServer();
    const address = `s3://key:secret@bucket?endpoint=http://127.0.0.1:${port}&forcePathStyle=1`;
    const store = await createS3Store(address, { connect: 500, answer: 200, idle: 1_000 });
    stores.push(store);
    try {
      await expect(store.stat('a')).rejects.toMatchObject({ code: 'storage_unavailable' });
      await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'storage_unavailable' });
    } finally {
      await stop();
    }
  });

  it('say what to install where the packages are missing', async () => {
    const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    await expect(loadS3Packages(() => Promise.reject(missing))).rejects.toMatchObject({
      code: 'storage_package_missing',
      message: expect.stringContaining('npm install @aws-sdk/client-s3 @aws-sdk/lib-storage'),
    });
  });
});

describe('the address of a bucket', () => {
  it('is read with everything in it', () => {
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

  it('needs no more than the bucket', () => {
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
    'refuses %s without repeating it',
    (url) => {
      expect(() => parseS3Address(url)).toThrow(expect.objectContaining({ code: 'config_invalid' }));
    },
  );

  it('keeps its secret out of every error', () => {
    for (const url of ['s3://name:hunter2@bucket?x=1', 's3://:hunter2@bucket']) {
      expect(() => parseS3Address(url)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
      );
    }
  });
});

/** A server of our own for answers that the stand-in does not give. */
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

/** The stand-in needs a cipher for its second page that Node has no more. */
const twoPages = () =>
  bucketThat((_method, address) => {
    const isSecond = address.searchParams.get('continuation-token') === 'to/the=second+page';
    const key = isSecond ? 'c' : 'a &amp; b';
    const more = isSecond ? '' : '<NextContinuationToken>to/the=second+page</NextContinuationToken>';
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${!isSecond}</IsTruncated>${more}<Contents><Key>${key}</Key><Size>1</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents></ListBucketResult>`;
  });

/** Takes every connection and says nothing. */
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

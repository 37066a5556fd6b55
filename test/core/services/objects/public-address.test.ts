import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { definePlugin } from 'mortise';
import type { OwnedObjects } from 'mortise/services';
import { createTestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { findPublicAddress } from '../../../../src/core/services/objects/owned-objects.js';
import { createS3Store } from '../../../../src/core/services/objects/s3.js';
import { startBucketServer } from './bucket-server.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function listen(app: express.Express): Promise<string> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Opens a site with plugin files in `site/data` and stores one of them. */
async function openSite(serve: (app: express.Express, folder: string) => unknown): Promise<OwnedObjects> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-site-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const app = express();
  serve(app, folder);
  const url = await listen(app);
  let objects: OwnedObjects | undefined;
  const vault = definePlugin({
    name: 'acme-vault',
    version: '1.0.0',
    setup(context) {
      ({ objects } = context);
    },
  });
  const host = await createTestHost({ url: `${url}/help`, storage: `file:${folder}/site/data`, plugins: [vault] });
  closing.push(host.close);
  if (!objects) throw new Error('The plugin was not set up.');
  await objects.put('originals/1/secret picture.jpg', Buffer.from('what nobody should see'));
  return objects;
}

const KEY = 'originals/1/secret picture.jpg';

describe('public URL check of a private file', () => {
  it.each<[string, (app: express.Express, folder: string) => unknown, string | null]>([
    [
      'the folder above the files is handed out',
      (app, folder) => app.use(express.static(`${folder}/site`)),
      '/data/acme-vault/originals/1/secret%20picture.jpg',
    ],
    [
      'the folder of files is handed out under a usual name',
      (app, folder) => app.use('/uploads', express.static(`${folder}/site/data`)),
      '/uploads/acme-vault/originals/1/secret%20picture.jpg',
    ],
    ['another folder is handed out', (app, folder) => app.use(express.static(`${folder}/public`)), null],
    [
      'every address has an answer',
      (app) => app.use((_request, response) => void response.send('<h1>Shop</h1>')),
      null,
    ],
    ['every address leads to a login', (app) => app.use((_request, response) => response.redirect('/login')), null],
    ['nothing is handed out', () => undefined, null],
  ])('finds the URL or none where %s', async (_case, serve, expected) => {
    const found = await (await openSite(serve)).findPublicAddress(KEY);
    expect(found === null ? null : new URL(found).pathname).toBe(expected);
  });

  it('finds no URL when the server does not respond', async () => {
    const silent = createTcpServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const port = (silent.address() as AddressInfo).port;
    silent.close();
    const { read, stat } = await openSite(() => undefined);
    const store = { read, stat, possibleAddresses: async () => ['/a', '/b'] };
    expect(await findPublicAddress(store, KEY, `http://127.0.0.1:${port}`)).toBeNull();
  });

  it('finds no URL for an empty file', async () => {
    const objects = await openSite((app, folder) => app.use(express.static(`${folder}/site/data`)));
    await objects.put('empty.txt', Buffer.alloc(0));
    expect(await objects.findPublicAddress('empty.txt')).toBeNull();
  });

  it('requires that the file exists', async () => {
    const objects = await openSite(() => undefined);
    await expect(objects.findPublicAddress('originals/2/a.jpg')).rejects.toMatchObject({ code: 'storage_missing' });
  });

  it('finds the URL in a bucket with public access', async () => {
    const server = await startBucketServer();
    closing.push(() => server.stop());
    const store = await createS3Store(`${(await server.freshBucket()).replace('?', '/shop/?')}`);
    closing.push(() => store.close());
    await store.put('acme-vault/a b.txt', Buffer.from('x'.repeat(100_000)));
    expect(await findPublicAddress(store, 'acme-vault/a b.txt', 'http://localhost:1')).toMatch(
      /\/shop\/acme-vault\/a%20b\.txt$/,
    );
  });
});

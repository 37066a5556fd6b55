import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { type HttpClient, httpClient } from '../conformance/http-client.js';
import { multipart, openUploadSite, type UploadSite } from '../support/upload-site.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Starts a site whose own middleware runs before the host. */
async function serve(...before: RequestHandler[]): Promise<{ site: UploadSite; send: HttpClient }> {
  const site = await openUploadSite();
  closing.push(site.close);
  const app: Express = express();
  for (const middleware of before) app.use(middleware);
  const server: Server = createServer(app.use(site.host.handler()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { site, send: httpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) };
}

const ECHO = '/api/acme/v1/echo';
const FILES = '/api/acme/v1/files';
const JSON_HEADERS = { 'Content-Type': 'application/json' };
const FORM_HEADERS = { 'Content-Type': 'application/x-www-form-urlencoded' };
const upload = multipart([
  { name: 'title', content: 'A form' },
  { name: 'doc', fileName: 'a.txt', type: 'text/plain', content: 'hello' },
]);

describe.each<[string, RequestHandler[]]>([
  ['no parser', []],
  ['express.json()', [express.json()]],
  ['express.urlencoded()', [express.urlencoded({ extended: true })]],
  ['express.raw() for everything', [express.raw({ type: () => true })]],
  ['express.text() for everything', [express.text({ type: () => true })]],
  ['all of them', [express.json(), express.urlencoded({ extended: false }), express.raw(), express.text()]],
])('host behind %s', (_, parsers) => {
  it('receives JSON, forms and files', async () => {
    const { send, site } = await serve(...parsers);
    const json = await send('POST', ECHO, { raw: '{"title":"Some JSON"}', headers: JSON_HEADERS });
    expect(json.data).toMatchObject({ args: { title: 'Some JSON' } });
    const form = await send('POST', ECHO, { raw: 'title=A+form', headers: FORM_HEADERS });
    expect(form.data).toMatchObject({ args: { title: 'A form' } });
    const files = await send('POST', FILES, upload);
    expect(files.data).toMatchObject({ args: { title: 'A form' }, files: [{ name: 'a.txt', text: 'hello' }] });
    expect((await send('POST', ECHO)).data).toMatchObject({ args: {} });
    expect(await site.waiting()).toEqual([]);
  });

  it('rejects other content types on routes with arguments', async () => {
    const { send } = await serve(...parsers);
    const answer = await send('POST', ECHO, { raw: 'plain', headers: { 'Content-Type': 'text/plain' } });
    expect(answer).toMatchObject({ status: 415, data: { code: 'rest_unsupported_media_type' } });
  });
});

describe('host behind an upload parser', () => {
  /** Mimics multer's disk storage: fields in the body, and the paths of the stored files. */
  const multerLike =
    (folder: () => string, over: object = {}): RequestHandler =>
    async (request: Request, _response: Response, next: NextFunction) => {
      for await (const _chunk of request);
      const place = path.join(folder(), 'stored-by-the-site');
      await writeFile(place, 'hello');
      const file = {
        fieldname: 'doc',
        originalname: '../a.txt',
        mimetype: 'text/plain',
        size: 5,
        path: place,
        ...over,
      };
      Object.assign(request, { body: { title: 'A form' }, file });
      next();
    };

  it('takes over fields and stored files and deletes the files afterwards', async () => {
    let folder = '';
    const { send, site } = await serve(multerLike(() => folder));
    folder = path.dirname(site.folder);
    const { data } = await send('POST', FILES, upload);
    expect(data).toMatchObject({ args: { title: 'A form' }, files: [{ field: 'doc', name: 'a.txt', text: 'hello' }] });
  });

  it.each([
    ['a type the route does not take', { mimetype: 'image/gif' }, 415, 'rest_upload_type'],
    ['a file that is too large', { size: 100_001 }, 413, 'rest_upload_too_large'],
    ['a file kept in memory', { path: undefined, buffer: Buffer.from('hello') }, 500, 'rest_body_consumed'],
  ])('rejects %s', async (_, over, status, code) => {
    let folder = '';
    const { send, site } = await serve(multerLike(() => folder, over));
    folder = path.dirname(site.folder);
    expect(await send('POST', FILES, upload)).toMatchObject({ status, data: { code } });
    expect((await readdir(folder)).includes('stored-by-the-site')).toBe(status === 500);
  });
});

it('rejects a file corrupted by a text parser and informs the developer', async () => {
  const { send } = await serve(express.text({ type: () => true }));
  const image = multipart([
    { name: 'doc', fileName: 'a.png', type: 'image/png', content: Buffer.from([0x89, 0xff, 0]) },
  ]);
  const answer = await send('POST', FILES, image);
  expect(answer).toMatchObject({ status: 500, data: { code: 'rest_body_consumed' } });
});

it('informs the developer about a body that was read but not kept', async () => {
  const { send } = await serve(async (request, _response, next) => {
    for await (const _chunk of request);
    next();
  });
  const answer = await send('POST', ECHO, { json: { title: 'x' } });
  expect(answer).toMatchObject({ status: 500, data: { code: 'rest_body_consumed' } });
  expect((answer.data as { message: string }).message).toMatch(/Mount the host before/);
  expect((await send('POST', ECHO)).status).toBe(200);
});

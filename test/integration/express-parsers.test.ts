import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import request, { type Agent } from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { openUploadSite, sendParts, type UploadSite } from '../support/upload-site.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Starts a site whose own middleware runs before the host. */
async function serve(...before: RequestHandler[]): Promise<{ site: UploadSite; http: Agent }> {
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
  return { site, http: request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) };
}

const ECHO = '/api/acme/v1/echo';
const FILES = '/api/acme/v1/files';
const upload = [
  { name: 'title', content: 'A form' },
  { name: 'doc', fileName: 'a.txt', type: 'text/plain', content: 'hello' },
];

describe.each<[string, RequestHandler[]]>([
  ['no parser', []],
  ['express.json()', [express.json()]],
  ['express.urlencoded()', [express.urlencoded({ extended: true })]],
  ['express.raw() for everything', [express.raw({ type: () => true })]],
  ['express.text() for everything', [express.text({ type: () => true })]],
  ['all of them', [express.json(), express.urlencoded({ extended: false }), express.raw(), express.text()]],
])('host behind %s', (_, parsers) => {
  it('receives JSON, forms and files', async () => {
    const { http, site } = await serve(...parsers);
    const json = await http.post(ECHO).type('json').send('{"title":"Some JSON"}');
    expect(json.body).toMatchObject({ args: { title: 'Some JSON' } });
    const form = await http.post(ECHO).type('form').send('title=A+form');
    expect(form.body).toMatchObject({ args: { title: 'A form' } });
    const files = await sendParts(http.post(FILES), upload);
    expect(files.body).toMatchObject({ args: { title: 'A form' }, files: [{ name: 'a.txt', text: 'hello' }] });
    expect((await http.post(ECHO)).body).toMatchObject({ args: {} });
    expect(await site.waiting()).toEqual([]);
  });

  it('rejects other content types on routes with arguments', async () => {
    const { http } = await serve(...parsers);
    const answer = await http.post(ECHO).type('text/plain').send('plain');
    expect(answer).toMatchObject({ status: 415, body: { code: 'rest_unsupported_media_type' } });
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
    const { http, site } = await serve(multerLike(() => folder));
    folder = path.dirname(site.folder);
    const { body: data } = await sendParts(http.post(FILES), upload);
    expect(data).toMatchObject({ args: { title: 'A form' }, files: [{ field: 'doc', name: 'a.txt', text: 'hello' }] });
  });

  it.each([
    ['a type the route does not take', { mimetype: 'image/gif' }, 415, 'rest_upload_type'],
    ['a file that is too large', { size: 100_001 }, 413, 'rest_upload_too_large'],
    ['a file kept in memory', { path: undefined, buffer: Buffer.from('hello') }, 500, 'rest_body_consumed'],
  ])('rejects %s', async (_, over, status, code) => {
    let folder = '';
    const { http, site } = await serve(multerLike(() => folder, over));
    folder = path.dirname(site.folder);
    expect(await sendParts(http.post(FILES), upload)).toMatchObject({ status, body: { code } });
    expect((await readdir(folder)).includes('stored-by-the-site')).toBe(status === 500);
  });
});

it('rejects a file corrupted by a text parser and informs the developer', async () => {
  const { http } = await serve(express.text({ type: () => true }));
  const image = [{ name: 'doc', fileName: 'a.png', type: 'image/png', content: Buffer.from([0x89, 0xff, 0]) }];
  const answer = await sendParts(http.post(FILES), image);
  expect(answer).toMatchObject({ status: 500, body: { code: 'rest_body_consumed' } });
});

it('informs the developer about a body that was read but not kept', async () => {
  const { http } = await serve(async (request, _response, next) => {
    for await (const _chunk of request);
    next();
  });
  const answer = await http.post(ECHO).send({ title: 'x' });
  expect(answer).toMatchObject({ status: 500, body: { code: 'rest_body_consumed' } });
  expect((answer.body as { message: string }).message).toMatch(/Mount the host before/);
  expect((await http.post(ECHO)).status).toBe(200);
});

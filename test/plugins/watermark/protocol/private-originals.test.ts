import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express, { type RequestHandler } from 'express';
import { afterEach, expect, it } from 'vitest';
import { jpeg } from '../../../core/media/pictures.js';
import { openWatermarkSite } from '../watermark-site.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

it('refuses to mark images while the folder of the originals is public, and resumes afterwards', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-site-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  let handOut: RequestHandler = express.static(folder);
  const app = express().use((request, response, next) => handOut(request, response, next));
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site = await openWatermarkSite({ url, storage: `file:${folder}/data` });
  closing.push(site.close);
  const { id, version } = await site.host.media.create(await jpeg(260, 220), { filename: 'barn.jpg' });

  const admin = (await site.host.createUser('administrator')).id;
  const apply = () => site.host.request('POST', `/vendor-cms-watermark/v1/apply-single/${id}`, { as: admin });
  const refused = await apply();
  expect([refused.status, refused.data]).toMatchObject([409, { code: 'vendor_watermark_backups_public' }]);
  expect((refused.data as { data: { address: string } }).data.address).toMatch(
    `${url}/data/watermark/originals/${id}/`,
  );
  expect((await site.attachment(id)).version).toBe(version);
  const { entries } = await site.plugin.errors.list({ page: 1, perPage: 10 });
  expect(entries).toMatchObject([{ attachmentId: id, code: 'vendor_watermark_backups_public' }]);

  handOut = (_request, _response, next) => next();
  expect((await apply()).data).toMatchObject({ success: true });
  expect((await site.attachment(id)).version).toBe(version + 1);
});

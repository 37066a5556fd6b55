import { createTestHost, type TestHost } from 'mortise/testing';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { bomb, fromCamera, jpeg } from './pictures.js';

it('smoke', async () => {
  const host: TestHost = await createTestHost();
  const a = await host.media.create(await jpeg(1600, 1200), { filename: '../a b.png' });
  console.log(JSON.stringify(a, null, 1));
  console.log(await sharp(await fromCamera()).metadata());
  await expect(host.media.create(await bomb(), { filename: 'x' })).rejects.toMatchObject({ code: 'media_too_many_pixels' });
  const address = await host.listen();
  const r = await fetch(address + a.url);
  console.log(r.status, Object.fromEntries(r.headers));
  const m = await host.request('GET', '/mortise/v1/media', {as: (await host.createUser('author')).id});
  console.log(JSON.stringify(m.data, null, 1), m.headers);
  await host.media.delete(a.id);
  await host.close();
}, 60000);

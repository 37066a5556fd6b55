import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import request, { type Agent } from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { basic } from '../../support/basic.js';
import { openConnection } from '../../support/raw-connection.js';
import { type MediaSite, openMediaSite } from './media-site.js';
import { animation, bomb, jpeg, noise, png } from './pictures.js';

const run = promisify(execFile);
const BOUNDARY = 'a-boundary';

let site: MediaSite;
let http: Agent;
let address: string;
let authorization: { Authorization: string };

async function open(options: Parameters<typeof openMediaSite>[0] = {}): Promise<void> {
  site = await openMediaSite({ allowInsecureAuth: true, ...options });
  address = await site.host.listen();
  http = request(address);
  const author = await site.host.createUser('author');
  const { password } = await site.host.applicationPasswords.create(author.id, { name: 'tests' });
  authorization = basic(author.login, password);
}

beforeEach(() => open());
afterEach(() => site.close());

/** Uploads a file as a browser form does, with any name and type. */
const form = (content: Uint8Array, name: string, type = 'image/jpeg') =>
  http
    .post('/api/mortise/v1/media')
    .set(authorization)
    .type(`multipart/form-data; boundary=${BOUNDARY}`)
    .send(
      Buffer.concat([
        Buffer.from(
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
        ),
        content,
        Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
      ]),
    );

async function nothingIsLeft(): Promise<void> {
  expect((await site.host.media.list()).total).toBe(0);
  expect(await site.files()).toEqual([]);
  expect(await site.leftovers()).toEqual([]);
}

describe('file that is not an image', () => {
  it.each([
    ['text', 'just some text', 'text/plain'],
    ['a page', '<!DOCTYPE html><script>alert(1)</script>', 'text/html'],
    ['SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
    ['PHP', '<?php echo 1;', 'text/plain'],
    ['a program', 'MZ\u0090\0\u0003\0', 'application/octet-stream'],
  ])('%s is rejected by its content', async (_what, text, type) => {
    const answer = await form(Buffer.from(text, 'latin1'), 'photo.jpg');
    expect(answer).toMatchObject({ status: 415, body: { code: 'media_type_refused', data: { mime_type: type } } });
    await nothingIsLeft();
  });

  it('HEIC is rejected with what to do', async () => {
    const answer = await form(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'IMG_1.heic');
    expect(answer).toMatchObject({
      status: 415,
      body: { code: 'media_heic_unsupported', data: { mime_type: 'image/heic' } },
    });
    expect(answer.body.message).toContain('JPEG');
    expect(answer.body.message).toContain('libde265');
    await nothingIsLeft();
  });

  it('an empty or missing file is rejected', async () => {
    expect(await form(Buffer.alloc(0), 'photo.jpg')).toMatchObject({ status: 422, body: { code: 'media_empty' } });
    const none = await http.post('/api/mortise/v1/media').set(authorization).send({});
    expect(none).toMatchObject({ status: 400, body: { code: 'rest_upload_no_data' } });
    await nothingIsLeft();
  });

  it('an image with a wrong name and type gets its real type', async () => {
    const answer = await form(await png(9, 9), 'page.html', 'text/html');
    expect(answer).toMatchObject({ status: 201, body: { mime_type: 'image/png' } });
    const { source_url: url } = answer.body as { source_url: string };
    expect(url).toMatch(/\/page\.png$/);
    const { headers } = await http.get(new URL(url).pathname);
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
  });
});

describe('damaged image', () => {
  it.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)(
    '%s that was truncated at any point is rejected',
    async (format) => {
      // One side is large enough for a generated size, the other is not.
      for (const side of [400, 100]) {
        const whole = await noise(format, side);
        expect((await form(whole, 'whole')).status, 'the whole').toBe(201);
        for (const share of [0.1, 0.5, 0.9]) {
          const answer = await form(whole.subarray(0, Math.floor(whole.length * share)), 'cut');
          expect(answer, `${format} ${side} ${share}`).toMatchObject({ status: 422, body: { code: 'media_damaged' } });
        }
      }
      expect((await site.host.media.list()).total).toBe(2);
      expect(await site.leftovers()).toEqual([]);
    },
    60_000,
  );

  it('a signature without content is rejected', async () => {
    for (const text of [
      '\xff\xd8\xff\xe0',
      '\x89PNG\r\n\x1a\n',
      'GIF89a',
      'RIFF\0\0\0\0WEBP',
      '\0\0\0\x18ftypavif\0\0\0\0',
    ]) {
      const answer = await form(Buffer.from(text, 'latin1'), 'a.jpg');
      expect(answer, text).toMatchObject({ status: 422, body: { code: 'media_damaged' } });
    }
    await nothingIsLeft();
  });
});

describe('oversized file', () => {
  it('an image of 400 million pixels in fifty kilobytes is rejected before it is decoded', async () => {
    const small = bomb();
    expect(small.length).toBeLessThan(200_000);
    expect(await form(small, 'a.png')).toMatchObject({
      status: 413,
      body: { code: 'media_too_many_pixels', data: { pixels: 400_000_000, limit: 100_000_000 } },
    });
    await nothingIsLeft();
  });

  it('the frames of an animation count together', async () => {
    await site.close();
    await open({ uploads: { maxPixels: 100_000 } });
    expect((await form(await animation('gif', 2, 200), 'a.gif')).status).toBe(201);
    expect(await form(await animation('gif', 3, 200), 'a.gif')).toMatchObject({
      status: 413,
      body: { code: 'media_too_many_pixels', data: { pixels: 120_000 } },
    });
    expect(await form(await animation('webp', 3, 200), 'a')).toMatchObject({ body: { code: 'media_too_many_pixels' } });
  });

  it('a file that is too large is rejected while it arrives, and by the service as well', async () => {
    await site.close();
    await open({ uploads: { maxBytes: 10_000 } });
    const large = await noise('png', 200);
    expect(await form(large, 'a.png')).toMatchObject({ status: 413, body: { code: 'rest_upload_too_large' } });
    const { media } = site.host;
    const refused = { code: 'media_too_large', status: 413 };
    await expect(media.create(large, { filename: 'a' })).rejects.toMatchObject(refused);
    await expect(media.create(Readable.from([large, large]), { filename: 'a' })).rejects.toMatchObject(refused);
    await nothingIsLeft();
  });
});

describe('uploaded file names', () => {
  it.each([
    ['../../etc/passwd', 'passwd.jpg'],
    ['C:\\\\Users\\\\ada\\\\photo.jpg', 'photo.jpg'],
    ['\u202egpj.exe', 'gpj.exe.jpg'],
    ['.htaccess', '.htaccess.jpg'],
    ['a.php', 'a.php.jpg'],
    ['..', 'file.jpg'],
    ['größe 写真 🙂.jpg', 'größe 写真 🙂.jpg'],
    ['what?#100%.jpg', 'what?#100%.jpg'],
    [`${'x'.repeat(500)}.jpg`, `${'x'.repeat(100)}${'x'.repeat(96)}.jpg`],
  ])('%j is stored as %j, and its URL works', async (name, expected) => {
    const answer = await form(await jpeg(200, 200), name);
    expect(answer).toMatchObject({ status: 201, body: { media_details: { file: expected } } });
    const { id } = answer.body as { id: number };
    const attachment = await site.host.media.get(id);
    for (const url of [attachment?.url ?? '', attachment?.sizes.thumbnail?.url ?? '']) {
      expect((await http.get(url)).status, url).toBe(200);
    }
    expect((await site.files()).every((file) => /^_media\/[\da-f]{2}\/[\da-f]{32}\/[a-z_]+\.jpg$/.test(file))).toBe(
      true,
    );
  });

  it('removes NUL and line breaks from names and headers', async () => {
    const { media } = site.host;
    const attachment = await media.create(await jpeg(9, 9), { filename: 'a\0.php\r\nX-Evil: 1".jpg' });
    expect(attachment.filename).toBe('a.phpX-Evil: 1".jpg');
    const { headers, status } = await http.get(attachment.url);
    expect(status).toBe(200);
    expect(headers['x-evil']).toBeUndefined();
    expect(headers['content-disposition']).toBe(
      'inline; filename="a.phpX-Evil: 1_.jpg"; filename*=UTF-8\'\'a.phpX-Evil%3A%201%22.jpg',
    );
  });
});

it('an aborted upload leaves nothing behind', async () => {
  const connection = await openConnection(address);
  connection.write(
    [
      'POST /api/mortise/v1/media HTTP/1.1',
      'Host: localhost',
      `Authorization: ${authorization.Authorization}`,
      'Content-Type: image/jpeg',
      'Content-Disposition: attachment; filename="half.jpg"',
      'Content-Length: 5000000',
      '',
      '',
    ].join('\r\n'),
  );
  connection.write('x'.repeat(100_000));
  await expect.poll(site.leftovers).toHaveLength(1);
  connection.socket.destroy();
  await expect.poll(site.leftovers).toEqual([]);
  await nothingIsLeft();
});

it('an upload that is aborted while its sizes are created leaves nothing behind', async () => {
  const controller = new AbortController();
  site.host.hooks.addFilter('media_sizes', (sizes) => {
    controller.abort();
    return sizes;
  });
  const { media } = site.host;
  const giving = media.create(await jpeg(1600, 1200), { filename: 'a.jpg', signal: controller.signal });
  await expect(giving).rejects.toMatchObject({ name: 'AbortError' });
  await nothingIsLeft();
});

it('leaves the files to the sweep when it cannot determine whether the row exists', async () => {
  site.host.hooks.addFilter('media_accept', async (accepted) => {
    await site.host.db.query.schema.dropTable('attachments').execute();
    return accepted;
  });
  await expect(site.host.media.create(await jpeg(), { filename: 'a.jpg' })).rejects.toThrow();
  expect((await site.files()).length).toBeGreaterThan(0);
});

const mountable = await mayMount();
if (!mountable) console.log('skipped: tests of a full disk, since this user may not mount one');

describe.runIf(mountable)('full disk', () => {
  let disk: string;
  beforeEach(async () => {
    disk = await mkdtemp(path.join(tmpdir(), 'mortise-full-'));
    await run('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
  });
  afterEach(async () => {
    await run('umount', [disk]);
    await rm(disk, { recursive: true });
  });

  it('rejects a file without room in storage with storage_full, and accepts smaller ones', async () => {
    await site.close();
    await open({ storage: `file:${disk}/files` });
    const large = await noise('png', 1200);
    expect(large.length).toBeGreaterThan(2_100_000);
    expect(await form(large, 'a.png')).toMatchObject({ status: 507, body: { code: 'storage_full' } });
    expect((await site.host.media.list()).total).toBe(0);
    const { stdout } = await run('find', [disk, '-type', 'f']);
    expect(stdout).toBe('');
    expect((await form(await jpeg(), 'a.jpg')).status).toBe(201);
  }, 30_000);

  it('rejects a file without room in the upload folder with storage_full', async () => {
    await site.close();
    await open({ uploadFolder: `${disk}/arriving` });
    const large = await noise('png', 1200);
    expect(await form(large, 'a.png')).toMatchObject({ status: 507, body: { code: 'storage_full' } });
    await nothingIsLeft();
    expect((await run('find', [disk, '-type', 'f'])).stdout).toBe('');
  }, 30_000);
});

async function mayMount(): Promise<boolean> {
  const place = await mkdtemp(path.join(tmpdir(), 'mortise-mount-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]);
    await run('umount', [place]);
    return true;
  } catch {
    return false;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

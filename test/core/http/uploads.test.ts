import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import request, { type Agent, type Response } from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openUploadSite, type Part, sendParts, type UploadSite } from '../../support/upload-site.js';

describe('uploads', () => {
  let site: UploadSite;
  let http: Agent;

  beforeAll(async () => {
    site = await openUploadSite();
    http = request(await site.host.listen());
  });
  afterAll(() => site?.close());
  /** No test leaves a file behind. */
  afterEach(async () => expect(await site.waiting()).toEqual([]));

  const FILES = '/api/acme/v1/files';
  const upload = (parts: readonly Part[], route = FILES): Promise<Response> => sendParts(http.post(route), parts);
  const text = (content: string | Uint8Array, fileName = 'a.txt', name = 'doc'): Part => ({
    name,
    fileName,
    type: 'text/plain',
    content,
  });

  function expectError(answer: Response, status: number, code: string): void {
    expect({ status: answer.status, data: answer.body }).toMatchObject({ status, data: { code, data: { status } } });
  }

  it('provide the other fields as arguments by the rules of query strings', async () => {
    const answer = await upload([
      { name: 'title', content: 'Šťáva & co. =?' },
      { name: 'tags[]', content: 'one' },
      text('hello'),
      { name: 'tags[]', content: 'two' },
      { name: 'extra[deep][er]', content: 'x' },
    ]);
    expect(answer.body).toMatchObject({
      args: { title: 'Šťáva & co. =?', tags: ['one', 'two'] },
      body: { extra: { deep: { er: 'x' } } },
      files: [{ field: 'doc', name: 'a.txt', type: 'text/plain', size: 5, text: 'hello' }],
    });
  });

  it('keep every byte, including empty files and line breaks of the boundary', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256));
    const tricky = '\r\n--\r\n----part-of-a-form-7f3\r\n';
    const first = await upload([text(bytes), text(tricky, 'b.txt')]);
    expect(first.body).toMatchObject({ files: [{ size: 70_000, text: bytes.toString('latin1') }, { text: tricky }] });
    expect((await upload([text('', 'empty.txt')])).body).toMatchObject({ files: [{ name: 'empty.txt', size: 0 }] });
  });

  it('are optional: an empty file input of a browser counts as no file', async () => {
    const empty = { name: 'doc', fileName: '', type: 'application/octet-stream', content: '' };
    expect((await upload([empty, { name: 'title', content: 'x' }])).body).toMatchObject({
      args: { title: 'x' },
      files: [],
    });
    expect((await http.post(FILES).send({ title: 'x' })).body).toMatchObject({ files: [] });
  });

  it('can be a raw body with a name in Content-Disposition, as in WordPress', async () => {
    const headers = {
      'Content-Type': 'image/png',
      'Content-Disposition': `attachment; filename="x.png"; filename*=UTF-8''%c5%99eka.png`,
    };
    const { body: data } = await http.post(FILES).set(headers).send('PNG');
    expect(data).toMatchObject({
      files: [{ field: 'file', name: 'řeka.png', type: 'image/png', size: 3, text: 'PNG' }],
    });
  });

  it('can be moved by the handler, and are deleted when the handler fails', async () => {
    expect((await upload([text('to keep')], `${FILES}/kept`)).body).toEqual({ text: 'to keep' });
    expectError(await upload([text('x')], `${FILES}/failing`), 500, 'rest_internal_error');
  });

  it('are stored in a folder that only the server user can access', async () => {
    await upload([text('x')]);
    expect((await stat(site.folder)).mode & 0o777).toBe(0o700);
  });

  describe('upload limits', () => {
    const big = 'x'.repeat(100_001);

    it('rejects a file larger than the route allows, in a form or raw, with or without Content-Length', async () => {
      expectError(await upload([text(big)]), 413, 'rest_upload_too_large');
      const bare = { 'Content-Type': 'text/plain', 'Content-Disposition': 'attachment; filename=x' };
      expectError(await http.post(FILES).set(bare).send(big), 413, 'rest_upload_too_large');
      const chunked = http.post(FILES).set(bare);
      chunked.write(big);
      expectError(await chunked, 413, 'rest_upload_too_large');
      expectError(await upload([text('x'.repeat(400_000))]), 413, 'rest_upload_too_large');
      expect((await upload([text('x'.repeat(100_000))])).status).toBe(200);
    });

    it('rejects more files than the route allows', async () => {
      expectError(await upload([text('1'), text('2'), text('3')]), 400, 'rest_upload_too_many_files');
      expect((await upload([text('1'), text('2')])).status).toBe(200);
    });

    it('rejects a file of another type and lists the accepted types', async () => {
      const answer = await upload([
        { name: 'doc', fileName: 'x.exe', type: 'application/x-msdownload', content: 'MZ' },
      ]);
      expectError(answer, 415, 'rest_upload_type');
      expect(answer.body).toMatchObject({ data: { accepts: ['image/png', 'text/*'] } });
      const headers = { 'Content-Type': 'image/svg+xml', 'Content-Disposition': 'attachment; filename="x.svg"' };
      expectError(await http.post(FILES).set(headers).send('<svg/>'), 415, 'rest_upload_type');
      expectError(
        await upload([{ name: 'doc', fileName: 'x', content: 'x', type: 'IMAGE/GIF' }]),
        415,
        'rest_upload_type',
      );
    });

    it('rejects fields that are too long, too many or unnamed', async () => {
      expectError(await upload([{ name: 'title', content: 'x'.repeat(10_001) }]), 413, 'rest_body_too_large');
      const halves = [
        { name: 'a', content: 'x'.repeat(6_000) },
        { name: 'b', content: 'x'.repeat(6_000) },
      ];
      expectError(await upload(halves), 413, 'rest_body_too_large');
      const many = Array.from({ length: 1_001 }, (_, index) => ({ name: `f${index}`, content: '' }));
      expectError(await upload(many), 400, 'rest_invalid_multipart');
      expectError(await upload([{ name: '', content: 'x' }]), 400, 'rest_invalid_multipart');
      expectError(await upload([{ name: 'n'.repeat(300), content: 'x' }]), 400, 'rest_invalid_multipart');
      expectError(await upload([text('x', 'a.txt', '')]), 400, 'rest_invalid_multipart');
    });

    it.each([
      ['without a boundary', 'multipart/form-data', 'x'],
      ['with a boundary that never comes', 'multipart/form-data; boundary=other', '--else\r\n\r\n'],
      [
        'that ends in a file',
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\nContent-Type: text/plain\r\n\r\nhalf',
      ],
      [
        'that ends in a field',
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf',
      ],
      ['that ends in a header', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-da'],
      [
        'that ends after a part',
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b',
      ],
      ['of noise', 'multipart/form-data; boundary=b', '\u0000\u0001--b--b\r\r\n\n'],
    ])('rejects a form %s', async (_, type, raw) => {
      expectError(await http.post(FILES).type(type).send(raw), 400, 'rest_invalid_multipart');
    });

    it('rejects files on a route without uploads and lists the accepted types', async () => {
      const answer = await sendParts(http.post('/api/acme/v1/echo'), [text('x')]);
      expectError(answer, 415, 'rest_unsupported_media_type');
      expect(answer.body).toMatchObject({
        data: { accepts: ['application/json', 'application/x-www-form-urlencoded'] },
      });
      expectError(await sendParts(http.post('/api/acme/v1/bytes/x'), [text('x')]), 415, 'rest_unsupported_media_type');
    });

    it('rejects a raw file without a name and explains how to provide one', async () => {
      const answer = await http.post(FILES).type('image/png').send('PNG');
      expectError(answer, 415, 'rest_unsupported_media_type');
      expect((answer.body as { message: string }).message).toContain('Content-Disposition: attachment; filename=');
    });
  });

  describe('upload file names', () => {
    it.each([
      ['../../etc/passwd', 'passwd'],
      ['C:\\\\Users\\\\me\\\\x.png', 'x.png'],
      ['/abs/x.png', 'x.png'],
      ['..', 'file'],
      ['dir/', 'file'],
      ['příliš žluťoučký.txt', 'příliš žluťoučký.txt'],
      ['👩‍👩‍👧.txt', '👩‍👩‍👧.txt'],
      ['invoice\u202Etxt.exe', 'invoicetxt.exe'],
      ['a\u0007b.txt', 'ab.txt'],
      ['__proto__', '__proto__'],
      ['quo\\"te.txt', 'quo"te.txt'],
    ])('%j becomes %j', async (sent, name) => {
      expect((await upload([text('x', sent)])).body).toMatchObject({ files: [{ name }] });
    });

    it('are accepted in RFC 8187 form in multipart bodies', async () => {
      const raw = `--b\r\nContent-Disposition: form-data; name="d"; filename*=utf-8''%C5%99eka.txt\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--\r\n`;
      const { body: data } = await http.post(FILES).type('multipart/form-data; boundary=b').send(raw);
      expect(data).toMatchObject({ files: [{ name: 'řeka.txt' }] });
    });

    it('cannot pollute prototypes through field names', async () => {
      const names = ['__proto__[x]', '__proto__', 'constructor[prototype][x]', 'tags[__proto__][x]'];
      const { status } = await upload(names.map((name) => ({ name, content: 'polluted' })));
      expect([200, 400]).toContain(status);
      expect(({} as { x?: string }).x).toBeUndefined();
    });
  });

  it('are deleted after a day if a killed process left them, without touching foreign files', async () => {
    const other = await openUploadSite();
    await mkdir(other.folder, { recursive: true });
    const stale = '0b0e6f9a-0000-4000-8000-00000000000a.upload';
    const recent = '0b0e6f9a-0000-4000-8000-00000000000b.upload';
    for (const name of [stale, recent, 'somebody-elses.txt']) await writeFile(path.join(other.folder, name), 'x');
    const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
    for (const name of [stale, 'somebody-elses.txt'])
      await utimes(path.join(other.folder, name), twoDaysAgo, twoDaysAgo);
    await sendParts(request(await other.host.listen()).post(FILES), [text('x')]);
    expect(await other.waiting()).toEqual([recent, 'somebody-elses.txt']);
    await other.close();
  });
});

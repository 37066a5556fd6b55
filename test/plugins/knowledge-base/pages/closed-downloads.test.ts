import type { Response } from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SQLITE } from '../../../support/databases.js';
import { type AttachmentSite, openAttachmentSite, pdf, type Role } from '../attachments/attachment-site.js';

const PASSWORD = { access_rule: { mode: 'password', password: 'sesame', message: 'Ask the **porter**.' } };

describe('page of a restricted download', () => {
  let site: AttachmentSite;
  let created = 0;
  let address = 0;
  beforeAll(async () => {
    site = await openAttachmentSite(SQLITE, { trustProxy: true });
  });
  afterAll(() => site?.close());
  // Password attempts are limited by IP address.
  beforeEach(() => {
    address += 1;
  });

  /** Uploads a file and returns the URL of its page. */
  async function fileOf({ article = {}, file }: { article?: object; file?: object }): Promise<string> {
    created += 1;
    const id = await site.article({ title: `Secret title ${created}`, content: `Secret text ${created}`, ...article });
    const { data } = await site.upload('administrator', id, pdf(500 + created));
    if (file) await site.json('administrator', 'PUT', `/attachments/${data.id}`, file);
    return `/kb/-/attachments/${data.id}/manual.pdf`;
  }
  const open = (path: string, as: Role = 'anonymous', headers: Record<string, string> = {}) =>
    site.ask(as, path).set(headers);
  const post = (path: string, password: string, cookie = '') =>
    site
      .ask('anonymous', path, 'POST')
      .type('form')
      .set({ Cookie: cookie, 'X-Forwarded-For': `203.0.113.${address}` })
      .send({ kb_password: password });
  const cookieOf = (answer: Response): string => answer.get('Set-Cookie')?.[0]?.split(';')[0] ?? '';

  it('explains how to get access, is never cached, and reveals nothing about the article', async () => {
    const path = await fileOf({ article: { access_rule: { mode: 'logged_in', teaser: 'words', teaser_words: 5 } } });
    const { status, headers, text } = await open(path);
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([
      401,
      'private, no-store',
      'text/html; charset=utf-8',
    ]);
    expect(text).toContain('Restricted file');
    expect(text).toContain(`redirect_to=${encodeURIComponent(path)}`);
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text).not.toMatch(/Secret (title|text)/);
    expect((await open(path, 'subscriber')).status).toBe(200);
  });

  it('redirects to the login and back to the file when the rule says so', async () => {
    const path = await fileOf({ file: { access_rule: { mode: 'logged_in', redirect_to_login: true } } });
    const { status, headers } = await open(path);
    expect([status, headers.location]).toEqual([
      302,
      expect.stringContaining(`redirect_to=${encodeURIComponent(path)}`),
    ]);
  });

  it.each([
    ['of its own', { file: PASSWORD }],
    ['of its article', { article: PASSWORD }],
  ])('accepts a password %s in its form and stays open with a cookie', async (_whose, rules) => {
    const path = await fileOf(rules);
    const closed = await open(path);
    expect([closed.status, closed.text]).toEqual([401, expect.stringContaining(`action="${path}"`)]);
    expect(closed.text).toContain('<strong>porter</strong>');
    const wrong = await post(path, 'open');
    expect([wrong.status, wrong.get('Set-Cookie')]).toEqual([401, undefined]);
    expect(wrong.text).toContain('Wrong password.');
    const right = await post(path, 'sesame');
    expect([right.status, right.headers.location]).toEqual([303, `${path}?opened=1`]);
    expect(right.get('Set-Cookie')?.[0]).toMatch(/HttpOnly/i);
    const opened = await open(path, 'anonymous', { Cookie: cookieOf(right) });
    expect([opened.status, opened.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(opened.headers['cache-control']).toBe('private, no-store');
    expect((await open(path)).status).toBe(401);
  });

  it('asks to allow cookies when the browser dropped the password cookie', async () => {
    const path = await fileOf({ file: PASSWORD });
    const location = (await post(path, 'sesame')).headers.location ?? '';
    const { status, text } = await open(location);
    expect([status, text]).toEqual([401, expect.stringContaining('Allow cookies for this site')]);
    expect((await open(path)).text).not.toContain('Allow cookies');
  });

  it('requires both passwords when the article and its file have one each', async () => {
    const other = { access_rule: { mode: 'password', password: 'other' } };
    const path = await fileOf({ article: other, file: PASSWORD });
    const first = await post(path, 'other');
    expect(first.status).toBe(303);
    const between = await open(path, 'anonymous', { Cookie: cookieOf(first) });
    expect([between.status, between.text]).toEqual([401, expect.stringContaining('porter')]);
    const second = await post(path, 'sesame', cookieOf(first));
    expect((await open(path, 'anonymous', { Cookie: cookieOf(second) })).status).toBe(200);
  });

  it('returns 404 for a hidden file, exactly as for a missing one', async () => {
    const hidden = await fileOf({ article: { access_rule: { mode: 'nobody' } } });
    const never = '/kb/-/attachments/99999/manual.pdf';
    const [closed, absent] = [await open(hidden), await open(never)];
    expect([closed.status, absent.status]).toEqual([404, 404]);
    // Login links contain the requested URL, and script nonces differ in every response.
    const withoutOwn = (text: string, path: string) =>
      text.replaceAll(encodeURIComponent(path), '').replaceAll(/ nonce="[^"]+"/g, '');
    expect(withoutOwn(closed.text, hidden)).toBe(withoutOwn(absent.text, never));
    expect((await post(hidden, 'sesame')).status).toBe(404);
    expect((await post(never, 'sesame')).status).toBe(404);
  });

  it('answers HEAD with the same headers, and redirects password forms of open files', async () => {
    const path = await fileOf({ file: PASSWORD });
    const head = await site.ask('anonymous', path, 'HEAD');
    expect([head.status, head.text, head.headers['cache-control']]).toEqual([401, undefined, 'private, no-store']);
    const openFile = await fileOf({});
    expect(await post(openFile, 'sesame')).toMatchObject({ status: 303 });
    expect((await open(path, 'editor')).status).toBe(401);
  });
});

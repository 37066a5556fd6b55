import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { apng, jpeg, noise, picture } from '../core/media/pictures.js';
import { createIssuer } from '../core/services/licence/issuer.js';
import { callRoute, openWatermarkSite, uploadSome, type WatermarkSite } from '../plugins/watermark/watermark-site.js';

/** All endpoints of the watermark plugin. */
describe('watermark service over REST', () => {
  let site: WatermarkSite;
  let admin: number;

  beforeEach(async () => {
    site = await openWatermarkSite();
    admin = (await site.host.createUser('administrator')).id;
  });
  afterEach(() => site.close());

  const call = (method: string, path: string, body?: object, as: number | null = admin) =>
    callRoute(site, method, path, { body, as });
  const upload = async (content: Buffer, more: object = {}): Promise<number> =>
    (await site.host.media.create(content, { filename: 'barn.jpg', ...more })).id;
  const uploads = (count: number): Promise<number[]> => uploadSome(site, count);
  const version = async (id: number): Promise<number> => (await site.attachment(id)).version;

  const ENDPOINTS = [
    ['POST', '/backup', {}],
    ['POST', '/apply-watermarks', {}],
    ['POST', '/apply-single/1', {}],
    ['POST', '/bulk-process-post', { post_id: 1 }],
    ['POST', '/restore', {}],
    ['GET', '/errors', undefined],
    ['DELETE', '/errors', undefined],
    ['POST', '/licenses/verify', {}],
    ['GET', '/licenses/info', undefined],
    ['GET', '/settings', undefined],
    ['PUT', '/settings', {}],
    ['PUT', '/pictures/1', { excluded: true }],
  ] as const;

  it.each(ENDPOINTS)('limits %s %s to administrators', async (method, path, body) => {
    const stranger = await call(method, path, body, null);
    expect([stranger.status, stranger.data.code]).toEqual([401, 'rest_forbidden']);
    const editor = (await site.host.createUser('editor')).id;
    const { status, data } = await call(method, path, body, editor);
    expect([status, data.code]).toEqual([403, 'rest_forbidden']);
  });

  it('accepts an application password of an administrator without a nonce, until it is revoked', async () => {
    const { id, login } = await site.host.createUser('administrator');
    const { password, record } = await site.host.applicationPasswords.create(id, { name: 'Photo desk' });
    const http = request(await site.host.listen());
    const picture = await upload(await jpeg(260, 220));
    const path = `/api/vendor-cms-watermark/v1/apply-single/${picture}`;
    expect(await http.post(path).auth(login, password)).toMatchObject({ status: 200, body: { success: true } });
    expect(await http.post(path).auth(login, 'wrong')).toMatchObject({
      status: 401,
      body: { code: 'incorrect_password' },
    });
    await site.host.applicationPasswords.revoke(id, record.id);
    expect((await http.post(path).auth(login, password)).status).toBe(401);
    expect(await version(picture)).toBe(2);
  });

  describe('licensed feature', () => {
    it.each([
      ['runs', 'POST', '/runs', {}],
      ['tile', 'PUT', '/settings', { tile: { enabled: true } }],
      ['auto_on_upload', 'PUT', '/settings', { auto_on_upload: true }],
    ])('is unavailable without a license: %s', async (feature, method, path, body) => {
      const calls: [string, string][] = [];
      site.host.hooks.addFilter('vendor_watermark_license_feature', (isOpen, name, licence) => {
        calls.push([name, licence.status]);
        return name === feature ? licence.status === 'valid' : isOpen;
      });
      const { status, data } = await call(method, path, body);
      expect([status, data.code]).toEqual([403, 'vendor_watermark_license_required']);
      expect(calls).toContainEqual([feature, 'none']);
      expect(await site.plugin.runs.active()).toBeNull();
      expect((await site.plugin.settings.get()).auto_on_upload).toBe(false);
    });
  });

  describe('POST /apply-watermarks', () => {
    it('returns a completed run for an empty library', async () => {
      const { status, data } = await call('POST', '/apply-watermarks');
      expect(status).toBe(200);
      expect(data).toMatchObject({
        success: true,
        processed: 0,
        failed: 0,
        skipped: 0,
        total: 0,
        completed: true,
        last_id: null,
      });
    });

    it('marks up to limit images in the order of their IDs', async () => {
      const ids = await uploads(5);
      const first = await call('POST', '/apply-watermarks', { offset: 0, limit: 2 });
      expect(first.data).toMatchObject({
        processed: 2,
        failed: 0,
        skipped: 0,
        total: 5,
        completed: false,
        next_offset: 2,
        last_id: ids[1],
      });
      expect(await Promise.all(ids.map(version))).toEqual([2, 2, 1, 1, 1]);
      const second = await call('POST', '/apply-watermarks', { offset: 2, limit: 2 });
      expect(second.data).toMatchObject({ processed: 2, completed: false, run_id: first.data.run_id });
      const third = await call('POST', '/apply-watermarks', { offset: 4, limit: 2 });
      expect(third.data).toMatchObject({ processed: 1, completed: true, next_offset: 5, last_id: ids[4] });
      const past = await call('POST', '/apply-watermarks', { offset: 90 });
      expect(past.data).toMatchObject({ processed: 0, completed: true });
    });

    it('marks ten images by default', async () => {
      await uploads(11);
      const { data } = await call('POST', '/apply-watermarks');
      expect(data).toMatchObject({ processed: 10, total: 11, completed: false });
    });

    it('skips no image when some are deleted between two calls', async () => {
      const ids = await uploads(6);
      await call('POST', '/apply-watermarks', { offset: 0, limit: 2 });
      for (const id of ids.slice(0, 2)) await site.host.media.delete(id);
      const second = await call('POST', '/apply-watermarks', { offset: 2, limit: 2 });
      expect(second.data).toMatchObject({ processed: 2, total: 4, completed: false });
      const third = await call('POST', '/apply-watermarks', { offset: 4, limit: 2 });
      expect(third.data).toMatchObject({ processed: 2, completed: true });
      expect(await Promise.all(ids.slice(2).map(version))).toEqual([2, 2, 2, 2]);
    });

    it('starts after the image named by the caller', async () => {
      const ids = await uploads(3);
      const { data } = await call('POST', '/apply-watermarks', { after_id: ids[1] });
      expect(data).toMatchObject({ processed: 1, last_id: ids[2], completed: true });
    });

    it('skips images with a current mark unless forced', async () => {
      await uploads(2);
      await call('POST', '/apply-watermarks');
      expect((await call('POST', '/apply-watermarks')).data).toMatchObject({
        processed: 2,
        skipped: 2,
        completed: true,
      });
      expect((await call('POST', '/apply-watermarks', { force: true })).data).toMatchObject({
        processed: 2,
        skipped: 0,
      });
    });

    it('continues after a failed image and logs it', async () => {
      const [first = 0, second = 0] = await uploads(2);
      site.host.hooks.addAction('vendor_watermark_before_apply', ({ id }) => {
        if (id === first) throw new Error('Not this one.');
      });
      const { data } = await call('POST', '/apply-watermarks');
      expect(data).toMatchObject({
        success: true,
        processed: 1,
        failed: 1,
        errors: [{ attachment_id: first, error_code: 'vendor_watermark_hook_failed' }],
      });
      expect(await version(second)).toBe(2);
      const log = await call('GET', '/errors');
      expect(log.data.data).toEqual([
        {
          id: expect.any(Number),
          attachment_id: first,
          error_code: 'vendor_watermark_hook_failed',
          error_message: expect.stringContaining('the image was not changed'),
          run_id: null,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        },
      ]);
    });

    it.each([{ limit: 0 }, { limit: 101 }, { offset: -1 }, { limit: 'many' }, { limit: 2.5 }, { nonsense: 1 }])(
      'rejects %j',
      async (body) => {
        const { status, data } = await call('POST', '/apply-watermarks', body);
        expect([status, data.code]).toEqual([400, 'rest_invalid_param']);
      },
    );
  });

  describe('POST /apply-single/{id}', () => {
    it('marks an image', async () => {
      const id = await upload(await jpeg());
      expect(await call('POST', `/apply-single/${id}`)).toEqual({
        status: 200,
        data: { success: true, message: expect.any(String) },
      });
      expect(await version(id)).toBe(2);
      expect((await call('POST', `/apply-single/${id}`)).data).toMatchObject({ success: true, code: 'up_to_date' });
    });

    it('reports a CMYK conversion, for single images and in a batch', async () => {
      const press = await (await picture(300, 300)).toColourspace('cmyk').jpeg().toBuffer();
      const id = await upload(press);
      const { data } = await call('POST', `/apply-single/${id}`);
      expect(data).toEqual({
        success: true,
        message: expect.stringContaining('CMYK'),
        notes: ['colourspace_converted'],
      });
      await upload(await jpeg());
      const { data: batch } = await call('POST', '/apply-watermarks', { force: true });
      expect(batch).toMatchObject({ processed: 2, notes: [{ attachment_id: id, note: 'colourspace_converted' }] });
    });

    it('reports that an animated PNG became still, unless only its sizes are marked', async () => {
      const id = await upload(await apng());
      const { data } = await call('POST', `/apply-single/${id}`);
      expect(data).toMatchObject({ message: expect.stringContaining('animated PNG'), notes: ['animation_lost'] });
      const { data: batch } = await call('POST', '/apply-watermarks', { force: true });
      expect(batch).toMatchObject({ notes: [{ attachment_id: id, note: 'animation_lost' }] });
      await site.plugin.settings.save({ sizes: ['medium'] });
      expect((await call('POST', `/apply-single/${id}`)).data).not.toHaveProperty('notes');
    });

    it('rejects a missing attachment and a non-image', async () => {
      expect(await call('POST', '/apply-single/99')).toMatchObject({
        status: 404,
        data: { code: 'attachment_not_found' },
      });
      const pdf = await upload(Buffer.from('%PDF-1.4\n%%EOF\n'), { filename: 'a.pdf' });
      const { status, data } = await call('POST', `/apply-single/${pdf}`);
      expect([status, data.code]).toEqual([415, 'vendor_watermark_unsupported_image_type']);
    });
  });

  describe('POST /bulk-process-post', () => {
    it('marks the images of a post: attached, featured and in its content', async () => {
      const author = admin;
      const [featured = 0, inArticle = 0, other = 0] = await uploads(3);
      const content = `<!-- wp:gallery {"ids":[${inArticle}]} --><!-- /wp:gallery -->`;
      const post = {
        type: 'post',
        status: 'publish',
        title: 'Barns',
        slug: 'barns',
        authorId: author,
        locale: 'en',
      } as const;
      const { id } = await site.host.content.posts.create({ ...post, content, featuredMedia: featured });
      const own = await upload(await jpeg(), { postId: id });
      const { status, data } = await call('POST', '/bulk-process-post', { post_id: id });
      expect(status).toBe(200);
      expect(data).toMatchObject({
        success: true,
        processed: 3,
        failed: 0,
        skipped: 0,
        total: 3,
        completed: true,
        post_id: id,
      });
      expect(data.results).toEqual(
        [featured, inArticle, own].map((attachment_id) => ({
          attachment_id,
          success: true,
          code: 'done',
          message: expect.any(String),
          notes: [],
        })),
      );
      expect(await version(other)).toBe(1);
    });

    it('requires an existing post', async () => {
      expect(await call('POST', '/bulk-process-post', { post_id: 99 })).toMatchObject({
        status: 404,
        data: { code: 'vendor_watermark_post_not_found' },
      });
      expect(await call('POST', '/bulk-process-post', {})).toMatchObject({
        status: 400,
        data: { code: 'rest_missing_callback_param' },
      });
    });
  });

  describe('POST /restore', () => {
    it('restores one image', async () => {
      const content = await noise('jpeg', 300);
      const id = await upload(content);
      await call('POST', `/apply-single/${id}`);
      const { status, data } = await call('POST', '/restore', { attachment_id: id });
      expect(status).toBe(200);
      expect(data).toMatchObject({
        success: true,
        processed: 1,
        failed: 0,
        skipped: 0,
        total: 1,
        completed: true,
        message: expect.any(String),
      });
      expect((await site.publicBytes(id)).equals(content)).toBe(true);
    });

    it('reports a missing backup', async () => {
      const id = await upload(await jpeg());
      const { status, data } = await call('POST', '/restore', { attachment_id: id });
      expect([status, data.code]).toEqual([404, 'vendor_watermark_backup_not_found']);
    });

    it('restores the library by default', async () => {
      const ids = await uploads(3);
      await call('POST', '/apply-watermarks', { limit: 2 });
      const { data } = await call('POST', '/restore');
      expect(data).toMatchObject({ success: true, processed: 3, failed: 0, skipped: 1, total: 3, completed: true });
      expect(await Promise.all(ids.map(version))).toEqual([3, 3, 1]);
    });

    it('accepts only one type of target', async () => {
      const { status, data } = await call('POST', '/restore', { attachment_id: 1, post_id: 2 });
      expect([status, data.code]).toEqual([400, 'rest_invalid_param']);
    });
  });

  it('saves originals with POST /backup and skips those already saved', async () => {
    await uploads(3);
    const first = await call('POST', '/backup', { offset: 0, limit: 2 });
    expect(first.data).toMatchObject({
      success: true,
      processed: 2,
      failed: 0,
      skipped: 0,
      total: 3,
      completed: false,
      next_offset: 2,
    });
    expect(first.data.bytes).toBeGreaterThan(0);
    const again = await call('POST', '/backup', { limit: 3 });
    expect(again.data).toMatchObject({ processed: 3, skipped: 2, completed: true });
  });

  it('empties the log with DELETE /errors', async () => {
    await site.plugin.errors.record(7, new Error('Something.'));
    await site.plugin.errors.record(8, new Error('Something.'));
    expect((await call('DELETE', '/errors')).data).toEqual({ success: true, message: '2 log entries deleted' });
    expect((await call('GET', '/errors')).data).toEqual({ success: true, data: [] });
  });

  it('reports no license, and an invalid license key as invalid', async () => {
    const { data } = await call('GET', '/licenses/info');
    expect(data).toMatchObject({
      success: true,
      data: { product: 'watermark', status: 'none', license_key_masked: null },
    });
    const verdict = await call('POST', '/licenses/verify', { license_key: 'mortise1.e30.AAAA' });
    expect(verdict).toMatchObject({ status: 200, data: { success: false, valid: false, license: null } });
    expect(verdict.data.code).toMatch(/^license_/);
  });

  it('stores a valid license key, and replaces it with another one', async () => {
    const issuer = createIssuer();
    const licensed = await openWatermarkSite({ licences: { keys: { main: issuer.publicKey } } });
    onTestFinished(() => licensed.close());
    const as = (await licensed.host.createUser('administrator')).id;
    const verify = (key: string) => callRoute(licensed, 'POST', '/licenses/verify', { body: { license_key: key }, as });
    const info = async () => (await callRoute(licensed, 'GET', '/licenses/info', { body: undefined, as })).data.data;
    const terms = { product: 'watermark', domains: [], expires_at: null, updates_until: null };
    const first = await verify(issuer.issue({ ...terms, license_id: 'L-1' }));
    expect(first).toMatchObject({ status: 200, data: { success: true, valid: true } });
    expect(await info()).toEqual(first.data.license);
    const second = await verify(issuer.issue({ ...terms, license_id: 'L-2' }));
    expect(second.data.valid).toBe(true);
    expect(await info()).toMatchObject({ status: 'valid', license_id: 'L-2' });
    expect((await verify('mortise1.e30.AAAA')).data.valid).toBe(false);
    expect(await info()).toMatchObject({ status: 'valid', license_id: 'L-2' });
  });

  it('keeps omitted fields with PUT /settings', async () => {
    const before = (await call('GET', '/settings')).data;
    const { status, data } = await call('PUT', '/settings', { opacity: 80, offset: { x: 5 } });
    expect(status).toBe(200);
    expect(data).toEqual({ ...before, opacity: 80, offset: { x: 5, y: 20, unit: 'px' } });
    expect((await call('GET', '/settings')).data).toEqual(data);
  });

  it.each([
    [{ opacity: 0 }, 'opacity'],
    [{ color: 'red' }, 'color'],
    [{ position: 'middle' }, 'position'],
    [{ mime_types: ['image/svg+xml'] }, 'mime_types'],
    [{ quality: { jpeg: 101 } }, 'quality'],
  ])('rejects %j with PUT /settings', async (body, name) => {
    const { status, data } = await call('PUT', '/settings', body);
    expect([status, data.code]).toEqual([400, 'rest_invalid_param']);
    expect(Object.keys((data.data as { params: object }).params).join()).toContain(name);
  });

  it('rejects a missing mark image with PUT /settings', async () => {
    const { status, data } = await call('PUT', '/settings', { type: 'image', image_id: 99 });
    expect([status, data.code]).toEqual([400, 'vendor_watermark_settings_invalid']);
    expect((await call('GET', '/settings')).data).toMatchObject({ type: 'text' });
  });

  it('returns designs as they were sent, accepts them again, and replaces the list', async () => {
    const designs = [
      { name: 'Charts', when: { mime_types: ['image/png'], max_width: 900 }, changes: { offset: { x: 3 } } },
      { name: 'Press', when: { categories: [4], uploaders: [7] }, changes: {} },
    ];
    const { status, data } = await call('PUT', '/settings', { designs });
    expect([status, data.designs]).toEqual([200, designs]);
    expect((await call('GET', '/settings')).data).toEqual(data);
    expect((await call('PUT', '/settings', data)).data).toEqual(data);
    expect((await call('PUT', '/settings', { opacity: 50 })).data).toMatchObject({ opacity: 50, designs });
    expect((await call('PUT', '/settings', { designs: [] })).data.designs).toEqual([]);
  });

  const design = { name: 'Charts', when: { mime_types: ['image/png'] }, changes: {} };
  it.each([
    ['no list', 'Charts', 'rest_invalid_param'],
    ['null', null, 'rest_invalid_param'],
    ['an unknown member', [{ ...design, enabled: true }], 'rest_invalid_param'],
    ['an unknown condition', [{ ...design, when: { tags: [1] } }], 'rest_invalid_param'],
    ['no condition', [{ ...design, when: {} }], 'rest_invalid_param'],
    ['a setting of the whole site', [{ ...design, changes: { concurrency: 9 } }], 'rest_invalid_param'],
    ['1,000 designs', Array.from({ length: 1000 }, (_, n) => ({ ...design, name: `${n}` })), 'rest_invalid_param'],
    ['a name twice', [design, { ...design, name: 'CHARTS' }], 'vendor_watermark_settings_invalid'],
    ['sizes in reverse', [{ ...design, when: { min_width: 2, max_width: 1 } }], 'vendor_watermark_settings_invalid'],
    ['a missing image', [{ ...design, changes: { type: 'image' } }], 'vendor_watermark_settings_invalid'],
  ])('rejects designs with %s', async (_case, designs, code) => {
    const { status, data } = await call('PUT', '/settings', { angle: 9, designs });
    expect([status, data.code]).toEqual([400, code]);
    expect((await call('GET', '/settings')).data).toMatchObject({ angle: 0, designs: [] });
  });

  it('excludes an image with PUT /pictures/{id}', async () => {
    const id = await upload(await jpeg());
    expect((await call('PUT', `/pictures/${id}`, { excluded: true })).data).toEqual({ id, excluded: true });
    expect((await call('POST', '/apply-watermarks')).data).toMatchObject({ processed: 1, skipped: 1 });
  });
});

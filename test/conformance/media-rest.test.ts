import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { TestHost } from 'mortise/testing';
import request, { type Agent, agent, type Response, type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WPAPI from 'wpapi';
import { createPost, type MediaSite, openMediaSite } from '../core/media/media-site.js';
import { animation, apng, jpeg, png } from '../core/media/pictures.js';
import { publishSite } from '../support/published-site.js';

const MEDIA = '/api/mortise/v1/media';

/** Fields of a response that WordPress clients read. */
interface MediaAnswer {
  readonly id: number;
  readonly source_url: string;
  readonly media_details: { readonly sizes: Record<string, { readonly source_url: string; readonly width: number }> };
}

let site: MediaSite;
let address: string;
type Person = Awaited<ReturnType<TestHost['createUser']>> & {
  /** Sends the application password with every request. */
  readonly http: Agent;
  readonly applicationPassword: string;
};

beforeAll(async () => {
  site = await openMediaSite({ allowInsecureAuth: true });
  address = await site.host.listen();
});
afterAll(() => site.close());

async function person(role: string): Promise<Person> {
  const user = await site.host.createUser(role);
  const { password } = await site.host.applicationPasswords.create(user.id, { name: 'tests' });
  return {
    ...user,
    applicationPassword: password,
    http: agent(address).auth(user.login, password),
  };
}

/** Sends a file as the whole body, as WordPress accepts it. */
const sendFile = (sent: Test, content: Buffer, filename = 'tower.jpg') =>
  sent.type('image/jpeg').set('Content-Disposition', `attachment; filename="${filename}"`).send(content);

async function upload(by: Person, query = '', content?: Buffer): Promise<MediaAnswer> {
  const answer = await sendFile(by.http.post(`${MEDIA}${query}`), content ?? (await jpeg()));
  expect(answer.status).toBe(201);
  return answer.body as MediaAnswer;
}

describe('media upload', () => {
  it('accepts a raw body and returns 201 with the location and a wp/v2 object', async () => {
    const author = await person('author');
    const answer = await sendFile(
      author.http.post(`${MEDIA}?title=The%20tower&alt_text=A%20tower`),
      await jpeg(1600, 1200),
    );
    expect(answer.status).toBe(201);
    const { id } = answer.body as MediaAnswer;
    expect(answer.headers.location).toBe(`http://localhost:8080${MEDIA}/${id}`);
    const size = (name: string, width: number, height: number) => ({
      file: name === 'full' ? 'tower.jpg' : `tower-${name}.jpg`,
      width,
      height,
      mime_type: 'image/jpeg',
      filesize: expect.any(Number),
      source_url: expect.stringMatching(/^http:\/\/localhost:8080\/media\/\d+-[\da-f]{16}\/tower[\w-]*\.jpg$/),
    });
    expect(answer.body).toEqual({
      id,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      date_gmt: expect.any(String),
      modified: expect.any(String),
      modified_gmt: expect.any(String),
      slug: 'tower',
      status: 'inherit',
      type: 'attachment',
      link: expect.any(String),
      title: { rendered: 'The tower', raw: 'The tower' },
      author: author.id,
      alt_text: 'A tower',
      caption: { rendered: '' },
      description: { rendered: '' },
      media_type: 'image',
      mime_type: 'image/jpeg',
      media_details: {
        width: 1600,
        height: 1200,
        file: 'tower.jpg',
        filesize: expect.any(Number),
        sha256: expect.stringMatching(/^[\da-f]{64}$/),
        sizes: {
          thumbnail: size('thumbnail', 150, 150),
          medium: size('medium', 300, 225),
          medium_large: size('medium_large', 768, 576),
          large: size('large', 1024, 768),
          full: size('full', 1600, 1200),
        },
      },
      post: null,
      focal_point: null,
      version: 1,
      source_url: expect.any(String),
    });
  });

  it('accepts a form with fields beside the file', async () => {
    const author = await person('author');
    const answer = await author.http
      .post(MEDIA)
      .attach('file', await png(), { filename: 'a.png', contentType: 'image/png' })
      .field({ caption: '<em>Dusk</em><script>alert(1)</script>', 'focal_point[x]': '0.25', 'focal_point[y]': '1' });
    expect(answer).toMatchObject({
      status: 201,
      body: { caption: { rendered: '<em>Dusk</em>' }, focal_point: { x: 0.25, y: 1 }, mime_type: 'image/png' },
    });
  });

  it('requires the permission to upload', async () => {
    const file = await png(9, 9);
    expect((await sendFile(request(address).post(MEDIA), file)).status).toBe(401);
    for (const role of ['subscriber', 'contributor']) {
      expect(await sendFile((await person(role)).http.post(MEDIA), file)).toMatchObject({
        status: 403,
        body: { data: { missing_capability: 'upload_files' } },
      });
    }
  });

  it('attaches a file to own posts, or to posts of others as an editor', async () => {
    const [author, other, editor] = [await person('author'), await person('author'), await person('editor')];
    const post = await createPost(site.host, author.id, 'draft');
    const file = await png(9, 9);
    expect(await sendFile(author.http.post(`${MEDIA}?post=${post}`), file)).toMatchObject({
      status: 201,
      body: { post },
    });
    expect(await sendFile(editor.http.post(`${MEDIA}?post_id=${post}`), file)).toMatchObject({
      status: 201,
      body: { post },
    });
    expect(await sendFile(other.http.post(`${MEDIA}?post_id=${post}`), file)).toMatchObject({
      status: 400,
      body: { code: 'media_post_invalid' },
    });
    expect(await sendFile(editor.http.post(`${MEDIA}?post_id=999999`), file)).toMatchObject({ status: 400 });
  });
});

describe('media reads', () => {
  it('show everyone only the files of public posts, and uploaders all files', async () => {
    const editor = await person('editor');
    const posts = {
      publish: await createPost(site.host, editor.id, 'publish'),
      draft: await createPost(site.host, editor.id, 'draft'),
    };
    const uploaded = await upload(editor, `?post=${posts.publish}`);
    const hidden = await upload(editor, `?post=${posts.draft}`);
    const loose = await upload(editor);
    const subscriber = await person('subscriber');
    const include = `${MEDIA}?include=${uploaded.id},${hidden.id},${loose.id}&orderby=include`;
    const idsOf = ({ body: data }: Response): number[] => (data as MediaAnswer[]).map(({ id }) => id);

    const visitor = await request(address).get(include);
    expect(idsOf(visitor)).toEqual([uploaded.id]);
    expect(visitor.headers).toMatchObject({ 'x-cms-total': '1', 'x-cms-totalpages': '1', 'x-wp-total': '1' });
    expect(idsOf(await subscriber.http.get(include))).toEqual([uploaded.id]);
    expect(idsOf(await editor.http.get(include))).toEqual([uploaded.id, hidden.id, loose.id]);

    expect((await request(address).get(`${MEDIA}/${uploaded.id}`)).status).toBe(200);
    for (const { id } of [hidden, loose]) {
      expect((await request(address).get(`${MEDIA}/${id}`)).status).toBe(401);
      expect((await subscriber.http.get(`${MEDIA}/${id}`)).status).toBe(403);
      expect((await editor.http.get(`${MEDIA}/${id}`)).status).toBe(200);
    }
    expect(await request(address).get(`${MEDIA}/999999`)).toMatchObject({
      status: 404,
      body: { code: 'attachment_not_found' },
    });
  });

  it('are paginated, and reject invalid pages', async () => {
    const editor = await person('editor');
    const post = await createPost(site.host, editor.id, 'publish');
    const ids: number[] = [];
    for (let index = 0; index < 3; index += 1) ids.push((await upload(editor, `?post=${post}`)).id);
    const page = (number: number) =>
      request(address).get(`${MEDIA}?parent=${post}&per_page=2&orderby=id&order=asc&page=${number}`);
    const first = await page(1);
    expect(first.headers).toMatchObject({ 'x-cms-total': '3', 'x-cms-totalpages': '2' });
    expect(first.headers.link).toContain('rel="next"');
    expect([...(first.body as MediaAnswer[]), ...((await page(2)).body as MediaAnswer[])].map(({ id }) => id)).toEqual(
      ids,
    );
    expect(await page(3)).toMatchObject({ status: 400, body: { code: 'rest_post_invalid_page_number' } });
    expect((await request(address).get(`${MEDIA}?per_page=101`)).status).toBe(400);
    expect((await request(address).get(`${MEDIA}?mime_type=../x`)).status).toBe(400);
    expect((await request(address).get(`${MEDIA}?_fields=id,source_url&parent=${post}`)).body).toEqual(
      ids.toReversed().map((id) => ({ id, source_url: expect.any(String) })),
    );
  });
});

describe('media update', () => {
  it('is limited to the uploader and editors', async () => {
    const [author, other, editor] = [await person('author'), await person('author'), await person('editor')];
    const { id } = await upload(author);
    const change = (by: Person, title: string) => by.http.put(`${MEDIA}/${id}`).send({ title });
    expect(await change(author, 'one')).toMatchObject({ status: 200, body: { title: { raw: 'one' } } });
    expect(await change(editor, 'two <b>')).toMatchObject({
      status: 200,
      body: { title: { rendered: 'two &#60;b&#62;' } },
    });
    expect(await change(other, 'three')).toMatchObject({ status: 403 });
    expect((await request(address).put(`${MEDIA}/${id}`).send({})).status).toBe(401);
    expect((await editor.http.put(`${MEDIA}/999999`).send({})).status).toBe(404);
    expect((await author.http.post(`${MEDIA}/${id}`).send({ alt_text: 'x' })).body).toMatchObject({
      alt_text: 'x',
    });
  });

  it('changes nothing when it sends back what was read', async () => {
    const author = await person('author');
    const { id } = await upload(author);
    await author.http.put(`${MEDIA}/${id}`).send({ caption: '<em>Dusk</em>', description: 'A lake.' });
    const { body } = await author.http.get(`${MEDIA}/${id}?context=edit`);
    expect(body).toMatchObject({ caption: { rendered: '<em>Dusk</em>' }, post: null });
    const { caption, description, post } = body as Record<string, unknown>;
    expect(await author.http.put(`${MEDIA}/${id}`).send(body as object)).toMatchObject({
      status: 200,
      body: { caption, description, post },
    });
  });

  it('moves the focal point and generates new sizes at new URLs', async () => {
    const author = await person('author');
    const before = await upload(author);
    const answer = await author.http.put(`${MEDIA}/${before.id}`).send({ focal_point: { x: 0, y: 0.5 } });
    expect(answer).toMatchObject({ status: 200, body: { focal_point: { x: 0, y: 0.5 }, version: 2 } });
    expect((answer.body as MediaAnswer).source_url).not.toBe(before.source_url);
    for (const focal_point of [{ x: 2, y: 0 }, { x: 0 }, 'middle', { x: 'a', y: 0 }]) {
      const refused = await author.http.put(`${MEDIA}/${before.id}`).send({ focal_point });
      expect(refused.status, JSON.stringify(focal_point)).toBe(400);
    }
    const none = await author.http.put(`${MEDIA}/${before.id}`).send({ focal_point: null });
    expect(none.body).toMatchObject({ focal_point: null, version: 3 });
  });

  it('replaces the file and redirects the old URL', async () => {
    const [author, other] = [await person('author'), await person('author')];
    const before = await upload(author);
    const answer = await sendFile(author.http.post(`${MEDIA}/${before.id}/replace`), await png(1000, 10), 'wide.png');
    expect(answer).toMatchObject({
      status: 200,
      body: { id: before.id, version: 2, mime_type: 'image/png', media_details: { width: 1000, file: 'wide.png' } },
    });
    const old = await request(address).get(new URL(before.source_url).pathname);
    expect([old.status, old.headers.location]).toEqual([
      302,
      new URL((answer.body as MediaAnswer).source_url).pathname,
    ]);
    expect((await sendFile(other.http.post(`${MEDIA}/${before.id}/replace`), await png(9, 9))).status).toBe(403);
    expect((await author.http.post(`${MEDIA}/${before.id}/replace`).send({})).body).toMatchObject({
      code: 'rest_upload_no_data',
    });
    expect((await sendFile(author.http.post(`${MEDIA}/999999/replace`), await png(9, 9))).status).toBe(404);
  });
});

describe('media deletion', () => {
  it('requires force=true, as in WordPress', async () => {
    const author = await person('author');
    const { id, source_url } = await upload(author);
    expect(await author.http.delete(`${MEDIA}/${id}`)).toMatchObject({
      status: 501,
      body: { code: 'rest_trash_not_supported' },
    });
    expect(await author.http.delete(`${MEDIA}/${id}?force=true`)).toMatchObject({
      status: 200,
      body: { deleted: true, previous: { id, source_url } },
    });
    expect((await author.http.delete(`${MEDIA}/${id}?force=true`)).status).toBe(404);
    expect((await request(address).get(new URL(source_url).pathname)).status).toBe(404);
  });

  it('is limited to the uploader and editors', async () => {
    const [author, other, editor] = [await person('author'), await person('author'), await person('editor')];
    const { id } = await upload(author);
    expect((await other.http.delete(`${MEDIA}/${id}?force=true`)).status).toBe(403);
    expect((await editor.http.delete(`${MEDIA}/${id}?force=true`)).status).toBe(200);
  });
});

describe('animated PNG', () => {
  it('is noted when it is uploaded or replaces a file, and its file stays animated', async () => {
    const author = await person('author');
    const content = await apng();
    const uploaded = await upload(author, '', content);
    expect(uploaded).toMatchObject({ mime_type: 'image/png', notes: ['animation_lost'] });
    expect((await buffer(await site.host.media.read(uploaded.id))).equals(content)).toBe(true);
    const { id, ...still } = await upload(author);
    expect(still).not.toHaveProperty('notes');
    const replaced = await sendFile(author.http.post(`${MEDIA}/${id}/replace`), content);
    expect(replaced.body).toMatchObject({ notes: ['animation_lost'] });
    expect((await author.http.get(`${MEDIA}/${id}`)).body).not.toHaveProperty('notes');
  });

  it.each([
    ['a single frame', () => apng(640, 480, 1)],
    ['no smaller size', () => apng(100, 100)],
    ['a GIF', () => animation('gif')],
  ])('is not noted for %s', async (_, content) => {
    expect(await upload(await person('author'), '', await content())).not.toHaveProperty('notes');
  });
});

describe('wpapi from npm', () => {
  it('uploads a file with its fields and finds it', async () => {
    const published = await publishSite({});
    const folder = await mkdtemp(path.join(tmpdir(), 'mortise-wpapi-'));
    try {
      const author = await published.host.createUser('author');
      const { password } = await published.host.applicationPasswords.create(author.id, { name: 'wpapi' });
      const file = path.join(folder, 'tower.jpg');
      await writeFile(file, await jpeg());
      const api = (await WPAPI.discover(`${published.url}/api`)).auth({ username: author.login, password });
      const media = (): WPAPI.Request => api.namespace('mortise/v1').media();
      const created = (await media().file(file).create({ title: 'Tower', alt_text: 'A tower' })) as MediaAnswer;
      expect(created).toMatchObject({
        title: { rendered: 'Tower' },
        alt_text: 'A tower',
        media_details: { file: 'tower.jpg', width: 640, sizes: { medium: { width: 300 } } },
      });
      const listed = (await media().param('include', created.id)) as MediaAnswer[];
      expect(listed.map(({ id }) => id)).toEqual([created.id]);
      expect((await fetch(created.source_url)).headers.get('content-type')).toBe('image/jpeg');
    } finally {
      await published.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

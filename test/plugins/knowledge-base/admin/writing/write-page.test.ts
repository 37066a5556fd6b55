import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface ArticleRecord {
  id: number;
  title: { raw: string };
  content: { raw: string; format: string };
  excerpt: { raw: string };
  [member: string]: unknown;
}

const NEW = '/admin/kb/articles/write';
/** Fields a browser submits when only the title and the text were edited. */
const UNTOUCHED = { locale: 'en', order: '0', access_mode: 'inherit', access_teaser: 'none' };

describe('Markdown article form', () => {
  let host: TestHost;
  let admin: { id: number };
  let editor: { id: number };
  let author: { id: number };
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    admin = await host.createUser('administrator');
    editor = await host.createUser('editor');
    author = await host.createUser('contributor');
  });
  afterAll(() => host.close());

  async function read(id: number): Promise<ArticleRecord> {
    const answer = await host.request('GET', `/vendor-kb/v1/articles/${id}?context=edit`, { as: admin.id });
    return answer.data as ArticleRecord;
  }
  async function store(body: object, as = editor): Promise<number> {
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', {
      as: as.id,
      body: { title: 'Marsh birds', content: 'Reeds.\n\nMud.\n', format: 'markdown', ...body },
    });
    return (data as { id: number }).id;
  }
  async function category(name: string, body: object = {}): Promise<number> {
    const { data } = await host.request('POST', '/vendor-kb/v1/categories', { as: admin.id, body: { name, ...body } });
    return (data as { id: number }).id;
  }
  const write = (id: number) => `/admin/kb/articles/${id}/write`;
  const send = (path: string, fields: Record<string, string | string[]>, as = editor) =>
    host.submit(path, 'write', { ...UNTOUCHED, ...fields }, { as });
  const idIn = (answer: Response): number =>
    Number(/articles\/(\d+)\/write/.exec(answer.headers.get('location') ?? '')?.[1]);

  it('creates an article with all its fields', async () => {
    const [main, other] = [await category('Wetland'), await category('Seaside')];
    const answer = await send(
      NEW,
      {
        title: ' Coots ',
        content: '# Coots\r\n\r\nThey bob.\r\n',
        excerpt: 'A bird.',
        main: String(main),
        also: [String(other)],
        slug: 'coot',
        tags: 'birds, black , birds',
        aliases: 'water hen\r\nmoorhen',
        review_by: '2031-02-03',
        order: '7',
        sticky: '1',
        seo_title: 'All of coots',
        seo_noindex: '1',
        redirects: '/old/coot/\r\ncoots.html',
        step: 'publish',
      },
      admin,
    );
    expect(answer.status).toBe(303);
    expect(await read(idIn(answer))).toMatchObject({
      title: { raw: 'Coots' },
      content: { raw: '# Coots\n\nThey bob.\n', format: 'markdown' },
      excerpt: { raw: 'A bird.' },
      slug: 'coot',
      status: 'publish',
      categories: [main, other],
      tags: ['birds', 'black'],
      search_aliases: ['water hen', 'moorhen'],
      review_by: '2031-02-03',
      order: 7,
      sticky: true,
      seo: { title: 'All of coots', noindex: true },
      redirects: ['old/coot', 'coots.html'],
    });
    const moved = await host.visit('/kb/old/coot');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/kb/wetland/coot']);
  });

  it('shows the form again with the input and an error at each invalid field', async () => {
    const answer = await send(NEW, {
      title: '',
      content: 'Kept <text>',
      tags: 'kept',
      order: 'x',
      review_by: '2031-02-30',
    });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain('Enter a title.');
    expect(html).toContain('Enter a whole number.');
    expect(html).toContain('Enter a valid date.');
    expect(html).toContain('Kept &#60;text&#62;</textarea>');
    expect(html).toContain('value="kept"');
    expect(await (await send(NEW, { title: 'T', slug: 'not a slug' })).text()).toMatch(/aria-invalid="true"[^>]*/);
  });

  it('translates errors found on save into the language of the site', async () => {
    const german = await createTestHost({ plugins: [knowledgeBase()], locale: 'de' });
    try {
      const as = await german.createUser('editor');
      const body = { title: 'Rohrsänger', slug: 'rohr', content: 'Im Rohr.' };
      await german.request('POST', '/vendor-kb/v1/articles', { as, body });
      const fields = { ...UNTOUCHED, locale: 'de', title: 'Zweiter', content: 'x', slug: 'rohr' };
      const answer = await german.submit(NEW, 'write', fields, { as });
      const html = await answer.text();
      expect(answer.status).toBe(422);
      expect(html).toContain(
        'Diese URL wird bereits von einem anderen Artikel oder einer anderen Kategorie verwendet.',
      );
      expect(html).toContain('Wählen Sie einen anderen Slug. Dieser ist vergeben');
      expect(html).not.toMatch(/siblings|already in use/);
    } finally {
      await german.close();
    }
  });

  it('changes the status within the permissions of the user', async () => {
    const waiting = await send(NEW, { title: 'By a contributor', content: 'x', step: 'publish' }, author);
    expect((await read(idIn(waiting))).status).toBe('pending');
    const id = await store({ status: 'draft' });
    const html = await (await host.visit(write(id), { as: editor })).text();
    expect(html).toContain('value="schedule"');
    const step = async (name: string, fields: Record<string, string> = {}): Promise<unknown> => {
      await send(write(id), { title: 'Marsh birds', content: 'Reeds.', step: name, ...fields });
      return (await read(id)).status;
    };
    expect((await send(write(id), { title: 'T', content: 'x', step: 'schedule' })).status).toBe(422);
    expect(await step('schedule', { date: '2099-05-06T12:30' })).toBe('future');
    expect(await step('draft')).toBe('draft');
    expect(await step('publish', { date: '' })).toBe('publish');
    expect(await step('archive')).toBe('archived');
    expect(await step('publish')).toBe('publish');
    expect(await step('save')).toBe('publish');
    expect(await step('trash')).toBe('trash');
  });

  it('saves no version without a change and keeps values it does not show', async () => {
    const closed = await category('Closed', { access_rule: { mode: 'users', users: [admin.id] } });
    const id = await store(
      { title: 'Kept', categories: [closed], status: 'publish', access_rule: { mode: 'public' } },
      admin,
    );
    await send(write(id), { title: 'Kept', content: 'Reeds.\n\nMud.\n', version: '1' });
    const now = await read(id);
    expect([now.version, now.categories, now.status]).toEqual([1, [closed], 'publish']);
    expect(now.access_rule).toMatchObject({ mode: 'public' });
  });

  it('accepts an access rule only with the permission to manage access', async () => {
    const id = await store({ title: 'Ruled' });
    const html = await (await host.visit(write(id), { as: editor })).text();
    expect(html).not.toContain('name="access_mode"');
    const refused = await send(write(id), { title: 'Ruled', content: 'x', access_mode: 'nobody' });
    expect(refused.status).toBe(403);
    const answer = await send(
      write(id),
      {
        title: 'Ruled',
        content: 'x',
        access_mode: 'password',
        access_password: 'heron heron',
        access_teaser: 'excerpt',
      },
      admin,
    );
    expect(answer.status).toBe(303);
    expect((await read(id)).access_rule).toMatchObject({ mode: 'password', teaser: 'excerpt', listed: true });
    const version = (await read(id)).version;
    // The same rule without the password changes nothing and keeps the password.
    await send(
      write(id),
      {
        title: 'Ruled',
        content: 'x',
        access_mode: 'password',
        access_teaser: 'excerpt',
        access_listed: '1',
        access_words: '55',
        contributors: String(admin.id),
      },
      admin,
    );
    expect((await read(id)).version).toBe(version);
  });

  it('rejects redirects from the URL of a page and from other sites', async () => {
    await store({ title: 'In the way', status: 'publish' });
    const id = await store({ title: 'Hiding' });
    const of = async (redirects: string) => {
      const answer = await send(write(id), { title: 'Hiding', content: 'x', redirects });
      return [answer.status, /(?:is already in use|is not a valid path)/.exec(await answer.text())?.[0]];
    };
    expect(await of('in-the-way')).toEqual([422, 'is already in use']);
    expect(await of('https://elsewhere.example/x')).toEqual([422, 'is not a valid path']);
    expect((await of('was/elsewhere'))[0]).toBe(303);
  });

  it('fills in the fields from front matter and keeps unknown keys', async () => {
    const content = [
      '---',
      'title: Grebes',
      'description: They dive.',
      'slug: grebe',
      'tags: [birds, divers]',
      'weight: 4',
      'review_by: 2032-01-01',
      'layout: wide',
      '---',
      '',
      'They build nests that float.',
    ].join('\r\n');
    const answer = await send(NEW, { title: '', content, step: 'open' });
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain('value="Grebes"');
    expect(html).toContain('value="birds, divers"');
    expect(html).toContain('They build nests that float.</textarea>');
    expect(html).toContain('Kept as front matter because no field matches: layout.');
    const matter = /name="front_matter" value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#34;', '"') ?? '';
    const saved = await send(NEW, { title: 'Grebes', content: 'x', front_matter: matter, step: 'save' });
    const article = await host.plugin('knowledge-base').articles.get(idIn(saved));
    expect(article?.meta).toEqual({ front_matter: { layout: 'wide' } });
    expect((await send(NEW, { title: 'T', content: 'No front matter.', step: 'open' })).status).toBe(422);
  });

  describe('after a save by another user', () => {
    const BASE = 'One.\n\nTwo.\n\nThree.\n\nFour.\n\nFive.\n';
    async function conflict(theirs: string, mine: string): Promise<{ id: number; html: string; status: number }> {
      const id = await store({ content: BASE });
      await host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as: admin.id, body: { content: theirs } });
      const answer = await send(write(id), { title: 'Marsh birds', content: mine, version: '1', step: 'publish' });
      return { id, html: await answer.text(), status: answer.status };
    }

    it('shows the saved version, its date and the diff, and overwrites nothing', async () => {
      const { id, html, status } = await conflict(BASE.replace('Two', '2'), BASE.replace('Five', '5'));
      expect(status).toBe(412);
      expect(html).toContain('Another user saved this article');
      expect(html).toMatch(/saved version 2 on/);
      expect(html).toContain('Four.\n\n5.\n</textarea>');
      expect(html).toContain('<mark>5</mark>');
      expect((await read(id)).content.raw).toBe(BASE.replace('Two', '2'));
    });

    it('overwrites the version shown on request, with the intended status', async () => {
      const mine = BASE.replace('Five', '5');
      const { id } = await conflict(BASE.replace('Two', '2'), mine);
      const keep = {
        title: 'Marsh birds',
        content: mine,
        version: '1',
        seen: '2',
        requested_step: 'publish',
        step: 'keep',
      };
      expect((await send(write(id), keep)).status).toBe(303);
      expect(await read(id)).toMatchObject({ content: { raw: mine }, status: 'publish', version: 3 });
      // Another save in between has to be confirmed again.
      expect((await send(write(id), { ...keep, content: 'Other.' })).status).toBe(412);
    });

    it('merges both versions and marks conflicts', async () => {
      const { id } = await conflict(BASE.replace('Two', '2'), BASE.replace('Five', '5'));
      const merged = await send(write(id), {
        title: 'T',
        content: BASE.replace('Five', '5'),
        version: '1',
        step: 'merge',
      });
      const html = await merged.text();
      expect(html).toContain('One.\n\n2.\n\nThree.\n\nFour.\n\n5.\n</textarea>');
      expect(html).toContain('name="version" value="2"');
      const both = await send(write(id), {
        title: 'T',
        content: BASE.replace('Two', 'II'),
        version: '1',
        step: 'merge',
      });
      expect(await both.text()).toContain(
        'One.\n\n&#60;&#60;&#60;&#60;&#60;&#60;&#60;\nII.\n=======\n2.\n&#62;&#62;&#62;&#62;&#62;&#62;&#62;\n\nThree.',
      );
    });

    it('uses the saved version and offers the rejected text as an autosave', async () => {
      const { id } = await conflict(BASE.replace('Two', '2'), 'All mine.');
      const saved = await send(write(id), { title: 'Mine', content: 'All mine.', version: '1', step: 'theirs' });
      expect(saved.status).toBe(303);
      const html = await (await host.visit(write(id), { as: editor })).text();
      expect(html).toContain('Unsaved draft from');
      expect(html).toContain('The article was saved after that.');
      const restored = await (await host.visit(`${write(id)}?autosave=restore`, { as: editor })).text();
      expect(restored).toContain('All mine.</textarea>');
      // It is based on version 1 and may not overwrite later versions without confirmation.
      expect(restored).toContain('name="version" value="1"');
      await send(write(id), { step: 'drop' });
      expect(await (await host.visit(write(id), { as: editor })).text()).not.toContain('Unsaved draft from');
    });
  });

  it('opens from the editor URL, and rejects block, missing and forbidden articles', async () => {
    const id = await store({});
    const answer = await host.visit(`/admin/kb/articles/${id}/edit`, { as: editor });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, write(id)]);
    const blocks = await store({ format: 'blocks', content: '' });
    expect((await host.visit(write(blocks), { as: editor })).status).toBe(409);
    expect((await host.visit(write(987654), { as: editor })).status).toBe(404);
    const published = await store({ status: 'publish' });
    expect((await host.visit(write(published), { as: author })).status).toBe(403);
    expect((await send(write(published), { title: 'Mine now', content: 'x' }, author)).status).toBe(403);
  });

  it('includes the fields registered by plugins', async () => {
    const { metaKeys } = host.plugin('knowledge-base');
    const level = metaKeys.register('acme_level', { schema: { type: 'integer', minimum: 1 }, title: 'Level' });
    const id = await store({ title: 'Levelled' });
    expect(await (await host.visit(write(id), { as: editor })).text()).toContain('name="meta.acme_level"');
    await send(write(id), { title: 'Levelled', content: 'x', 'meta.acme_level': '3' });
    expect((await read(id)).meta).toEqual({ acme_level: 3 });
    expect((await send(write(id), { title: 'Levelled', content: 'x', 'meta.acme_level': '0' })).status).toBe(422);
    await send(write(id), { title: 'Levelled', content: 'x', 'meta.acme_level': '' });
    expect((await read(id)).meta).toEqual({});
    level.remove();
  });
});

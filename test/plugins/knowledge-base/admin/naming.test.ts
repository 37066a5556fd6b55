import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const NEW = '/admin/kb/articles/write';

describe('references to users, images and articles in forms', () => {
  let host: TestHost;
  let admin: { id: number; login: string };
  let editor: { id: number };
  let ada: number;
  let pond: number;
  let sheet: number;
  let round = 0;
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    admin = await host.createUser('administrator');
    editor = await host.createUser('editor');
    ada = await account('ada', 'Ada Lovelace, Countess');
    await account('twin1', 'Twin');
    await account('twin2', 'Twin');
    pond = await picture('pond.png', 'A pond');
    await picture('same-1.png', 'Same');
    await picture('same-2.png', 'Same');
    const pdf = await host.media.create(Buffer.from('%PDF-1.4\n%%EOF'), { filename: 'sheet.pdf' });
    sheet = pdf.id;
    for (const title of ['Herons', 'Storks', 'Storks']) await write(title);
  });
  afterAll(() => host.close());

  async function account(login: string, name: string): Promise<number> {
    const body = { login, name, email: `${login}@example.com`, password: 'a long pass phrase', roles: ['author'] };
    return ((await host.request('POST', '/mortise/v1/users', { as: admin.id, body })).data as { id: number }).id;
  }
  async function picture(filename: string, title: string): Promise<number> {
    const bytes = await sharp({
      create: { width: 8, height: 8, channels: 3, background: title === 'Same' ? 'red' : 'blue' },
    })
      .png({ compressionLevel: filename.length % 9 })
      .toBuffer();
    return (await host.media.create(Buffer.concat([bytes, Buffer.from(filename)]), { filename, title })).id;
  }
  async function write(title: string, body: Record<string, unknown> = {}): Promise<number> {
    const sent = { title, content: 'x', status: 'publish', ...body };
    return ((await host.request('POST', '/vendor-kb/v1/articles', { as: admin.id, body: sent })).data as { id: number })
      .id;
  }
  const articles = () => host.plugin('knowledge-base').articles;
  async function sent(fields: Record<string, string>, as: { id: number } = admin) {
    round += 1;
    const slug = `named-${round}`;
    const blank = { title: 'Named', slug, locale: 'en', content: 'x', step: 'save' };
    const answer = await host.submit(NEW, 'write', { ...blank, ...fields }, { as });
    const text = await answer.text();
    return { status: answer.status, text, article: await articles().byPath('en', slug) };
  }
  const choices = async (kind: string, q: string, as: { id: number } = admin) => {
    const answer = await host.visit(`/admin/kb/articles/choices/${kind}?q=${encodeURIComponent(q)}&locale=en`, { as });
    return answer.status === 200 ? ((await answer.json()) as string[]) : answer.status;
  };

  it('find a user by id, login and autocompleted text', async () => {
    for (const typed of [String(ada), 'ada', 'ADA', `#${ada}`, `${ada}: Ada Lovelace, Countess (ada)`]) {
      const { status, article } = await sent({ contributors: typed });
      expect([typed, status, article?.contributors]).toEqual([typed, 303, [ada]]);
    }
    const both = await sent({ contributors: `${ada}: Ada Lovelace, Countess (ada)\ntwin1` });
    expect(both.article?.contributors).toHaveLength(2);
    const html = await (
      await host.visit(`${NEW.replace('write', String(both.article?.id))}/write`, { as: admin })
    ).text();
    expect(html).toContain(`${ada}: Ada Lovelace, Countess (ada)`);
  });

  it('reject unknown and ambiguous users and keep the input', async () => {
    const none = await sent({ contributors: 'nobody at all' });
    expect([none.status, none.article]).toEqual([422, null]);
    expect(none.text).toContain('User “nobody at all” not found.');
    expect(none.text).toContain('nobody at all</textarea>');
    expect((await sent({ contributors: '999999' })).text).toContain('User “999999” not found.');
    expect((await sent({ contributors: 'Twin' })).text).toContain('Several users are named “Twin”.');
    const rule = await sent({ access_mode: 'users', access_users: 'nobody at all' });
    expect([rule.status, rule.text.includes('not found')]).toEqual([422, true]);
    const good = await sent({ access_mode: 'users', access_users: 'ada\n' });
    const { data } = await host.request('GET', `/vendor-kb/v1/articles/${good.article?.id}?context=edit`, {
      as: admin.id,
    });
    expect(data).toMatchObject({ access_rule: { mode: 'users', users: [ada] } });
  });

  it('show names of users only with the permission to see accounts', async () => {
    expect(await choices('people', 'lovelace')).toEqual([`${ada}: Ada Lovelace, Countess (ada)`]);
    expect(await choices('people', 'lovelace', editor)).toEqual([]);
    expect((await sent({ contributors: 'Ada Lovelace' }, editor)).status).toBe(422);
    const { article } = await sent({ contributors: String(ada) }, editor);
    const html = await (await host.visit(`/admin/kb/articles/${article?.id}/write`, { as: editor })).text();
    expect(html).not.toContain('Lovelace');
  });

  it('find an image by id, title and file name in article and category forms', async () => {
    for (const typed of [String(pond), 'a pond', 'pond.png', `${pond}: A pond (pond.png)`]) {
      const { article } = await sent({ picture: typed, seo_image: typed });
      expect([typed, article?.featuredMedia, article?.seo.ogImage]).toEqual([typed, pond, pond]);
    }
    const wrong: [string, string][] = [
      ['999999', 'Image “999999” not found'],
      ['nothing like it', 'Image “nothing like it” not found'],
      [String(sheet), 'is not an image.'],
      ['Same', 'Several images are named “Same”.'],
      ['-1', 'Image “-1” not found'],
    ];
    for (const [typed, text] of wrong) {
      for (const field of ['picture', 'seo_image']) {
        const { status, text: html } = await sent({ [field]: typed });
        expect([typed, field, status, html.includes(text)]).toEqual([typed, field, 422, true]);
      }
      for (const field of ['image', 'seo_image']) {
        const category = { name: 'Birds', locale: 'en', [field]: typed };
        const answer = await host.submit('/admin/kb/categories/new', 'create', category, { as: admin });
        expect([typed, field, answer.status, (await answer.text()).includes(text)]).toEqual([typed, field, 422, true]);
      }
    }
    const fields = { name: 'Birds', locale: 'en', image: 'pond.png', seo_image: `${pond}: A pond (pond.png)` };
    expect((await host.submit('/admin/kb/categories/new', 'create', fields, { as: admin })).status).toBe(303);
    const { data } = await host.request('GET', '/vendor-kb/v1/categories', { as: admin.id });
    expect((data as { name: string }[]).find(({ name }) => name === 'Birds')).toMatchObject({
      image: pond,
      seo: { og_image: pond },
    });
    expect(await choices('pictures', 'pond')).toEqual([`${pond}: A pond (pond.png)`]);
    expect(await choices('pictures', 'sheet')).toEqual([]);
  });

  it('find an article by title if only one readable article has it', async () => {
    const { article } = await sent({ related: 'Herons' });
    expect(article?.related).toHaveLength(1);
    expect((await sent({ related: 'Storks' })).text).toContain('Several articles are titled “Storks”.');
    expect(await choices('articles', 'heron')).toEqual([`${article?.related[0]}: Herons`]);
    const closed = await write('Secret herons', { access_rule: { mode: 'roles', roles: ['administrator'] } });
    expect(await choices('articles', 'secret', editor)).toEqual([]);
    expect((await sent({ related: 'Secret herons' }, editor)).status).toBe(422);
    expect((await sent({ related: String(closed) }, editor)).status).toBe(422);
    // A saved reference may stay, but shows no title to users who may not read the article.
    const saved = await sent({ related: String(closed) });
    const html = await (await host.visit(`/admin/kb/articles/${saved.article?.id}/write`, { as: editor })).text();
    expect(html).not.toContain('Secret herons');
  });

  it('are not autocompleted for subscribers, or for an unknown type', async () => {
    const reader = await host.createUser('subscriber');
    expect(await choices('people', 'ada', reader)).toBe(403);
    expect(await choices('nonsense', 'ada')).toBe(404);
  });

  it('leave rarely used category fields folded until they are set or invalid', async () => {
    const folds = async (path: string): Promise<string[]> => {
      const html = await (await host.visit(path, { as: admin })).text();
      return [...html.matchAll(/<details class="m-fold"( open)?><summary>([^<]+)/g)].map(
        ([, open, name]) => `${name}${open ?? ''}`,
      );
    };
    expect(await folds('/admin/kb/categories/new')).toEqual(['Appearance', 'SEO and social', 'Access']);
    const { data } = await host.request('POST', '/vendor-kb/v1/categories', {
      as: admin.id,
      body: { name: 'Ducks', color: '#8f4318', access_rule: { mode: 'logged_in' } },
    });
    expect(await folds(`/admin/kb/categories/${(data as { id: number }).id}`)).toEqual([
      'Appearance open',
      'SEO and social',
      'Access open',
    ]);
    const wrong = { name: 'Geese', locale: 'en', seo_canonical: 'nonsense' };
    const html = await (await host.submit('/admin/kb/categories/new', 'create', wrong, { as: admin })).text();
    expect(html).toMatch(/<details class="m-fold" open><summary>SEO and social/);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ImportSite, openImportSite } from '../plugins/knowledge-base/import/import-site.js';
import { item, wxr } from '../plugins/knowledge-base/import/wxr-document.js';
import { patched, zipOf } from '../plugins/knowledge-base/import/zip-file.js';
import { dialects } from '../support/databases.js';
import { comparable, type ExportDocument } from '../support/knowledge-base-json.js';

const post = (name: string, more: Record<string, string> = {}): string =>
  item({ title: name, link: `https://old.example/${name}/`, guid: name, 'wp:post_name': name, ...more });

const expectError = (answer: { status: number; data: unknown }, status: number, code: string): void =>
  expect({ status: answer.status, data: answer.data }).toMatchObject({ status, data: { code } });

describe.each(dialects)('knowledge base imports over REST on $name', (dialect) => {
  let site: ImportSite;
  beforeEach(async () => {
    site = await openImportSite(dialect);
  });
  afterEach(() => site?.close());

  const titles = async (): Promise<string[]> => {
    const { data } = await site.call('administrator', 'GET', '/articles?per_page=100&orderby=title');
    return (data as unknown as { title: { rendered: string } }[]).map(({ title }) => title.rendered);
  };

  it('are accepted, run by a job, report their progress and delete their file', async () => {
    const sent = await site.send(wxr(post('one') + post('two')), { source: 'old' });
    const location = `http://localhost:8080/api/vendor-kb/v1/import/${sent.data.id}`;
    expect(sent).toMatchObject({
      status: 202,
      data: {
        state: 'queued',
        dry_run: false,
        source: 'old',
        from: 'auto',
        update: 'newer',
        attempts: 0,
        report: null,
        error: null,
        started_at: null,
        ended_at: null,
        progress: { done: 0, total: 0 },
        user: site.users.kb_manager.id,
        author: site.users.kb_manager.id,
        file: { name: 'old.json', kept: true },
        _links: { self: [{ href: location }], cancel: [{ href: `${location}/cancel` }] },
      },
    });
    expect(sent.headers.location).toBe(location);
    expect(await titles()).toEqual([]);
    expect(await site.files()).toHaveLength(1);

    await site.host.work();
    const after = await site.call('kb_manager', 'GET', `/import/${sent.data.id}`);
    expect(after).toMatchObject({
      status: 200,
      data: {
        state: 'completed',
        attempts: 1,
        error: null,
        file: { kept: false },
        report: { profile: 'wordpress', files: 2, articles: { created: 2 }, generated_categories: {}, omitted: {} },
        started_at: expect.any(String),
        ended_at: expect.any(String),
      },
    });
    const { done, total } = after.data.progress as { done: number; total: number };
    expect(done).toBe(total);
    expect(total).toBeGreaterThan(1);
    expect(await titles()).toEqual(['one', 'two']);
    expect(await site.files()).toEqual([]);
  });

  it('report all changes in a dry run, and can then run with the same file', async () => {
    const first = await site.run(wxr(post('one')), { dry_run: 'true', source: 'old' });
    expect(first.data).toMatchObject({
      state: 'completed',
      dry_run: true,
      file: { kept: true },
      report: { dry_run: true, articles: { created: 1 } },
    });
    expect(await titles()).toEqual([]);
    const next = await site.call('kb_manager', 'POST', '/import', { run: first.data.id });
    expect(next).toMatchObject({ status: 202, data: { source: 'old', dry_run: false, file: { kept: true } } });
    await site.host.work();
    expect(await titles()).toEqual(['one']);
    const { report: firstReport } = first.data as unknown as { report: object };
    const { data } = await site.call('kb_manager', 'GET', `/import/${next.data.id}`);
    expect(data.report).toEqual({ ...firstReport, dry_run: false });
    expect(await site.files()).toEqual([]);
    const expired = await site.call('kb_manager', 'POST', '/import', { run: first.data.id });
    expectError(expired, 409, 'vendor_kb_import_file_gone');
  });

  it('restore an export of another site, with its rules and revisions', async () => {
    const other = await openImportSite(dialect);
    const closed = await other.call('administrator', 'POST', '/categories', {
      name: 'Staff',
      access_rule: { mode: 'logged_in' },
    });
    const article = { title: 'A guide', content: 'Text', categories: [closed.data.id], status: 'publish' };
    const created = await other.call('administrator', 'POST', '/articles', article);
    await other.call('administrator', 'PUT', `/articles/${created.data.id}`, { content: 'Other text' });
    const download = (from: ImportSite) =>
      from.ask('kb_manager', 'GET', '/export?revisions=true').then(({ text }) => text);
    const reexported = await download(other);
    await other.close();
    expect((await site.run(reexported)).data).toMatchObject({ state: 'completed', report: { problems: [] } });
    const { site: _site, ...imported } = comparable(JSON.parse(await download(site)) as ExportDocument);
    const { site: _otherSite, ...expected } = comparable(JSON.parse(reexported) as ExportDocument);
    const anonymous = (document: object) =>
      JSON.parse(JSON.stringify(document).replaceAll(/administrator-\w+|kb-manager-\w+/g, 'x'));
    expect(anonymous(imported)).toEqual(anonymous(expected));
    expect((await site.ask(null, 'GET', '/articles')).headers['x-cms-total']).toBe('0');
  });

  it('accept a zip of a folder, and copy its files on request', async () => {
    const zip = await zipOf({
      'one.md': '[two](two.md)\n',
      'two.md': 'Two. [notes](notes.txt)\n',
      'notes.txt': 'Notes.\n',
    });
    const sent = await site.send(zip, { media: 'copy' }, 'kb_manager', 'book.zip');
    expect(sent).toMatchObject({ status: 202, data: { source: 'book' } });
    await site.host.work();
    const { data } = await site.call('kb_manager', 'GET', `/import/${sent.data.id}`);
    expect(data).toMatchObject({ state: 'completed', report: { articles: { created: 2 }, media: { created: 1 } } });
    expect(await titles()).toEqual(['One', 'Two']);
  });

  it('set other authors only for users who may edit their articles', async () => {
    const others: Readonly<Record<string, string>>[] = [
      { author: String(site.users.kb_manager.id) },
      { map: `authors: { jane: ${site.users.editor.login} }` },
    ];
    for (const fields of others) {
      const refused = await site.send(wxr(post('borrowed')), { dry_run: 'true', ...fields }, 'carrier');
      expect(refused).toMatchObject({ status: 403, data: { code: 'rest_forbidden' } });
      expect((await site.send(wxr(post('borrowed')), { dry_run: 'true', ...fields }, 'kb_manager')).status).toBe(202);
      await site.host.work();
    }
    const own = { dry_run: 'true', author: String(site.users.carrier.id) };
    expect((await site.send(wxr(post('borrowed')), own, 'carrier')).status).toBe(202);
    await site.host.work();
  });

  it('apply a map, including Zendesk segments, and delete it when they end', async () => {
    const answer = {
      categories: [{ id: 1, name: 'Docs', locale: 'en-us' }],
      sections: [{ id: 2, category_id: 1, name: 'Start', locale: 'en-us' }],
      articles: [
        { id: 3, section_id: 2, title: 'Open', body: '<p>x</p>', locale: 'en-us', user_segment_id: null },
        { id: 4, section_id: 2, title: 'Staff', body: '<p>y</p>', locale: 'en-us', user_segment_id: 77 },
      ],
    };
    const fields = { from: 'zendesk', map: 'segments:\n  77: editor\n' };
    const run = await site.run(JSON.stringify(answer), fields, 'administrator');
    expect(run.data).toMatchObject({ state: 'completed', report: { articles: { created: 2 }, warnings: [] } });
    const statusFor = async (as: 'editor' | 'carrier') =>
      Promise.all(
        [3, 4].map(async (number) => {
          const path = number === 3 ? 'open' : 'staff';
          const rows = await site.host.db.query.selectFrom('posts').select('id').where('slug', '=', path).execute();
          return (await site.call(as, 'GET', `/articles/${rows[0]?.id}`)).status;
        }),
      );
    expect(await statusFor('editor')).toEqual([200, 200]);
    expect((await statusFor('carrier'))[1]).not.toBe(200);
    const [row] = await site.host.db.query.selectFrom('runs').select(['input', 'state']).execute();
    expect(JSON.parse(row?.input ?? '')).toMatchObject({ options: { from: 'zendesk' } });
    expect(JSON.parse(row?.state ?? '')).toMatchObject({ map: null });
  });

  it('apply the profiles of the import command', async () => {
    const docs = post('doc', { 'wp:post_type': 'docs' });
    const { data } = await site.run(wxr(docs + post('blog')), { profile: 'betterdocs' });
    expect(data).toMatchObject({ report: { articles: { created: 1 } } });
    expect(await titles()).toEqual(['doc']);
    const json = await site.send('{"format":"mortise-kb"}', { profile: 'betterdocs' });
    expect(json.status).toBe(422);
  });

  it('run one at a time, even when started concurrently', async () => {
    const answers = await Promise.all([1, 2, 3].map((n) => site.send(wxr(post(`n${n}`)))));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([202, 409, 409]);
    const [accepted] = answers.filter(({ status }) => status === 202);
    expect(answers.find(({ status }) => status === 409)?.data).toMatchObject({
      code: 'vendor_kb_import_running',
      data: { details: { run: accepted?.data.id } },
    });
    expect(await site.files()).toHaveLength(1);
    await site.host.work();
    expect(await titles()).toHaveLength(1);
    expect((await site.run(wxr(post('later')))).data.state).toBe('completed');
  });

  it('are canceled while queued and make room for the next', async () => {
    const { data } = await site.send(wxr(post('one')));
    expect(await site.call('kb_manager', 'POST', `/import/${data.id}/cancel`)).toMatchObject({
      status: 200,
      data: {
        state: 'cancelled',
        file: { kept: false },
        _links: expect.not.objectContaining({ cancel: expect.anything() }),
      },
    });
    expectError(await site.call('kb_manager', 'POST', `/import/${data.id}/cancel`), 409, 'vendor_kb_import_ended');
    expect(await site.files()).toEqual([]);
    expect((await site.run(wxr(post('two')))).data.state).toBe('completed');
    expect(await titles()).toEqual(['two']);
  });

  it('are canceled while running: imported articles stay and the rest is skipped', async () => {
    const posts = Array.from({ length: 20 }, (_, index) => post(`p${index}`)).join('');
    const { data } = await site.send(wxr(posts), { source: 'old' });
    let imported = 0;
    site.host.hooks.addAction('vendor_kb_item_imported', async ({ kind }) => {
      if (kind !== 'article') return;
      imported += 1;
      if (imported !== 3) return;
      const answer = await site.call('kb_manager', 'POST', `/import/${data.id}/cancel`);
      expect(answer).toMatchObject({
        status: 200,
        data: { state: 'running', progress: { total: expect.any(Number) } },
      });
      // Longer than the worker's polling interval.
      await new Promise((later) => setTimeout(later, 2_500));
    });
    await site.host.work();
    expect((await site.call('kb_manager', 'GET', `/import/${data.id}`)).data).toMatchObject({
      state: 'cancelled',
      error: null,
      file: { kept: false },
      report: { interrupted: true, articles: { created: 3 } },
    });
    expect(await titles()).toHaveLength(3);
    expect((await site.run(wxr(posts), { source: 'old' })).data).toMatchObject({
      report: { articles: { created: 17, unchanged: 3 } },
    });
  });

  it('require the import permission on every route', async () => {
    const { data } = await site.send(wxr(post('one')));
    for (const [method, path] of [
      ['GET', `/import/${data.id}`],
      ['POST', `/import/${data.id}/cancel`],
      ['POST', '/import'],
    ] as const) {
      expectError(await site.call('editor', method, path), 403, 'rest_forbidden');
      expectError(await site.call(null, method, path), 401, 'rest_forbidden');
    }
    expectError(await site.send(wxr(post('two')), {}, 'editor'), 403, 'rest_forbidden');
    expect(await site.files()).toHaveLength(1);
  });

  it('stop when their user loses the import permission', async () => {
    const { data } = await site.send(wxr(post('one')), {}, 'carrier');
    await site.host.users.update(site.users.carrier.id, { roles: ['editor'] });
    await site.host.work();
    expect((await site.call('kb_manager', 'GET', `/import/${data.id}`)).data).toMatchObject({
      state: 'failed',
      error: { code: 'vendor_kb_import_refused' },
      file: { kept: true },
    });
    expect(await titles()).toEqual([]);
  });

  it.each([
    ['nothing to import', {}, 'run'],
    ['an author who is not there', { run: 1, author: 999 }, 'author'],
    ['a category that is not there', { run: 1, category: 999 }, 'category'],
  ])('reject %s', async (_, body, param) => {
    await site.run(wxr(post('one')), { dry_run: 'true' });
    const answer = await site.call('kb_manager', 'POST', '/import', body);
    expect(answer).toMatchObject({
      status: 400,
      data: { code: 'vendor_kb_invalid_param', data: { params: { [param]: expect.any(String) } } },
    });
  });

  describe('imports by a user without access management', () => {
    const rules = wxr(post('open') + post('secret', { 'wp:post_password': 'sesame' }));

    it('skip items with an access rule and report them, including in a dry run', async () => {
      for (const dry_run of ['true', 'false']) {
        const { data } = await site.run(rules, { dry_run }, 'carrier');
        expect(data).toMatchObject({
          state: 'completed',
          report: { articles: { created: 1 }, problems: [{ key: 'secret', code: 'rest_forbidden' }] },
        });
      }
      expect(await titles()).toEqual(['open']);
      expect((await site.run(rules, { source: 'old' }, 'kb_manager')).data).toMatchObject({ report: { problems: [] } });
    });

    it('do not change items that an access rule protects, even through a category', async () => {
      await site.run(wxr(post('guide', { 'content:encoded': 'Old' })), { source: 'old' });
      const [id] = (await site.host.db.query.selectFrom('kb_articles').select('id').execute()).map((row) => row.id);
      const staff = await site.call('kb_manager', 'POST', '/categories', {
        name: 'Staff',
        access_rule: { mode: 'nobody' },
      });
      await site.call('kb_manager', 'PUT', `/articles/${id}`, { categories: [staff.data.id] });
      const changed = wxr(post('guide', { title: 'Opened', 'content:encoded': 'New' }));
      const { data } = await site.run(changed, { source: 'old', update: 'overwrite' }, 'carrier');
      expect(data).toMatchObject({ report: { problems: [{ key: 'guide', code: 'rest_forbidden' }] } });
      expect((await site.call('kb_manager', 'GET', `/articles/${id}`)).data).toMatchObject({
        title: { rendered: 'guide' },
        categories: [staff.data.id],
      });
    });

    it('cannot remove an access rule with an export that has none', async () => {
      const created = await site.call('kb_manager', 'POST', '/articles', { title: 'Secret', status: 'publish' });
      const open = await site.ask('kb_manager', 'GET', '/export').then(({ text }) => text);
      await site.call('kb_manager', 'PUT', `/articles/${created.data.id}`, { access_rule: { mode: 'nobody' } });
      const { data } = await site.run(open, { update: 'overwrite' }, 'carrier');
      expect(data).toMatchObject({ report: { problems: [{ code: 'rest_forbidden' }] } });
      expect((await site.call('editor', 'GET', `/articles/${created.data.id}`)).status).toBe(404);
    });
  });

  it('are deleted: files after a day, the rest after ninety', async () => {
    const { data } = await site.run(wxr(post('one')), { dry_run: 'true' });
    const at = async (days: number) => {
      const slot = new Date(Date.now() + days * 86_400_000);
      await site.host.schedules.begin('kb_import_retention', slot);
      await site.host.work();
    };
    await at(0);
    expect(await site.files()).toHaveLength(1);
    await at(1.1);
    expect(await site.files()).toEqual([]);
    expect((await site.call('kb_manager', 'GET', `/import/${data.id}`)).data).toMatchObject({ file: { kept: false } });
    await at(91);
    expect((await site.call('kb_manager', 'GET', `/import/${data.id}`)).status).toBe(404);
  });

  it('are included in the data export of their user, and are anonymized on erasure', async () => {
    const { data } = await site.run(wxr(post('one')), {}, 'kb_manager');
    const person = await site.host.privacy.find(site.users.kb_manager.email);
    const exported = JSON.stringify(await site.host.privacy.export(person));
    expect(exported).toContain('"Article imports"');
    expect(exported).toContain('old.json');
    await site.host.privacy.erase(person);
    expect((await site.call('administrator', 'GET', `/import/${data.id}`)).data).toMatchObject({
      user: null,
      author: null,
    });
  });
});

describe.each(dialects)('import validation over REST on $name', (dialect) => {
  let site: ImportSite;
  beforeAll(async () => {
    site = await openImportSite(dialect);
  });
  afterAll(() => site?.close());

  it.each([
    ['a text that is nothing', 'hello', 'auto'],
    ['an export that was cut off', wxr(post('one')).slice(0, -40), 'wxr'],
    ['JSON of something else', '{"a":1}', 'json'],
    ['a file where folders are read', '# Title', 'markdown'],
  ])('rejects %s before storing anything', async (_, content, from) => {
    const answer = await site.send(content, { from });
    expectError(answer, 422, 'vendor_kb_import_invalid');
    expect(JSON.stringify(answer.data)).not.toMatch(/\/tmp|\.upload/);
    expect(await site.files()).toEqual([]);
    expect(await site.host.db.query.selectFrom('runs').selectAll().execute()).toEqual([]);
    expect((await site.host.jobs.list({ name: 'kb_import' })).total).toBe(0);
  });

  it('rejects a zip that is hostile, damaged or without a page before storing anything', async () => {
    const zip = await zipOf({ 'xx/secret.md': 'x' });
    const sent: [string, Buffer, number][] = [
      ['vendor_kb_archive_path', patched(zip, 'xx/secret.md', '../secret.md'), 422],
      ['vendor_kb_archive_damaged', zip.subarray(0, -5), 422],
      ['vendor_kb_archive_link', await zipOf({ 'a.md': { content: '/etc/passwd', mode: 0o120777 } }), 422],
      ['vendor_kb_archive_too_large', await zipOf({ 'a.md': { content: new Uint8Array(80 * 1024 ** 2) } }), 413],
      ['vendor_kb_import_empty', await zipOf({ 'picture.txt': 'x' }), 422],
    ];
    for (const [code, bytes, status] of sent) {
      expectError(await site.send(bytes, {}, 'kb_manager', 'a.zip'), status, code);
    }
    expect(await site.files()).toEqual([]);
  });

  it('rejects an invalid map before storing anything', async () => {
    for (const map of ['authors: { jane: nobody-here }', 'x: {}', 'authors: [', 'types: { a: b }']) {
      expectError(await site.send(wxr(post('one')), { map }), 422, 'vendor_kb_import_map_invalid');
    }
    expect(await site.files()).toEqual([]);
  });

  it('reports the line where an export is damaged', async () => {
    expect((await site.send('{"format":"mortise-kb",\n"version":1,\n"x":1}')).data).toMatchObject({
      code: 'vendor_kb_import_invalid',
      data: { details: { line: expect.any(Number) } },
    });
  });

  it.each(['/import/999', '/import/999/cancel'])('returns 404 for %s', async (path) => {
    const method = path.endsWith('cancel') ? 'POST' : 'GET';
    expectError(await site.call('kb_manager', method, path), 404, 'vendor_kb_import_not_found');
  });
});

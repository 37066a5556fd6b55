import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../support/databases.js';
import { sendForm } from '../../../support/send-form.js';
import { type ImportSite, openImportSite } from '../import/import-site.js';
import { item, wxr } from '../import/wxr-document.js';
import { zipOf } from '../import/zip-file.js';

const IMPORT = '/admin/kb/import';
const post = (name: string, content = '<p>Text</p>') =>
  item({
    title: name,
    link: `https://old.example/${name}/`,
    guid: name,
    'wp:post_name': name,
    'dc:creator': 'jane',
    'content:encoded': content,
  });

describe.each(dialects)('import pages on $name', { timeout: 120_000 }, (dialect) => {
  let site: ImportSite;
  beforeEach(async () => {
    site = await openImportSite(dialect);
  });
  afterEach(() => site?.close());

  const check = (content: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}, name = 'old.xml') =>
    sendForm(site.host, IMPORT, 'check', fields, { as: site.users.kb_manager, file: { name, content } });
  const visit = async (path: string) => (await site.host.visit(path, { as: site.users.kb_manager })).text();
  /** Presses a button of an import page. @returns the redirect location */
  async function press(path: string, action: string, fields: Record<string, string> = {}): Promise<string> {
    const answer = await site.host.submit(path, action, fields, { as: site.users.kb_manager });
    expect(answer.status).toBe(303);
    await site.host.work();
    return answer.headers.get('location') ?? '';
  }
  const authors = async () => {
    const rows = await site.host.db.query
      .selectFrom('posts')
      .select('author_id')
      .where('type', '=', 'kb_article')
      .execute();
    return rows.map(({ author_id }) => author_id);
  };
  const mapOf = async (id: number) => {
    const rows = site.host.db.query.selectFrom('kb_import_runs').select('options').where('id', '=', id);
    return (JSON.parse((await rows.executeTakeFirstOrThrow()).options) as { map: unknown }).map;
  };

  it('accept a map, show it again and delete it after the import', async () => {
    const map = `authors: { jane: ${site.users.editor.login} }`;
    const checked = (await check(wxr(post('one')), { map })).headers.get('location') ?? '';
    await site.host.work();
    expect(await visit(`${checked}/options`)).toContain(`jane: ${site.users.editor.login}`);
    const imported = await press(checked, 'run');
    expect(await visit(imported)).toContain('Import completed.');
    expect(await authors()).toEqual([site.users.editor.id]);
    // The map names users and is no longer needed.
    for (const place of [checked, imported]) expect(await mapOf(Number(place.split('/').at(-1)))).toBeNull();
  });

  it('keep the map of a dry run started over REST', async () => {
    const map = `authors: { jane: ${site.users.editor.login} }`;
    const { data } = await site.send(wxr(post('one')), { map, dry_run: 'true' });
    await site.host.work();
    await press(`${IMPORT}/${data.id}`, 'run');
    expect(await authors()).toEqual([site.users.editor.id]);
  });

  it('show a map error at its field, unfold the field and keep the input', async () => {
    const answer = await check(wxr(post('one')), { map: 'authors: [' });
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(text).toMatch(/<details class="m-fold" open>/);
    expect(text).toMatch(/<textarea[^>]*name="map"[^>]*aria-invalid="true"[^>]*>\s*authors: \[<\/textarea>/);
    expect(await visit(IMPORT)).toMatch(/<details class="m-fold">/);
  });

  it('show the size limit and the import command for a file that is too large', async () => {
    const { token } = await site.host.sessions.create({ userId: site.users.kb_manager.id });
    const address = new URL(await site.host.listen());
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = {
        Cookie: `cms_session=${token}`,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': String(2 * 1024 ** 3),
      };
      const sent = request(
        { host: address.hostname, port: address.port, path: IMPORT, method: 'POST', headers },
        async (response) => {
          let text = '';
          for await (const chunk of response) text += String(chunk);
          resolve({ status: response.statusCode ?? 0, text });
          sent.destroy();
        },
      );
      sent.on('error', reject);
      sent.write('--x\r\n');
    });
    expect(answer.status).toBe(413);
    expect(answer.text).toContain('larger than 1,024 MB');
    expect(answer.text).toContain('npx mortise kb import FILE --dry-run');
    expect(answer.text).toContain('Check file');
  });

  it('add unresolved links to the broken links page and the work list immediately', async () => {
    const folder = await zipOf({
      'docs/one.md': '# One\n\n[gone](missing.md)',
      'docs/two.md': '# Two\n\n[one](one.md)',
    });
    const checked =
      (await check(new Uint8Array(folder), { status: 'publish' }, 'docs.zip')).headers.get('location') ?? '';
    await site.host.work();
    expect(await visit('/admin/kb/links')).toContain('No broken links');
    await press(checked, 'run');
    const links = await visit('/admin/kb/links');
    expect(links).toContain('missing.md');
    expect(links.match(/<tr role="row">/g)).toHaveLength(2);
    expect(await visit('/admin/kb/work?kind=link')).toContain('One');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BrowserAgent } from '../../../support/browser-agent.js';
import { dialects } from '../../../support/databases.js';
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
    const rows = site.host.db.query.selectFrom('runs').select('state').where('number', '=', id);
    return (JSON.parse((await rows.executeTakeFirstOrThrow()).state) as { map: unknown }).map;
  };

  it('accept a map, show it again and delete it after the import', async () => {
    const map = `authors: { jane: ${site.users.editor.login} }`;
    const checked = (await site.check(wxr(post('one')), { map })).headers.location ?? '';
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
    const answer = await site.check(wxr(post('one')), { map: 'authors: [' });
    expect(answer.status).toBe(422);
    const { text } = answer;
    expect(text).toMatch(/<details class="m-fold" open>/);
    expect(text).toMatch(/<textarea[^>]*name="map"[^>]*aria-invalid="true"[^>]*>\s*authors: \[<\/textarea>/);
    expect(await visit(IMPORT)).toMatch(/<details class="m-fold">/);
  });

  it('show the size limit and the import command for a file that is too large', async () => {
    const browser = new BrowserAgent(await site.host.listen());
    await browser.signIn(site.host, site.users.kb_manager);
    const sent = browser
      .post(IMPORT)
      .type('multipart/form-data; boundary=x')
      .set('Content-Length', String(2 * 1024 ** 3));
    sent.write('--x\r\n');
    const answer = await sent;
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
    const checked = (await site.check(folder, { status: 'publish' }, 'docs.zip')).headers.location ?? '';
    await site.host.work();
    expect(await visit('/admin/kb/links')).toContain('No broken links');
    await press(checked, 'run');
    const links = await visit('/admin/kb/links');
    expect(links).toContain('missing.md');
    expect(links.match(/<tr role="row">/g)).toHaveLength(2);
    expect(await visit('/admin/kb/work?kind=link')).toContain('One');
  });
});

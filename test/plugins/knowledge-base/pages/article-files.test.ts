import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SQLITE } from '../../../support/databases.js';
import { type AttachmentSite, openAttachmentSite, pdf, type Role } from '../attachments/attachment-site.js';

describe('files on an article page', () => {
  let site: AttachmentSite;
  let created = 0;
  beforeAll(async () => {
    site = await openAttachmentSite(SQLITE);
  });
  afterAll(() => site?.close());

  async function articleWith(...files: object[]): Promise<{ path: string; ids: number[] }> {
    created += 1;
    const id = await site.article({ title: `Machine ${created}`, slug: `machine-${created}` });
    const ids: number[] = [];
    for (const [index, fields] of files.entries()) {
      const { data } = await site.upload('administrator', id, pdf(2000 + created * 10 + index));
      ids.push(data.id);
      const changed = await site.json('administrator', 'PUT', `/attachments/${data.id}`, fields);
      expect(changed.status).toBe(200);
    }
    return { path: `/kb/machine-${created}`, ids };
  }
  const show = async (path: string, as: Role = 'anonymous'): Promise<string> => (await site.ask(as, path)).text;
  const sectionOf = (html: string): string => /<section class="kb-files".*?<\/section>/s.exec(html)?.[0] ?? '';

  it('show title, description, type and size, and link to the download', async () => {
    const { path, ids } = await articleWith({ title: 'Manual <2>', description: 'How it is & was' });
    const section = sectionOf(await show(path));
    expect(section).toContain('<bdi>Manual &#60;2&#62;</bdi>');
    expect(section).toContain('How it is &#38; was');
    expect(section).toMatch(/PDF, 2\.\d+ kB/);
    const link = /href="([^"]+)"/.exec(section)?.[1] ?? '';
    expect(link).toBe(`/kb/-/attachments/${ids[0]}/manual.pdf`);
    expect((await site.ask('anonymous', link)).headers['content-type']).toBe('application/pdf');
  });

  it('are sorted by their order', async () => {
    const { path } = await articleWith({ title: 'Second', order: 2 }, { title: 'First', order: 1 });
    expect([...sectionOf(await show(path)).matchAll(/<bdi>([^<]*)/g)].map(([, title]) => title)).toEqual([
      'First',
      'Second',
    ]);
  });

  it('omit files the reader may not access', async () => {
    const rule = { access_rule: { mode: 'logged_in' } };
    const { path } = await articleWith({ title: 'For all' }, { title: 'For members', ...rule });
    expect(sectionOf(await show(path))).toContain('For all');
    expect(await show(path)).not.toContain('For members');
    expect(sectionOf(await show(path, 'subscriber'))).toContain('For members');
  });

  it('appear to permitted readers even when every file is restricted', async () => {
    const { path, ids } = await articleWith({ title: 'Open at first' });
    expect(await show(path, 'subscriber')).toContain('Open at first');
    await site.json('administrator', 'PUT', `/attachments/${ids[0]}`, { access_rule: { mode: 'logged_in' } });
    expect(sectionOf(await show(path))).toBe('');
    expect(sectionOf(await show(path, 'subscriber'))).toContain('Open at first');
  });

  it('have no section when there are no files', async () => {
    const { path } = await articleWith();
    expect(await show(path)).not.toContain('kb-files');
  });
});

import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSource } from '../../../../src/plugins/knowledge-base/content/import/find-source.js';
import { temporaryFolder } from './temporary-folder.js';

describe('import source', () => {
  it.each([
    ['a file of XML', { 'a.xml': '<?xml version="1.0"?><rss/>' }, 'a.xml', 'wxr'],
    ['a file of JSON with a byte order mark', { 'a.txt': '\uFEFF \n{"format":"x"}' }, 'a.txt', 'json'],
    ['a folder of Markdown', { 'a/b.md': '' }, '', 'markdown'],
    ['a folder of Markdown with HTML beside it', { 'a/b.md': '', 'c.html': '' }, '', 'markdown'],
    ['a folder of HTML', { 'a/b.HTM': '', 'c.css': '' }, '', 'html'],
    ['a folder of neither', { 'a.txt': '' }, '', 'markdown'],
  ])('is detected from its content: %s', async (_, files, name, format) => {
    const folder = await temporaryFolder(files as Record<string, string>);
    expect(await findSource(path.join(folder, name), 'auto')).toMatchObject({ format });
  });

  it.each([
    ['a page of Markdown', '# Title'],
    ['a page of HTML', '<!DOCTYPE html><p>text'],
    ['a page of HTML without a type', '<html lang="en">'],
    ['a file that is empty', ''],
    ['bytes', '\u0001\u0002'],
  ])('is rejected with a hint to use its folder instead: %s', async (_, text) => {
    const file = path.join(await temporaryFolder({ page: text }), 'page');
    await expect(findSource(file, 'auto')).rejects.toMatchObject({
      code: 'vendor_kb_import_invalid',
      status: 422,
      message: expect.stringContaining('or a ZIP archive of it'),
    });
  });
});

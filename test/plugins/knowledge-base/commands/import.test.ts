import { describe, expect, it } from 'vitest';
import { mortise } from '../../../support/command-line.js';
import { temporaryFolder } from '../import/temporary-folder.js';

describe('mortise kb import', () => {
  it('exits with 2 without Markdown files and explains what is expected', async () => {
    const folder = await temporaryFolder({ 'book/picture.png': 'x', 'book/notes.txt': 'y' });
    const empty = await mortise(['kb', 'import', 'book'], { cwd: folder });
    expect(empty).toMatchObject({ code: 2, stdout: '' });
    expect(empty.stderr).toContain('No Markdown found in "book"');
    expect(empty.stderr).toMatch(/\.md, \.mdx, or \.markdown/);
    expect(empty.stderr).toMatch(/Enter the folder/);
    expect((await mortise(['kb', 'import', 'book', '--dry-run'], { cwd: folder })).code).toBe(2);
  });

  it('exits with 3 if none of the pages can be read', async () => {
    const folder = await temporaryFolder({ 'book/page.md': '---\ntitle: [\n---\n' });
    expect(await mortise(['kb', 'import', 'book'], { cwd: folder })).toMatchObject({ code: 3 });
  });
});

import { describe, expect, it } from 'vitest';
import { mortise } from '../../../support/command-line.js';
import { temporaryFolder } from '../import/temporary-folder.js';

describe('mortise kb import', () => {
  it('ends with 2 where there is no Markdown, and says what it looked for and what to do', async () => {
    const folder = await temporaryFolder({ 'book/picture.png': 'x', 'book/notes.txt': 'y' });
    const empty = await mortise(['kb', 'import', 'book'], { cwd: folder });
    expect(empty).toMatchObject({ code: 2, stdout: '' });
    expect(empty.stderr).toContain('There is no Markdown in "book"');
    expect(empty.stderr).toMatch(/\.md, \.mdx, or \.markdown/);
    expect(empty.stderr).toMatch(/Name the folder/);
    expect((await mortise(['kb', 'import', 'book', '--dry-run'], { cwd: folder })).code).toBe(2);
  });

  it('ends with 3 where there are pages, and none of them can be read', async () => {
    const folder = await temporaryFolder({ 'book/page.md': '+++\ntitle = "TOML"\n+++\n' });
    expect(await mortise(['kb', 'import', 'book'], { cwd: folder })).toMatchObject({ code: 3 });
  });
});

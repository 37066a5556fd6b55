import path from 'node:path';
import type { TestHost } from 'mortise/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCheckpoints } from '../../../../src/plugins/knowledge-base/content/import/checkpoints.js';
import { dialects } from '../../../support/databases.js';
import { startImportHost } from './import-host.js';
import { temporaryFolder } from './temporary-folder.js';

describe.each(dialects)('interrupted import on $name', (dialect) => {
  let host: TestHost;
  let folder: string;
  beforeEach(async () => {
    host = await startImportHost(dialect);
    folder = await temporaryFolder({ 'one.md': 'One.\n', 'two.md': 'Two.\n' });
  });

  const run = (...parameters: string[]) => host.command('kb', 'import', ...parameters, '--format=json');
  const checkpoints = () => createCheckpoints(host.db);
  const importRun = (options: Record<string, unknown> = {}, hasAuthor = false) =>
    checkpoints().begin({ source: 'book', options: { path: folder, source: 'book', ...options }, hasAuthor });
  const rows = () => host.db.query.selectFrom('kb_import_checkpoints').selectAll().execute();

  it('resumes with only its token, using its original options', async () => {
    const token = await importRun({ status: 'draft', limit: 1 });
    const { code, stdout } = await run(`--resume=${token}`);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { source: 'book', articles: { created: 1 }, beyondLimit: 1 }]);
    const [article] = await host.db.query
      .selectFrom('posts')
      .select('status')
      .where('type', '=', 'kb_article')
      .execute();
    expect(article?.status).toBe('draft');
  });

  it('has a token until it completes', async () => {
    const first = await importRun();
    expect(await importRun()).toBe(first);
    const { stderr } = await run(folder, '--source=book');
    expect(stderr).toContain(`--resume=${first}`);
    expect(await rows()).toEqual([]);
    expect(await run(`--resume=${first}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no interrupted import'),
    });
  });

  it('keeps its token after a failure and has none in a dry run', async () => {
    await run(folder, '--dry-run');
    expect(await rows()).toEqual([]);
    await run(path.join(folder, 'missing'));
    expect(await rows()).toHaveLength(1);
  });

  it('asks for the author again, who is not stored, and rejects another source', async () => {
    await host.createUser('editor');
    const token = await importRun({}, true);
    expect(JSON.stringify(await rows())).not.toContain('author":');
    expect(await run(`--resume=${token}`)).toMatchObject({ code: 2, stderr: expect.stringContaining('--author') });
    const other = await temporaryFolder({ 'x.md': 'x' });
    expect(await run(other, `--resume=${token}`, '--author=1')).toMatchObject({ code: 2 });
    expect(await run(`--resume=${token}`, '--author=1')).toMatchObject({ code: 0 });
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('--resume') });
  });
});

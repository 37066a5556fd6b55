import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mortise } from '../support/command-line.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CONFIG = `import { knowledgeBase } from 'mortise/plugins';
export default { secret: 'x'.repeat(32), url: 'http://localhost', plugins: [knowledgeBase()], texts: './texts' };
`;

describe('mortise texts', () => {
  let site: string;
  const run = (...parameters: string[]) => mortise(['texts', ...parameters], { cwd: site });

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-cli-texts-'));
    await mkdir(path.join(site, 'node_modules'));
    await symlink(ROOT, path.join(site, 'node_modules/mortise'), 'dir');
    await writeFile(path.join(site, 'mortise.config.mjs'), CONFIG);
    await mkdir(path.join(site, 'texts/knowledge-base'), { recursive: true });
    await writeFile(path.join(site, 'texts/knowledge-base/it.json'), '{ "search.submit": "Cerca" }');
  });
  afterAll(() => rm(site, { recursive: true, force: true }));

  it('lists the catalogues, their owners and languages', async () => {
    const { code, stdout } = await run('list', '--format=json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      { name: 'core', owner: 'core', locales: 'cs, de, en, es, fr, ja' },
      { name: 'knowledge-base', owner: 'knowledge-base', locales: 'cs, de, en, es, fr, it, ja' },
    ]);
  });

  it('exports JSON that can be completed and read back, and reports the number of missing texts', async () => {
    const { code, stdout, stderr } = await run('export', 'knowledge-base', '--locale=it');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ 'search.submit': 'Cerca', 'nav.label': 'Knowledge base' });
    expect(stderr).toMatch(/\d+ of \d+ texts are still in English/);
    await writeFile(path.join(site, 'texts/knowledge-base/it.json'), stdout);
    expect((await run('check')).code).toBe(0);
    expect((await run('export', 'knowledge-base', '--locale=it')).stderr).toMatch(/^0 of /m);
  });

  it('suggests the intended catalogue for an unknown name', async () => {
    const { code, stderr } = await run('export', 'knowlege-base');
    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean "knowledge-base"?');
  });

  it('names unknown keys and exits with 1', async () => {
    await writeFile(path.join(site, 'texts/knowledge-base/fr.json'), '{ "search.submitt": "Chercher" }');
    const { code, stdout } = await run('check', '--format=json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual([{ name: 'knowledge-base', locale: 'fr', key: 'search.submitt', fault: 'key' }]);
  });
});

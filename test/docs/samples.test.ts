import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents, samplesOf } from './markdown-files.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COMPILER = path.join(ROOT, 'node_modules/typescript/bin/tsc');

/** The types of a plugin author's and of an embedder's day: the core's hooks and tables, no others asked for. */
const CORE_ALONE = `
import { createHost } from 'mortise';
const host = await createHost({});
host.hooks.addAction('host_serving', () => undefined);
host.hooks.addFilter('rest_post_dispatch', (response) => response);
host.hooks.addFilter('user_has_cap', (held) => held);
host.hooks.addFilter('nonce_life', (life) => life / 2);
host.hooks.addFilter('template_locations', (locations) => locations);
await host.db.query.selectFrom('posts').innerJoin('users', 'users.id', 'posts.author_id').select('users.login').execute();
await host.db.query.selectFrom('terms').select('name').execute();
`;

/** With strict checks of the declarations themselves, as a careful user of the package has them. */
const COMPILER_OPTIONS = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
};

const COMPLETE = documents()
  .flatMap(samplesOf)
  .filter(({ language, code }) => language === 'ts' && /from 'mortise/.test(code));

describe('the published types', () => {
  let folder: string;

  /** What the compiler says about these files, nothing when they are right. */
  function problems(files: Readonly<Record<string, string>>): string {
    const sources = mkdtempSync(path.join(folder, 'sources-'));
    for (const [name, code] of Object.entries(files)) writeFileSync(path.join(sources, name), code);
    const paths = Object.fromEntries([
      ['mortise', [path.join(ROOT, 'dist/index.d.ts')]],
      ['mortise/*', [path.join(ROOT, 'dist/*.d.ts')]],
    ]);
    const config = { compilerOptions: { ...COMPILER_OPTIONS, paths }, files: Object.keys(files) };
    writeFileSync(path.join(sources, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(path.join(sources, 'package.json'), '{"type":"module"}');
    return compile('-p', sources);
  }

  beforeAll(() => {
    // Below node_modules, so that the packages that the types name are found.
    mkdirSync(path.join(ROOT, 'node_modules/.cache'), { recursive: true });
    folder = mkdtempSync(path.join(ROOT, 'node_modules/.cache/mortise-types-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('know the hooks and tables of the core when nothing but the host is imported', () => {
    expect(problems({ 'core.ts': CORE_ALONE })).toBe('');
  });

  it('know those of the knowledge base only when its types are imported', () => {
    const plugin = `
      import { definePlugin } from 'mortise';
      export const tidy = definePlugin({
        name: 'tidy', version: '1.0.0',
        setup: ({ hooks }) => void hooks.addFilter('vendor_kb_nav_tree', (tree) => tree),
      });`;
    expect(problems({ 'plugin.ts': plugin })).toContain('vendor_kb_nav_tree');
    expect(problems({ 'plugin.ts': `import type {} from 'mortise/plugins';${plugin}` })).toBe('');
  });

  it(`fit all ${COMPLETE.length} complete samples of the documentation`, () => {
    expect(problems(Object.fromEntries(COMPLETE.map(({ code }, index) => [`sample-${index}.ts`, code])))).toBe('');
  });
});

describe('the documentation', () => {
  it('has complete samples in the readme, the guide and the reference', () => {
    const files = new Set(COMPLETE.map(({ place }) => place.split(':')[0]));
    for (const file of ['README.md', 'docs/hooks.md', 'examples/demo-site/content/extending/first-plugin.md']) {
      expect(files).toContain(file);
    }
  });

  it('imports the types of the knowledge base wherever it names one of its hooks', () => {
    const forgetful = COMPLETE.filter(({ code }) => /vendor_kb/.test(code) && !/'mortise\/plugins'/.test(code));
    expect(forgetful.map(({ place }) => place)).toEqual([]);
  });

  it('links to files that are there', () => {
    const broken = documents().flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!https?:|#|<)([^)#\s]+)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(path.join(ROOT, path.dirname(file), target)))
        .map((target) => `${file} -> ${target}`),
    );
    expect(broken).toEqual([]);
  });
});

/** @returns what the compiler printed; nothing is wrong when that is nothing */
function compile(...parameters: string[]): string {
  try {
    execFileSync(process.execPath, [COMPILER, ...parameters], { cwd: ROOT, encoding: 'utf8' });
    return '';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

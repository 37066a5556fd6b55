import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents, samplesOf } from './markdown-files.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COMPILER = path.join(ROOT, 'node_modules/typescript/bin/tsc');

/** Sample of plugin and site code that imports only the core types: its hooks and tables. */
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

/** Strict options that also check the declarations, as a careful user of the package would. */
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

describe('published types', () => {
  let folder: string;

  /** Compiles these files. @returns the compiler's output, empty if there are no errors */
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
    // Placed below node_modules so the compiler resolves the packages named by the types.
    mkdirSync(path.join(ROOT, 'node_modules/.cache'), { recursive: true });
    folder = mkdtempSync(path.join(ROOT, 'node_modules/.cache/mortise-types-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("include the core's hooks and tables without further imports", () => {
    expect(problems({ 'core.ts': CORE_ALONE })).toBe('');
  });

  it("include the knowledge base's hooks only after importing its types", () => {
    const plugin = `
      import { definePlugin } from 'mortise';
      export const tidy = definePlugin({
        name: 'tidy', version: '1.0.0',
        setup: ({ hooks }) => void hooks.addFilter('vendor_kb_nav_tree', (tree) => tree),
      });`;
    expect(problems({ 'plugin.ts': plugin })).toContain('vendor_kb_nav_tree');
    expect(problems({ 'plugin.ts': `import type {} from 'mortise/plugins';${plugin}` })).toBe('');
  });

  it(`compile all ${COMPLETE.length} complete samples of the documentation`, () => {
    expect(problems(Object.fromEntries(COMPLETE.map(({ code }, index) => [`sample-${index}.ts`, code])))).toBe('');
  });
});

describe('documentation', () => {
  it('has complete samples in the readme, the guide and the reference', () => {
    const files = new Set(COMPLETE.map(({ place }) => place.split(':')[0]));
    for (const file of ['README.md', 'docs/hooks.md', 'examples/demo-site/content/extending/first-plugin.md']) {
      expect(files).toContain(file);
    }
  });

  it("imports the knowledge base's types wherever it names one of its hooks", () => {
    const forgetful = COMPLETE.filter(({ code }) => /vendor_kb/.test(code) && !/'mortise\/plugins'/.test(code));
    expect(forgetful.map(({ place }) => place)).toEqual([]);
  });

  it('links only to existing files', () => {
    const broken = documents().flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!https?:|#|<)([^)#\s]+)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(path.join(ROOT, path.dirname(file), target)))
        .map((target) => `${file} -> ${target}`),
    );
    expect(broken).toEqual([]);
  });
});

/** Runs the compiler. @returns its output, empty if there are no errors */
function compile(...parameters: string[]): string {
  try {
    execFileSync(process.execPath, [COMPILER, ...parameters], { cwd: ROOT, encoding: 'utf8' });
    return '';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

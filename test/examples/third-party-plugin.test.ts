import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PLUGIN = path.join(ROOT, 'examples/third-party-plugin');

async function sourcesOf(folder: string): Promise<{ file: string; text: string }[]> {
  const files = (await readdir(path.join(PLUGIN, folder))).filter((file) => /\.[tj]s$/.test(file));
  return Promise.all(
    files.map(async (file) => ({ file, text: await readFile(path.join(PLUGIN, folder, file), 'utf8') })),
  );
}

/** The plugin's own tests are in its folder. These check its role as an example. */
describe('third-party plugin example', () => {
  let scratch: string;
  beforeAll(async () => {
    scratch = await mkdtemp(path.join(tmpdir(), 'mortise-third-party-'));
  });
  afterAll(() => rm(scratch, { recursive: true, force: true }));

  it('compiles with its strict options against the published types', async () => {
    const config = path.join(scratch, 'tsconfig.json');
    await writeFile(
      config,
      JSON.stringify({
        extends: path.join(PLUGIN, 'tsconfig.json'),
        compilerOptions: {
          paths: {
            mortise: [path.join(ROOT, 'dist/index.d.ts')],
            'mortise/*': [path.join(ROOT, 'dist/*.d.ts')],
          },
          typeRoots: [path.join(ROOT, 'node_modules/@types')],
          skipLibCheck: false,
        },
        include: [path.join(PLUGIN, 'src'), path.join(PLUGIN, 'test')],
      }),
    );
    const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', config]).catch((error) => error);
    expect(stdout).toBe('');
  });

  it('uses strict compiler options', async () => {
    const { compilerOptions } = JSON.parse(await readFile(path.join(PLUGIN, 'tsconfig.json'), 'utf8'));
    expect(compilerOptions).toMatchObject({ strict: true, noUncheckedIndexedAccess: true });
    expect(compilerOptions).not.toHaveProperty('skipLibCheck');
  });

  const strangersIn = (text: string, allowed: RegExp): string[] =>
    [...text.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name).filter((name) => !allowed.test(name));

  it('imports only mortise and needs no casts and no any', async () => {
    for (const { file, text } of await sourcesOf('src')) {
      const allowedImports = /^(?:\.\/|\.\.\/editor\/|mortise(?:\/(?!testing|client|editor)[a-z]+)?$)/;
      expect([file, strangersIn(text, allowedImports)]).toEqual([file, []]);
      const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      expect([file, code.match(/\bas (?!const\b)\w+|\bany\b|!\./g) ?? []]).toEqual([file, []]);
    }
  });

  it('imports only modules shared by the editor page', async () => {
    for (const { file, text } of await sourcesOf('editor')) {
      expect([file, strangersIn(text, /^(?:\.\/|mortise\/editor$|@wordpress\/[a-z-]+$)/)]).toEqual([file, []]);
    }
  });

  it('requires this version of mortise and the same Node', async () => {
    const own = JSON.parse(await readFile(path.join(PLUGIN, 'package.json'), 'utf8'));
    const mortise = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
    expect(own.peerDependencies).toEqual({ mortise: `^${mortise.version}` });
    expect(own.engines).toEqual(mortise.engines);
    expect(own.dependencies).toBeUndefined();
  });
});

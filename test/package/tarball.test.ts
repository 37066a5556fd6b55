import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unreachedDeclarations } from '../../scripts/unreached-declarations.mjs';
import { type PackResult, packPackage } from './pack.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
let packed: PackResult;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mortise-tarball-'));
  packed = packPackage(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('published package', () => {
  const filesLike = (pattern: RegExp): string[] =>
    packed.files.map(({ path: file }) => file).filter((file) => pattern.test(file));

  it('has the license, the changelog, the command and the templates', () =>
    expect(
      filesLike(/^(?:LICENSE|README\.md|CHANGELOG\.md|bin\/mortise\.js|templates\/core\/page\.eta)$/),
    ).toHaveLength(5));

  it('has no sources, source maps, tests or repository-only files', () => {
    expect(filesLike(/\.map$|(?<!\.d)\.ts$|\.test\.|\.mortise-setup/)).toEqual([]);
    expect([...new Set(packed.files.map(({ path: file }) => file.split('/')[0]))].toSorted()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist', 'package.json', 'templates'].toSorted(),
    );
  });

  it('has no declarations that no entry point reaches', () => expect(filesLike(/^dist\/cli\/.*\.d\.ts$/)).toEqual([]));

  it('declares every hook, table, capability and template of the core with `mortise` alone', () => {
    const dist = path.join(ROOT, 'dist');
    const declaring = unreachedDeclarations(dist, ['index.d.ts'])
      .filter((file) => /^declare module/m.test(readFileSync(file, 'utf8')))
      .map((file) => path.relative(dist, file));
    expect(declaring.filter((file) => !file.startsWith('plugins'))).toEqual([]);
  });

  // A doubled size usually means a file was packed by mistake. The editor takes 1.2 MB packed and 4.3 MB unpacked, the
  // fonts for marks 0.7 MB and 1.4 MB.
  it('stays below 5 MB packed and 15 MB unpacked', () => {
    expect(packed.size).toBeLessThan(5_000_000);
    expect(packed.unpackedSize).toBeLessThan(15_000_000);
  });

  it('has no publint messages', async () => {
    const { buffer } = Uint8Array.from(readFileSync(packed.tarball));
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('has resolvable types for every entry point and module resolution', () => {
    const attw = path.join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    // The package has ES modules only, so old resolutions and `require` without ESM support are ignored.
    const parameters = [attw, packed.tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-emoji'];
    const { status, stdout } = spawnSync(process.execPath, parameters, { encoding: 'utf8' });
    expect(status, stdout).toBe(0);
  });
});

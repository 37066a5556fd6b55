import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Packed, packPackage } from './pack.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
let packed: Packed;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mortise-tarball-'));
  packed = packPackage(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what is published', () => {
  const filesLike = (pattern: RegExp): string[] =>
    packed.files.map(({ path: file }) => file).filter((file) => pattern.test(file));

  it('has the licence, the changelog, the command and the templates', () =>
    expect(
      filesLike(/^(?:LICENSE|README\.md|CHANGELOG\.md|bin\/mortise\.js|templates\/core\/page\.eta)$/),
    ).toHaveLength(5));

  it('has no sources, no maps to them, no tests and nothing that only this repository needs', () => {
    expect(filesLike(/\.map$|(?<!\.d)\.ts$|\.test\.|\.mortise-setup/)).toEqual([]);
    expect([...new Set(packed.files.map(({ path: file }) => file.split('/')[0]))].toSorted()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist', 'package.json', 'templates'].toSorted(),
    );
  });

  it('declares nothing that no entry leads to', () => expect(filesLike(/^dist\/cli\/.*\.d\.ts$/)).toEqual([]));

  // A doubled size is mostly something that was packed by mistake. Of these the editor has 1.2 and 4.3 MB, typefaces for
  // marks 0.7 and 1.4.
  it('stays below 5 MB to load and 14 MB on disk', () => {
    expect(packed.size).toBeLessThan(5_000_000);
    expect(packed.unpackedSize).toBeLessThan(14_000_000);
  });

  it('has no fault that publint knows', async () => {
    const { buffer } = Uint8Array.from(readFileSync(packed.tarball));
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('has types that resolve for every entry, by all ways in which a module is found', () => {
    const attw = path.join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    // There are ES modules alone: what only old resolutions and `require` without it would see does not count.
    const parameters = [attw, packed.tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-emoji'];
    const { status, stdout } = spawnSync(process.execPath, parameters, { encoding: 'utf8' });
    expect(status, stdout).toBe(0);
  });
});

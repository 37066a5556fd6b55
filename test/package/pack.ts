import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Result of `npm pack`. */
export interface PackResult {
  /** Path of the .tgz file. */
  readonly tarball: string;
  /** Compressed bytes. `unpackedSize` is the size on disk. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Packs the package in its current state into this folder. */
export function packPackage(folder: string): PackResult {
  const parameters = ['pack', '--json', '--silent', '--pack-destination', folder];
  const [packed] = JSON.parse(execFileSync('npm', parameters, { cwd: ROOT, encoding: 'utf8' })) as [
    Omit<PackResult, 'tarball'> & { filename: string },
  ];
  return { ...packed, tarball: path.join(folder, packed.filename) };
}

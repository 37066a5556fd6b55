import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What `npm publish` would send. */
export interface Packed {
  /** The path of the .tgz. */
  readonly tarball: string;
  /** Bytes that travel, and bytes on disk. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Packs the package into this folder, in the state in which it is. */
export function packPackage(folder: string): Packed {
  const parameters = ['pack', '--json', '--silent', '--pack-destination', folder];
  const [packed] = JSON.parse(execFileSync('npm', parameters, { cwd: ROOT, encoding: 'utf8' })) as [
    Omit<Packed, 'tarball'> & { filename: string },
  ];
  return { ...packed, tarball: path.join(folder, packed.filename) };
}

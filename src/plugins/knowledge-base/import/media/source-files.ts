import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { decodePath } from '../address.js';
import { walkFolder } from '../walk-folder.js';

/** A file of a source. */
export interface SourceFile {
  /** Path in the source, the same each time. */
  readonly key: string;
  /** Where it lies on this machine. */
  readonly path: string;
}

/** Finds files of a source; only those that lie in its folder, whatever a text calls them. */
export interface SourceFiles {
  /** @param key posix path below the folder */
  at(key: string): Promise<SourceFile | null>;
  /** @param address of the site that the source was taken from */
  ofAddress(address: URL): Promise<SourceFile | null>;
}

/** @param keys the files that were found below the folder, symbolic links out of it left out */
export function createSourceFiles(root: string, keys: readonly string[]): SourceFiles {
  const present = new Set(keys);

  const files: SourceFiles = {
    async at(key) {
      if (!present.has(key)) return null;
      // What was a file when the folder was read may be a link by now.
      const found = await realpath(path.join(root, key)).catch(() => undefined);
      return found?.startsWith(root + path.sep) ? { key, path: found } : null;
    },
    async ofAddress({ pathname }) {
      const whole = decodePath(pathname).replace(/^\/+/, '');
      const [, ...uploaded] = `/${whole}`.split('/uploads/');
      for (const wanted of [whole, uploaded.join('/uploads/'), whole.split('/').slice(1).join('/')]) {
        // WordPress makes smaller pictures, and texts show those: the library makes its own.
        const sizes = [wanted, wanted.replace(/-\d{1,5}x\d{1,5}(?=\.[a-z]+$)/i, '')];
        for (const key of sizes) {
          const file = key === '' ? null : await files.at(key);
          if (file) return file;
        }
      }
      return null;
    },
  };
  return files;
}

/** The files of a folder that lies beside an export: the `uploads` of a site, or what has it. */
export async function openMediaFolder(folder: string): Promise<SourceFiles> {
  const { root, files } = await walkFolder(folder);
  return createSourceFiles(root, files);
}

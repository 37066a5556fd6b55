import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { decodePath } from '../address.js';
import { walkFolder } from '../walk-folder.js';

/** File of a source. */
export interface SourceFile {
  /** Path in the source, which is stable between imports. */
  readonly key: string;
  /** Path on this machine. */
  readonly path: string;
}

/** Access to the files of a source, restricted to its folder. */
export interface SourceFiles {
  /** @param key POSIX path below the folder */
  at(key: string): Promise<SourceFile | null>;
  /** @param address URL on the source site */
  ofAddress(address: URL): Promise<SourceFile | null>;
}

/** @param keys files found below the folder, without symbolic links that leave it */
export function createSourceFiles(root: string, keys: readonly string[]): SourceFiles {
  const present = new Set(keys);

  const files: SourceFiles = {
    async at(key) {
      if (!present.has(key)) return null;
      // A file may have been replaced by a symbolic link since the folder was read.
      const found = await realpath(path.join(root, key)).catch(() => undefined);
      return found?.startsWith(root + path.sep) ? { key, path: found } : null;
    },
    async ofAddress({ pathname }) {
      const whole = decodePath(pathname).replace(/^\/+/, '');
      const [, ...uploaded] = `/${whole}`.split('/uploads/');
      for (const candidate of [whole, uploaded.join('/uploads/'), whole.split('/').slice(1).join('/')]) {
        // WordPress texts reference generated sizes; the media library creates its own from the original.
        const sizes = [candidate, candidate.replace(/-\d{1,5}x\d{1,5}(?=\.[a-z]+$)/i, '')];
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

/** Opens a media folder next to an export: the `uploads` of a site, or its parent. */
export async function openMediaFolder(folder: string): Promise<SourceFiles> {
  const { root, files } = await walkFolder(folder);
  return createSourceFiles(root, files);
}

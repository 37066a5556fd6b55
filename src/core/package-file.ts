import { existsSync } from 'node:fs';

const ROOT = nearestPackage(new URL('.', import.meta.url));

/**
 * Returns a file or folder of this package, wherever this code was bundled to.
 * @param path relative to package.json, e.g. `templates/core/`
 */
export function packageFile(path: string): URL {
  return new URL(path, ROOT);
}

function nearestPackage(folder: URL): URL {
  const parent = new URL('..', folder);
  const isHere = existsSync(new URL('package.json', folder)) || parent.href === folder.href;
  return isHere ? folder : nearestPackage(parent);
}

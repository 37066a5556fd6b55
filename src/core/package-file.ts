import { existsSync } from 'node:fs';

const ROOT = nearestPackage(new URL('.', import.meta.url));

/**
 * A file or folder of this package, wherever in it this code was bundled to.
 * @param path from the folder of package.json, e.g. `templates/core/`
 */
export function packageFile(path: string): URL {
  return new URL(path, ROOT);
}

function nearestPackage(folder: URL): URL {
  const parent = new URL('..', folder);
  const isHere = existsSync(new URL('package.json', folder)) || parent.href === folder.href;
  return isHere ? folder : nearestPackage(parent);
}

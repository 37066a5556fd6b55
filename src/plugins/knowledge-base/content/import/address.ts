/**
 * Normalizes a path of a source site, so that two spellings of the same page compare equal. Keeps the path only:
 * percent-decoded, NFC, lower case, without `index.html`, `.html` and trailing slash.
 * @example normalizeAddress('/Help/Sign%20In/index.html') // '/help/sign in'
 */
export function normalizeAddress(address: string): string {
  const path = decodePath(address.replace(/[?#].*$/s, ''))
    .normalize('NFC')
    .toLowerCase();
  const parts = path.split('/').filter((part) => part !== '');
  const last = parts.at(-1);
  if (last === 'index.html' || last === 'index.htm') parts.pop();
  else if (last !== undefined) parts[parts.length - 1] = last.replace(/\.html?$/, '');
  return `/${parts.join('/')}`;
}

/** Percent-decodes a path, or returns it unchanged if it contains a stray `%`. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Resolves `.` and `..`; steps above the root stay at the root, as in a URL. */
export function joinPath(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

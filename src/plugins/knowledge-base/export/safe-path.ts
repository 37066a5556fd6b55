import path from 'node:path';

/** Whether a path is one below a folder, in the form that imports and exports write: posix, no `..`, nothing unprintable. */
export function isSafePath(file: string): boolean {
  return (
    file !== '' &&
    file !== '.' &&
    !file.startsWith('/') &&
    !/^\.\.(?:\/|$)/.test(file) &&
    path.posix.normalize(file) === file &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones looked for
    !/[\\\u0000-\u001f]/.test(file)
  );
}

import path from 'node:path';

/**
 * Returns whether a path is safe: below its folder, and in the form that imports and exports use. POSIX, no `..`, no
 * control characters.
 */
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

/**
 * Removes all slashes at both ends of a path, in linear time: the usual `/^\/+|\/+$/g` is quadratic for a run of slashes
 * in the middle.
 * @experimental
 * @example trimSlashes('//guides/setup/') // 'guides/setup'
 */
export function trimSlashes(path: string): string {
  return trimTrailingSlashes(path.replace(/^\/+/, ''));
}

/**
 * Removes all slashes at the end of a path or URL, in linear time.
 * @experimental
 * @example trimTrailingSlashes('/guides/setup//') // '/guides/setup'
 */
export function trimTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

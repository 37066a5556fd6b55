/**
 * Encodes a URL that identifies a post by number, e.g. `/?p=7`, as a path: links are compared by path, and no real
 * path starts with `/~`.
 */
export function idAddress(url: URL): string | null {
  const id = ['p', 'page_id', 'attachment_id']
    .map((name) => url.searchParams.get(name))
    .find((value) => value !== null);
  return id !== undefined && id !== null && /^\d{1,15}$/.test(id) ? `/~${id}` : null;
}

/** Returns whether a path was created by `idAddress` and does not exist on a site. */
export function isIdAddress(address: string): boolean {
  return /^\/~\d+$/.test(address);
}

/**
 * Stands for an address that tells a post by its number, as `/?p=7` does: paths are what addresses are compared by, and
 * no proper one begins so.
 */
export function idAddress(url: URL): string | null {
  const id = ['p', 'page_id', 'attachment_id']
    .map((name) => url.searchParams.get(name))
    .find((value) => value !== null);
  return id !== undefined && id !== null && /^\d{1,15}$/.test(id) ? `/~${id}` : null;
}

/** Whether an address was made so, and is none that a browser could ask for. */
export function isIdAddress(address: string): boolean {
  return /^\/~\d+$/.test(address);
}

/** Adds query parameters to a URL. Page 1 is left out. */
export function pageLink(link: string, parameters: Readonly<Record<string, string>>, page: number): string {
  const query = new URLSearchParams({ ...parameters, ...(page > 1 ? { page: String(page) } : {}) }).toString();
  if (query === '') return link;
  const [address = '', ...fragment] = link.split('#');
  return [`${address}${address.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#');
}

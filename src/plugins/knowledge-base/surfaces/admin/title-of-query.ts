/** Capitalizes a query for use as a title. Queries are stored in lower case. */
export function titleOfQuery(query: string, locale: string): string {
  const [first = '', ...others] = [...query];
  return first.toLocaleUpperCase(locale) + others.join('');
}

/** Capitalizes a query for use as a title. Queries are stored in lower case. */
export function titleOfQuery(words: string, locale: string): string {
  const [first = '', ...others] = [...words];
  return first.toLocaleUpperCase(locale) + others.join('');
}

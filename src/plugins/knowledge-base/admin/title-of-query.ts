/** Queries are kept in lower case; a title begins with a capital letter where the language has some. */
export function titleOfQuery(words: string, locale: string): string {
  const [first = '', ...others] = [...words];
  return first.toLocaleUpperCase(locale) + others.join('');
}

/** Normalizes a locale: BCP 47, lower case. */
export function localeKey(locale: string): string {
  return locale.toLowerCase().replaceAll('_', '-');
}

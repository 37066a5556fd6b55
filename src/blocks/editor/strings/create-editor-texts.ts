/** Texts of a plugin by language: English has all of them, any other those that are translated. */
export interface EditorCatalogues<Key extends string> {
  readonly en: Readonly<Record<Key, string>>;
  readonly [language: string]: Readonly<Partial<Record<Key, string>>>;
}

/**
 * What a script in the editor says, in the language of the page; `{name}` in a text stands for a value.
 *
 * ```js
 * const text = createEditorTexts({ en: { portions: 'For {count}' }, de: { portions: 'Für {count}' } });
 * text('portions', { count: '4' });
 * ```
 * @param locale BCP 47; a language without a catalogue, or without a text, gets English
 */
export function createEditorTexts<Key extends string>(
  catalogues: EditorCatalogues<Key>,
  locale: string = document.documentElement.lang,
): (key: Key, values?: Readonly<Record<string, string>>) => string {
  const { en } = catalogues;
  const own = catalogues[locale] ?? catalogues[locale.split('-')[0] ?? ''] ?? en;
  return (key, values = {}) =>
    (own[key] ?? en[key]).replace(/\{(\w+)\}/g, (whole: string, name: string) => values[name] ?? whole);
}

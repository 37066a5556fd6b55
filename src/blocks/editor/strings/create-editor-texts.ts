/** Texts of a plugin by language: English has all of them, any other those that are translated. */
export interface EditorCatalogues<Key extends string> {
  readonly en: Readonly<Record<Key, string>>;
  readonly [language: string]: Readonly<Partial<Record<Key, string>>>;
}

/** Says something in one language; `{name}` in a text stands for a value. */
export type EditorTexts<Key extends string> = (key: Key, values?: Readonly<Record<string, string>>) => string;

/** Something for each language, fetched where it is wanted. */
type Loaders<Catalogue> = Readonly<Record<string, () => Promise<Catalogue>>>;

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
): EditorTexts<Key> {
  const { en } = catalogues;
  const own = catalogues[locale] ?? catalogues[locale.split('-')[0] ?? ''] ?? en;
  return (key, values = {}) =>
    (own[key] ?? en[key]).replace(/\{(\w+)\}/g, (whole: string, name: string) => values[name] ?? whole);
}

/**
 * The same with catalogues in modules of their own, of which a page loads the one that it needs. A script waits for it
 * before it registers anything: `const text = await loadEditorTexts(en, { de: async () => (await import('./de.js')).de })`.
 *
 * @param others the languages besides English
 * @param locale BCP 47; a language without a catalogue gets English, and so does everybody when it cannot be loaded
 */
export async function loadEditorTexts<Key extends string>(
  en: Readonly<Record<Key, string>>,
  others: Loaders<Readonly<Partial<Record<Key, string>>>>,
  locale: string = document.documentElement.lang,
): Promise<EditorTexts<Key>> {
  const own = await loadCatalogue(others, locale);
  return createEditorTexts<Key>(own ? { en, [locale]: own } : { en }, locale);
}

/** @returns undefined where a language has none, or it cannot be loaded */
export async function loadCatalogue<Catalogue>(
  loaders: Loaders<Catalogue>,
  locale: string,
): Promise<Catalogue | undefined> {
  const load = loaders[locale] ?? loaders[locale.split('-')[0] ?? ''];
  return load?.().catch(() => undefined);
}

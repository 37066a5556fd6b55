/** Texts of a plugin by language. English is complete; other languages may be partial. */
export interface EditorCatalogues<Key extends string> {
  readonly en: Readonly<Record<Key, string>>;
  readonly [language: string]: Readonly<Partial<Record<Key, string>>>;
}

/** Returns a text in one language; `{name}` in a text is replaced by a value. */
export type EditorTexts<Key extends string> = (key: Key, values?: Readonly<Record<string, string>>) => string;

/** Loaders by language, or by file name: `de`, `./locales/de.json`. */
type Loaders<Catalogue> = Readonly<Record<string, () => Promise<Catalogue>>>;

/**
 * Creates a function that returns texts in the language of the page. `{name}` in a text is replaced by a value.
 *
 * ```js
 * const text = createEditorTexts({ en: { portions: 'For {count}' }, de: { portions: 'Für {count}' } });
 * text('portions', { count: '4' });
 * ```
 * @param locale BCP 47; English is used for a language without a catalogue, and for missing texts
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
 * Creates editor texts from catalogues in separate modules, of which a page only loads the one it needs.
 *
 * A script awaits it before it registers anything.
 *
 * ```js
 * const text = await loadEditorTexts(en, { de: async () => (await import('./de.js')).de });
 * const text = await loadEditorTexts(en, import.meta.glob('./locales/*.json', { import: 'default' })); // with Vite
 * ```
 * @param others languages besides English, by language or by the file that is named after it
 * @param locale BCP 47; English is used for a language without a catalogue, or if it cannot be loaded
 */
export async function loadEditorTexts<Key extends string>(
  en: Readonly<Record<Key, string>>,
  others: Loaders<Readonly<Partial<Record<Key, string>>>>,
  locale: string = document.documentElement.lang,
): Promise<EditorTexts<Key>> {
  const own = await loadCatalogue(others, locale);
  return createEditorTexts<Key>(own ? { en, [locale]: own } : { en }, locale);
}

/** @returns undefined if the language has no catalogue, or it cannot be loaded */
export async function loadCatalogue<Catalogue>(
  loaders: Loaders<Catalogue>,
  locale: string,
): Promise<Catalogue | undefined> {
  const named = new Map(Object.entries(loaders).map(([key, load]) => [key.replace(/^.*\/|\.\w+$/g, ''), load]));
  const load = named.get(locale) ?? named.get(locale.split('-')[0] ?? '');
  return load?.().catch(() => undefined);
}

import { setLocaleData } from '@wordpress/i18n';
import { loadCatalogue } from './create-editor-texts.js';

/** Suffix of a text with plural forms. */
const PLURAL_SUFFIX = /\.(?:zero|one|two|few|many|other)$/;

/**
 * Translates the packages. They only include English texts, and no package contains WordPress's translations. The
 * English texts are the keys of our catalogues; a context comes before the text, separated by U+0004. Texts that our
 * catalogues lack stay English.
 *
 * @param locale BCP 47
 */
export async function loadPackageTexts(locale: string): Promise<void> {
  const catalogue = await loadCatalogue<Readonly<Record<string, string>>>(
    import.meta.glob(['../locales/packages/*.json', '!../locales/packages/en.json'], { import: 'default' }),
    locale,
  );
  if (!catalogue) return;
  const rules = new Intl.PluralRules(locale);
  const categories = rules.resolvedOptions().pluralCategories;
  const formsOf = (text: string): (string | undefined)[] =>
    text in catalogue
      ? [catalogue[text]]
      : categories.map((category) => catalogue[`${text}.${category}`] ?? catalogue[`${text}.other`]);
  const texts = new Set(Object.keys(catalogue).map((key) => key.replace(PLURAL_SUFFIX, '')));
  setLocaleData({
    ...Object.fromEntries([...texts].map((text) => [text, formsOf(text)])),
    '': { plural_forms: (count: number) => categories.indexOf(rules.select(count)) },
  });
}

import { setLocaleData } from '@wordpress/i18n';
import { loadCatalogue } from '../create-editor-texts.js';
import type { Forms, PackageCatalogue } from './package-catalogue.js';

/** Catalogues of the packages by language, each loaded on demand. */
export const PACKAGE_CATALOGUES: Readonly<Record<string, () => Promise<PackageCatalogue>>> = {
  cs: async () => (await import('./cs.js')).cs,
  de: async () => (await import('./de.js')).de,
  es: async () => (await import('./es.js')).es,
  fr: async () => (await import('./fr.js')).fr,
  ja: async () => (await import('./ja.js')).ja,
};

/** Plural categories in the order of a catalogue's forms. */
const PLURALS = ['one', 'few', 'other'] as const;

/**
 * Translates the packages. They only include English texts, and no package contains WordPress's translations. Texts
 * that our catalogues lack stay English.
 *
 * @param locale BCP 47
 */
export async function loadPackageTexts(locale: string): Promise<void> {
  const catalogue = await loadCatalogue<Readonly<Record<string, Forms>>>(PACKAGE_CATALOGUES, locale);
  if (!catalogue) return;
  setLocaleData({
    ...Object.fromEntries(Object.entries(catalogue).map(([text, forms]) => [text, [forms].flat()])),
    '': { plural_forms: pluralForms(locale) },
  });
}

/** Creates a function that returns the index of the plural form for a number. */
function pluralForms(locale: string): (count: number) => number {
  const rules = new Intl.PluralRules(locale);
  const { pluralCategories } = rules.resolvedOptions();
  const forms: readonly string[] = PLURALS.filter((category) => pluralCategories.includes(category));
  // French and Spanish have a category for millions, Czech has one for fractions. They use the last form.
  return (count) => {
    const place = forms.indexOf(rules.select(count));
    return place < 0 ? forms.length - 1 : place;
  };
}

import { setLocaleData } from '@wordpress/i18n';
import { loadCatalogue } from '../create-editor-texts.js';
import type { Forms, PackageCatalogue } from './package-catalogue.js';

/** The catalogues of the packages by language, each loaded where it is wanted. */
export const PACKAGE_CATALOGUES: Readonly<Record<string, () => Promise<PackageCatalogue>>> = {
  cs: async () => (await import('./cs.js')).cs,
  de: async () => (await import('./de.js')).de,
  es: async () => (await import('./es.js')).es,
  fr: async () => (await import('./fr.js')).fr,
  ja: async () => (await import('./ja.js')).ja,
};

/** In the order of the forms of a catalogue. */
const PLURALS = ['one', 'few', 'other'] as const;

/**
 * Has the packages speak a language. They come with their English texts alone, and WordPress's translations of them are in
 * no package; what our catalogues do not have stays English.
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

/** Which form of a catalogue a number has. */
function pluralForms(locale: string): (count: number) => number {
  const rules = new Intl.PluralRules(locale);
  const { pluralCategories } = rules.resolvedOptions();
  const forms: readonly string[] = PLURALS.filter((category) => pluralCategories.includes(category));
  // French and Spanish have a category for millions, Czech one for fractions: they are said as the rest.
  return (count) => {
    const place = forms.indexOf(rules.select(count));
    return place < 0 ? forms.length - 1 : place;
  };
}

import { type Catalogues, createStrings, type LocalText } from '../templates/strings.js';

/** The words of a group of settings, in the language of whoever reads them. */
export interface SettingTexts {
  /** The text `settings.` and the key. */
  said(key: string): LocalText;
  /** The title of a field, and what helps to fill it in: the text with `-hint` behind the key. */
  field(key: string): { readonly title: LocalText; readonly description: LocalText };
}

/** @param catalogues with the texts of the group */
export function createSettingTexts(catalogues: Catalogues): SettingTexts {
  const said =
    (key: string): LocalText =>
    (locale) =>
      createStrings(locale, catalogues).text(`settings.${key}`);
  return { said, field: (key) => ({ title: said(key), description: said(`${key}-hint`) }) };
}

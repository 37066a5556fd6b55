import { type Catalogues, createStrings, type LocalText } from '../templates/strings.js';

/** Texts of a settings group, in the reader's language. @experimental */
export interface SettingTexts {
  /** Returns the text `settings.<key>`. */
  message(key: string): LocalText;
  /** Returns the title of a field and its help text, `settings.<key>-hint`. */
  field(key: string): { readonly title: LocalText; readonly description: LocalText };
}

/**
 * Creates the lookup of a group's texts.
 * @param catalogues catalogues with the texts
 * @experimental
 */
export function createSettingTexts(catalogues: Catalogues): SettingTexts {
  const message =
    (key: string): LocalText =>
    (locale) =>
      createStrings(locale, catalogues).text(`settings.${key}`);
  return { message, field: (key) => ({ title: message(key), description: message(`${key}-hint`) }) };
}

import { type EditorTextKey, en } from './en.js';

/** Says something in the language of the page. */
export type Texts = (key: EditorTextKey, values?: Readonly<Record<string, string>>) => string;

/** Catalogues by language; a language without one, or without a text, gets English. */
const CATALOGUES: Readonly<Record<string, Partial<Record<EditorTextKey, string>>>> = { en };

export function createTexts(locale: string): Texts {
  const own = CATALOGUES[locale] ?? CATALOGUES[locale.split('-')[0] ?? ''] ?? en;
  return (key, values = {}) =>
    (own[key] ?? en[key]).replace(/\{(\w+)\}/g, (whole: string, name: string) => values[name] ?? whole);
}

import { en, type PanelTextKey } from './en.js';

export type PanelTexts = (key: PanelTextKey, values?: Readonly<Record<string, string>>) => string;

/** Catalogues by language; a language without one, or without a text, gets English. */
const CATALOGUES: Readonly<Record<string, Partial<Record<PanelTextKey, string>>>> = { en };

/** What the panels say in the language of the page. */
export function panelTexts(locale: string): PanelTexts {
  const own = CATALOGUES[locale] ?? CATALOGUES[locale.split('-')[0] ?? ''] ?? en;
  return (key, values = {}) =>
    (own[key] ?? en[key]).replace(/\{(\w+)\}/g, (whole: string, name: string) => values[name] ?? whole);
}

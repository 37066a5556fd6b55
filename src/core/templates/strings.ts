import { HostError } from '../errors.js';
import { once } from '../once.js';

/**
 * Texts of one locale by key. A text with plural forms has one key per plural category of the locale: `result.one`,
 * `result.few`, `result.other`. `{name}` is a placeholder.
 */
export type Catalogue = Readonly<Record<string, string>>;

/** Suffix of a key with plural forms. */
export const PLURAL_SUFFIX = /\.(?:zero|one|two|few|many|other)$/;

declare const KEYS: unique symbol;

/**
 * Catalogues by BCP 47 locale. `en` is complete and the fallback for all others. `Key` lists the keys of the texts if
 * they are known, see `readCatalogues`.
 */
export type Catalogues<Key extends string = string> = Readonly<Record<string, Catalogue>> & {
  readonly en: Catalogue;
  readonly [KEYS]?: Key;
};

/** A text, or a function that returns it for a BCP 47 locale. `strings` are those of the current page, if any. */
export type LocalText = string | ((locale: string, strings?: Strings) => string);

/** Returns the text for a locale. */
export function localText(text: LocalText, locale: string, strings?: Strings): string {
  return typeof text === 'string' ? text : text(locale, strings);
}

/** Texts and formats in the reader's language, for templates. */
export interface Strings<Key extends string = string> {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /**
   * Returns the text of `key` with its placeholders filled in. A numeric `count` selects the plural form and is
   * formatted for the locale.
   * @throws HostError `unknown_string` if not even English has the key
   */
  text(key: Key, values?: Readonly<Record<string, string | number>>): string;
  /** Whether a text without plural forms exists. */
  has(key: string): boolean;
  number(value: number): string;
  /** A date without time: "14 March 2026". */
  date(value: Date): string;
  /** A date with time: "14 Mar 2026, 09:30". */
  dateTime(value: Date): string;
}

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** Direction of a locale's script. */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.toLowerCase().split(/[-_]/)[0] ?? '') ? 'rtl' : 'ltr';
}

/** Normalizes a locale for Intl. Invalid locales become English, so that bad data cannot break a page. */
function canonicalTag(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/**
 * Creates the texts of a locale. Each key falls back from the locale to its language (`de` for `de-AT`) and to
 * English.
 * @param catalogues later ones win, so that a site or plugin can change a text
 * @param options.timeZone IANA zone for dates. Default: UTC
 * @param locale BCP 47
 * @example
 * const { text } = createStrings('de', recipeCatalogues, { timeZone: site.timezone });
 * text('cooked', { count: 3 }); // '3-mal gekocht'
 */
export function createStrings<Key extends string = string>(
  locale: string,
  catalogues: Catalogues<Key> | readonly (Catalogues<Key> | Readonly<Record<string, Catalogue>>)[],
  options: { timeZone?: string } = {},
): Strings<Key> {
  const canonical = canonicalTag(locale);
  const sets = [catalogues].flat().reverse();
  const fallbacks = [...new Set([canonical, canonical.split('-')[0] ?? 'en', 'en'])];
  const { timeZone = 'UTC' } = options;
  // Created on first use: Intl formats are slow to create, and most callers format no numbers or dates.
  const numbers = once(() => new Intl.NumberFormat(canonical));
  const dates = once(() => new Intl.DateTimeFormat(canonical, { dateStyle: 'long', timeZone }));
  const times = once(() => new Intl.DateTimeFormat(canonical, { dateStyle: 'medium', timeStyle: 'short', timeZone }));
  const plurals = new Map(fallbacks.map((language) => [language, once(() => new Intl.PluralRules(language))]));

  function find(key: string, count: number | undefined): string {
    for (const [language, rules] of plurals) {
      const forms = count === undefined ? [key] : [`${key}.${rules().select(count)}`, `${key}.other`, key];
      for (const form of forms) {
        for (const set of sets) {
          const text = set[language]?.[form];
          if (text !== undefined) return text;
        }
      }
    }
    throw new HostError('unknown_string', `No catalogue has the text "${key}": add it to the English one.`, { key });
  }

  return {
    locale: canonical,
    direction: textDirection(canonical),
    text(key, values = {}) {
      const text = find(key, typeof values.count === 'number' ? values.count : undefined);
      return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
        const value = values[name];
        return value === undefined ? placeholder : typeof value === 'number' ? numbers().format(value) : value;
      });
    },
    has: (key) => fallbacks.some((language) => sets.some((set) => set[language]?.[key] !== undefined)),
    number: (value) => numbers().format(value),
    date: (value) => dates().format(value),
    dateTime: (value) => times().format(value),
  };
}

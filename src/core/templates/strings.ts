import { HostError } from '../errors.js';
import { once } from '../once.js';

/**
 * Texts of one locale by key. A text with forms for numbers has one key per plural category of the locale:
 * `result.one`, `result.few`, `result.other`; `{name}` stands for a value.
 */
export type Catalogue = Readonly<Record<string, string>>;

/** Catalogues by BCP 47 locale; `en` is complete and the fallback of all others. */
export type Catalogues = Readonly<Record<string, Catalogue>> & { readonly en: Catalogue };

/** A text, or what gives one for a BCP 47 locale; `strings` are those of the page that it stands on, where there is one. */
export type LocalText = string | ((locale: string, strings?: Strings) => string);

/** A text in the reader's language. */
export function localText(text: LocalText, locale: string, strings?: Strings): string {
  return typeof text === 'string' ? text : text(locale, strings);
}

/** What a template says things with, in the reader's language. */
export interface Strings {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /**
   * The text of `key` with its placeholders filled. A numeric `count` chooses the plural form and is printed in the
   * locale's digits and separators.
   * @throws HostError `unknown_string` when not even English has the key
   */
  text(key: string, values?: Readonly<Record<string, string | number>>): string;
  /** Whether there is such a text, one without forms for numbers. */
  has(key: string): boolean;
  number(value: number): string;
  /** A day in words: "14 March 2026". */
  date(value: Date): string;
  /** A day and the time of day: "14 Mar 2026, 09:30". */
  dateTime(value: Date): string;
}

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** Direction of a locale's script. */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.toLowerCase().split(/[-_]/)[0] ?? '') ? 'rtl' : 'ltr';
}

/** As Intl writes it. A page about something whose language is none is English: no data may keep pages from being shown. */
function canonicalTag(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/**
 * The texts of `locale`: its own catalogue, else that of its language (`de` for `de-AT`), else English, key by key.
 * @param catalogues later ones win, so a site or a plugin can reword a text
 * @param options.timeZone IANA zone that days are counted in; UTC by default
 */
export function createStrings(
  locale: string,
  catalogues: Catalogues | readonly Readonly<Record<string, Catalogue>>[],
  options: { timeZone?: string } = {},
): Strings {
  const known = canonicalTag(locale);
  const sets = [catalogues].flat().reverse();
  const fallbacks = [...new Set([known, known.split('-')[0] ?? 'en', 'en'])];
  const { timeZone = 'UTC' } = options;
  // Making one of these takes longer than finding a dozen texts, and most who want texts print no number and no date.
  const numbers = once(() => new Intl.NumberFormat(known));
  const dates = once(() => new Intl.DateTimeFormat(known, { dateStyle: 'long', timeZone }));
  const times = once(() => new Intl.DateTimeFormat(known, { dateStyle: 'medium', timeStyle: 'short', timeZone }));
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
    locale: known,
    direction: textDirection(known),
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

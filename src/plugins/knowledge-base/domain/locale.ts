import { invalidParam } from './errors.js';

/** Maximum characters of locale columns. */
const MAX_LENGTH = 35;

/** Tells whether a text is a language tag (BCP 47) that `Intl` supports for names, sorting and plurals. */
export function isLocale(text: string): boolean {
  try {
    return text.length <= MAX_LENGTH && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** Validates a locale. @throws HostError 400 `vendor_kb_invalid_param` */
export function assertLocale(text: string): void {
  if (!isLocale(text)) throw invalidParam('locale', noLocale(text));
}

export function noLocale(text: string): string {
  return `"${text}" is not a language. Use a tag such as de or pt-BR.`;
}

/** Argument with a locale (BCP 47). */
export const LOCALE_ARG = {
  type: 'string',
  pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
  maxLength: 35,
  validate: (value: unknown): true | string => isLocale(String(value)) || noLocale(String(value)),
} as const;

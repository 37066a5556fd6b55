import { invalidParam } from './errors.js';

/** Characters that columns of locales have room for. */
const LONGEST = 35;

/** Whether a text is the tag of a language (BCP 47): what only looks like one cannot be named, sorted or counted in. */
export function isLocale(text: string): boolean {
  try {
    return text.length <= LONGEST && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** @throws HostError 400 `vendor_kb_invalid_param` */
export function assertLocale(text: string): void {
  if (!isLocale(text)) throw invalidParam('locale', noLocale(text));
}

export function noLocale(text: string): string {
  return `"${text}" is no language: write its tag, such as de or pt-BR.`;
}

import { HostError } from '../errors.js';
import { isRecord } from '../record.js';
import type { Strings } from '../templates/strings.js';
import { formError } from './submitted-form.js';

/** Error messages of a plugin. */
export interface ErrorTexts {
  /** Returns the text `error-<code without prefix>`, or the error's own message if there is none. */
  errorText(error: Pick<HostError, 'code' | 'message'>, strings: Strings): string;
  /** Returns the text `param-<name>` for a field. @param message fallback */
  fieldText(name: string, message: string, strings: Strings): string;
  /**
   * Rejects a form with these messages, at the fields that the error names in `params`.
   * @throws HostError 422 `form_invalid`, or the error itself if the form did not cause it
   */
  refuseForm(error: unknown, strings: Strings): never;
}

/**
 * Creates the error messages of a plugin from its catalogues.
 * Keys are error codes without the plugin's prefix: `error-not_found` for `acme_not_found`.
 * @param prefix common prefix of the codes, such as `acme_`
 */
export function createErrorTexts(prefix: string): ErrorTexts {
  const isOwn = (code: string): boolean => code.startsWith(prefix);

  const errorText: ErrorTexts['errorText'] = ({ code, message }, { has, text }) => {
    const key = `error-${isOwn(code) ? code.slice(prefix.length) : code}`;
    return has(key) ? text(key) : message;
  };
  const fieldText: ErrorTexts['fieldText'] = (name, message, { has, text }) =>
    has(`param-${name}`) ? text(`param-${name}`) : message;

  return {
    errorText,
    fieldText,
    refuseForm(error, strings) {
      if (!(error instanceof HostError) || !isOwn(error.code) || error.status >= 500) throw error;
      const { params } = error.data;
      const named = isRecord(params) ? Object.entries(params) : [];
      const errors = named.map(([name, message]) => [name, fieldText(name, String(message), strings)]);
      throw formError(Object.fromEntries(errors), errorText(error, strings));
    },
  };
}

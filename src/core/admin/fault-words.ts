import { HostError } from '../errors.js';
import { isRecord } from '../record.js';
import type { Strings } from '../templates/strings.js';
import { formError } from './submitted-form.js';

/** The words of a plugin for what goes wrong. */
export interface FaultWords {
  /** What went wrong and what to do: the text `error-` and the code without its prefix, else the error's own sentence. */
  faultText(error: Pick<HostError, 'code' | 'message'>, strings: Strings): string;
  /** What is wrong with a field: the text `param-` and its name. @param message for fields that there are no words for */
  fieldText(name: string, message: string, strings: Strings): string;
  /**
   * Refuses a form with these words, at the fields that the error names in `params`.
   * @throws HostError 422 `form_invalid`; the error itself where it is no fault of the form
   */
  refuseForm(error: unknown, strings: Strings): never;
}

/**
 * Words for the errors of a plugin, which its catalogues have under its codes without what they all begin with:
 * `error-not_found` for `acme_not_found`.
 * @param prefix such as `acme_`
 */
export function createFaultWords(prefix: string): FaultWords {
  const isOwn = (code: string): boolean => code.startsWith(prefix);

  const faultText: FaultWords['faultText'] = ({ code, message }, { has, text }) => {
    const key = `error-${isOwn(code) ? code.slice(prefix.length) : code}`;
    return has(key) ? text(key) : message;
  };
  const fieldText: FaultWords['fieldText'] = (name, message, { has, text }) =>
    has(`param-${name}`) ? text(`param-${name}`) : message;

  return {
    faultText,
    fieldText,
    refuseForm(error, strings) {
      if (!(error instanceof HostError) || !isOwn(error.code) || error.status >= 500) throw error;
      const { params } = error.data;
      const named = isRecord(params) ? Object.entries(params) : [];
      const errors = named.map(([name, message]) => [name, fieldText(name, String(message), strings)]);
      throw formError(Object.fromEntries(errors), faultText(error, strings));
    },
  };
}

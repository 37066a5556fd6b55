import { HostError } from '../errors.js';
import type { Query } from '../http/query.js';
import { isRecord } from '../record.js';
import type { Strings } from '../templates/strings.js';
import { errorText } from './error-text.js';

/** The fields of a form as they were sent. */
export interface SubmittedForm {
  /** The text of a field, '' when it was not sent. */
  text(name: string): string;
  /** The texts of a field that may be sent several times: checkboxes of one group. */
  list(name: string): string[];
  /** Whether a checkbox was ticked. */
  isChecked(name: string): boolean;
  has(name: string): boolean;
}

export function createSubmittedForm(values: Query): SubmittedForm {
  const list = (name: string): string[] =>
    Object.hasOwn(values, name) ? [values[name]].flat().filter((value) => typeof value === 'string') : [];
  return {
    list,
    text: (name) => list(name)[0] ?? '',
    isChecked: (name) => list(name).length > 0,
    has: (name) => Object.hasOwn(values, name),
  };
}

/**
 * Refuses a form: thrown by an action, it is shown again with what was typed.
 * @param errors what is wrong, by field
 * @param message what is wrong with all of it; default: that some fields need another look
 */
export function formError(errors: Readonly<Record<string, string>>, message?: string): HostError {
  return new HostError('form_invalid', message ?? 'Some fields need another look.', { status: 422, params: errors });
}

/** The same for what a service has against several fields at once. */
export function fieldErrors(errors: readonly HostError[], strings: Strings): HostError {
  return formError(Object.fromEntries(errors.map((error) => [String(error.data.field), errorText(error, strings)])));
}

/** What an error means for the form that caused it; null when it is none of the form's business. */
export function formFaultOf(
  error: unknown,
  strings: Strings,
): { message: string; errors: Record<string, string> } | null {
  if (!(error instanceof HostError) || error.status >= 500 || error.status === 404 || error.status === 410) return null;
  const { params, field } = error.data;
  const message = errorText(error, strings);
  if (Array.isArray(params)) return { message, errors: Object.fromEntries(params.map((name) => [name, message])) };
  // Whoever has words for the fields has them for the whole.
  if (isRecord(params)) {
    return {
      message: error.message,
      errors: Object.fromEntries(Object.entries(params).map(([name, text]) => [name, String(text)])),
    };
  }
  return { message, errors: typeof field === 'string' ? { [field]: message } : {} };
}

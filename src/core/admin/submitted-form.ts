import { HostError } from '../errors.js';
import type { Query } from '../http/query.js';
import { isRecord } from '../record.js';
import type { Strings } from '../templates/strings.js';
import { errorText } from './error-text.js';

/** Fields of a submitted form. */
export interface SubmittedForm {
  /** Text of a field, or '' if it was not sent. */
  text(name: string): string;
  /** All values of a field, such as the checkboxes of one group. */
  list(name: string): string[];
  /** Whether a checkbox was checked. */
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
 * Creates the error that rejects a form. Thrown by an action, it shows the form again with the submitted values.
 * @param errors messages by field
 * @param message message for the whole form; default: that some fields need attention
 * @example
 * if (await recipes.find(slug)) throw formError({ slug: 'Another recipe has this slug.' });
 */
export function formError(errors: Readonly<Record<string, string>>, message?: string): HostError {
  return new HostError('form_invalid', message ?? 'Some fields are invalid.', { status: 422, params: errors });
}

/** Creates a form error from service errors on several fields. */
export function fieldErrors(errors: readonly HostError[], strings: Strings): HostError {
  return formError(Object.fromEntries(errors.map((error) => [String(error.data.field), errorText(error, strings)])));
}

/** Converts an error to form errors, or returns null if the form did not cause it. */
export function formFaultOf(
  error: unknown,
  strings: Strings,
): { message: string; errors: Record<string, string> } | null {
  if (!(error instanceof HostError) || error.status >= 500 || error.status === 404 || error.status === 410) return null;
  const { params, field } = error.data;
  const message = errorText(error, strings);
  if (Array.isArray(params)) return { message, errors: Object.fromEntries(params.map((name) => [name, message])) };
  // An error with messages for its fields has a translated message too.
  if (isRecord(params)) {
    return {
      message: error.message,
      errors: Object.fromEntries(Object.entries(params).map(([name, text]) => [name, String(text)])),
    };
  }
  return { message, errors: typeof field === 'string' ? { [field]: message } : {} };
}

import { formError } from '../../../../../admin.js';
import { HostError } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';
import { refuseForm } from '../error-texts.js';
import { fieldOfArgument } from './submitted-article.js';

/**
 * Translates a rejected save to form errors at the right fields. Edit conflicts and errors that are not the form's
 * fault are returned unchanged.
 */
export function atFields(error: unknown, texts: Strings): unknown {
  if (!(error instanceof HostError) || error.status === 412) return error;
  try {
    refuseForm(error, texts);
  } catch (refused) {
    if (!(refused instanceof HostError) || refused.code !== 'form_invalid') return refused;
    const { params } = refused.data;
    const named = typeof params === 'object' && params !== null ? Object.entries(params) : [];
    const errors = named.map(([name, message]) => [fieldOfArgument(name), String(message)]);
    return formError(Object.fromEntries(errors), refused.message);
  }
}

import { formError } from '../../../../../../admin.js';
import { HostError } from '../../../../../../index.js';
import type { Strings } from '../../../../../../text.js';
import { MAX_ENTRIES, MAX_ENTRY_LENGTH } from '../../../../domain/search/synonyms/check-group.js';
import type { LocaleGroup } from '../../../../domain/search/synonyms/read-groups.js';
import { refuseForm } from '../../error-texts.js';

/** Formats a group as one line: `login, signing in` or `k8s → kubernetes`. */
export function groupText({ words, also }: LocaleGroup): string {
  return [words, also]
    .filter((side) => side.length > 0)
    .map((side) => side.join(', '))
    .join(' → ');
}

/** Returns the error message for an invalid group in the reader's language. */
export function groupFault({ message, data }: HostError, { has, text }: Strings): string {
  const key = `synonyms.fault-${String(data.fault)}`;
  if (!has(key)) return message;
  return text(key, { entry: String(data.entry), most: MAX_ENTRIES, longest: MAX_ENTRY_LENGTH });
}

/**
 * Reports an invalid group at the form. @throws HostError 422 `form_invalid` for an invalid group; other errors as
 * `refuseForm` does
 */
export function refuseGroup(error: unknown, texts: Strings): never {
  if (!(error instanceof HostError) || error.code !== 'vendor_kb_invalid_synonym') return refuseForm(error, texts);
  const fault = groupFault(error, texts);
  const fields = Object.keys((error.data.params ?? {}) as object);
  throw formError(Object.fromEntries(fields.map((name) => [name, fault])), texts.text('error-invalid_synonym'));
}

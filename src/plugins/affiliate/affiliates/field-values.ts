import { formError } from '../../../admin.js';
import { createValidators } from '../../../rest.js';
import type { Strings } from '../../../text.js';
import { fieldText } from '../labels.js';
import { argumentsOf, type FieldName } from './fields.js';

const createValidator = createValidators();

/**
 * Validates submitted affiliate fields with the schemas of the REST API.
 * @throws HostError 422 `form_invalid` with one message per field, in the reader's language
 */
export function assertFieldValues(values: Readonly<Partial<Record<FieldName, unknown>>>, strings: Strings): void {
  const names = Object.keys(values) as FieldName[];
  const faults = Object.entries(createValidator(argumentsOf(names))({ ...values }));
  if (faults.length === 0) return;
  const errors = faults.map(([name, { message }]) => [name, fieldText(name, message, strings)]);
  throw formError(Object.fromEntries(errors), strings.text('error-invalid_param'));
}

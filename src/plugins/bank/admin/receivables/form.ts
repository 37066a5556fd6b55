import { type FieldDefinition, formError, type SubmittedForm } from '../../../../admin.js';
import { isDay } from '../../../../calendar.js';
import { amountText, isCurrency, parseAmount } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import type { Receivable } from '../../receivables/receivable.js';
import type { ReceivableInput } from '../../receivables/receivables.js';

/**
 * Builds the fields of a receivable.
 * @param receivable null for a new one
 */
export function receivableFields(receivable: Receivable | null, { text }: Strings): FieldDefinition[] {
  const line = { kind: 'text', autocomplete: 'off' } as const;
  return [
    {
      ...line,
      name: 'reference',
      label: text('receivables.reference'),
      hint: text('receivables.reference-hint'),
      value: receivable?.reference ?? '',
      required: true,
      maxLength: 64,
    },
    {
      ...line,
      name: 'amount_due',
      label: text('receivables.amount'),
      hint: text('receivables.amount-hint'),
      value: receivable ? amountText(receivable.amountDue, receivable.currency) : '',
      required: true,
      maxLength: 20,
    },
    {
      ...line,
      name: 'currency',
      label: text('receivables.currency'),
      hint: text('receivables.currency-hint'),
      value: receivable?.currency ?? '',
      required: true,
      maxLength: 3,
    },
    { kind: 'date', name: 'due_on', label: text('receivables.due'), value: receivable?.dueOn ?? '' },
    {
      ...line,
      name: 'customer',
      label: text('receivables.customer'),
      hint: text('receivables.customer-hint'),
      value: receivable?.customer ?? '',
      maxLength: 64,
    },
    {
      ...line,
      name: 'iban',
      label: text('receivables.iban'),
      hint: text('receivables.iban-hint'),
      value: receivable?.iban ?? '',
      maxLength: 42,
    },
  ];
}

/**
 * Reads the submitted values.
 * @throws HostError 422 `form_invalid` with the invalid fields
 */
export function submittedReceivable(form: SubmittedForm, { text }: Strings): ReceivableInput {
  const of = (name: string): string => form.text(name).trim();
  const currency = of('currency').toUpperCase();
  const dueOn = of('due_on');
  const amountDue = isCurrency(currency) ? parseAmount(of('amount_due'), currency) : 0;
  const errors = {
    ...(of('reference') === '' && { reference: text('param-reference') }),
    ...(amountDue === null && { amount_due: text('param-amount_due') }),
    ...(!isCurrency(currency) && { currency: text('param-currency') }),
    ...(dueOn !== '' && !isDay(dueOn) && { due_on: text('param-due_on') }),
  };
  if (amountDue === null || Object.keys(errors).length > 0) throw formError(errors, text('error-invalid_param'));
  const [reference, customer, iban] = [of('reference'), of('customer'), of('iban')];
  return { reference, amountDue, currency, customer, iban, dueOn: dueOn === '' ? null : dueOn };
}

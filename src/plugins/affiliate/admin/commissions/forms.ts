import { randomUUID } from 'node:crypto';
import {
  type AdminRequest,
  type AdminStepButton,
  type AdminSteps,
  adminForm,
  type FormData,
  stepsForm,
} from '../../../../admin.js';
import { moneyText } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import type { Commission } from '../../commissions/commission.js';
import { wholeOf } from '../../commissions/refund-steps.js';
import { actionsOn } from '../../commissions/transitions.js';
import { REASONS, reasonText } from './labels.js';

/** Actions that need one click and can be undone. */
export const QUICK_STEPS = ['approve', 'reopen'] as const;

export function commissionSteps(request: AdminRequest, commission: Commission, texts: Strings): AdminSteps | null {
  const allowed = actionsOn(commission);
  const buttons = QUICK_STEPS.filter((step) => allowed.includes(step)).map(
    (value): AdminStepButton => ({ value, label: texts.text(`commissions.${value}`), kind: 'main' }),
  );
  return stepsForm(request, { label: texts.text('commissions.steps'), action: 'step', buttons });
}

/** Builds the forms of the actions that the commission's current status allows. */
export function commissionForms(request: AdminRequest, commission: Commission, texts: Strings): FormData[] {
  const { text, locale } = texts;
  const { currency } = commission;
  const allowed = actionsOn(commission);
  const rest = wholeOf(commission) - commission.refundedAmount;
  return [
    ...(allowed.includes('reject')
      ? [
          adminForm(request, {
            action: 'reject',
            title: text('commissions.reject'),
            description: text('commissions.reject-text'),
            fields: [
              {
                kind: 'select',
                name: 'reason',
                label: text('commissions.reason'),
                required: true,
                options: [
                  { value: '', label: text('commissions.reason-choose') },
                  ...REASONS.map((value) => ({ value, label: reasonText(value, texts) })),
                ],
              },
              {
                kind: 'textarea',
                name: 'note',
                label: text('commissions.note'),
                hint: text('commissions.note-hint'),
                rows: 3,
                maxLength: 2000,
              },
            ],
            submit: text('commissions.reject'),
            danger: true,
          }),
        ]
      : []),
    ...(allowed.includes('refund') && rest > 0
      ? [
          adminForm(request, {
            action: 'refund',
            title: text('commissions.refund'),
            description: text(commission.status === 'paid' ? 'commissions.refund-paid' : 'commissions.refund-text'),
            fields: [
              {
                kind: 'text',
                name: 'amount',
                label: text('commissions.refund-amount', { currency }),
                hint: text('commissions.refund-hint', { rest: moneyText(rest, currency, locale) }),
                autocomplete: 'off',
                maxLength: 20,
              },
              {
                kind: 'text',
                name: 'reference',
                label: text('commissions.refund-reference'),
                hint: text('commissions.refund-reference-hint'),
                autocomplete: 'off',
                maxLength: 190,
              },
              { kind: 'hidden', name: 'ticket', value: randomUUID() },
            ],
            submit: text('commissions.refund'),
            danger: true,
          }),
        ]
      : []),
    ...(allowed.includes('pay')
      ? [
          adminForm(request, {
            action: 'pay',
            title: text('commissions.pay'),
            description: text('commissions.pay-text'),
            fields: [],
            submit: text('commissions.pay'),
          }),
        ]
      : []),
  ];
}

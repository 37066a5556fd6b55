import { createStrings, type LocalText } from '../../../text.js';
import type { OwnedWebhooks } from '../../../webhooks.js';
import { type BankKey, bankCatalogues } from '../catalogues.js';
import { bookedView, fileView, orderView, paymentView, runView } from './payloads.js';
import { FILE, MOVEMENT, ORDER, PAYMENT, RUN, SOURCE_FAILURE, SURPLUS } from './samples.js';

/**
 * Registers webhook topics for imports, matches and runs.
 * Payers, texts, file names and responses of banks are left out; authorized clients read them over REST.
 */
export function registerWebhookTopics({ topic }: OwnedWebhooks): void {
  topic({
    action: 'vendor_bank_transaction_imported',
    title: label('transaction-imported'),
    payload: (transaction) => ({ transaction: bookedView(transaction) }),
    sample: { transaction: { ...MOVEMENT, status: 'new', matches: [] } },
  });
  topic({
    action: 'vendor_bank_transaction_matched',
    title: label('transaction-matched'),
    payload: (transaction) => ({ transaction: bookedView(transaction) }),
    sample: { transaction: MOVEMENT },
  });
  topic({
    action: 'vendor_bank_transaction_unmatched',
    title: label('transaction-unmatched'),
    payload: (transaction) => ({ transaction: bookedView(transaction) }),
    sample: { transaction: { ...MOVEMENT, status: 'unmatched', matches: [] } },
  });
  topic({
    action: 'vendor_bank_order_paid',
    title: label('order-paid'),
    payload: (order, payment) => ({ order: orderView(order), payment: paymentView(payment) }),
    sample: { order: ORDER, payment: PAYMENT },
  });
  topic({
    action: 'vendor_bank_order_partially_paid',
    title: label('order-partially-paid'),
    payload: (order, payment) => ({ order: orderView(order), payment: paymentView(payment) }),
    sample: {
      order: { ...ORDER, amount_due: 100, amount_due_minor: 10_000, amount_left: 19.5, amount_left_minor: 1950 },
      payment: PAYMENT,
    },
  });
  topic({
    action: 'vendor_bank_order_overpaid',
    title: label('order-overpaid'),
    payload: (order, payment, surplus) => ({ order: orderView(order), payment: paymentView(payment), surplus }),
    sample: { order: ORDER, payment: PAYMENT, surplus: SURPLUS },
  });
  topic({
    action: 'vendor_bank_payment_reversed',
    title: label('payment-reversed'),
    payload: (order, payment) => ({ order: orderView(order), payment: paymentView(payment) }),
    sample: {
      order: { ...ORDER, amount_paid: 0, amount_paid_minor: 0, amount_left: 80.5, amount_left_minor: 8050 },
      payment: PAYMENT,
    },
  });
  topic({
    action: 'vendor_bank_file_imported',
    title: label('file-imported'),
    payload: (file) => ({ file: fileView(file) }),
    sample: { file: FILE },
  });
  topic({
    action: 'vendor_bank_run_finished',
    title: label('run-finished'),
    payload: (run) => ({ run: runView(run) }),
    sample: { run: RUN },
  });
  topic({
    action: 'vendor_bank_source_failed',
    title: label('source-failed'),
    payload: ({ source, run_id, code, failed_at }) => ({ source, run_id, code, failed_at }),
    sample: SOURCE_FAILURE,
  });
}

type WithoutPrefix<Key> = Key extends `webhooks.${infer Name}` ? Name : never;

function label(key: WithoutPrefix<BankKey>): LocalText {
  return (locale) => createStrings(locale, bankCatalogues).text(`webhooks.${key}`);
}

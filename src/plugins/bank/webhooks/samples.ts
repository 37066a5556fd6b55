const AT = '2026-01-31T12:00:00.000Z';
const MONEY = { amount: 80.5, amount_minor: 8050 };
const FETCHED = { files: 1, fetched: 3, new: 2, updated: 0, duplicates: 1 };

/** Sample movement that pays an order. */
export const MOVEMENT = {
  id: 15,
  account_id: 1,
  source_id: 2,
  run_id: 40,
  direction: 'credit',
  ...MONEY,
  currency: 'EUR',
  booked_on: '2026-01-30',
  value_on: '2026-01-30',
  booking_status: 'booked',
  is_reversal: false,
  status: 'matched',
  unallocated: 0,
  unallocated_minor: 0,
  matches: [{ order_id: '7', ...MONEY, rule: 'reference' }],
};

export const ORDER = {
  id: '7',
  reference: '2026007',
  currency: 'EUR',
  amount_due: 80.5,
  amount_due_minor: 8050,
  amount_paid: 80.5,
  amount_paid_minor: 8050,
  amount_left: 0,
  amount_left_minor: 0,
  status: 'paid',
};

export const PAYMENT = {
  transaction_id: 15,
  order_id: '7',
  ...MONEY,
  currency: 'EUR',
  booked_on: '2026-01-30',
  rule: 'reference',
  at: AT,
};

export const SURPLUS = { amount: 4.5, amount_minor: 450, currency: 'EUR' };

export const FILE = {
  size: 40_960,
  format: 'camt',
  source_id: 2,
  run_id: 40,
  fetched: 3,
  new: 2,
  updated: 0,
  duplicates: 1,
  review: 0,
  pending: 0,
  errors: 0,
  warnings: 0,
};

export const RUN = {
  run_id: 40,
  status: 'finished',
  trigger: 'schedule',
  started_at: AT,
  finished_at: AT,
  duration_ms: 840,
  forced: false,
  dry_run: false,
  totals: {
    sources: 1,
    ...FETCHED,
    pending: 0,
    matched: 2,
    partial: 0,
    overpaid: 0,
    unmatched: 0,
    ignored: 0,
    reversed: 0,
    review: 0,
    errors: 0,
  },
  sources: [{ id: 'inbox', format: 'camt', status: 'ok', ...FETCHED, error: null }],
};

export const SOURCE_FAILURE = { source: 'fio', run_id: 40, code: 'source_failed', failed_at: AT };

import { pino } from 'pino';
import { createCalendar } from '../../../src/core/calendar.js';
import { createDatabase } from '../../../src/core/database/database.js';
import { createOutbox } from '../../../src/core/outbox/outbox.js';
import { createVersions } from '../../../src/core/services/bus/versions.js';
import { createHooks } from '../../../src/hooks/hooks.js';
import { createConversionHistory } from '../../../src/plugins/affiliate/conversions/history.js';
import { createLedger } from '../../../src/plugins/affiliate/ledger.js';
import { createRollups } from '../../../src/plugins/affiliate/statistics/rollups.js';
import '../ledger-tables.js';

/**
 * Records, approves, refunds and pays conversions without end, and receives ledger events as every process of a site
 * does. Prints a line after each round. Arguments: database URL, process name.
 */
const [url = '', name = ''] = process.argv.slice(2);
const db = createDatabase({ url });
const hooks = createHooks();
const log = pino({ level: 'silent' });
const outbox = createOutbox({ db, hooks, log, interval: 50 });

/** Stores events by id, so that a repeated delivery counts once. */
async function hear(event: string, commissionId: number): Promise<void> {
  const eventId = outbox.current()?.id ?? '';
  await db.upsert('heard_commissions', { event_id: eventId, event, commission_id: commissionId }, ['event_id'], {});
}
hooks.addAction('vendor_affiliate_commission_created', ({ id }) => hear('created', id));
hooks.addAction('vendor_affiliate_commission_approved', ({ id }) => hear('approved', id));
hooks.addAction('vendor_affiliate_commission_refunded', ({ id }) => hear('refunded', id));
hooks.addAction('vendor_affiliate_commission_paid', ({ id }) => hear('paid', id));
outbox.start();

const now = (): Date => new Date();
const history = createConversionHistory(db);
const rollups = createRollups({ db, calendar: createCalendar('UTC'), conversions: history, now });
const settings = {
  currency: 'EUR',
  rate: { type: 'percentage', value: 1250 },
  holdDays: 0,
  autoApprove: false,
  approveAfterHold: true,
  subpartnerRate: 1000,
  subpartnerLevels: 1,
  minimumPayout: 0,
  recurringMonths: null,
  blockedDomains: [],
  disabledFraudChecks: ['no_click', 'velocity', 'high_amount'],
} as const;
const versions = createVersions(db, log);
const ledger = createLedger({ db, hooks, outbox, rollups, versions, settings: () => settings, now });
const { commissions, payouts } = ledger;

console.log('ready');
for (let round = 0; ; round += 1) {
  const ids: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    const externalId = `${name}-${round}-${index}`;
    const input = { affiliateCode: 'ada', amount: 10 + index, origin: 'api', externalId } as const;
    const { commission } = await ledger.record(input);
    if (commission) ids.push(commission.id);
  }
  await commissions.approveDue(new Date(Date.now() + 1000));
  await commissions.refund(ids[0] ?? 0, { amount: 300 }).catch(() => undefined);
  const createdPayout = await payouts.create({ method: 'paypal' }).catch(() => null);
  const payout = createdPayout?.payout;
  if (payout) {
    await payouts.start(payout.id);
    await (round % 4 === 3 ? payouts.cancel(payout.id) : payouts.complete(payout.id));
  }
  await commissions.refund(ids[1] ?? 0, { amount: 100 }).catch(() => undefined);
  console.log(String(round));
}

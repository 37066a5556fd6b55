// Payments on a shop's account: most customers pay an invoice exactly, some deviate.

/** Number of the first invoice. The others follow in sequence. */
const FIRST_NUMBER = 20_000_000;
const DAYS = 28;
const PER_DAY_AND_AMOUNT = 17;
const NAMES = ['Jana Nováková', 'Müller & Söhne GmbH', 'Petr Dvořák', 'Łukasz Wiśniewski', 'Ferme des Trois Chênes'];

/** Payment types within a cycle of twenty. The rest name an invoice that was never sent. */
const KINDS = new Map([
  ...Array.from({ length: 10 }, (_, turn) => [turn, 'exact']),
  ...[10, 11].map((turn) => [turn, 'in_text']),
  [12, 'part'],
  [13, 'too_much'],
  ...[14, 15, 16, 17].map((turn) => [turn, 'outgoing']),
]);

/** Deterministic payment with this index, starting at 0. Amounts are minor units of CZK. */
export function paymentOf(index) {
  const kind = KINDS.get(index % 20) ?? 'unknown';
  const due = dueOf(index);
  return {
    index,
    isCredit: kind !== 'outgoing',
    amount: { part: due / 2, too_much: due + 5000 }[kind] ?? due,
    number: String(kind === 'unknown' ? 10 * FIRST_NUMBER + index : FIRST_NUMBER + index),
    hasSymbol: kind !== 'in_text' && kind !== 'outgoing',
    day: `2026-03-${String(1 + (Math.floor(index / PER_DAY_AND_AMOUNT) % DAYS)).padStart(2, '0')}`,
    reference: `2026B${String(index).padStart(10, '0')}`,
    name: NAMES[index % NAMES.length],
    iban: `CZ65080000001920${String(100_000 + (index % 30_000)).padStart(8, '0')}`,
  };
}

/** Invoices of the first `count` payments. */
export function* invoicesOf(count) {
  for (let index = 0; index < count; index += 1) {
    const kind = KINDS.get(index % 20) ?? 'unknown';
    if (kind === 'outgoing' || kind === 'unknown') continue;
    yield { reference: String(FIRST_NUMBER + index), amountDue: dueOf(index), customer: `customer-${index % 30_000}` };
  }
}

/** Even number of minor units, so half of it is whole. */
function dueOf(index) {
  return 2 * (5000 + ((index * 7919) % 400_000));
}

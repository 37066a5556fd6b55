import { type AdminBadge, type AdminFact, type AdminRequest, factsOf } from '../../../../admin.js';
import { moneyText } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import { dayText, ibanText, wordText } from '../../labels.js';
import type { BankAccount } from '../../transactions/accounts.js';
import { type Transaction, unallocatedOf } from '../../transactions/transaction.js';
import { runPath, transactionPath } from '../paths.js';
import { accountText, badgesOf, signedAmount } from './labels.js';

/** Lists the values that identify the payer and the orders. */
export function payerFacts(transaction: Transaction, texts: Strings): AdminFact[] {
  const { text, locale } = texts;
  const { counterparty, original } = transaction;
  return factsOf([
    [text('transactions.amount'), signedAmount(transaction, locale)],
    [
      text('transactions.original'),
      original && moneyText(original.amount, original.currency, locale) + (original.rate && ` (${original.rate})`),
    ],
    [text('transactions.booked'), dayText(transaction.bookedOn, locale)],
    [text('transactions.counterparty'), counterparty.name],
    [text('transactions.iban'), ibanText(counterparty.iban)],
    [text('transactions.account-number'), numberOf(transaction)],
    [text('transactions.variable-symbol'), transaction.variableSymbol],
    [text('transactions.creditor-reference'), transaction.creditorReference],
    [text('transactions.end-to-end-id'), transaction.endToEndId],
    [text('transactions.remittance'), transaction.remittance],
  ]);
}

/** Lists all values of a transaction. */
export function transactionFacts(
  transaction: Transaction,
  account: BankAccount | undefined,
  { link }: AdminRequest,
  texts: Strings,
): AdminFact[] {
  const { text, locale, dateTime } = texts;
  const { counterparty, currency, runId, duplicateOf, reversesId, findings } = transaction;
  const number = (id: number): string => text('transactions.number', { id: String(id) });
  const linked = (id: number) =>
    [id === 0 ? null : number(id), id === 0 ? undefined : link(transactionPath(id))] as const;
  return [
    ...payerFacts(transaction, texts),
    ...factsOf([
      [text('transactions.unallocated'), restText(transaction, locale)],
      [
        text('transactions.charges'),
        transaction.charges === 0 ? null : moneyText(transaction.charges, currency, locale),
      ],
      [text('transactions.value-day'), dayText(transaction.valueOn, locale)],
      [text('transactions.bic'), counterparty.bic],
      [text('transactions.constant-symbol'), transaction.constantSymbol],
      [text('transactions.specific-symbol'), transaction.specificSymbol],
      [text('transactions.bank-reference'), transaction.bankReference],
      [text('transactions.type'), transaction.typeCode],
      [text('transactions.account'), account ? accountText(account) : null],
      [text('transactions.rule'), findings.rule === null ? null : wordText('rule', findings.rule, texts)],
      [text('transactions.score'), findings.rule === null ? null : scoreText(findings.score, texts)],
      [text('transactions.duplicate-of'), ...linked(duplicateOf)],
      [text('transactions.reverses'), ...linked(reversesId)],
      [
        text('transactions.run'),
        runId === null ? null : text('runs.number', { id: String(runId) }),
        runId === null ? undefined : link(runPath(runId)),
      ],
      [text('transactions.imported'), dateTime(transaction.createdAt)],
    ]),
  ];
}

/** Builds the badges of the status and of unusual circumstances. */
export function allBadgesOf(transaction: Transaction, texts: Strings): AdminBadge[] {
  return [
    ...badgesOf(transaction, texts),
    ...transaction.findings.flags.map((flag) => ({ text: wordText('flag', flag, texts), kind: 'warning' as const })),
  ];
}

export function scoreText(score: number, { text }: Strings): string {
  return text('transactions.score-of', { score: String(score) });
}

function restText(transaction: Transaction, locale: string): string | null {
  const rest = unallocatedOf(transaction);
  return transaction.allocated === 0 || rest === 0 ? null : moneyText(rest, transaction.currency, locale);
}

/** Returns the account number if there is no IBAN. */
function numberOf({ counterparty: { iban, account, bankCode } }: Transaction): string | null {
  return iban === '' ? [account, bankCode].filter((part) => part !== '').join('/') : null;
}

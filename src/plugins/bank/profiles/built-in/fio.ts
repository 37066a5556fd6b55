import type { JsonProfile } from '../profile.js';

/** Fio banka API (API Bankovnictví, chapter on JSON): columns by their IDs. */
export const fioProfile: JsonProfile = {
  kind: 'json',
  name: 'fio',
  label: 'Fio banka, API',
  entries: 'accountStatement.transactionList.transaction',
  statement: {
    ownAccount: ['accountStatement.info.iban', 'accountStatement.info.accountId'],
    bank: 'accountStatement.info.bankId',
    currency: 'accountStatement.info.currency',
    opening: 'accountStatement.info.openingBalance',
    closing: 'accountStatement.info.closingBalance',
  },
  dates: ['YYYY-MM-DD'],
  decimal: '.',
  isReferenceUnique: true,
  // Movement types that the bank uses to reverse its own mistakes.
  reversals: [{ field: 'column8.value', words: ['Oprava', 'Opravný pohyb'] }],
  fields: {
    reference: 'column22.value',
    bookedOn: 'column0.value',
    amount: 'column1.value',
    currency: 'column14.value',
    name: 'column10.value',
    account: 'column2.value',
    bank: 'column3.value',
    bic: 'column26.value',
    variableSymbol: 'column5.value',
    constantSymbol: 'column4.value',
    specificSymbol: 'column6.value',
    endToEndId: 'column27.value',
    remittance: ['column16.value', 'column25.value', 'column7.value'],
    typeCode: 'column8.value',
    originalAmount: 'column18.value',
    originalCurrency: 'column18.value',
  },
};

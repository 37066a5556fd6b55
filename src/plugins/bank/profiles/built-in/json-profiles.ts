import type { JsonProfile } from '../profile.js';

/** JSON profiles of services that many banks share. */
export const builtInJsonProfiles: readonly JsonProfile[] = [
  {
    kind: 'json',
    name: 'berlin-group',
    label: 'Berlin Group NextGenPSD2, transactions of an account',
    entries: 'transactions.booked',
    pendingEntries: 'transactions.pending',
    statement: { ownAccount: ['account.iban', 'account.bban'], currency: 'account.currency' },
    dates: ['YYYY-MM-DD'],
    decimal: '.',
    fields: {
      reference: ['entryReference', 'transactionId'],
      bookedOn: 'bookingDate',
      valueOn: 'valueDate',
      amount: 'transactionAmount.amount',
      currency: 'transactionAmount.currency',
      name: ['creditorName', 'debtorName'],
      account: ['creditorAccount.iban', 'debtorAccount.iban', 'creditorAccount.bban', 'debtorAccount.bban'],
      bank: ['creditorAgent', 'debtorAgent'],
      endToEndId: 'endToEndId',
      creditorReference: 'remittanceInformationStructured',
      remittance: [
        'remittanceInformationUnstructured',
        'remittanceInformationUnstructuredArray.0',
        'additionalInformation',
      ],
      typeCode: ['bankTransactionCode', 'proprietaryBankTransactionCode'],
    },
  },
];

import type { CsvProfile, EntryProfile } from '../profile.js';

/** Lines of PayPal that change no balance, and those of payments that did not happen. */
const NOT_BOOKED: NonNullable<EntryProfile['passedOver']> = [
  { field: ['Balance Impact', 'Auswirkung auf Guthaben'], words: ['Memo'] },
  { field: 'Status', words: ['Denied', 'Canceled', 'Cancelled', 'Expired', 'Abgelehnt', 'Storniert', 'Abgelaufen'] },
];
const PENDING = ['Pending', 'Ausstehend', 'Placed', 'Held'];
type English = Omit<CsvProfile, 'dates' | 'decimal' | 'kind'>;

/** PayPal writes days and amounts of English files as in the country of the account. The rows of a file tell which. */
function english(profile: English): readonly CsvProfile[] {
  const { name, label } = profile;
  return [
    { ...profile, kind: 'csv', dates: ['MM/DD/YYYY'], decimal: '.', label: `${label}, month first` },
    {
      ...profile,
      kind: 'csv',
      name: `${name}-day-first`,
      dates: ['DD/MM/YYYY'],
      decimal: '.',
      label: `${label}, day first`,
    },
    {
      ...profile,
      kind: 'csv',
      name: `${name}-comma`,
      dates: ['DD/MM/YYYY', 'DD.MM.YYYY'],
      decimal: ',',
      label: `${label}, decimal comma`,
    },
  ];
}

/**
 * PayPal: activity report, monthly statement and personal activity. The gross amount is what the payer sent; the fee is
 * a movement of its own, so that the net amount is the sum of both.
 */
export const paypalProfiles: readonly CsvProfile[] = [
  ...english({
    name: 'paypal',
    label: 'PayPal, activity report as CSV',
    header: ['Date', 'Name', 'Type', 'Status', 'Currency', 'Gross', 'Fee', 'Net', 'Transaction ID'],
    pending: PENDING,
    passedOver: NOT_BOOKED,
    reversals: [{ field: 'Type', words: ['Payment Refund', 'Payment Reversal', 'Chargeback', 'Reversal'] }],
    isReferenceUnique: true,
    fields: {
      reference: 'Transaction ID',
      bookedOn: 'Date',
      amount: 'Gross',
      bookedFee: 'Fee',
      currency: 'Currency',
      status: 'Status',
      name: 'Name',
      payerAccount: 'From Email Address',
      payeeAccount: 'To Email Address',
      endToEndId: ['Invoice Number', 'Custom Number'],
      remittance: ['Subject', 'Item Title', 'Note', 'Reference Txn ID'],
      typeCode: 'Type',
    },
  }),
  {
    kind: 'csv',
    name: 'paypal-german',
    label: 'PayPal, Aktivitäten als CSV',
    header: ['Datum', 'Name', 'Typ', 'Status', 'Währung', 'Brutto', 'Gebühr', 'Netto', 'Transaktionscode'],
    dates: ['DD.MM.YYYY'],
    decimal: ',',
    pending: PENDING,
    passedOver: NOT_BOOKED,
    reversals: [{ field: 'Typ', words: ['Rückzahlung', 'Rückbuchung', 'Zahlungsrückbuchung'] }],
    isReferenceUnique: true,
    fields: {
      reference: 'Transaktionscode',
      bookedOn: 'Datum',
      amount: 'Brutto',
      bookedFee: 'Gebühr',
      currency: 'Währung',
      status: 'Status',
      name: 'Name',
      payerAccount: 'Absender E-Mail-Adresse',
      payeeAccount: 'Empfänger E-Mail-Adresse',
      endToEndId: ['Rechnungsnummer', 'Zollnummer'],
      remittance: ['Betreff', 'Artikelbezeichnung', 'Hinweis', 'Zugehöriger Transaktionscode'],
      typeCode: 'Typ',
    },
  },
  ...english({
    name: 'paypal-statement',
    label: 'PayPal, monthly statement as CSV',
    header: ['Date', 'Description', 'Currency', 'Gross', 'Fee', 'Net', 'Balance', 'Transaction ID', 'Name'],
    isReferenceUnique: true,
    fields: {
      reference: 'Transaction ID',
      bookedOn: 'Date',
      amount: 'Gross',
      bookedFee: 'Fee',
      currency: 'Currency',
      name: ['Name', 'Bank Name'],
      account: ['From Email Address', 'Bank Account'],
      endToEndId: 'Invoice ID',
      typeCode: 'Description',
      remittance: ['Description', 'Reference Txn ID'],
    },
  }),
  {
    kind: 'csv',
    name: 'paypal-statement-german',
    label: 'PayPal, Kontoauszug als CSV',
    header: ['Datum', 'Beschreibung', 'Währung', 'Brutto', 'Entgelt', 'Netto', 'Guthaben', 'Transaktionscode', 'Name'],
    dates: ['DD.MM.YYYY'],
    decimal: ',',
    isReferenceUnique: true,
    fields: {
      reference: 'Transaktionscode',
      bookedOn: 'Datum',
      amount: 'Brutto',
      bookedFee: 'Entgelt',
      currency: 'Währung',
      name: ['Name', 'Name der Bank'],
      account: ['Absender E-Mail-Adresse', 'Bankkonto'],
      endToEndId: 'Rechnungsnummer',
      typeCode: 'Beschreibung',
      remittance: ['Beschreibung', 'Zugehöriger Transaktionscode'],
    },
  },
  ...english({
    name: 'paypal-personal',
    label: 'PayPal, activity of a personal account as CSV',
    header: ['Date', 'Name', 'Type', 'Status', 'Currency', 'Amount', 'Receipt ID', 'Balance'],
    pending: PENDING,
    passedOver: NOT_BOOKED,
    fields: {
      bookedOn: 'Date',
      amount: 'Amount',
      currency: 'Currency',
      status: 'Status',
      name: 'Name',
      remittance: 'Name',
      typeCode: 'Type',
    },
  }),
];

import type { CsvProfile } from '../profile.js';

/** Column names of Nordea in one country. */
interface NordeaNames {
  readonly name: string;
  readonly country: string;
  readonly date: string;
  readonly amount: string;
  /** Payer's and payee's account, name, title and currency. */
  readonly columns: readonly [payer: string, payee: string, name: string, title: string, currency: string];
  /** Word in place of the date while a payment is reserved. */
  readonly reserved: string;
  readonly reference?: string;
  readonly message?: string;
}

function nordea({ name, country, date, amount, columns, reserved, reference, message }: NordeaNames): CsvProfile {
  const [payer, payee, person, title, currency] = columns;
  return {
    kind: 'csv',
    name,
    label: `Nordea (${country}), CSV`,
    encoding: 'windows-1252',
    header: [date, amount, payer, payee, title, currency],
    dates: ['YYYY/MM/DD', 'YYYY-MM-DD', 'DD.MM.YYYY', 'DD-MM-YYYY'],
    decimal: ',',
    passedOver: [{ field: date, words: [reserved] }],
    fields: {
      bookedOn: date,
      amount,
      currency,
      name: person,
      payerAccount: payer,
      payeeAccount: payee,
      ...(reference !== undefined && { creditorReference: reference }),
      remittance: message === undefined ? title : [title, message],
    },
  };
}

/** Nordea names the columns in the language of the country. */
export const nordeaProfiles: readonly CsvProfile[] = [
  nordea({
    name: 'nordea-se',
    country: 'Sweden',
    date: 'Bokföringsdag',
    amount: 'Belopp',
    columns: ['Avsändare', 'Mottagare', 'Namn', 'Rubrik', 'Valuta'],
    reserved: 'Reserverat',
    message: 'Meddelande',
  }),
  nordea({
    name: 'nordea-dk-names',
    country: 'Denmark',
    date: 'Bogføringsdato',
    amount: 'Beløb',
    columns: ['Afsender', 'Modtager', 'Navn', 'Beskrivelse', 'Valuta'],
    reserved: 'Reserveret',
  }),
  nordea({
    name: 'nordea-no',
    country: 'Norway',
    date: 'Bokføringsdato',
    amount: 'Beløp',
    columns: ['Avsender', 'Mottaker', 'Navn', 'Tittel', 'Valuta'],
    reserved: 'Reservert',
  }),
  nordea({
    name: 'nordea-fi',
    country: 'Finland',
    date: 'Kirjauspäivä',
    amount: 'Määrä',
    columns: ['Maksaja', 'Maksunsaaja', 'Nimi', 'Otsikko', 'Valuutta'],
    reserved: 'Varaus',
    reference: 'Viitenumero',
    message: 'Viesti',
  }),
];

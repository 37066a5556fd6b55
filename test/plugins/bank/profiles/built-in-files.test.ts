import { describe, expect, it } from 'vitest';
import { csv } from '../../../../src/plugins/bank/formats/csv/csv.js';
import { readParts } from '../formats/read-parts.js';

const defaults = { account: '123456', currency: 'EUR' };
const read = (content: string, options: object = defaults) => readParts(csv, content, options);

/** First columns of public sample files, with invented entries. */
const FILES: readonly (readonly [name: string, content: string, sum: number, counterparties: readonly string[]])[] = [
  [
    'DKB',
    '"Girokonto";"DE02120300000000202051"\n""\n"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"\n"02.03.26";"02.03.26";"Gebucht";"ICH";"Laden";"Test";"Ausgang";"DE02500105170137075030";"-1.236,48";"";"";""\n"03.03.26";"03.03.26";"Gebucht";"Kunde";"ICH";"Test";"Eingang";"DE02500105170137075030";"3.000";"";"";""\n',
    1_763_52,
    ['Laden', 'Kunde'],
  ],
  [
    'ING in Germany',
    'Umsatzanzeige;Datei erstellt am: 01.05.2026 11:40\n\nIBAN;DE64 5001 0517 5423 4140 58\nBank;ING\n\nBuchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung\n01.02.2026;02.02.2026;Laden;Lastschrift;Karte;1.446,10;EUR;-8,79;EUR\n01.02.2026;02.02.2026;Verein;Gutschrift;Los;1.454,89;EUR;7,50;EUR\n',
    -1_29,
    ['Laden', 'Verein'],
  ],
  [
    'ING in the Netherlands',
    '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","MutatieSoort","Mededelingen"\n"20231205","Winkel","NL90INGB0001234567","","BA","Af","23,45","Betaalautomaat","A"\n"20231204","J. Doe","NL90INGB0001234567","NL91ABNA0417164300","GT","Bij","500,00","Online bankieren","B"\n',
    476_55,
    ['Winkel', 'J. Doe'],
  ],
  [
    'ING in English',
    '"Date","Name / Description","Account","Counterparty","Code","Debit/credit","Amount (EUR)","Transaction type","Notifications"\n"20231205","Shop","NL90INGB0001234567","","BA","Debit","23,45","Payment terminal","A"\n',
    -23_45,
    ['Shop'],
  ],
  [
    'comdirect',
    ';\n"Umsätze Girokonto";"Zeitraum: 01.10.2025 - 16.01.2026";\n"Neuer Kontostand";"1.134,11 EUR";\n\n"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";\n"offen";"--";"Lastschrift";"Auftraggeber: Laden";"-1,00";\n"02.01.2026";"02.01.2026";"Gutschrift";"Auftraggeber: Kunde Buchungstext: RE 7";"100,00";\n"Alter Kontostand";"1.034,11 EUR";\n',
    100_00,
    [''],
  ],
  [
    'N26 before 2024',
    '"Date","Payee","Account number","Transaction type","Payment reference","Category","Amount (EUR)","Amount (Foreign Currency)","Type Foreign Currency","Exchange Rate"\n"2021-02-08","Shop","","Outgoing Transfer","text","Media","-1.62","","",""\n',
    -1_62,
    ['Shop'],
  ],
  [
    'Wise',
    '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant,"Total fees"\nT-1,14-10-2026,-12.50,EUR,Card,,1.00,,,,,,,Bakery,0.10\nT-2,05-11-2026,8.00,EUR,Received,RE 7,9.00,,,,Anna,,,,\n',
    -4_50,
    ['Bakery', 'Anna'],
  ],
  [
    'Revolut',
    'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\nCARD_PAYMENT,Current,2026-08-10 14:32:00,2026-08-10 14:32:00,Taxi,-18.50,0.50,EUR,COMPLETED,100.00\nCARD_PAYMENT,Current,2026-08-10 14:32:00,2026-08-10 14:32:00,Gone,-1.00,0.00,EUR,REVERTED,100.00\n',
    -19_00,
    [''],
  ],
  [
    'Rabobank',
    '"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Naam uiteindelijke partij","Naam initiërende partij","BIC tegenpartij","Code","Batch ID","Transactiereferentie","Machtigingskenmerk","Incassant ID","Betalingskenmerk","Omschrijving-1","Omschrijving-2","Omschrijving-3","Reden retour","Oorspr bedrag","Oorspr munt","Koers"\n"NL60RABO0330370596","EUR","RABONL2U","014705","2026-01-19","2026-01-19","-4,99","+936,35","NL91ABNA0417164300","Klant","","","","ei","","1047645677604","","","","Terug"," ","","AC04","","",""\n',
    -4_99,
    ['Klant'],
  ],
  [
    'Chase card',
    'Transaction Date,Post Date,Description,Category,Type,Amount,Memo\n12/15/2025,12/16/2025,FOODS,Groceries,Sale,-50.00,\n12/14/2025,12/15/2025,REFUND,Shopping,Return,30.00,\n',
    -20_00,
    ['', ''],
  ],
  [
    'Nordea in Sweden',
    'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta\n2025/10/21;-500,00;1709 20 72840;;;Swish;4995,52;SEK\nReserverat;-1,00;1;;;X;;SEK\n2025/10/20;100,00;;1709 20 72840;Kund;Faktura;5495,52;SEK\n',
    -400_00,
    ['', 'Kund'],
  ],
  [
    'Nordea in Finland',
    'Kirjauspäivä;Määrä;Maksaja;Maksunsaaja;Nimi;Otsikko;Viesti;Viitenumero;Saldo;Valuutta;\n2026/04/24;4500,00;;FI88;ACME OY;ACME OY;palkka;;4500,35;EUR;\n',
    4500_00,
    ['ACME OY'],
  ],
  [
    'PayPal in German',
    '"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Absender E-Mail-Adresse","Empfänger E-Mail-Adresse","Transaktionscode","Rechnungsnummer","Auswirkung auf Guthaben"\n"02.01.2026","10:00:00","CET","Kunde","Zahlung","Abgeschlossen","EUR","44,00","-1,50","42,50","a@example.com","b@example.com","T1","INV7","Haben"\n"02.01.2026","10:00:00","CET","Kunde","Autorisierung","Abgeschlossen","EUR","44,00","0,00","44,00","a@example.com","b@example.com","T2","","Memo"\n',
    42_50,
    ['Kunde', ''],
  ],
  [
    'PayPal statement in German',
    '"Datum","Uhrzeit","Zeitzone","Beschreibung","Währung","Brutto","Entgelt","Netto","Guthaben","Transaktionscode","Absender E-Mail-Adresse","Name","Name der Bank","Bankkonto","Versand- und Bearbeitungsgebühr","Umsatzsteuer","Rechnungsnummer","Zugehöriger Transaktionscode"\n"10.07.2026","12:09:12","Europe/Berlin","Handyzahlung","EUR","3,50","0,00","3,50","732,06","T1","a@example.com","Anna","","","0,00","0,00","",""\n',
    3_50,
    ['Anna'],
  ],
];

describe('built-in profiles', () => {
  it.each(FILES)('read the file of %s', async (_, content, sum, counterparties) => {
    const parts = await read(content);
    expect(parts.problems).toEqual([]);
    expect([parts.sum, parts.entries.map(({ counterparty }) => counterparty.name)]).toEqual([sum, counterparties]);
  });

  it('mark a return at Rabobank', async () => {
    const content = FILES.find(([name]) => name === 'Rabobank')?.[1] ?? '';
    expect((await read(content)).entries).toMatchObject([{ isReversal: true }]);
  });

  it('keep the gross amount of PayPal, with the fee as a movement of its own', async () => {
    const content = FILES.find(([name]) => name === 'PayPal in German')?.[1] ?? '';
    expect((await read(content)).entries).toMatchObject([
      { amount: 44_00, direction: 'credit', endToEndId: 'INV7', bankReference: 'T1' },
      { amount: 1_50, direction: 'debit', typeCode: 'charges', bankReference: 'T1/charges' },
    ]);
  });

  const PAYPAL = '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID"\n';

  it.each([
    ['01/25/2026', '1,234.50', '2026-01-25'],
    ['25/01/2026', '1,234.50', '2026-01-25'],
    ['25/01/2026', '1.234,50', '2026-01-25'],
  ])('tell from the rows how PayPal writes %s and %s', async (day, gross, bookedOn) => {
    const zero = gross.includes(',50') ? '0,00' : '0.00';
    const row = `"${day}","10:00:00","PST","Anna","Payment","Completed","USD","${gross}","${zero}","${gross}","T1"\n`;
    expect((await read(PAYPAL + row)).entries).toMatchObject([{ bookedOn, amount: 1234_50 }]);
  });

  it('ask when the rows do not tell it', async () => {
    const row = '"03/04/2026","10:00:00","PST","Anna","Payment","Completed","USD","1.50","0.00","1.50","T1"\n';
    await expect(read(PAYPAL + row)).rejects.toThrow('Several profiles match the file: "paypal", "paypal-day-first"');
    const chosen = await read(PAYPAL + row, { ...defaults, profile: 'paypal-day-first' });
    expect(chosen.entries).toMatchObject([{ bookedOn: '2026-04-03' }]);
  });

  it('record the fee of a return at Sparkasse as charges', async () => {
    const head =
      '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"Betrag";"Waehrung";"Info"\n';
    const row = (original: string, fee: string): string =>
      `"DE89370400440532013000";"03.04.26";"03.04.26";"RUECKLASTSCHRIFT";"INV 7";"${original}";"${fee}";"Kunde";"DE02120300000000202051";"-47,00";"EUR";"Umsatz gebucht"\n`;
    for (const [original, fee] of [
      ['44,00', '3,00'],
      ['', '3,00'],
      ['-44,00', ''],
    ]) {
      expect((await read(head + row(original ?? '', fee ?? ''))).entries).toMatchObject([
        { amount: 47_00, charges: 3_00 },
      ]);
    }
  });
});

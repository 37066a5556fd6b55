/** Returns an element with its children or text. */
export function element(name: string, content: string, attributes = ''): string {
  return `<${name}${attributes}>${content}</${name}>`;
}

export function amount(text: string, currency = 'EUR', name = 'Amt'): string {
  return element(name, text, currency === '' ? '' : ` Ccy="${currency}"`);
}

const ACCOUNT = '<Acct><Id><IBAN>CZ6508000000192000145399</IBAN></Id><Ccy>EUR</Ccy></Acct>';

export interface EntryInput {
  readonly amount?: string;
  readonly direction?: string;
  readonly status?: string;
  readonly day?: string;
  /** Elements before the parts. */
  readonly more?: string;
  readonly parts?: readonly string[];
}

/** Returns a credit entry of 10.00 EUR by default. */
export function entry(input: EntryInput = {}): string {
  const { direction = 'CRDT', status = 'BOOK', day = '2026-11-24', more = '', parts = [] } = input;
  const details = parts.length === 0 ? '' : element('NtryDtls', parts.map((part) => element('TxDtls', part)).join(''));
  const booked = day === '' ? '' : element('BookgDt', element('Dt', day));
  return element(
    'Ntry',
    `${input.amount ?? amount('10.00')}${element('CdtDbtInd', direction)}${element('Sts', status)}${booked}${more}${details}`,
  );
}

export interface MessageInput {
  readonly version?: string;
  readonly account?: string;
  readonly balances?: string;
}

/** Returns a camt.053 message with one statement. */
export function message(entries: readonly string[], input: MessageInput = {}): string {
  const { version = '08', account = ACCOUNT, balances = '' } = input;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>1</Id>${account}${balances}${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`;
}

export function balance(code: string, text: string, direction = 'CRDT', currency = 'EUR'): string {
  const type = `<Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>`;
  return element('Bal', `${type}${amount(text, currency)}${element('CdtDbtInd', direction)}`);
}

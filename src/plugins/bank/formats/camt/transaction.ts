import { NO_COUNTERPARTY } from '../new-entry.js';
import { findCreditorReference, readCreditorReference } from '../references/creditor-reference.js';
import { readEndToEndId } from '../references/end-to-end-id.js';
import { compactIban, isIban } from '../references/iban.js';
import { findSymbols, type PaymentSymbols } from '../references/symbols.js';
import type { Counterparty, StatementEntry } from '../statement.js';
import { childrenOf, elementAt, textAt, type XmlElement } from './camt-elements.js';
import {
  type CamtAmounts,
  type Money,
  readAmounts,
  readCharges,
  readDirection,
  readMoney,
  readTypeCode,
} from './values.js';

/** A transaction of an entry (`TxDtls`): one payment of a batch booking. */
export interface CamtTransaction extends CamtAmounts, PaymentSymbols {
  /** Side that pays, as named by the bank. */
  readonly debtor: Counterparty;
  readonly creditor: Counterparty;
  /** Null if the entry's direction applies. */
  readonly direction: StatementEntry['direction'] | null;
  readonly reference: string;
  readonly endToEndId: string;
  readonly creditorReference: string;
  readonly remittance: string;
  readonly typeCode: string;
  readonly charges: readonly Money[];
  /** Whether the bank gives a reason for a return (`RtrInf`). */
  readonly isReturn: boolean;
}

export function readTransaction(element: XmlElement): CamtTransaction {
  const { amounts, rate } = readAmounts(element, readMoney(elementAt(element, 'Amt')));
  const endToEndId = readEndToEndId(textAt(element, 'Refs', 'EndToEndId'));
  const { written, creditorReference, others } = readRemittance(elementAt(element, 'RmtInf'));
  const remittance = written || textAt(element, 'AddtlTxInf');
  const symbols = findSymbols(endToEndId, ...others, remittance, textAt(element, 'Refs', 'InstrId'));
  // Properties are listed one by one: spreading dominates the time of an entry, and there are 100,000 of them.
  return {
    debtor: readParty(element, 'Dbtr'),
    creditor: readParty(element, 'Cdtr'),
    amounts,
    rate,
    endToEndId,
    creditorReference: creditorReference || findCreditorReference(endToEndId, remittance),
    remittance,
    variableSymbol: symbols.variableSymbol,
    constantSymbol: symbols.constantSymbol,
    specificSymbol: symbols.specificSymbol,
    direction: readDirection(element),
    reference: textAt(element, 'Refs', 'AcctSvcrRef'),
    typeCode: readTypeCode(element),
    charges: readCharges(element),
    isReturn: elementAt(element, 'RtrInf') !== null,
  };
}

/** References and free text of a payment. */
interface Remittance {
  /** All texts, joined. */
  readonly written: string;
  /** The first valid creditor reference; empty for none. */
  readonly creditorReference: string;
  /** References of other types, such as Belgian ones. They stay in the text, where matching looks for them. */
  readonly others: readonly string[];
}

const NO_REMITTANCE: Remittance = { written: '', creditorReference: '', others: [] };

/** Reads `RmtInf`: structured references and free text. */
function readRemittance(information: XmlElement | null): Remittance {
  if (information === null) return NO_REMITTANCE;
  const structured = childrenOf(information, 'Strd');
  const references = structured.map((one) => textAt(one, 'CdtrRefInf', 'Ref') || textAt(one, 'CdtrRefInf', 'CdtrRef'));
  const others = references.filter((reference) => readCreditorReference(reference) === '');
  const notes = structured.flatMap((one) => childrenOf(one, 'AddtlRmtInf').map(({ text }) => text));
  const texts = [...childrenOf(information, 'Ustrd').map(({ text }) => text), ...others, ...notes];
  return {
    written: texts.filter((text) => text !== '').join(' '),
    creditorReference: references.map(readCreditorReference).find((reference) => reference !== '') ?? '',
    others,
  };
}

function readParty(transaction: XmlElement, role: 'Cdtr' | 'Dbtr'): Counterparty {
  const parties = elementAt(transaction, 'RltdPties');
  const account = elementAt(parties, `${role}Acct`, 'Id');
  const bank = elementAt(transaction, 'RltdAgts', `${role}Agt`, 'FinInstnId');
  // From version 8 on a party may be an agent and is one level deeper.
  const name = nameOf(elementAt(parties, role)) || nameOf(elementAt(parties, `Ultmt${role}`));
  if (account === null && bank === null && name === '') return NO_COUNTERPARTY;
  const number = textAt(account, 'Othr', 'Id') || textAt(account, 'BBAN') || textAt(account, 'PrtryAcct', 'Id');
  const iban = compactIban(textAt(account, 'IBAN') || (isIban(number) ? number : ''));
  return {
    name,
    iban,
    account: iban === '' ? number : '',
    bankCode: textAt(bank, 'ClrSysMmbId', 'MmbId'),
    bic: textAt(bank, 'BICFI') || textAt(bank, 'BIC'),
  };
}

function nameOf(party: XmlElement | null): string {
  if (party === null) return '';
  return textAt(party, 'Nm') || textAt(party, 'Pty', 'Nm') || textAt(party, 'Agt', 'FinInstnId', 'Nm');
}

/**
 * Picks the counterparty of a movement.
 * Some banks omit one side or swap them in reversals, so the side with the statement's own account is ruled out.
 * @param isPayer whether the entry's direction makes the debtor the counterparty
 * @param own IBAN or number of the statement's account
 */
export function counterpartyOf({ debtor, creditor }: CamtTransaction, isPayer: boolean, own: string): Counterparty {
  const [expected, other] = isPayer ? [debtor, creditor] : [creditor, debtor];
  const isOwn = (party: Counterparty): boolean => own !== '' && numberOf(party) === own;
  const isUnsaid = expected.name === '' && numberOf(expected) === '';
  const isOthers = numberOf(other) !== '' && !isOwn(other);
  return isOthers && (isOwn(expected) || isUnsaid) ? other : expected;
}

function numberOf({ iban, account }: Counterparty): string {
  return iban || account;
}

import { NOBODY } from '../new-entry.js';
import { compactIban, isIban } from '../references/iban.js';
import type { Counterparty } from '../statement.js';
import { elementAt, textAt, type XmlElement } from './xml-element.js';

/** Both sides of a movement, as named by the bank. */
export interface CamtParties {
  readonly debtor: Counterparty;
  readonly creditor: Counterparty;
}

export function readParties(part: XmlElement): CamtParties {
  return { debtor: readParty(part, 'Dbtr'), creditor: readParty(part, 'Cdtr') };
}

/**
 * Picks the counterparty of a movement.
 * Some banks omit one side or swap them in reversals, so the side with the statement's own account is ruled out.
 * @param isPayer whether the entry's direction makes the debtor the counterparty
 * @param own IBAN or number of the statement's account
 */
export function counterpartyOf({ debtor, creditor }: CamtParties, isPayer: boolean, own: string): Counterparty {
  const [expected, other] = isPayer ? [debtor, creditor] : [creditor, debtor];
  const isOwn = (party: Counterparty): boolean => own !== '' && numberOf(party) === own;
  const isUnsaid = expected.name === '' && numberOf(expected) === '';
  const isOthers = numberOf(other) !== '' && !isOwn(other);
  return isOthers && (isOwn(expected) || isUnsaid) ? other : expected;
}

function numberOf({ iban, account }: Counterparty): string {
  return iban || account;
}

function readParty(part: XmlElement, role: 'Cdtr' | 'Dbtr'): Counterparty {
  const parties = elementAt(part, 'RltdPties');
  const account = elementAt(parties, `${role}Acct`, 'Id');
  const bank = elementAt(part, 'RltdAgts', `${role}Agt`, 'FinInstnId');
  // From version 8 on a party may be an agent and is one level deeper.
  const name = nameOf(elementAt(parties, role)) || nameOf(elementAt(parties, `Ultmt${role}`));
  if (account === null && bank === null && name === '') return NOBODY;
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

import type { Transaction } from '../transactions/transaction.js';

/**
 * Type codes of returns. SWIFT: `RTI`, returned item. German banks (DK, GVC): 108 and 109 returned direct debits, 159
 * returned transfers. ISO 20022: unpaid direct debits, reversals after a cancellation, return or reversal.
 */
const TYPE = /^(?:[NSF]RTI|10[89]|159)$|\/(?:UPDD|RPCR|RRTN|PRDD|UPCT)$/;

/**
 * Words that banks use for returns. Words that only shops and payers use, such as "refund", are left out: they name
 * ordinary payments.
 */
const WORDS =
  /(?<!\p{L})(?:lastschrift-?)?r(?:ü|ue)ck(?:lastschrift|belastung|buchung)|lastschrift[- ]?r(?:ü|ue)ckgabe|\bretoure|^return\b|\breturn(?:ed)? (?:of |direct )?(?:debit|payment|item|transfer|dd)\b|\bunpaid\b|\breversal\b|\bcharge ?back\b|\bstorno|\bvr[aá]cen|\brejet\b|\bimpay[eé]|\bdevoluci[oó]n|\bterugboeking\b|\binsoluto\b/iu;

/** Words for the fee of a return, which is no part of the returned payment. */
const FEE = /geb(?:ü|ue)hr|entgelt|\bfees?\b|\bcharges?\b|\bfrais\b|\bkosten\b|\bpoplat|\bcomisi[oó]n/iu;

/** Whether the bank marks a debit as the return of an earlier payment. */
export function isReturn({ isReversal, typeCode, remittance }: ReturnSigns): boolean {
  return isReversal || TYPE.test(typeCode) || WORDS.test(typeCode) || WORDS.test(remittance);
}

/** Whether a debit may be only the fee of a return. */
export function mayBeFee({ typeCode, remittance }: ReturnSigns): boolean {
  return FEE.test(typeCode) || FEE.test(remittance);
}

type ReturnSigns = Pick<Transaction, 'isReversal' | 'remittance' | 'typeCode'>;

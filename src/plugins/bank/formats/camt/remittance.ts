import { findCreditorReference, readCreditorReference } from '../references/creditor-reference.js';
import { readEndToEndId } from '../references/end-to-end-id.js';
import { findSymbols, type PaymentSymbols } from '../references/symbols.js';
import { childrenOf, elementAt, textAt, type XmlElement } from './xml-element.js';

/** What a payment is for. */
export interface CamtRemittance extends PaymentSymbols {
  readonly endToEndId: string;
  readonly creditorReference: string;
  readonly remittance: string;
}

/** Reads what a part says of it: references in fields of their own, and in what people wrote. */
export function readRemittance(part: XmlElement): CamtRemittance {
  const information = elementAt(part, 'RmtInf');
  const written = childrenOf(information, 'Ustrd').map(({ text }) => text);
  const structured = childrenOf(information, 'Strd');
  const references = structured.map((one) => textAt(one, 'CdtrRefInf', 'Ref') || textAt(one, 'CdtrRefInf', 'CdtrRef'));
  const notes = structured.flatMap((one) => childrenOf(one, 'AddtlRmtInf').map(({ text }) => text));
  const endToEndId = readEndToEndId(textAt(part, 'Refs', 'EndToEndId'));
  const known = references.map(readCreditorReference).find((reference) => reference !== '') ?? '';
  // A reference of another kind, such as those of Belgium, is looked for in the text: there it has to stand.
  const others = references.filter((reference) => readCreditorReference(reference) === '');
  const texts = [...written, ...others, ...notes].filter((text) => text !== '');
  const remittance = (texts.length > 0 ? texts : [textAt(part, 'AddtlTxInf')]).join(' ');
  const symbols = findSymbols(endToEndId, ...others, remittance, textAt(part, 'Refs', 'InstrId'));
  return {
    endToEndId,
    creditorReference: known || findCreditorReference(endToEndId, remittance),
    remittance,
    variableSymbol: symbols.variableSymbol,
    constantSymbol: symbols.constantSymbol,
    specificSymbol: symbols.specificSymbol,
  };
}

import { findCreditorReference, readCreditorReference } from '../references/creditor-reference.js';
import { readEndToEndId } from '../references/end-to-end-id.js';
import { findSymbols, type PaymentSymbols } from '../references/symbols.js';
import { childrenOf, elementAt, textAt, type XmlElement } from './xml-element.js';

/** Purpose of a payment. */
export interface CamtRemittance extends PaymentSymbols {
  readonly endToEndId: string;
  readonly creditorReference: string;
  readonly remittance: string;
}

/** Reads the purpose of a part: structured references and free text. */
export function readRemittance(part: XmlElement): CamtRemittance {
  const information = elementAt(part, 'RmtInf');
  const written = childrenOf(information, 'Ustrd').map(({ text }) => text);
  const { known, others, notes } = readStructured(childrenOf(information, 'Strd'));
  const endToEndId = readEndToEndId(textAt(part, 'Refs', 'EndToEndId'));
  const texts = [...written, ...others, ...notes].filter((text) => text !== '');
  const remittance = texts.join(' ') || textAt(part, 'AddtlTxInf');
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

interface StructuredRemittance {
  /** The first valid creditor reference; empty for none. */
  readonly known: string;
  /** References of other types, such as Belgian ones. They stay in the text, where matching looks for them. */
  readonly others: readonly string[];
  readonly notes: readonly string[];
}

const NOTHING: StructuredRemittance = { known: '', others: [], notes: [] };

function readStructured(structured: readonly XmlElement[]): StructuredRemittance {
  if (structured.length === 0) return NOTHING;
  const references = structured.map((one) => textAt(one, 'CdtrRefInf', 'Ref') || textAt(one, 'CdtrRefInf', 'CdtrRef'));
  return {
    known: references.map(readCreditorReference).find((reference) => reference !== '') ?? '',
    others: references.filter((reference) => readCreditorReference(reference) === ''),
    notes: structured.flatMap((one) => childrenOf(one, 'AddtlRmtInf').map(({ text }) => text)),
  };
}

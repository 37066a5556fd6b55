import type { Mt940Field } from '../fields.js';
import { readFieldNs } from './field-ns.js';
import { type Information, NO_INFORMATION } from './information.js';
import { readNumbered } from './numbered.js';
import { readPlain } from './plain.js';
import { readSlashed } from './slashed.js';

/**
 * Reads the fields 86 and NS after an entry in any notation. The first value of each property wins, remittances are
 * joined.
 */
export function readInformation(fields: readonly Mt940Field[]): Information {
  const [first, ...others] = fields;
  if (first !== undefined && others.length === 0) return readOne(first);
  return fields.map(readOne).reduce(
    (all, next) => ({
      name: all.name || next.name,
      account: all.account || next.account,
      bank: all.bank || next.bank,
      endToEndId: all.endToEndId || next.endToEndId,
      remittance: [all.remittance, next.remittance].filter((text) => text !== '').join(' '),
      typeCode: all.typeCode || next.typeCode,
    }),
    NO_INFORMATION,
  );
}

function readOne({ tag, lines }: Mt940Field): Information {
  if (tag === 'NS') return readFieldNs(lines);
  return readNumbered(lines) ?? readSlashed(lines) ?? readPlain(lines);
}

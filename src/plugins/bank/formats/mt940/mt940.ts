import { HostError } from '../../../../index.js';
import { headText } from '../encoding/head-text.js';
import { linesOf } from '../encoding/lines.js';
import { openText } from '../encoding/statement-text.js';
import type { StatementPart } from '../statement.js';
import type { StatementFormat } from '../statement-format.js';
import { createFieldFinder, type Mt940Field } from './fields.js';
import { createStatementReader } from './statement-reader.js';

const FIELDS_OF_STATEMENTS = /^:(?:20|25P?|28C?|60[FM]|61|62[FM]|34F):/gm;
/** Line break of German banks on lines that may not have one (DK, Anlage 3). */
const BREAK = '@@';
const JOINED = /@@:(?:20|25P?|28C?|60[FM]|61):/;
/** Number of different fields that make detection certain. */
const CERTAIN = 3;

/**
 * MT940 (end of day) and MT942 (interim) as banks write them (SWIFT Standards MT, Category 9).
 * Tolerates custom headers, overlong references, several notations of the purpose and statements that do not balance.
 */
export const mt940: StatementFormat = {
  name: 'mt940',

  recognise(head, fileName) {
    const fields = new Set((isJoined(head) ? head.replaceAll(BREAK, '\n') : head).match(FIELDS_OF_STATEMENTS) ?? [])
      .size;
    if (fields === 0) return 0;
    const isNamed = /\.(?:sta|mt94[02]|940|942|mta|swi)$/i.test(fileName);
    return Math.min(1, fields / CERTAIN + (isNamed ? 0.5 : 0));
  },

  async *read(file, options = {}) {
    const text = await openText(file, { chosen: options.encoding, signal: options.signal });
    for (const problem of text.problems) yield { kind: 'problem', problem };
    const finder = createFieldFinder();
    const reader = createStatementReader(options);
    let found = 0;
    const partsOf = (field: Mt940Field): readonly StatementPart[] => {
      if (field.tag !== '') found += 1;
      return reader.push(field);
    };
    const isOneLine = isJoined(await headText(file, { chosen: options.encoding, signal: options.signal }));
    for await (const lines of linesOf(isOneLine ? broken(text.pieces()) : text.pieces())) {
      for (const line of lines) {
        for (const field of finder.push(line)) for (const one of partsOf(field)) yield one;
      }
    }
    for (const field of finder.end()) for (const one of partsOf(field)) yield one;
    for (const one of reader.end()) yield one;
    if (found > 0) return;
    const message = 'The file has no MT940 field such as ":20:". Use the original file from the bank.';
    throw new HostError('vendor_bank_parse_failed', message, { status: 400 });
  },
};

function isJoined(head: string): boolean {
  return JOINED.test(head);
}

/** Replaces the line breaks of a text whose lines are joined. */
async function* broken(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = '';
  for await (const piece of pieces) {
    const text = (rest + piece).replaceAll(BREAK, '\n');
    // The second half of a break may follow.
    rest = text.endsWith('@') ? '@' : '';
    yield text.slice(0, text.length - rest.length);
  }
  if (rest !== '') yield rest;
}

import { HostError } from '../../../../index.js';
import { openText } from '../encoding/statement-text.js';
import type { StatementFormat } from '../statement-format.js';
import { createElementReader } from './elements.js';
import { createStatementReader } from './statement-reader.js';
import { createOfxTokenizer, type OfxToken } from './tokens.js';

/**
 * OFX 1 (SGML), OFX 2 (XML) and QFX of Quicken as banks write them.
 * Tolerates missing end tags, empty elements and unescaped `&`. Covers bank, card and loan statements, and the cash
 * part of investment statements.
 */
export const ofx: StatementFormat = {
  name: 'ofx',

  recognise(head, fileName) {
    if (/<OFX>|\bOFXHEADER\s*[:=]/i.test(head)) return 1;
    return /<STMTTRN>/i.test(head) || (/\.[oq]fx$/i.test(fileName) && head.includes('<')) ? 0.5 : 0;
  },

  async *read(file, options = {}) {
    const text = await openText(file, { chosen: options.encoding, signal: options.signal });
    for (const problem of text.problems) yield { kind: 'problem', problem };
    const tokenizer = createOfxTokenizer();
    const elementsOf = createElementReader();
    const partsOf = createStatementReader(options);
    let isOfx = false;
    const read = function* (tokens: readonly OfxToken[]) {
      for (const token of tokens) {
        isOfx ||= token.tag === 'OFX';
        for (const event of elementsOf(token)) yield* partsOf(event);
      }
    };
    for await (const piece of text.pieces()) yield* read(tokenizer.push(piece));
    yield* read(tokenizer.end());
    // The file may be truncated, so open statements are closed here.
    for (const tag of ['STMTRS', 'CCSTMTRS', 'INVSTMTRS', 'LOANSTMTRS']) yield* read([{ kind: 'close', tag, line: 0 }]);
    if (isOfx) return;
    const message = 'The file has no <OFX> element. Use the original file from the bank.';
    throw new HostError('vendor_bank_parse_failed', message, { status: 400 });
  },
};

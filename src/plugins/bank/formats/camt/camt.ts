import { openText } from '../encoding/statement-text.js';
import { part } from '../part.js';
import type { StatementFormat } from '../statement-format.js';
import { createCamtElements } from './camt-elements.js';
import { createCamtStatements } from './statement-reader.js';

const MESSAGE = /<(?:[\w.-]+:)?BkToCstmr(?:AcctRpt|Stmt|DbtCdtNtfctn)(?:V\d+)?[\s/>]/;
const NAMESPACE = /\bcamt\.05[234]\.001\.\d\d\b/;

/** Characters parsed before their entries are yielded. */
const STEP = 65_536;

/**
 * camt.052 (report), camt.053 (statement) and camt.054 (notification) of ISO 20022, from version 1 on.
 * Accepts any prefix or no namespace. Memory holds one entry at a time, whatever the size of the file.
 */
export const camt: StatementFormat = {
  name: 'camt',

  recognise(head) {
    if (MESSAGE.test(head)) return 1;
    return NAMESPACE.test(head) && /^\s*</.test(head) ? 0.9 : 0;
  },

  async *read(file, options = {}) {
    const text = await openText(file, { chosen: options.encoding, signal: options.signal });
    for (const problem of text.problems) yield { kind: 'problem', problem };
    const statements = createCamtStatements(options);
    const elements = createCamtElements(statements);
    for await (const piece of text.pieces()) {
      for (let at = 0; at < piece.length; at += STEP) {
        elements.write(piece.slice(at, at + STEP));
        for (const one of statements.take()) yield one;
      }
    }
    elements.end();
    for (const one of statements.take()) yield one;
    if (statements.count() === 0) yield part.warning('statement_missing', 'The message contains no statement.', '');
  },
};

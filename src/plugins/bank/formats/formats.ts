import { camt } from './camt/camt.js';
import { csv } from './csv/csv.js';
import { fio } from './fio/fio.js';
import { json } from './json/json.js';
import { mt940 } from './mt940/mt940.js';
import { ofx } from './ofx/ofx.js';
import type { StatementFormat } from './statement-format.js';

/** All formats of our own. Of two that are equally sure of a file, the first reads it. */
export const statementFormats: readonly StatementFormat[] = [camt, mt940, ofx, fio, csv, json];

// Reads one file with one parser and reports the cost.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';
import { camt } from '../../build/plugins/bank/formats/camt/camt.js';
import { mt940 } from '../../build/plugins/bank/formats/mt940/mt940.js';

const [side, path] = process.argv.slice(2);
const file = { name: path, size: statSync(path).size, open: () => createReadStream(path) };
const READERS = { camt: () => countEntries(camt), mt940: () => countEntries(mt940), dom: countElements };

const before = process.cpuUsage();
const entries = await READERS[side]();
const { user, system } = process.cpuUsage(before);
const megabytes = process.resourceUsage().maxRSS / 1024;
process.send({ entries, cpu: (user + system) / 1000, megabytes }, () => process.disconnect());

async function countEntries(format) {
  let count = 0;
  for await (const part of format.read(file)) if (part.kind === 'entry') count += 1;
  return count;
}

/** Builds the DOM tree with unparsed texts, without further processing. */
function countElements() {
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false });
  return parser.parse(readFileSync(path, 'utf8')).Document.BkToCstmrStmt.Stmt.Ntry.length;
}

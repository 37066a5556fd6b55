import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Creates the receivables, copies a monthly statement into the inbox, and processes it on the first start. */
export async function prepareBank(host, inbox) {
  const { receivables, processing } = host.plugin('bank');
  const owed = JSON.parse(await readFile(fileOf('receivables.json'), 'utf8'));
  for (const { reference, amount, currency, customer, due_on: dueOn } of owed) {
    await receivables.create({ reference, amountDue: Math.round(amount * 100), currency, customer, dueOn });
  }
  const name = 'statement-2026-10.xml';
  await mkdir(path.join(inbox, 'inbox'), { recursive: true });
  await copyFile(fileOf(name), path.join(inbox, 'inbox', name));
  await processing.process({ trigger: 'command', startedBy: null, isForced: true, isDryRun: false });
}

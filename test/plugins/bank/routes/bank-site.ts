import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { HostOptions } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import type { Bank } from '../../../../src/plugins/bank/bank.js';
import { bank } from '../../../../src/plugins/bank/index.js';
import { type HttpClient, httpClient } from '../../../conformance/http-client.js';

/** A site with the plugin, an administrator and an inbox. */
export interface BankSite {
  readonly host: TestHost;
  readonly bank: Bank;
  readonly admin: Awaited<ReturnType<TestHost['createUser']>>;
  readonly send: HttpClient;
  /** Folder for statements. */
  readonly inbox: string;
  /** Has the next run not wait for the last one. */
  forgetRuns(): Promise<void>;
  close(): Promise<void>;
}

export async function openBankSite(options: HostOptions = {}): Promise<BankSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-bank-'));
  const inbox = path.join(folder, 'inbox');
  await mkdir(inbox);
  const host = await createTestHost({
    plugins: [bank({ inboxes: [{ name: 'inbox', folder, settle: 5 }] })],
    ...options,
  });
  return {
    host,
    bank: host.plugin('bank'),
    admin: await host.createUser('administrator'),
    send: httpClient(await host.listen()),
    inbox,
    forgetRuns: async () => void (await host.db.query.deleteFrom('bank_runs').execute()),
    async close() {
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

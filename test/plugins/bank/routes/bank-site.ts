import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { HostOptions } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent } from 'supertest';
import type { Bank } from '../../../../src/plugins/bank/bank.js';
import { bank } from '../../../../src/plugins/bank/index.js';
import { type TransactionInput, transactionRow } from '../matching/match-site.js';

/** Site with the plugin, an administrator and an inbox. */
export interface BankSite {
  readonly host: TestHost;
  readonly bank: Bank;
  readonly admin: Awaited<ReturnType<TestHost['createUser']>>;
  readonly url: string;
  readonly http: Agent;
  /** Folder for statements. */
  readonly inbox: string;
  /** Stores transactions. @returns their ids */
  come(...all: readonly TransactionInput[]): Promise<number[]>;
  /** Calls a route of the plugin in process. @param as a user; the administrator by default, anonymous for null */
  call(
    method: string,
    path: string,
    options?: { readonly as?: { readonly id: number } | null; readonly body?: object },
  ): Promise<{
    readonly status: number;
    readonly data: Record<string, unknown>;
    readonly headers: Readonly<Record<string, string>>;
  }>;
  /** Deletes all runs, so that the next one does not have to wait. */
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
  const url = await host.listen();
  const admin = await host.createUser('administrator');
  let turn = 0;
  return {
    host,
    bank: host.plugin('bank'),
    admin,
    url,
    http: request(url),
    inbox,
    async come(...all) {
      const rows = await host.db.insertMany(
        'bank_transactions',
        all.map((input, index) => transactionRow(input, turn + index)),
      );
      turn += all.length;
      return rows.map(({ id }) => id);
    },
    async call(method, path, { as = admin, ...more } = {}) {
      const caller = as === null ? {} : { as: as.id };
      const { status, data, headers } = await host.request(method, `/vendor-bank/v1${path}`, { ...more, ...caller });
      return { status, data: data as Record<string, unknown>, headers };
    },
    forgetRuns: async () => void (await host.db.query.deleteFrom('runs').execute()),
    async close() {
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

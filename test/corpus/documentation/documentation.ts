import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import type { TestHost } from 'mortise/testing';
import type { ImportReport } from '../../../src/plugins/knowledge-base/content/import/report.js';
import { migratedDatabase, type TestDialect } from '../../support/databases.js';
import { createExportingHost } from '../../support/knowledge-base-export.js';

export const FOLDERS = ['cncf-glossary', 'login-gov-help'] as const;

export const corpus = (name: string): string => path.join(process.env.MORTISE_CORPUS ?? '', 'knowledge-base', name);

/** Host with the knowledge base imported from {@link FOLDERS}. Suites share it because the import is slow. */
export interface Documentation {
  readonly dialect: TestDialect;
  readonly host: TestHost;
  readonly reports: Readonly<Record<string, ImportReport>>;
  /** Host with an empty knowledge base, closed together with this one. */
  freshHost(): Promise<TestHost>;
  close(): Promise<void>;
}

export async function importDocumentation(dialect: TestDialect): Promise<Documentation> {
  const cleanups: (() => Promise<void>)[] = [];
  async function freshHost(): Promise<TestHost> {
    const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
    cleanups.push(drop);
    const fresh = await createExportingHost({ database: url, url: 'https://docs.example.com' });
    cleanups.push(fresh.close);
    return fresh;
  }
  const host = await freshHost();
  const reports: Record<string, ImportReport> = {};
  for (const name of FOLDERS) reports[name] = await host.plugin('knowledge-base').importFolder(corpus(name), { name });
  return {
    dialect,
    host,
    reports,
    freshHost,
    async close() {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    },
  };
}

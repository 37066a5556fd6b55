import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Plugin } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import { type Script, startScript } from '../core/database/processes/start-script.js';
import { migratedDatabase, type TestDialect } from '../support/databases.js';

/** Site with one plugin, which another process uninstalls until it is killed. */
export interface UninstallSite {
  /** Folder for exports. */
  readonly folder: string;
  start(): Promise<TestHost>;
  stop(host: TestHost): Promise<void>;
  /** Starts a host with the plugin active, and installs the plugin again if it was removed. */
  startActive(): Promise<TestHost>;
  /** Deactivates the plugin as if long ago, so that no other process has to be notified. */
  deactivate(host: TestHost): Promise<void>;
  status(host: TestHost): Promise<string>;
  /**
   * @param statements number of statements that run before the process dies, -1 for all
   * @param exportTo folder of the export; empty for none
   */
  uninstall(statements: number, exportTo?: string): Script;
  close(): Promise<void>;
}

export async function openUninstallSite(dialect: TestDialect, plugin: Plugin): Promise<UninstallSite> {
  const { url, drop } = await migratedDatabase(dialect);
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-uninstall-'));
  const storage = `file:${path.join(folder, 'files')}`;
  const hosts = new Set<TestHost>();
  const { name } = plugin;

  async function start(): Promise<TestHost> {
    const host = await createTestHost({ database: url, storage, plugins: [plugin] });
    hosts.add(host);
    return host;
  }

  const status = async (host: TestHost): Promise<string> => (await host.lifecycle.list())[0]?.status ?? '';

  return {
    folder,
    start,
    status,
    async stop(host) {
      await host.close();
      hosts.delete(host);
    },
    async startActive() {
      const host = await start();
      if ((await status(host)) !== 'active') await host.lifecycle.activate(name);
      return host;
    },
    async deactivate(host) {
      await host.lifecycle.deactivate(name);
      await host.db.query.updateTable('plugins').set({ changed_at: '2026-01-01 00:00:00.000' }).execute();
    },
    uninstall: (statements, exportTo = '') =>
      startScript('../../../failure/processes/uninstall.ts', [url, storage, name, String(statements), exportTo]),
    async close() {
      for (const host of hosts) await host.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

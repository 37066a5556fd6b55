import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { freePort } from './free-port.js';

/** A MariaDB server of a test's own, which may be killed, frozen and started again. Its data lie in a folder for it. */
export interface MariadbServer {
  /** Address of an empty database on it. */
  readonly url: string;
  /** Runs a statement as an administrator, on a connection of its own. */
  query(statement: string): Promise<unknown>;
  start(): Promise<void>;
  /** SIGSTOP and SIGCONT freeze and wake it, SIGKILL ends it as a power failure does to a process. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  kill(): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

const USER = process.getuid?.() === 0 ? ['--user=root'] : [];

let template: Promise<string> | undefined;

/** The data of a server that nobody has used. Making them takes seconds, copying them does not. */
function emptyServer(): Promise<string> {
  template ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mortise-mariadb-empty-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    await mkdir(join(folder, 'tmp'));
    await promisify(execFile)('mariadb-install-db', [
      '--no-defaults',
      `--datadir=${folder}/data`,
      `--tmpdir=${folder}/tmp`,
      ...USER,
      '--innodb-log-file-size=8M',
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ]);
    return join(folder, 'data');
  })();
  return template;
}

/**
 * @param options of mariadbd, such as `--max-connections=4`
 * @param place its environment, besides that of this process, and the folder in which its own is made
 */
export async function startMariadb(
  options: readonly string[] = [],
  { environment = {}, parent = tmpdir() }: { environment?: Readonly<Record<string, string>>; parent?: string } = {},
): Promise<MariadbServer> {
  const folder = await mkdtemp(join(parent, 'mortise-mariadb-'));
  const port = await freePort();
  // A starting server removes the temporary tables that it finds, which in a common folder would be another server's.
  const common = ['--no-defaults', `--datadir=${folder}/data`, `--tmpdir=${folder}/tmp`, ...USER];
  await mkdir(join(folder, 'tmp'));
  await cp(await emptyServer(), join(folder, 'data'), { recursive: true });
  const address = `mysql://root@127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  async function query(statement: string): Promise<unknown> {
    const connection = await createConnection({ uri: address, connectTimeout: 2000 });
    try {
      const [rows] = await connection.query(statement);
      return rows;
    } finally {
      connection.destroy();
    }
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  const server: MariadbServer = {
    url: `${address}/site`,
    query,
    async start() {
      child = spawn(
        'mariadbd',
        [
          ...common,
          `--port=${port}`,
          '--bind-address=127.0.0.1',
          `--socket=${folder}/socket`,
          `--pid-file=${folder}/pid`,
          '--innodb-buffer-pool-size=32M',
          '--innodb-log-file-size=8M',
          '--skip-name-resolve',
          // What a process has written outlives it; no machine fails here.
          '--innodb-flush-method=nosync',
          ...options,
        ],
        { stdio: 'ignore', env: { ...process.env, ...environment } },
      );
      for (;;) {
        if (child.exitCode !== null) throw new Error(`mariadbd ended with ${child.exitCode}.`);
        const isUp = await query('create database if not exists site').then(
          () => true,
          () => false,
        );
        if (isUp) return;
        await sleep(50);
      }
    },
    signal: (signal) => void child?.kill(signal),
    kill,
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

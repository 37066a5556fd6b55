import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { freePort } from './free-port.js';

/** MariaDB server of one test with its own data folder, which may be killed, frozen and restarted. */
export interface MariadbServer {
  /** URL of an empty database on it. */
  readonly url: string;
  /** Runs a statement as administrator on a separate connection. */
  query(statement: string): Promise<unknown>;
  start(): Promise<void>;
  /** Freezes the server. It may still answer for a moment, so that the promise resolves when all of it has stopped. */
  freeze(): Promise<void>;
  /** Wakes it up. */
  wake(): void;
  kill(): Promise<void>;
  /** Kills the server and deletes its data. */
  close(): Promise<void>;
}

const USER = process.getuid?.() === 0 ? ['--user=root'] : [];

let template: Promise<string> | undefined;

/** Data folder of an unused server. Creating it takes seconds, copying does not. */
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

/** Whether all threads of a process have stopped. One that has not may still answer. */
async function isStopped(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`);
  const states = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8').catch(() => ') T ')),
  );
  // The third field is the state (proc(5)).
  return states.every((state) => /\) T /.test(state));
}

/**
 * @param options options of mariadbd, such as `--max-connections=4`
 * @param place additional environment variables, and the parent of its folder
 */
export async function startMariadb(
  options: readonly string[] = [],
  { environment = {}, parent = tmpdir() }: { environment?: Readonly<Record<string, string>>; parent?: string } = {},
): Promise<MariadbServer> {
  const folder = await mkdtemp(join(parent, 'mortise-mariadb-'));
  const port = await freePort();
  // A starting server deletes the temporary tables it finds, which would be another server's in a shared folder.
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
          // Written data survives the process, and the machine does not fail in tests.
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
    async freeze() {
      child?.kill('SIGSTOP');
      while (child?.pid !== undefined && !(await isStopped(child.pid))) await sleep(5);
    },
    wake: () => void child?.kill('SIGCONT'),
    kill,
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

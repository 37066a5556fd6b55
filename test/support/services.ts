import { existsSync } from 'node:fs';
import { createConnection } from 'node:net';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The outside services that are there for this run. */
    services: readonly Service[];
  }
}

export type Service = 'mariadb' | 'redis' | 'chromium' | 'corpus';

const CHECKS: Readonly<Record<Service, () => boolean | Promise<boolean>>> = {
  mariadb: () => answers(3306),
  redis: () => answers(6379),
  chromium: () => existsSync(CHROMIUM),
  corpus: () => process.env.MORTISE_CORPUS !== undefined && existsSync(process.env.MORTISE_CORPUS),
};

/** Debian's browser; MORTISE_CHROMIUM names another. */
const CHROMIUM = process.env.MORTISE_CHROMIUM ?? '/usr/bin/chromium';

/** Looks once for what tests need from outside: what is missing is skipped with a line, or fails when it is required. */
export default async function findServices(project: TestProject): Promise<void> {
  const required = (process.env.MORTISE_REQUIRE ?? '').split(',').filter((name) => name !== '');
  const found: Service[] = [];
  for (const [service, check] of Object.entries(CHECKS) as [Service, () => boolean | Promise<boolean>][]) {
    if (await check()) found.push(service);
    else if (required.includes(service)) throw new Error(`MORTISE_REQUIRE names ${service}, which is not there.`);
    else console.log(`skipped: tests that need ${service}, which is not there`);
  }
  project.provide('services', found);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port, timeout: 1000 });
    const finish = (result: boolean) => () => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', finish(true)).once('error', finish(false)).once('timeout', finish(false));
  });
}

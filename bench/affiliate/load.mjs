// Server processes for both sides and HTTP load against them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

export const SIDES = ['host', 'express'];

export async function startServer(side, database) {
  const child = fork(fileURLToPath(new URL('server.mjs', import.meta.url)), [side, database]);
  const [port] = await once(child, 'message');
  return { side, child, url: `http://127.0.0.1:${port}` };
}

/** Runs autocannon. @returns its result @throws if any response has an unexpected status */
export async function load(options, expected) {
  const result = await autocannon(options);
  const others = Object.keys(result.statusCodeStats).filter((status) => status !== String(expected));
  if (result.errors > 0 || others.length > 0) {
    throw new Error(`${options.url} answered ${JSON.stringify(result.statusCodeStats)} with ${result.errors} errors`);
  }
  return result;
}

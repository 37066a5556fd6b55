// Servers of both sides, and requests to them.
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

/** @returns autocannon's result, when every answer was the one that was asked for */
export async function load(options, expected) {
  const result = await autocannon(options);
  const others = Object.keys(result.statusCodeStats).filter((status) => status !== String(expected));
  if (result.errors > 0 || others.length > 0) {
    throw new Error(`${options.url} answered ${JSON.stringify(result.statusCodeStats)} with ${result.errors} errors`);
  }
  return result;
}

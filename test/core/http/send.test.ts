import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import pino, { type Logger } from 'pino';
import { describe, expect, it } from 'vitest';
import { send } from '../../../src/core/http/send.js';

interface SentResponse {
  readonly server: Server;
  readonly lines: string[];
  readonly body: Readable;
}

/** Server that has sent part of a body; the test controls the rest. */
async function serve(): Promise<SentResponse> {
  const lines: string[] = [];
  const log: Logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const body = new Readable({ read: () => undefined });
  body.push('the beginning');
  const server = createServer((request, response) => {
    send(request, response, { status: 200, headers: { 'Content-Length': '1000' }, body }, log);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, lines, body };
}

async function beginReading(server: Server) {
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const [response] = await once(request, 'response');
  await once(response, 'data');
  response.on('error', () => undefined);
  return request;
}

describe('file transfer', () => {
  it('logs no error when the client disconnects', async () => {
    const { server, lines, body } = await serve();
    const request = await beginReading(server);
    request.destroy();
    await once(body, 'close').catch(() => undefined);
    expect(body.destroyed).toBe(true);
    expect(lines).toEqual([]);
    server.close();
  });

  it('logs an error when its source fails', async () => {
    const { server, lines, body } = await serve();
    await beginReading(server);
    body.destroy(new Error('The disk is gone'));
    await once(server.close(), 'close');
    expect(lines.join('')).toContain('A file could not be sent completely');
    expect(lines.join('')).toContain('The disk is gone');
  });
});

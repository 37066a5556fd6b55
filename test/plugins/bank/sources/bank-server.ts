import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of a bank on this machine, which does what a test says. */
export interface BankServer {
  readonly url: string;
  /** Paths with queries, in the order in which they were asked for. */
  readonly asked: string[];
  answer: Handle;
  close(): Promise<void>;
}

export async function startBank(answer: Handle): Promise<BankServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    bank.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bank: BankServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ asked, answer },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return bank;
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

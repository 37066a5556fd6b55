import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Message as received. */
export interface ReceivedMessage {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Server that receives webhooks. */
export interface Receiver {
  /** URL without a trailing slash. */
  readonly url: string;
  readonly messages: ReceivedMessage[];
  /** Sets the response from now on. The default is 200. */
  answer(respond: (response: ServerResponse, message: ReceivedMessage) => void): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const messages: ReceivedMessage[] = [];
  let respond = (response: ServerResponse, _message: ReceivedMessage): void => void response.end('thanks');
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: path = '', headers } = request;
    const message = { method, path, headers, body: Buffer.concat(chunks).toString() };
    messages.push(message);
    respond(response, message);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    answer(next) {
      respond = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

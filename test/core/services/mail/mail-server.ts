import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface MailServer {
  readonly port: number;
  /** Delivered emails in order. */
  readonly delivered: { readonly from: string; readonly to: readonly string[]; readonly bytes: Buffer }[];
  mails(): Promise<readonly Email[]>;
  close(): Promise<void>;
}

/** Starts a mail server that accepts everything, on a free local port. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const delivered: MailServer['delivered'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        delivered.push({ from, to: rcptTo.map(({ address }) => address), bytes: Buffer.concat(chunks) });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    delivered,
    mails: () => Promise.all(delivered.map(({ bytes }) => PostalMime.parse(bytes))),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Starts a TCP server with the given behavior. */
export async function startBadServer(
  behave: (socket: Socket) => void,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    behave(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

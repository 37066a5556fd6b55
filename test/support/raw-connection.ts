import { connect, type Socket } from 'node:net';

/** Connection with full control over every byte. */
export interface RawConnection {
  readonly socket: Socket;
  /** Sends text or bytes. Failures show in the response. */
  write(data: string | Uint8Array): void;
  /** Everything received, once the server has closed the connection. */
  closed: Promise<string>;
  /** Waits for a response that matches. */
  answered(pattern: RegExp): Promise<string>;
}

export async function openConnection(base: string): Promise<RawConnection> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  // A reset shows in the response.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    socket,
    write: (data) => void socket.write(data),
    closed,
    async answered(pattern) {
      while (!pattern.test(received)) {
        if (socket.closed) throw new Error(`Closed after ${JSON.stringify(received)}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return received;
    },
  };
}

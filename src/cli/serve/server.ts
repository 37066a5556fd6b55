import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHost } from '../../blocks/host.js';
import { withTimeLimit } from '../../core/concurrency/time-limit.js';
import { HostError, messageOf } from '../../core/errors.js';
import type { HostOptions } from '../../core/host/host-options.js';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A running standalone site. */
export interface RunningServer {
  /** Its public URL. */
  readonly url: string;
  /** Whether any user exists yet. */
  readonly hasUsers: boolean;
  /** Lets running requests finish for at most ten seconds, then closes the host. */
  stop(): Promise<void>;
}

/** Milliseconds that running requests get to finish when the server stops. */
const LAST_REQUESTS = 10_000;
const IDLE_CHECK = 100;

/**
 * Serves a standalone site, with the host mounted at the root.
 * @throws HostError of `createHost`; `serve_address_taken` if the port is in use
 */
export async function startServer(options: HostOptions, { host: hostname, port }: Address): Promise<RunningServer> {
  const siteUrl = options.url ?? process.env.MORTISE_URL;
  const host = await createHost({ ...options, url: siteUrl ?? `http://${hostname}:${port}` });
  const handle = host.handler();
  const server = createServer((request, response) => {
    if (request.url !== '/') return handle(request, response);
    // The host has no start page of its own, because it would collide with that of an embedding site.
    response.writeHead(302, { Location: host.site.href(host.menu(host.site.locale)[0]?.path ?? host.site.admin) });
    response.end();
  });
  try {
    server.listen(port, hostname);
    await once(server, 'listening');
  } catch (error) {
    await host.close();
    throw addressTaken(hostname, port, error);
  }
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: siteUrl ?? `http://${hostname}:${actualPort}`,
    hasUsers: (await host.users.list({ perPage: 1 })).total > 0,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection that was busy when the server closed would be kept alive after its response.
      const timer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK);
      await withTimeLimit(closed, LAST_REQUESTS, () => server.closeAllConnections());
      clearInterval(timer);
      await host.close();
    },
  };
}

function addressTaken(hostname: string, port: number, cause: unknown): HostError {
  const reason = messageOf(cause);
  return new HostError(
    'serve_address_taken',
    `The site cannot listen on ${hostname}:${port}: ${reason}. Choose other values for PORT and HOST, or --port and --host.`,
    {},
    { cause },
  );
}

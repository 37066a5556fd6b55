import type { IncomingMessage } from 'node:http';
import type { ExternalUser } from '../identity/authenticator.js';

// What a site is asked about a request that only it can know.

/**
 * Written as a method so that it may ask for its framework's request: `identify: (request: express.Request) => ...`,
 * since that is what the handler is called with there. Frameworks that hold node's request inside one of their own pass
 * theirs as the second argument: `(_node, request: FastifyRequest) => ...`, `(_node, context: Koa.Context) => ...`. In
 * Express and node:http both are the same.
 */
export type Identify = {
  identify(
    request: IncomingMessage,
    site: unknown,
  ): ExternalUser | null | undefined | false | Promise<ExternalUser | null | undefined | false>;
}['identify'];

/** Written as a method for the same reason as `Identify`. */
export type CspNonce = { cspNonce(request: IncomingMessage, site: unknown): string | null | undefined }['cspNonce'];

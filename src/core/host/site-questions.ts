import type { IncomingMessage } from 'node:http';
import type { ExternalUser } from '../identity/authenticator.js';

// Questions about a request that only the site can answer.

/**
 * Declared as a method so that implementations may use the request type of their framework.
 * The handler receives that request: `identify: (request: express.Request) => ...`. Frameworks that wrap the Node.js
 * request pass their own as the second argument: `(_node, request: FastifyRequest) => ...`,
 * `(_node, context: Koa.Context) => ...`. In Express and node:http both arguments are the same.
 */
export type Identify = {
  identify(
    request: IncomingMessage,
    site: unknown,
  ): ExternalUser | null | undefined | false | Promise<ExternalUser | null | undefined | false>;
}['identify'];

/** Declared as a method for the same reason as `Identify`. */
export type CspNonce = { cspNonce(request: IncomingMessage, site: unknown): string | null | undefined }['cspNonce'];

import type { ClientRequest } from 'node:http';
import type { Test } from 'supertest';

/** Sends a path byte for byte: superagent resolves `\` and escapes quotes, braces and angle brackets. */
export function withPath(sent: Test, path: string): Test {
  return sent.on('request', ({ req }: { req: ClientRequest }) => {
    req.path = path;
  });
}

/** Sends bytes of any type: superagent serializes a buffer again if its type is JSON or a form. */
export function sendBytes(sent: Test, bytes: Buffer): Test {
  return sent.serialize((data) => data).send(bytes);
}

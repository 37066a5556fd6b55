import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { RestRequest } from './route.js';

/**
 * Computes the SHA-256 of a request's method, path, arguments, body and files. Equal fingerprints mean the same
 * request. Member order is ignored. Headers and other query parameters are excluded, because a retry may carry a
 * newer nonce.
 * @returns 64 hex digits
 */
export async function requestFingerprint(
  request: Pick<RestRequest, 'method' | 'path' | 'args' | 'body' | 'files'>,
): Promise<string> {
  const { method, path, args, body, files } = request;
  const hash = createHash('sha256');
  hash.update(JSON.stringify([method, path, canonical(args), canonical(body ?? null)]));
  for (const { field, name, size, path: file } of files) {
    hash.update(JSON.stringify([field, name, size]));
    await addFile(hash, file);
  }
  return hash.digest('hex');
}

/** Returns the value with the members of every object in a fixed order, as JSON sees it. */
function canonical(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(canonical);
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonical(value.toJSON());
  // Pairs, because objects list number-like keys first; wrapped, so that no list can produce the same text.
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { members: members.map(([name, member]) => [name, canonical(member)]) };
}

async function addFile(hash: Hash, file: string): Promise<void> {
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
}

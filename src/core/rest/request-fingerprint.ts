import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { RestRequest } from './route.js';

/**
 * What a request asks for, as a SHA-256: method, path, arguments, body and files. Two requests with the same one are
 * the same request. Order of members does not count; headers and the query beyond the arguments do not belong to it,
 * because a repeat may come with a newer nonce.
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

/** The same value with the members of every record in one order, as JSON sees it. */
function canonical(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(canonical);
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonical(value.toJSON());
  // As pairs, since a record would put members that look like numbers first; wrapped, so that no list can look like one.
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { members: members.map(([name, member]) => [name, canonical(member)]) };
}

async function addFile(hash: Hash, file: string): Promise<void> {
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
}

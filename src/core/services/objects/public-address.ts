import { buffer } from 'node:stream/consumers';
import type { ObjectStoreService } from './object-store.js';

/** Milliseconds for an answer: the site that is asked is this one, or a bucket beside it. */
const PATIENCE = 3_000;
/** Bytes that tell a file from a page which a site answers everything with. */
const COMPARED = 64 * 1024;
const AT_ONCE = 4;

/**
 * Looks whether anybody can get a file that no address should lead to: because its folder lies below one that the site or
 * a server before it hands out, or because its bucket is public. Asks for it as a stranger would.
 * @param site address of the site
 * @returns an address that leads to it, or null where none was found, which is no proof that there is none
 * @throws HostError `storage_missing`, `storage_unavailable`
 */
export async function findPublicAddress(
  store: Pick<ObjectStoreService, 'possibleAddresses' | 'read' | 'stat'>,
  key: string,
  site: string,
): Promise<string | null> {
  // Of nothing, every empty answer would be the same.
  if ((await store.stat(key))?.bytes === 0) return null;
  const expected = await buffer(await store.read(key, { start: 0, end: COMPARED - 1 }));
  const addresses = new Set((await store.possibleAddresses(key)).map((address) => new URL(address, site).href));
  /** Servers that nobody need wait for again. */
  const silent = new Set<string>();
  for (const group of inGroups([...addresses])) {
    const asked = group.filter((address) => !silent.has(new URL(address).origin));
    const answers = await Promise.all(
      asked.map((address) =>
        beginningOf(address).catch(() => {
          silent.add(new URL(address).origin);
          return null;
        }),
      ),
    );
    const found = asked[answers.findIndex((answer) => answer?.equals(expected))];
    if (found !== undefined) return found;
  }
  return null;
}

function* inGroups(addresses: readonly string[]): Generator<readonly string[]> {
  for (let index = 0; index < addresses.length; index += AT_ONCE) yield addresses.slice(index, index + AT_ONCE);
}

/** @returns its first bytes, or null where there is nothing @throws where nobody answers */
async function beginningOf(address: string): Promise<Buffer | null> {
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel();
    return null;
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= COMPARED) break;
  }
  return Buffer.concat(chunks).subarray(0, COMPARED);
}

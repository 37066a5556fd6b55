import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Result of a document in the WordPress editor. */
export interface ReadByWordPress {
  readonly blocks: number;
  /** Blocks whose saved markup does not match, with the reason. */
  readonly invalid: readonly string[];
  /** Number of unknown blocks. */
  readonly missing: number;
  readonly serialized: string;
  readonly attributes: readonly (readonly [name: string, attributes: Record<string, unknown>])[];
}

/** Parses and serializes documents with WordPress's own packages, including the block library. */
export async function readByWordPress(documents: readonly string[]): Promise<readonly ReadByWordPress[]> {
  const script = fileURLToPath(new URL('wordpress-in-node.mjs', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(documents));
  return (await json(child.stdout)) as readonly ReadByWordPress[];
}

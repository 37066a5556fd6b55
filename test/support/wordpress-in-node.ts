import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** What the editor of WordPress makes of a document. */
export interface ReadByWordPress {
  readonly blocks: number;
  /** Blocks whose markup their saves do not make, and why. */
  readonly invalid: readonly string[];
  /** Blocks that it does not know. */
  readonly missing: number;
  readonly serialized: string;
  readonly attributes: readonly (readonly [name: string, attributes: Record<string, unknown>])[];
}

/** Parses documents with WordPress's own packages, block library included, and writes them again. */
export async function readByWordPress(documents: readonly string[]): Promise<readonly ReadByWordPress[]> {
  const script = fileURLToPath(new URL('wordpress-in-node.mjs', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(documents));
  return (await json(child.stdout)) as readonly ReadByWordPress[];
}

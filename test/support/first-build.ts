import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import build from './build.js';

const EDITOR = path.join(fileURLToPath(new URL('../..', import.meta.url)), 'dist/editor');

/** Builds on a fresh clone: every host serves the bundled editor. After that, tests run without another build. */
export default async function firstBuild(): Promise<void> {
  if (!existsSync(EDITOR)) await build();
}

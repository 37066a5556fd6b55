import { readFileSync } from 'node:fs';

/** The version of this package. */
export function packageVersion(): string {
  // At the same distance from src/core and from dist/core.
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

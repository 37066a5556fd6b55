import { createRequire } from 'node:module';
import { packageVersion } from '../core/package-version.js';

const require = createRequire(import.meta.url);

/** The packages that decide what HTML a text becomes. */
const PACKAGES = ['marked', 'highlight.js', 'sanitize-html'] as const;

/**
 * What rendering depends on besides a source and its options: whoever keeps HTML keeps it under this too, so that what a
 * sanitiser with a fault let through goes with the fault.
 */
export function rendererVersion(): string {
  const versions = PACKAGES.map((name) => (require(`${name}/package.json`) as { version: string }).version);
  return [packageVersion(), ...versions].join(' ');
}

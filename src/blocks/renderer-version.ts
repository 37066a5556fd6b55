import { createRequire } from 'node:module';
import { packageVersion } from '../core/package-version.js';

const require = createRequire(import.meta.url);

/** Packages that determine the HTML of a text. */
const PACKAGES = ['marked', 'highlight.js', 'sanitize-html'] as const;

/**
 * Version of everything but the source and options that rendering depends on. Make it part of the cache key, so that
 * an upgrade drops HTML that a faulty sanitizer let through.
 * @experimental
 */
export function rendererVersion(): string {
  const versions = PACKAGES.map((name) => (require(`${name}/package.json`) as { version: string }).version);
  return [packageVersion(), ...versions].join(' ');
}

import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bundleScript } from '../support/bundle-script.js';

const MAX_BYTES = 4096;

it(`takes at most ${MAX_BYTES} bytes of a page, minified and compressed`, async () => {
  const size = gzipSync(await bundleScript('src/client.ts', 'mortise')).length;
  expect(size).toBeGreaterThan(500);
  expect(size).toBeLessThanOrEqual(MAX_BYTES);
});

it('imports no package and no Node module, so that it runs in every browser', () => {
  const sources = new URL('../../src/', import.meta.url);
  const files = ['client.ts', ...readdirSync(new URL('client/', sources)).map((name) => `client/${name}`)];
  const imports = files.flatMap((file) =>
    [...readFileSync(new URL(file, sources), 'utf8').matchAll(/from '([^']+)'/g)].map(
      ([, specifier = '']) => specifier,
    ),
  );
  expect(imports.length).toBeGreaterThan(5);
  expect(imports.filter((specifier) => !specifier.startsWith('./'))).toEqual([]);
});

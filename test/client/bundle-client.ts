import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The client as one minified script for browsers, which puts its exports into the global `mortise`. */
export async function bundleClient(): Promise<string> {
  const outputs = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      lib: {
        entry: fileURLToPath(new URL('../../src/client.ts', import.meta.url)),
        name: 'mortise',
        formats: ['iife'],
      },
    },
  });
  const [first] = [outputs].flat();
  if (!first || !('output' in first)) throw new Error('The client was not built.');
  return first.output[0].code;
}

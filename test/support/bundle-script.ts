import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * A module and what it imports as one minified script for browsers.
 * @param entry below the repository, e.g. `src/client.ts`
 * @param name the global that gets its exports, or its default export if that is all there is
 */
export async function bundleScript(entry: string, name: string): Promise<string> {
  const outputs = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      lib: { entry: fileURLToPath(new URL(`../../${entry}`, import.meta.url)), name, formats: ['iife'] },
    },
  });
  const [first] = [outputs].flat();
  if (!first || !('output' in first)) throw new Error(`${entry} was not built.`);
  // Scripts that a test puts into a page run in a function, whose variables are not those of the page.
  return `${first.output[0].code}globalThis.${name}=${name};`;
}

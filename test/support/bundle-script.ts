import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * Bundles a module with its imports into one minified browser script.
 * @param entry path relative to the repository, e.g. `src/client.ts`
 * @param name global that receives its exports, or its default export if there are no others
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
  // Scripts that a test adds to a page run in a function, so their variables are not globals of the page.
  return `${first.output[0].code}globalThis.${name}=${name};`;
}

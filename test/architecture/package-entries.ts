import { readFileSync } from 'node:fs';

/** Sources of the entries in package.json, relative to `src`: `rest.ts` for `./dist/rest.d.ts`. */
export function packageEntries(): string[] {
  const { exports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    exports: Record<string, string | { types: string }>;
  };
  return Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [] : [target.types.replace('./dist/', '').replace(/\.d\.ts$/, '.ts')],
  );
}

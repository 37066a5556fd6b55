import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { packageEntries } from './package-entries.js';
import { readSourceModules, resolveReference } from './source-modules.js';

/** Module that composes the host. It imports most of the core. */
const HOST = 'core/host/create-host.ts';

/** Entries with code of their own size: renderers, plugins, and the test host. */
const LARGE = ['blocks.ts', 'plugins.ts', 'testing.ts', 'client.ts', 'editor.ts'];
/** Maximum number of modules that importing a small entry loads. */
const MAX_MODULES = 30;

const modules = new Map(readSourceModules().map((module) => [module.file, module]));
const entries = packageEntries();

/** Modules that an import loads before any code runs. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  loaded.add(file);
  for (const { specifier, isTypeOnly, isDynamic } of modules.get(file)?.references ?? []) {
    const target = isTypeOnly || isDynamic ? null : resolveReference(file, specifier);
    if (target !== null && !loaded.has(target)) loadedBy(target, loaded);
  }
  return loaded;
}

/** Names that an entry exports, without those of `export *`. */
function namesOf(entry: string): string[] {
  const text = readFileSync(new URL(`../../src/${entry}`, import.meta.url), 'utf8');
  return parseSync(entry, text, { lang: 'ts' }).module.staticExports.flatMap(({ entries: exported }) =>
    exported.flatMap(({ exportName }) => exportName.name ?? []),
  );
}

describe('entries of the package', () => {
  it.each(entries)('%s does not load the host', (entry) => expect([...loadedBy(entry)]).not.toContain(HOST));

  it.each(entries.filter((entry) => !LARGE.includes(entry)))(`%s loads no more than ${MAX_MODULES} modules`, (entry) =>
    expect(loadedBy(entry).size).toBeLessThanOrEqual(MAX_MODULES),
  );

  it('each export different names', () => {
    const names = entries.filter((entry) => entry !== 'client.ts' && entry !== 'editor.ts').flatMap(namesOf);
    expect(names.length).toBeGreaterThan(400);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

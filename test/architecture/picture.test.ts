import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageEntries } from './package-entries.js';
import { arrowsOf, circular, drawnArrows, linesOf, reduced } from './picture.js';
import { parseModule, readSourceModules } from './source-modules.js';

/** Small modules below the rest of the core, drawn as one part. */
const FOUNDATION = ['concurrency', 'crypto', 'html', 'schema'];

/** Block code shared by server and editor: grammar and definitions. */
const DEFINITION = ['definition', 'grammar'];

/** Entries drawn separately. The others are for one topic of the core each, and drawn as one part. */
const OWN_ENTRIES = ['index.ts', 'plugins.ts', 'testing.ts', 'client.ts', 'blocks.ts', 'editor.ts'];
const TOPICS = packageEntries().filter((entry) => !OWN_ENTRIES.includes(entry));

/** Part of a file in the package diagram: the entries, each folder of `src`, two of blocks, each plugin. */
function partOfPackage(file: string): string {
  const [first = '', second = ''] = file.split('/');
  if (TOPICS.includes(first)) return 'topics';
  if (first === 'blocks' && DEFINITION.includes(second)) return 'blocks/definition';
  return first === 'plugins' || (first === 'blocks' && second === 'editor') ? `${first}/${second}` : first;
}

/** Part of a file in the core diagram: its folders. */
function partOfCore(file: string): string | null {
  const [first, second = '', third = ''] = file.split('/');
  if (first !== 'core' || second === 'locales') return null;
  if (second.endsWith('.ts') || FOUNDATION.includes(second)) return 'foundation';
  return second === 'admin' && third === 'core-pages' ? 'admin/core-pages' : second;
}

/** Folder of a file in the core, with the folders of `services` separately. */
function folderOfCore(file: string): string | null {
  const [first, second = '', third = ''] = file.split('/');
  if (first !== 'core' || second === 'locales') return null;
  if (second.endsWith('.ts')) return '.';
  const isDeeper = second === 'services' || (second === 'admin' && third === 'core-pages');
  return isDeeper && !third.endsWith('.ts') ? `${second}/${third}` : second;
}

/** Layers of the knowledge base, lowest first. The files at its root assemble them. */
const LAYERS = ['catalogues.ts', 'tables', 'domain', 'content', 'surfaces'];

/** Number of a module's layer, -1 outside the knowledge base. */
function layerOf(file: string): number {
  const [, below] = file.split('plugins/knowledge-base/');
  if (below === undefined || below.endsWith('.json')) return -1;
  const layer = LAYERS.indexOf(below.split('/')[0] ?? '');
  return layer === -1 ? LAYERS.length : layer;
}

const modules = readSourceModules();
const document = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
const charts = [...document.matchAll(/```mermaid\n(flowchart[^`]*)```/g)].map(([, chart = '']) => chart);

describe('docs/architecture.md', () => {
  it('draws the package according to its imports', () => {
    expect(linesOf(drawnArrows(charts[0] ?? ''))).toEqual(linesOf(arrowsOf(modules, partOfPackage)));
  });

  it('draws the core according to its imports, without arrows that are implied by others', () => {
    expect(linesOf(drawnArrows(charts[1] ?? ''))).toEqual(linesOf(reduced(arrowsOf(modules, partOfCore))));
  });

  it('draws every part, including those without arrows', () => {
    const drawn = charts.map((chart) => [...drawnArrows(chart).keys()].toSorted());
    const arrows = [partOfPackage, partOfCore].map((partOf) => [...arrowsOf(modules, partOf).keys()].toSorted());
    expect(drawn).toEqual(arrows);
  });

  it('names only existing files', () => {
    const named = [...document.matchAll(/`((?:[a-z-]+\/)*[a-z-]+\.ts)`/g)].map(([, file = '']) => file);
    const isThere = (name: string): boolean => modules.some(({ file }) => `/${file}`.endsWith(`/${name}`));
    expect(named.filter((name) => !isThere(name))).toEqual([]);
  });
});

describe('docs/design', () => {
  const folder = new URL('../../docs/design/', import.meta.url);
  const isInRepository = (name: string): boolean => existsSync(new URL(`../../${name}`, folder));

  it.each(readdirSync(folder))('%s names only existing files', (page) => {
    const text = readFileSync(new URL(page, folder), 'utf8');
    const named = [...text.matchAll(/`((?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.test)?\.(?:tsx?|mjs))`/g)].map(
      ([, file = '']) => file,
    );
    const isThere = (name: string): boolean =>
      isInRepository(name) || modules.some(({ file }) => `/${file}`.endsWith(`/${name}`));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !isThere(name))).toEqual([]);
  });
});

describe('folders of the core', () => {
  it('do not import each other in circles, including type imports', () =>
    expect(circular(arrowsOf(modules, folderOfCore))).toEqual([]));
});

describe('files of the plugins', () => {
  it('do not import each other in circles, including type imports', () => {
    const inPlugin = (file: string): string | null => (file.startsWith('plugins/') ? file : null);
    expect(circular(arrowsOf(modules, inPlugin))).toEqual([]);
  });

  it('import no layer of the knowledge base above their own, including type imports', () => {
    const climbs = [...arrowsOf(modules, (file) => (layerOf(file) === -1 ? null : file))].flatMap(([from, all]) =>
      [...all].filter((to) => layerOf(to) > layerOf(from)).map((to) => `${from} -> ${to}`),
    );
    expect(climbs).toEqual([]);
  });
});

/** The comparison is only useful if it detects differences. */
describe('import diagrams', () => {
  const files = (texts: Readonly<Record<string, string>>) =>
    arrowsOf(
      Object.entries(texts).map(([file, text]) => parseModule(file, text)),
      partOfCore,
    );

  it('include imports of types and values, but not from other parts of src', () => {
    const arrows = files({
      'core/rest/a.ts': "import type { B } from '../identity/b.js';\nimport { c } from '../../hooks/c.js';",
      'core/identity/b.ts': "import { d } from '../errors.js';\nimport './e.js';",
    });
    expect(linesOf(arrows)).toEqual(['identity -> foundation', 'rest -> identity']);
  });

  it('leave out arrows implied by longer paths, and keep the others', () => {
    const arrows = files({
      'core/rest/a.ts': "import '../identity/b.js';\nimport '../errors.js';\nimport '../outbox/c.js';",
      'core/identity/b.ts': "import '../errors.js';",
      'core/outbox/c.ts': '',
    });
    expect(linesOf(reduced(arrows))).toEqual(['identity -> foundation', 'rest -> identity', 'rest -> outbox']);
  });

  it('detect a circle over any number of folders', () => {
    const arrows = files({
      'core/rest/a.ts': "import type { B } from '../identity/b.js';",
      'core/identity/b.ts': "import '../outbox/c.js';",
      'core/outbox/c.ts': "import '../rest/a.js';",
      'core/media/d.ts': "import '../rest/a.js';",
    });
    expect(circular(arrows)).toEqual(['rest', 'identity', 'outbox']);
  });

  it('parse the charts as written', () => {
    const chart = 'flowchart TD\n  a["rest<br>routes"]\n  b["identity"]\n  c["outbox"]\n  a --> b & c\n';
    expect(linesOf(drawnArrows(chart))).toEqual(['rest -> identity', 'rest -> outbox']);
  });
});

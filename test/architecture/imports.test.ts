import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageEntries } from './package-entries.js';
import {
  packageOf,
  parseModule,
  readModules,
  readSourceModules,
  resolveReference,
  type SourceModule,
} from './source-modules.js';

/** Modules that plugins may import besides their own folder, the same as third parties. */
const PUBLIC_ENTRIES = packageEntries().filter((entry) => !['plugins.ts', 'testing.ts', 'client.ts'].includes(entry));

/** Entries for one topic of the core each. */
const TOPICS = PUBLIC_ENTRIES.filter((entry) => !['index.ts', 'blocks.ts', 'editor.ts'].includes(entry));

/** Folder bundled for browsers. Its packages are development dependencies. */
const EDITOR = 'blocks/editor/';
const isOfEditor = (file: string): boolean =>
  within(file, EDITOR) || file === 'editor.ts' || /^plugins\/(?:.*\/editor\/|.*\.tsx$)/.test(file);

/** Pasted Markdown is converted as on the server, so everything it needs runs in browsers as well. */
const MARKDOWN_TO_BLOCKS = 'blocks/convert/markdown-to-blocks.ts';

/** Allowed imports of each part of `src`. Folders end with a slash. */
const LAYERS: readonly { readonly of: string; readonly may: readonly string[]; readonly except?: string }[] = [
  { of: 'hooks/', may: ['hooks/'] },
  { of: 'core/', may: ['hooks/', 'core/'] },
  { of: 'blocks/', may: ['hooks/', 'core/', 'blocks/'], except: EDITOR },
  // Runs in browsers, without server code.
  { of: EDITOR, may: [EDITOR, 'client.ts', 'blocks/definition/', 'blocks/grammar/', MARKDOWN_TO_BLOCKS] },
  { of: 'cli/', may: ['hooks/', 'core/', 'blocks/', 'cli/', 'plugins.ts', ...PUBLIC_ENTRIES] },
  { of: 'index.ts', may: ['hooks/', 'core/', 'blocks/'] },
  ...TOPICS.map((of) => ({ of, may: ['hooks/', 'core/'] })),
  { of: 'blocks.ts', may: ['core/', 'blocks/'] },
  { of: 'editor.ts', may: ['blocks/editor/'] },
  { of: 'plugins.ts', may: ['plugins/'] },
  { of: 'testing.ts', may: ['hooks/', 'core/', 'blocks/', 'testing/'] },
  { of: 'testing/', may: ['core/', 'cli/', 'testing/'] },
  { of: 'client.ts', may: ['client/'] },
  { of: 'client/', may: ['client/'] },
];

const DIALECTS = 'core/database/dialects/';
const DIALECT_WORD = /sqlite|libsql|mysql|mariadb/i;

/** Files that may contain a database URL, but nothing else about dialects. */
const DEFAULT_ADDRESSES: Readonly<Record<string, string>> = {
  'core/host/config.ts': 'sqlite:./data/site.db',
  'core/local-defaults.ts': 'sqlite:',
  'testing/test-database.ts': 'sqlite:',
};

/** Matches a word or part of a name: `Redis`, `ioredis`, `redisUrl`; not inside other words. */
const SERVICE_WORD = /(?:\b|io)redis|Redis|REDIS|bullmq|BullMQ|\b[sS]3\b|aws-sdk/;
/** Files where a site names its servers and the adapters are chosen. */
const SERVICE_CHOICE = ['core/services/service-options.ts', 'core/services/services.ts'];
const SERVICE_ADAPTER = /^core\/services\/[a-z-]+\/(?:[a-z-]+-)?(?:redis|bullmq|s3)(?:-[a-z]+)*\.ts$/;

/** `Intl.Segmenter` takes quadratic time. Only this file uses it, with short pieces. */
const SEGMENTER_FILE = 'blocks/word-segments.ts';

const MAX_LINES = 400;

/** Violations as lines of text: `core/host/host.ts -> cli/main.ts`. */
type Rule = (modules: readonly SourceModule[]) => string[];

const importsOutside =
  (of: string, may: readonly string[], except = ''): Rule =>
  (modules) =>
    modules
      .filter(({ file }) => within(file, of) && (except === '' || !within(file, except)))
      .flatMap(({ file, references }) =>
        references
          .map(({ specifier }) => resolveReference(file, specifier))
          .filter((target) => target !== null)
          .filter((target) => !may.some((place) => within(target, place)))
          .map((target) => `${file} -> ${target}`),
      );

const pluginsImportingInsides: Rule = (modules) => {
  const folders = new Set(
    modules.map(({ file }) => /^plugins\/[^/]+\//.exec(file)?.[0]).filter((name) => name != null),
  );
  return [...folders].flatMap((folder) => importsOutside(folder, [folder, ...PUBLIC_ENTRIES])(modules));
};

const unplacedFiles: Rule = (modules) =>
  modules
    .map(({ file }) => file)
    .filter((file) => ![...LAYERS.map(({ of }) => of), 'plugins/'].some((place) => within(file, place)));

const dialectNames: Rule = (modules) =>
  modules
    .filter(({ file }) => !within(file, DIALECTS))
    .flatMap(({ file, words }) =>
      words
        .filter((word) => DIALECT_WORD.test(word) && word !== DEFAULT_ADDRESSES[file])
        .map((word) => `${file}: ${word}`),
    );

const serviceNames: Rule = (modules) =>
  modules
    .filter(({ file }) => !SERVICE_ADAPTER.test(file) && !SERVICE_CHOICE.includes(file))
    .flatMap(({ file, words }) => words.filter((word) => SERVICE_WORD.test(word)).map((word) => `${file}: ${word}`));

const segmenterUses: Rule = (modules) =>
  modules.filter(({ file, words }) => file !== SEGMENTER_FILE && words.includes('Segmenter')).map(({ file }) => file);

const circles: Rule = (modules) => {
  const byFile = new Map(modules.map((module) => [module.file, module]));
  const done = new Set<string>();
  const found: string[] = [];
  function visit(file: string, path: readonly string[]): void {
    if (path.includes(file)) {
      found.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      return;
    }
    if (done.has(file)) return;
    for (const { specifier, isTypeOnly } of byFile.get(file)?.references ?? []) {
      const target = isTypeOnly ? null : resolveReference(file, specifier);
      if (target !== null) visit(target, [...path, file]);
    }
    done.add(file);
  }
  for (const { file } of modules) visit(file, []);
  return found;
};

/** Direct and indirect imports of the editor that browsers do not have. */
const serverCodeInEditor: Rule = (modules) => {
  const byFile = new Map(modules.map((module) => [module.file, module]));
  const reached = new Set(modules.map(({ file }) => file).filter(isOfEditor));
  const found: string[] = [];
  for (const file of reached) {
    for (const { specifier, isTypeOnly } of byFile.get(file)?.references ?? []) {
      if (isTypeOnly) continue;
      const target = resolveReference(file, specifier);
      const isOfServer = specifier.startsWith('node:') || (target !== null && /^(?:core|hooks)\//.test(target));
      if (isOfServer) found.push(`${file} -> ${specifier}`);
      else if (target !== null) reached.add(target);
    }
  }
  return found;
};

const undeclaredPackages: Rule = (modules) => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    dependencies: Record<string, string>;
    peerDependencies?: Record<string, string>;
  };
  const declared = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));
  const served = modules.filter(({ file }) => !isOfEditor(file));
  return served.flatMap(({ file, references }) =>
    references
      .map(({ specifier }) => packageOf(specifier))
      .filter((name) => name !== null && !declared.has(name))
      .map((name) => `${file} -> ${name}`),
  );
};

const literalSpreads: Rule = (modules) =>
  modules.flatMap(({ file, literalSpreads: lines }) => lines.map((line) => `${file}:${line}`));

const longFiles: Rule = (modules) =>
  modules.filter(({ lines }) => lines > MAX_LINES).map(({ file, lines }) => `${file}: ${lines} lines`);

function within(file: string, place: string): boolean {
  return place.endsWith('/') ? file.startsWith(place) : file === place;
}

describe('source modules', () => {
  const modules = readSourceModules();

  it('are all covered by the layer rules', () => expect(unplacedFiles(modules)).toEqual([]));

  it('import no server code into browser code', () => expect(serverCodeInEditor(modules)).toEqual([]));

  for (const { of, may, except } of LAYERS) {
    it(`${of} imports ${may.length === 0 ? 'nothing of ours' : `only ${may.join(', ')}`}`, () =>
      expect(importsOutside(of, may, except)(modules)).toEqual([]));
  }

  it(`plugins import only ${PUBLIC_ENTRIES.join(', ')} and their own folder`, () =>
    expect(pluginsImportingInsides(modules)).toEqual([]));

  it(`name a database dialect only in ${DIALECTS}`, () => expect(dialectNames(modules)).toEqual([]));

  it('name Redis, BullMQ and S3 only in their adapters', () => expect(serviceNames(modules)).toEqual([]));

  it(`use Intl.Segmenter only in ${SEGMENTER_FILE}, and not in templates`, () => {
    expect(segmenterUses(modules)).toEqual([]);
    expect(segmenterUses(readModules('templates', /\.js$/))).toEqual([]);
  });

  it('import only declared dependencies', () => expect(undeclaredPackages(modules)).toEqual([]));

  it('have no circular imports', () => expect(circles(modules)).toEqual([]));

  it('spread no object literals', () => expect(literalSpreads(modules)).toEqual([]));

  it(`have no more than ${MAX_LINES} lines each`, () => expect(longFiles(modules)).toEqual([]));

  it('lie directly in src only if package.json publishes them', () => {
    const present = modules.map(({ file }) => file).filter((file) => !file.includes('/'));
    expect(present.toSorted()).toEqual(packageEntries().toSorted());
  });
});

describe.each(['test', 'bench', 'scripts', 'examples'])('files of %s', (folder) => {
  const modules = readModules(folder, /\.(?:tsx?|m?js)$/);

  it('are found', () => expect(modules).not.toEqual([]));

  it('have no circular imports', () => expect(circles(modules)).toEqual([]));

  it('spread no object literals', () => expect(literalSpreads(modules)).toEqual([]));
});

/** The rules are only useful if they detect violations. */
describe('import rules', () => {
  const offences = (rule: Rule, files: Readonly<Record<string, string>>): string[] =>
    rule(Object.entries(files).map(([file, text]) => parseModule(file, text)));

  it('detect an import of a higher layer, including types, augmentations and dynamic imports', () => {
    const rule = importsOutside('core/', ['hooks/', 'core/']);
    expect(offences(rule, { 'core/a.ts': "import type { B } from '../cli/b.js';" })).toEqual(['core/a.ts -> cli/b.ts']);
    expect(offences(rule, { 'core/a.ts': "declare module '../index.js' {}" })).toEqual(['core/a.ts -> index.ts']);
    expect(offences(rule, { 'core/a.ts': "await import('../cli/b.js');" })).toEqual(['core/a.ts -> cli/b.ts']);
    expect(offences(rule, { 'core/a.ts': "type B = import('../cli/b.js').B;" })).toEqual(['core/a.ts -> cli/b.ts']);
    expect(offences(rule, { 'core/a.ts': "export { b } from '../cli/b.js';" })).toEqual(['core/a.ts -> cli/b.ts']);
  });

  it('detect a plugin that imports from the core or another plugin', () => {
    const files = {
      'plugins/a/x.ts': "import { createHost } from '../../core/host/host.js';",
      'plugins/b/y.ts': "import { x } from '../a/x.js';\nimport { page } from '../../pages.js';",
    };
    expect(offences(pluginsImportingInsides, files)).toEqual([
      'plugins/a/x.ts -> core/host/host.ts',
      'plugins/b/y.ts -> plugins/a/x.ts',
    ]);
  });

  it('detect server code behind imports of the editor, but ignore types', () => {
    const between = "import type { Host } from '../core/host.js';\nimport { limit } from './limit.js';";
    const files = {
      'blocks/editor/a.ts': "import { b } from '../b.js';",
      'blocks/b.ts': between,
      'blocks/limit.ts': "import { HostError } from '../core/errors.js';\nimport { once } from 'node:events';",
      'blocks/c.ts': "import 'node:fs';",
    };
    expect(offences(serverCodeInEditor, files)).toEqual([
      'blocks/limit.ts -> ../core/errors.js',
      'blocks/limit.ts -> node:events',
    ]);
  });

  it('detect a circle, except one closed only by types', () => {
    const source = "import { b } from './b.js';";
    expect(offences(circles, { 'core/a.ts': source, 'core/b.ts': "import { a } from './a.js';" })).toEqual([
      'core/a.ts -> core/b.ts -> core/a.ts',
    ]);
    expect(offences(circles, { 'a.js': source, 'b.js': "import { a } from './a.js';" })).toEqual([
      'a.js -> b.js -> a.js',
    ]);
    expect(offences(circles, { 'core/a.ts': source, 'core/b.ts': "import type { A } from './a.js';" })).toEqual([]);
  });

  it('detect dialects and services in names and texts, but ignore comments', () => {
    expect(offences(dialectNames, { 'core/a.ts': "// sqlite\nconst isMysql = 'sqlite';" })).toEqual([
      'core/a.ts: isMysql',
      'core/a.ts: sqlite',
    ]);
    const adapter = { 'core/services/cache/redis-cache.ts': "import { Redis } from 'ioredis';" };
    expect(offences(serviceNames, adapter)).toEqual([]);
    expect(offences(serviceNames, { 'core/a.ts': "import { Redis } from 'ioredis';" })).toContain('core/a.ts: Redis');
  });

  it('detect Intl.Segmenter in every spelling, except in the one helper', () => {
    const text = "const one = new Intl.Segmenter('th');";
    expect(offences(segmenterUses, { 'core/a.ts': text, [SEGMENTER_FILE]: text })).toEqual(['core/a.ts']);
    expect(offences(segmenterUses, { 'core/a.ts': "const { Segmenter } = Intl; Intl['Segmenter'];" })).toHaveLength(1);
  });

  it('detect spreads of object literals and undeclared packages', () => {
    expect(offences(literalSpreads, { 'core/a.ts': '\nconst a = { ...{ b }, ...(c ? { d } : {}) };' })).toEqual([
      'core/a.ts:2',
    ]);
    expect(offences(undeclaredPackages, { 'core/a.ts': "import 'left-pad/even';" })).toEqual(['core/a.ts -> left-pad']);
  });
});

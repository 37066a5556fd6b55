import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['test', 'examples/third-party-plugin/test'];

/** Global setup of this folder that runs before the first test of a project. */
type Preparation = 'memory-disk' | 'services' | 'first-build' | 'threads' | 'build';

interface Rule {
  readonly project: string;
  readonly needs: readonly Preparation[];
  /** A test file belongs to the first project that matches its path or one of its traits. */
  readonly folder?: string;
  readonly trait?: RegExp;
}

/**
 * Projects of a test run. The project of a file follows from its direct and indirect imports, so files need no manual
 * sorting and a unit test never waits for a build, a database server or a browser.
 */
const RULES: readonly Rule[] = [
  { project: 'package', needs: ['memory-disk', 'services', 'build'], folder: 'test/package/' },
  { project: 'corpus', needs: ['memory-disk', 'services', 'build'], folder: 'test/corpus/' },
  { project: 'browser', needs: ['memory-disk', 'services', 'build'], trait: /'playwright-core'/ },
  {
    project: 'process',
    needs: ['memory-disk', 'services', 'build'],
    trait: /'node:child_process'|bundleOf|packageFile\('dist|convert-aside|worker-thread/,
  },
  { project: 'http', needs: ['memory-disk', 'services', 'first-build', 'threads'], trait: /\.listen\(|\bfetch\(/ },
  {
    project: 'database',
    needs: ['memory-disk', 'services', 'first-build', 'threads'],
    trait: /createTestHost|createDatabase|createHost|inject\('/,
  },
  { project: 'unit', needs: ['memory-disk', 'threads'], folder: '' },
];

export interface TestProject {
  readonly name: string;
  readonly needs: readonly Preparation[];
  readonly files: readonly string[];
}

/**
 * Returns the projects with their test files, in the order of the rules.
 * @param argv Command line of the run. Projects without a matching file are left out, since each costs half a second.
 */
export function testProjects(argv: readonly string[]): TestProject[] {
  const projects = RULES.map(({ project, needs }) => ({ name: project, needs, files: [] as string[] }));
  for (const [file, rules] of rulesByFile()) {
    const first = RULES.findIndex(({ folder }, index) => rules.has(index) || (folder && file.startsWith(folder)));
    projects.at(first)?.files.push(file);
  }
  const paths = argv.filter((word) => word.startsWith('test/') || word.startsWith('examples/'));
  const names = argv.flatMap((word, at) => (word === '--project' ? argv[at + 1] : word.split('--project=')[1]) ?? []);
  return projects.filter(
    ({ name, files }) =>
      (names.length === 0 || names.includes(name)) &&
      (paths.length === 0 || files.some((file) => paths.some((each) => file.startsWith(each)))),
  );
}

/** Returns the indexes of the rules whose trait appears in a test file or its imports. */
function rulesByFile(): Map<string, ReadonlySet<number>> {
  const sources = FOLDERS.flatMap(filesBelow).map(
    (file) => [file, readFileSync(path.join(ROOT, file), 'utf8')] as const,
  );
  const imports = new Map(sources.map(([file, source]) => [file, importsOf(file, source)]));
  const own = new Map(
    sources.map(([file, source]) => [file, RULES.flatMap(({ trait }, index) => (trait?.test(source) ? index : []))]),
  );

  function collect(file: string, seen: Set<string>, found: Set<number>): Set<number> {
    seen.add(file);
    for (const rule of own.get(file) ?? []) found.add(rule);
    for (const each of imports.get(file) ?? []) if (!seen.has(each)) collect(each, seen, found);
    return found;
  }

  const tests = [...imports.keys()].filter((file) => file.endsWith('.test.ts'));
  return new Map(tests.map((file) => [file, collect(file, new Set(), new Set())]));
}

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')));
}

/** Returns the paths of the files that a source imports, relative to the root. */
function importsOf(file: string, source: string): string[] {
  return [...source.matchAll(/(?:from|import) ?\(?'(\.[^'\n]+)'/g)].map(([, name = '']) =>
    path.posix.join(path.posix.dirname(file), name).replace(/\.js$/, '.ts'),
  );
}

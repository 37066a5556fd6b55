import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';

/** Reference to another module in a file. */
export interface Reference {
  /** As written: `../errors.js`, `kysely`. */
  readonly specifier: string;
  /** Removed by compilation: counts for layering, but not for circular imports. */
  readonly isTypeOnly: boolean;
  /** `import()`: loaded when the code runs. */
  readonly isDynamic: boolean;
}

/** Properties of a file that the import rules check. */
export interface SourceModule {
  /** Path relative to `src`, with slashes: `core/host/host.ts`. */
  readonly file: string;
  readonly lines: number;
  readonly references: readonly Reference[];
  /** Identifiers and literals, without comments. */
  readonly words: readonly string[];
  /** Lines that spread an object literal: `...{ a, b }`. */
  readonly literalSpreads: readonly number[];
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every TypeScript file of `src`. */
export function readSourceModules(): SourceModule[] {
  return readModules('src', /\.tsx?$/);
}

/** @param folder relative to the root of the repository; file names are relative to this folder */
export function readModules(folder: string, names: RegExp): SourceModule[] {
  return readFiles(folder, names).map(([file, text]) => parseModule(file, text));
}

/** Names and texts of the files in a folder, sorted by name. */
export function readFiles(folder: string, names: RegExp): [file: string, text: string][] {
  const place = path.join(ROOT, folder);
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => names.test(file) && !file.includes('node_modules/'))
    .toSorted((a, b) => a.localeCompare(b))
    .map((file) => [file, readFileSync(path.join(place, file), 'utf8')]);
}

/** Function exported by a module of `src`. */
export interface ExportedFunction {
  /** Path relative to `src`. */
  readonly file: string;
  readonly name: string;
  /** Type of the first parameter as written, or empty. */
  readonly firstParameter: string;
}

/** Functions that TypeScript modules of `src` export, declared or assigned to a constant. */
export function readExportedFunctions(): ExportedFunction[] {
  return readFiles('src', /\.ts$/).flatMap(([file, text]) => {
    const found: ExportedFunction[] = [];
    const add = (name: string, start: number, end: number): void => {
      const [, firstParameter = ''] = /^[^(]*\([^,)]*?:\s*([^,)=]*)/.exec(text.slice(start, end)) ?? [];
      found.push({ file, name, firstParameter });
    };
    new Visitor({
      ExportNamedDeclaration: ({ declaration }) => {
        if (declaration?.type === 'FunctionDeclaration' && declaration.id)
          add(declaration.id.name, declaration.start, declaration.end);
        if (declaration?.type !== 'VariableDeclaration') return;
        for (const { id, init } of declaration.declarations) {
          if (id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression') add(id.name, init.start, init.end);
        }
      },
    }).visit(parseSync(file, text, { lang: 'ts' }).program);
    return found;
  });
}

/** @param file path relative to `src`; its extension determines whether it may contain JSX */
export function parseModule(file: string, text: string): SourceModule {
  const { program, errors } = parseSync(file, text, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const references: Reference[] = [];
  const words: string[] = [];
  const literalSpreads: number[] = [];
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  const refer = (specifier: unknown, isTypeOnly: boolean, isDynamic = false): void => {
    if (typeof specifier === 'string') references.push({ specifier, isTypeOnly, isDynamic });
  };
  // Only `import type` is removed: with verbatimModuleSyntax, an import of only types is still executed.
  new Visitor({
    ImportDeclaration: (node) => refer(node.source.value, node.importKind === 'type'),
    ExportAllDeclaration: (node) => refer(node.source.value, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => refer(node.source?.value, node.exportKind === 'type'),
    ImportExpression: (node) => refer(node.source.type === 'Literal' ? node.source.value : undefined, false, true),
    TSImportType: (node) => refer(node.source.value, true),
    TSModuleDeclaration: (node) => refer(node.id.type === 'Literal' ? node.id.value : undefined, true),
    Identifier: (node) => words.push(node.name),
    Literal: (node) => words.push(String(node.value)),
    TemplateElement: (node) => words.push(node.value.raw),
    SpreadElement: (node) => {
      if (node.argument.type === 'ObjectExpression') literalSpreads.push(lineOf(node.start));
    },
  }).visit(program);
  const lines = text.trimEnd().split('\n').length;
  return { file, lines, references, words, literalSpreads };
}

/** File that a relative specifier refers to, or null for a package. Only TypeScript writes `.js` for `.ts`. */
export function resolveReference(file: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  const target = path.posix.join(path.posix.dirname(file), specifier);
  if (!/\.tsx?$/.test(file)) return target;
  return target.replace(/\.jsx$/, '.tsx').replace(/\.js$/, '.ts');
}

/** Package name without a subpath: `mysql2` for `mysql2/promise`. Null for Node's own modules. */
export function packageOf(specifier: string): string | null {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return null;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

// Declarations that no entry of the package reaches. They are two thirds of the compiler's output and would only make
// the package larger.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';

/**
 * Finds unreachable declarations.
 * @param folder output folder of the compiler
 * @param entries files in the folder, ending in .d.ts
 * @returns all other declarations that no entry imports, directly or indirectly
 */
export function unreachedDeclarations(folder, entries) {
  const reached = new Set();
  const waiting = entries.map((entry) => path.join(folder, entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...declarationsNamedIn(file));
  }
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => file.endsWith('.d.ts') && !reached.has(file));
}

function declarationsNamedIn(file) {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'), { lang: 'dts' });
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const found = [];
  const refer = (source) => {
    if (source?.type === 'Literal' && source.value.startsWith('.')) found.push(source.value);
  };
  new Visitor({
    ImportDeclaration: ({ source }) => refer(source),
    ExportAllDeclaration: ({ source }) => refer(source),
    ExportNamedDeclaration: ({ source }) => refer(source),
    TSImportType: ({ source }) => refer(source),
    TSModuleDeclaration: ({ id }) => refer(id),
  }).visit(program);
  return found.map((specifier) => path.join(path.dirname(file), specifier.replace(/\.js$/, '.d.ts')));
}

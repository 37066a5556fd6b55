import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const FOLDER = new URL('../../../dist/editor/', import.meta.url);
/** Each file is a language, with a script for the editor, the packages and the knowledge base. */
const LOCALES = new URL('../../../src/blocks/editor/locales/', import.meta.url);
/** Maximum bytes of compressed script on an editor page (specification of blocks, section 6). */
const BUDGET = 1_100_000;

describe('editor bundle', () => {
  const read = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');
  const scripts = readdirSync(FOLDER).filter((file) => file.endsWith('.js'));

  it(`has at most ${BUDGET} bytes of compressed script`, () => {
    const sizeOf = (file: string): number => gzipSync(read(file), { level: 9 }).length;
    // A page loads the catalogs of its language: editor, packages and knowledge base.
    const catalogues = scripts.filter((file) => file.startsWith('texts-'));
    const translations = readdirSync(LOCALES).filter((file) => file.endsWith('.json') && file !== 'en.json');
    const languages = translations.map((file) =>
      catalogues.filter((script) => script.endsWith(`-${path.basename(file, '.json')}.js`)),
    );
    expect(languages.map((files) => files.length)).toEqual(translations.map(() => 3));
    const sum = (files: readonly string[]): number => files.reduce((bytes, file) => bytes + sizeOf(file), 0);
    const rest = scripts.filter((file) => !catalogues.includes(file));
    const bytes = sum(rest) + Math.max(...languages.map(sum));
    expect(bytes).toBeLessThan(BUDGET);
  });

  it('has a module for each name in the import map', () => {
    const files = Object.values(JSON.parse(read('import-map.json')) as Record<string, string>);
    expect(files.filter((file) => !scripts.includes(file))).toEqual([]);
  });

  it('is a production build in every environment', () =>
    expect(scripts.filter((file) => read(file).includes('.jsxDEV('))).toEqual([]));

  it('imports only its own files', () => {
    const imported = scripts.flatMap((file) =>
      [...read(file).matchAll(/(?:^|[;}])(?:import|export)[^;'"()]*?from"([^"]+)"/g)].map(([, name = '']) => name),
    );
    expect(imported.length).toBeGreaterThan(20);
    expect(imported.filter((name) => !/^\.\/[\w-]+\.js$/.test(name))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { parseImportMap, toImportMap } from '../../../../src/plugins/knowledge-base/content/import/import-map.js';
import { scanMedia } from '../../../../src/plugins/knowledge-base/content/import/links/scan-media.js';
import { readYaml } from '../../../../src/plugins/knowledge-base/content/import/read-yaml.js';
import { templateTagsOf } from '../../../../src/plugins/knowledge-base/content/import/template-tags.js';

describe('import YAML', () => {
  it('is read as YAML 1.2, which includes JSON', () => {
    expect(readYaml('a: 1\nb: [x, {c: null}]\n')).toEqual({ a: 1, b: ['x', { c: null }] });
    expect(readYaml('{"a": {"b": true}}')).toEqual({ a: { b: true } });
    expect(readYaml('')).toBeNull();
  });

  it.each([
    ['a: 1\nb: 2\na: 3\n', 'Map keys must be unique, "a" is not at line 3, column 1'],
    ['x:\n  a: 1\n  a: 2\n', 'Map keys must be unique, "a" is not at line 3, column 3'],
    ['- {b: 1, b: 2}\n', 'Map keys must be unique, "b" is not at line 1, column 10'],
    ['a: 1\nb: "x\n', /quote.* at line \d+, column \d+$/],
    ['a: [1\nb: 2', /at line \d+, column \d+$/],
  ])('reports the first fault of %j with its position', (text, message) => {
    expect(() => readYaml(text)).toThrow(message);
  });

  it('accepts equal keys in different mappings, and keys of different types', () => {
    expect(readYaml('- {a: 1}\n- {a: 1}\n')).toEqual([{ a: 1 }, { a: 1 }]);
    expect(readYaml('1: a\n"1x": b\n')).toEqual({ 1: 'a', '1x': 'b' });
  });

  it('accepts only one document', () => {
    expect(() => readYaml('a: 1\n---\nb: 2\n')).toThrow('There is more than one document at line 2, column 1');
  });

  // On a full stack, V8 cannot compile a regular expression and ends the process without an error.
  it.each(['- ', '? ', '[', '{a: ', 'a:\n'])('rejects deeply nested lists and mappings: %j', (piece) => {
    const nested = piece.includes('\n')
      ? Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')
      : piece.repeat(8_000);
    for (let round = 0; round < 5; round += 1) {
      expect(() => readYaml(nested)).toThrow(/^Lists and mappings nest more than 100 levels at line \d+, column \d+$/);
    }
    expect(readYaml(`${'['.repeat(100)}${']'.repeat(100)}`)).toBeInstanceOf(Array);
  });

  it('rejects a map of more than 16 kB', () => {
    const map = `authors: {${Array.from({ length: 2_000 }, (_, index) => `a${index}: b`).join(', ')}}`;
    expect(map.length).toBeGreaterThan(16 * 1024);
    expect(() => parseImportMap(map)).toThrow(
      expect.objectContaining({ code: 'vendor_kb_import_map_invalid', status: 422 }),
    );
    expect(toImportMap(readYaml('authors: {a: b}'))).toMatchObject({ authors: { a: 'b' } });
  });

  // Four times the text takes four times as long in linear time, and sixteen times as long in quadratic time.
  it.each<[string, (size: number) => void]>([
    ['one error after the other', (size) => quietly(() => readYaml(`[${'[x] '.repeat(size)}`))],
    ['closing brackets', (size) => quietly(() => readYaml('}'.repeat(size)))],
    ['different keys', (size) => readYaml(Array.from({ length: size }, (_, index) => `k${index}: 1`).join('\n'))],
    ['candidates of a srcset', (size) => scanMedia(`<img srcset="${'a '.repeat(size)}">`, 'html')],
    ['one long URL in a srcset', (size) => scanMedia(`<img srcset="${'a'.repeat(size * 2)} x">`, 'html')],
    ['tabs in a template tag', (size) => templateTagsOf(itemOf(`{{%${'\t'.repeat(size * 4)}`))],
  ])('takes linear time for %s', (_, work) => {
    const timeOf = (size: number): number => {
      const start = process.cpuUsage();
      work(size);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    };
    // Garbage collection and other processes slow down single readings, so the shortest of up to twelve counts.
    let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 12 && (round < 2 || long > 8 * short + 50); round += 1) {
      short = Math.min(short, timeOf(2_000));
      long = Math.min(long, timeOf(8_000));
    }
    expect(long).toBeLessThan(8 * short + 50);
  });
});

function quietly(work: () => void): void {
  expect(work).toThrow();
}

function itemOf(body: string): Parameters<typeof templateTagsOf>[0] {
  return { body, format: 'markdown' } as Parameters<typeof templateTagsOf>[0];
}

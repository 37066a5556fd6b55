import { expect, it } from 'vitest';
import { trimSlashes, trimTrailingSlashes } from '../../src/core/trim-slashes.js';

it.each([
  ['', ''],
  ['/', ''],
  ['///', ''],
  ['a', 'a'],
  ['//a//b//', 'a//b'],
])('trims the slashes of "%s"', (path, trimmed) => {
  expect(trimSlashes(path)).toBe(trimmed);
});

it('trims only the end of a path', () => {
  expect(trimTrailingSlashes('/a//')).toBe('/a');
  expect(trimTrailingSlashes('/')).toBe('');
});

it('takes linear time for slashes in the middle', () => {
  const started = process.cpuUsage().user;
  trimSlashes(`a${'/'.repeat(300_000)}b`);
  expect((process.cpuUsage().user - started) / 1000).toBeLessThan(1000);
});

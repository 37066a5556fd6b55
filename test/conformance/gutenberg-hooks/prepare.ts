import { readFileSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import { SUITE } from './suite.js';

/** Sets up the globals that the suite of @wordpress/hooks expects: a window, and matchers for printed errors. */
export function prepareSuite(tier: 'compiled' | 'interpreted'): void {
  vi.stubEnv('GUTENBERG_HOOKS_TIER', tier);
  vi.stubGlobal('window', globalThis);
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  beforeEach(() => printed.mockClear());
  expect.extend({
    toHaveErrored: () => ({ pass: printed.mock.calls.length > 0, message: () => 'what was printed as an error' }),
    toHaveErroredWith: (_console: Console, text: string) => ({
      pass: printed.mock.calls.some(([message]) => message === text),
      message: () => `expected "${text}" among ${JSON.stringify(printed.mock.calls)}`,
    }),
  });

  it('runs the suite of 75 cases', () => {
    expect(readFileSync(SUITE, 'utf8').match(/^\t?test\(/gm)).toHaveLength(75);
  });
}

import { existsSync } from 'node:fs';

/**
 * Path of the browser: MORTISE_CHROMIUM, or the first of Debian's programs that exists. The headless shell has the same
 * engine without windows and opens pages in a fraction of the time.
 */
export const CHROMIUM =
  process.env.MORTISE_CHROMIUM ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((program) => existsSync(program)) ??
  '/usr/bin/chromium';

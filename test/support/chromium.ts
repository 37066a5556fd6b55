import { existsSync } from 'node:fs';

/**
 * The program of the browser: MORTISE_CHROMIUM names it, or it is the first of Debian's that is there. The headless
 * shell is the same engine without windows of its own, and opens pages in a fraction of the time.
 */
export const CHROMIUM =
  process.env.MORTISE_CHROMIUM ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((program) => existsSync(program)) ??
  '/usr/bin/chromium';

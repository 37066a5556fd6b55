import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { CHROMIUM } from './chromium.js';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No request leaves this machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Browser of this process, which ends with it. Visitors lose their storage with their windows. */
let launched: Promise<Browser> | undefined;

/** Starting a browser takes longer than testing most pages, so the suites of a process share one. */
async function sharedBrowser(): Promise<Browser> {
  const running = await launched;
  if (running?.isConnected()) return running;
  launched = chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  return launched;
}

/** Runs a suite in a browser, skipped where Chromium is missing. Each visitor has separate storage. */
export function describeInBrowser(subject: string, suite: (browser: () => Browser) => void): void {
  describe.skipIf(!inject('services').includes('chromium'))(subject, () => {
    let running: Browser | undefined;
    beforeAll(async () => {
      running = await sharedBrowser();
    });
    afterAll(async () => {
      for (const context of running?.contexts() ?? []) await context.close();
    });
    suite(() => {
      if (!running) throw new Error('The browser runs only while the tests of its suite do.');
      return running;
    });
  });
}

/** Visitor with a separate window. */
export interface Visitor {
  readonly page: Page;
  /** Forbidden events in order: errors, blocked resources, dialogs, requests to other sites. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** @param origin origin of the site; a request to any other is a fault */
export async function openVisitor(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ locale: 'en-US', baseURL: origin, ...options });
  // Like every time limit of the tests, it ends a hang and does not measure speed.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    // A page with status 404 is itself reported as a failed resource.
    const isPageItself = message.location().url === page.url() && message.text().includes('status of 4');
    if (/^(?:error|warning)$/.test(message.type()) && !isPageItself) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    // A document created by a script of the page is not another site.
    if (
      !request
        .url()
        .replace(/^blob:/, '')
        .startsWith(`${origin}/`)
    )
      faults.push(`request: ${request.url()}`);
  });
  return { page, faults, close: () => context.close() };
}

/** Saves a screenshot of a page in the folder MORTISE_SHOTS, if set. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.MORTISE_SHOTS;
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true, caret: 'initial' });
}

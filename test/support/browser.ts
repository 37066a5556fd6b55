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
  // Nothing leaves this machine, whatever a page tries.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** The one of this process, which ends with it: what visitors leave goes with their windows. */
let launched: Promise<Browser> | undefined;

/** A browser takes longer to start than most pages to be looked at, so the suites of a process share one. */
async function sharedBrowser(): Promise<Browser> {
  const running = await launched;
  if (running?.isConnected()) return running;
  launched = chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  return launched;
}

/** A suite in a browser, each visitor with storage of their own; skipped where Chromium is not there. */
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

/** Somebody who looks at a site in a window of their own. */
export interface Visitor {
  readonly page: Page;
  /** Everything a page may never do, in order: errors, blocked resources, dialogs, requests to other sites. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** @param origin the site; a request to any other is a fault */
export async function openVisitor(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ locale: 'en-US', baseURL: origin, ...options });
  // As every time limit of the tests it ends what hangs, and judges no speed.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    // A page with status 404 is itself reported as a resource that failed.
    const isPageItself = message.location().url === page.url() && message.text().includes('status of 4');
    if (/^(?:error|warning)$/.test(message.type()) && !isPageItself) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    // A document that a script of the page has made is no other site.
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

/** Keeps a picture of a page for whoever looks at them, in the folder that MORTISE_SHOTS names. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.MORTISE_SHOTS;
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true, caret: 'initial' });
}

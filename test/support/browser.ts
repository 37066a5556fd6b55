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
  // Pages live for seconds, so that optimizing their scripts takes longer than it saves.
  '--js-flags=--no-opt --no-maglev',
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
      idleWindows.clear();
      for (const context of running?.contexts() ?? []) await context.close();
    });
    suite(() => {
      if (!running) throw new Error('The browser runs only while the tests of its suite do.');
      return running;
    });
  });
}

/** Visitor with separate cookies and storage. */
export interface Visitor {
  readonly page: Page;
  /** Forbidden events in order: errors, blocked resources, dialogs, requests to other sites. */
  readonly faults: readonly string[];
  /** Leaves the page and deletes the visitor's cookies and storage. */
  close(): Promise<void>;
}

export interface VisitorOptions extends BrowserContextOptions {
  /**
   * Reuses the window of a closed visitor of the same site. It keeps cached responses, and what cannot be removed from a
   * window: init scripts, functions and clocks.
   */
  readonly reuseWindow?: boolean;
}

/** Colors and places in transition depend on the moment. */
const STILL = { reducedMotion: 'reduce' } as const;

/**
 * Windows of closed visitors by their site and options. One that has run the scripts of the editor runs them again in
 * half the time.
 */
const idleWindows = new Map<string, Page[]>();

/** @param origin origin of the site; a request to any other is a fault */
export async function openVisitor(
  browser: Browser,
  origin: string,
  { reuseWindow = false, ...options }: VisitorOptions = {},
): Promise<Visitor> {
  const key = JSON.stringify([origin, options]);
  const idle = reuseWindow ? idleWindows.get(key)?.pop() : undefined;
  const page = idle ?? (await openWindow(browser, origin, options));
  return {
    page,
    faults: recordFaults(page, origin),
    async close() {
      const isEmpty = reuseWindow && (await emptyWindow(page, origin, options).catch(() => false));
      if (!isEmpty) return page.context().close();
      idleWindows.set(key, [...(idleWindows.get(key) ?? []), page]);
    },
  };
}

async function openWindow(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', baseURL: origin, ...STILL, ...options });
  // Like every time limit of the tests, it ends a hang and does not measure speed.
  context.setDefaultTimeout(60_000);
  return context.newPage();
}

function recordFaults(page: Page, origin: string): readonly string[] {
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
  page.context().on('request', (request) => {
    // A document created by a script of the page is not another site.
    if (
      !request
        .url()
        .replace(/^blob:/, '')
        .startsWith(`${origin}/`)
    )
      faults.push(`request: ${request.url()}`);
  });
  return faults;
}

/** Events of a page that tests listen to. */
const EVENTS = ['console', 'dialog', 'download', 'filechooser', 'pageerror', 'popup', 'request', 'response'];

/** Leaves a window as the next visitor needs it. @returns true, so that a failure can return false */
async function emptyWindow(
  page: Page,
  origin: string,
  { viewport, colorScheme, reducedMotion = STILL.reducedMotion, forcedColors }: BrowserContextOptions,
): Promise<boolean> {
  const context = page.context();
  await Promise.all([page, context].map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
  for (const event of EVENTS) {
    page.removeAllListeners(event);
    context.removeAllListeners(event);
  }
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  // Ends the scripts of the last page, which could write until then. Storage belongs to an origin, whose server may be
  // gone. An intercepted request would make the browser forget the scripts that it has compiled.
  await page.goto(`${origin}/empty`);
  await page.evaluate('localStorage.clear(), sessionStorage.clear()');
  await context.clearCookies();
  await page.mouse.move(0, 0);
  await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
  await page.emulateMedia({
    media: null,
    colorScheme: colorScheme ?? 'light',
    reducedMotion,
    forcedColors: forcedColors ?? 'none',
  });
  return true;
}

/** Saves a screenshot of a page in the folder MORTISE_SHOTS, if set. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.MORTISE_SHOTS;
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true, caret: 'initial' });
}

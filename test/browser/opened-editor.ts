import type { HostOptions } from 'mortise';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openVisitor, type Visitor, type VisitorOptions } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

/** Iframe whose texts are rendered by the packages. */
export const CANVAS = 'iframe[name="editor-canvas"]';

/** Article as returned to a user who may edit it. */
export interface StoredArticle {
  readonly id: number;
  readonly title: { readonly raw: string };
  readonly content: { readonly raw: string; readonly format: string };
  readonly link: string;
  readonly status: string;
  readonly version: number;
  readonly [field: string]: unknown;
}

export interface Person {
  readonly id: number;
  readonly login: string;
  readonly password: string;
}

export interface Opening {
  /** Prepares the page before it is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Signed-in user. Default: the administrator. */
  readonly as?: Person;
  /** Window width in pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** Helpers of one suite for tests that write in the editor. */
export interface Writer {
  readonly site: PublishedSite;
  /** Administrator. */
  readonly user: Person;
  readonly visitor: Visitor;
  /** Ignores browser messages that contain one of these texts, until the next page is opened. */
  forgive(...parts: string[]): void;
  /** Stores an article of blocks. @returns its id */
  store(content: string, fields?: object, as?: Person): Promise<number>;
  read(id: number): Promise<StoredArticle>;
  change(id: number, fields: object): Promise<StoredArticle>;
  /** Creates a category. @returns its id */
  category(name: string, parent?: number): Promise<number>;
  /** Opens any page as a signed-in user. */
  visit(path: string, opening?: Opening & VisitorOptions): Promise<Page>;
  /** Opens an editor page as a signed-in user and waits until it is ready. */
  open(path: string, opening?: Opening & VisitorOptions): Promise<Page>;
  edit(id: number, opening?: Opening & VisitorOptions): Promise<Page>;
}

/** Opens a page whose time a test can let pass with `page.clock`. */
export const withClock: Opening & VisitorOptions = { reuseWindow: false, prepare: (page) => page.clock.install() };

export const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
export const canvas = (page: Page): FrameLocator => page.frameLocator(CANVAS);
export const titleOf = (page: Page): Locator => canvas(page).getByLabel('Title', { exact: true });
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

export async function expectStatus(page: Page, status: string): Promise<void> {
  await expect.poll(() => page.locator('.me-status').textContent(), { timeout: 20_000 }).toBe(status);
}

/** Type of the block that has the focus; null for none. */
export function focusedBlock(page: Page): Promise<string | null> {
  return canvas(page)
    .locator('body')
    .evaluate((body) => body.ownerDocument.activeElement?.closest('[data-type]')?.getAttribute('data-type') ?? null);
}

/**
 * Inserts a block by typing `/` and part of its name. It waits until the block is selected, because the list offers it
 * before it is filtered too.
 */
export async function insertBySlash(page: Page, typed: string, name: string): Promise<void> {
  await page.keyboard.type(`/${typed}`);
  await page.getByRole('option', { name, exact: true, selected: true }).waitFor();
  await page.keyboard.press('Enter');
}

/** Saves by keyboard and waits for the status. @returns the article's id */
export async function save(page: Page): Promise<number> {
  await page.keyboard.press('Control+s');
  await expectStatus(page, 'Saved');
  return idOf(page);
}

/** Id of the article from the page URL. */
export const idOf = (page: Page): number => Number(/(\d+)\/edit$/.exec(page.url())?.[1]);

/** Types at the end of a block's text. */
export async function append(page: Page, to: string, text: string): Promise<void> {
  await canvas(page).getByText(to, { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(text);
}

/**
 * Call it in a suite. Each test gets its own window and fails on any fault it does not forgive.
 *
 * @param options options of the site
 */
export function describeWriter(browser: () => Browser, options: HostOptions = {}): Writer {
  let site: PublishedSite;
  let user: Person;
  let visitor: Visitor | undefined;
  let forgiven: string[] = [];
  beforeAll(async () => {
    site = await publishSite(options);
    user = await site.host.createUser('administrator');
  });
  afterEach(async () => {
    await visitor?.close();
    const faults = visitor?.faults.filter((fault) => !forgiven.some((part) => fault.includes(part)));
    visitor = undefined;
    expect(faults ?? []).toEqual([]);
  });
  afterAll(() => site?.close());

  async function answer<T>(method: string, path: string, request: object): Promise<T> {
    const { status, data } = await site.host.request(method, `/vendor-kb/v1/${path}`, { as: user.id, ...request });
    expect(status).toBeLessThan(300);
    return data as T;
  }

  const writer: Writer = {
    get site() {
      return site;
    },
    get user() {
      return user;
    },
    get visitor() {
      return visitor ?? expect.unreachable();
    },
    forgive(...parts) {
      forgiven = parts;
    },
    async store(content, fields = {}, as = user) {
      const body = { title: 'Marsh birds', content, format: 'blocks', ...fields };
      return (await answer<StoredArticle>('POST', 'articles', { as: as.id, body })).id;
    },
    read: (id) => answer('GET', `articles/${id}`, { query: { context: 'edit' } }),
    change: (id, body) => answer('PATCH', `articles/${id}`, { body }),
    async category(name, parent = 0) {
      return (await answer<{ id: number }>('POST', 'categories', { body: { name, parent } })).id;
    },
    async visit(path, { as = user, width = 1280, height = 800, prepare, ...more } = {}) {
      forgiven = [];
      visitor = await openVisitor(browser(), site.url, { viewport: { width, height }, reuseWindow: true, ...more });
      await prepare?.(visitor.page);
      await signIn(visitor.page, site.host, as);
      await visitor.page.goto(path);
      return visitor.page;
    },
    async open(path, opening) {
      const page = await writer.visit(path, opening);
      await page.locator('.me-text').locator('iframe, textarea').waitFor();
      // Text too large for blocks is displayed as source.
      if ((await page.locator(CANVAS).count()) > 0) await titleOf(page).waitFor();
      return page;
    },
    edit: (id, opening) => writer.open(`/admin/kb/articles/${id}/edit`, opening),
  };
  return writer;
}

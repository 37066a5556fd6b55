import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openVisitor, type Visitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

/** Its texts are drawn by the packages. */
export const CANVAS = 'iframe[name="editor-canvas"]';

export interface StoredArticle {
  readonly id: number;
  readonly title: { readonly raw: string };
  readonly content: { readonly raw: string };
  readonly version: number;
}

/** Somebody who writes in the editor, for the tests of one suite. */
export interface Writer {
  readonly site: PublishedSite;
  readonly user: { readonly id: number; readonly login: string; readonly password: string };
  readonly visitor: Visitor;
  /** Part of what the browser says of a request that fails because a test wants it to. */
  forgive(...parts: string[]): void;
  /** Stores an article of blocks. @returns its id */
  store(content: string, title?: string): Promise<number>;
  read(id: number): Promise<StoredArticle>;
  /** Logs in and opens a page of the editor. */
  open(path: string, width?: number): Promise<Page>;
  edit(id: number, width?: number): Promise<Page>;
}

export const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
export const canvas = (page: Page): FrameLocator => page.frameLocator(CANVAS);
export const titleOf = (page: Page): Locator => canvas(page).getByLabel('Title');
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

export async function expectStatus(page: Page, status: string): Promise<void> {
  await expect.poll(() => page.locator('.me-status').textContent(), { timeout: 20_000 }).toBe(status);
}

/** Writes behind the text of a block. */
export async function append(page: Page, to: string, text: string): Promise<void> {
  await canvas(page).getByText(to, { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(text);
}

/** To be called in a suite; each test has a window of its own, in which nothing may go wrong that it does not forgive. */
export function describeWriter(browser: () => Browser): Writer {
  let site: PublishedSite;
  let user: Writer['user'];
  let visitor: Visitor | undefined;
  let forgiven: string[] = [];
  beforeAll(async () => {
    site = await publishSite();
    user = await site.host.createUser('administrator');
  });
  afterEach(async () => {
    await visitor?.close();
    const faults = visitor?.faults.filter((fault) => !forgiven.some((part) => fault.includes(part)));
    visitor = undefined;
    expect(faults ?? []).toEqual([]);
  });
  afterAll(() => site?.close());

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
    async store(content, title = 'Marsh birds') {
      const body = { title, content, format: 'blocks' };
      const { status, data } = await site.host.request('POST', '/vendor-kb/v1/articles', { as: user.id, body });
      expect(status).toBe(201);
      return (data as StoredArticle).id;
    },
    async read(id) {
      const query = { context: 'edit' };
      return (await site.host.request('GET', `/vendor-kb/v1/articles/${id}`, { as: user.id, query }))
        .data as StoredArticle;
    },
    async open(path, width = 1280) {
      forgiven = [];
      visitor = await openVisitor(browser(), site.url, { viewport: { width, height: 800 } });
      await visitor.page.goto(path);
      await logIn(visitor.page, user.login, user.password);
      await visitor.page.locator('.me-bar').waitFor();
      return visitor.page;
    },
    edit: (id, width) => writer.open(`/admin/kb/articles/${id}/edit`, width),
  };
  return writer;
}

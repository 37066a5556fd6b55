import type { FrameLocator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { logIn } from './log-in.js';
import type { PublishedSite } from './published-site.js';

/** An article as somebody reads it who may edit it. */
export interface StoredArticle {
  readonly id: number;
  readonly title: { readonly raw: string };
  readonly content: { readonly raw: string; readonly rendered: string; readonly format: string };
  readonly link: string;
}

export interface Author {
  readonly id: number;
  readonly login: string;
  readonly password: string;
}

/** The document in which the text of the editor stands; what it draws there is the packages' own. */
export const CANVAS = 'iframe[name="editor-canvas"]';

export function canvasOf(page: Page): FrameLocator {
  return page.frameLocator(CANVAS);
}

export async function writeArticle(
  { host }: PublishedSite,
  author: Author,
  content: string,
  more: object = {},
): Promise<StoredArticle> {
  const body = { title: 'Marsh birds', content, format: 'blocks', ...more };
  const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as: author.id, body });
  return data as StoredArticle;
}

export async function readArticle({ host }: PublishedSite, author: Author, id: number): Promise<StoredArticle> {
  const query = { context: 'edit' };
  const { data } = await host.request('GET', `/vendor-kb/v1/articles/${id}`, { as: author.id, query });
  return data as StoredArticle;
}

/** Logs in and waits until there is something to write in. */
export async function openEditor(page: Page, author: Author, id: number): Promise<void> {
  await page.goto(`/admin/kb/articles/${id}/edit`);
  await logIn(page, author.login, author.password);
  await canvasOf(page).getByLabel('Title').waitFor();
}

/** Saves by keyboard, and waits for the answer. */
export async function saveArticle(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await expect.poll(() => page.locator('.me-status').textContent()).toBe('Saved');
}

import type { FrameLocator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PublishedSite } from '../support/published-site.js';

/** Its texts are drawn by the packages, in a frame. */
export const CANVAS = 'iframe[name="editor-canvas"]';

export const canvas = (page: Page): FrameLocator => page.frameLocator(CANVAS);

/** A button by its name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Saves, and waits until that is said. @returns the id of the article */
export async function save(page: Page): Promise<number> {
  await page.keyboard.press('Control+s');
  await expect.poll(() => page.locator('.me-status').textContent()).toBe('Saved');
  return Number(/(\d+)\/edit$/.exec(page.url())?.[1]);
}

/** An article of blocks that is there already. @returns its id */
export async function write(site: PublishedSite, as: number, content: string, more: object = {}): Promise<number> {
  const body = { title: 'Soups', content, format: 'blocks', ...more };
  const { data } = await site.host.request('POST', '/vendor-kb/v1/articles', { as, body });
  return (data as { id: number }).id;
}

/** The stored grammar of an article. */
export async function stored(site: PublishedSite, as: number, id: number): Promise<string> {
  const path = `/vendor-kb/v1/articles/${id}`;
  const { data } = await site.host.request('GET', path, { as, query: { context: 'edit' } });
  return (data as { content: { raw: string } }).content.raw;
}

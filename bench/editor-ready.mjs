// Time from navigation until the first block of the editor is editable.
import { existsSync } from 'node:fs';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { chromium } from 'playwright-core';
import { median } from './statistics.mjs';

const CHROMIUM = process.env.MORTISE_CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
const LOGIN = { name: 'Username or email', password: 'Password' };

/**
 * Measures a host on loopback with a browser on the same machine. A cold load is the first one of a new browser that
 * has only opened the login page. A warm load follows it with a filled browser cache.
 *
 * @param document block document that starts with a paragraph
 * @param loads number of loads of each type
 * @returns medians in milliseconds, or null without Chromium
 */
export async function measureEditor(document, loads) {
  if (!existsSync(CHROMIUM)) return null;
  const host = await createTestHost({ plugins: [knowledgeBase()] });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const site = await host.listen();
    const author = await host.createUser('administrator');
    const body = { title: 'Measured', content: document, format: 'blocks' };
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as: author.id, body });
    const page = `${site}/admin/kb/articles/${data.id}/edit`;
    const times = { cold: [], warm: [] };
    for (let load = 0; load < loads; load += 1) {
      const context = await browser.newContext();
      await context.addInitScript(watch);
      const tab = await context.newPage();
      await tab.goto(`${site}/admin/login`);
      await tab.getByLabel(LOGIN.name).fill(author.login);
      await tab.getByLabel(LOGIN.password).fill(author.password);
      await Promise.all([tab.waitForNavigation(), tab.getByLabel(LOGIN.password).press('Enter')]);
      times.cold.push(await readyTime(tab, page));
      times.warm.push(await readyTime(tab, page));
      await context.close();
    }
    return { cold: Math.round(median(times.cold)), warm: Math.round(median(times.warm)) };
  } finally {
    await browser.close();
    await host.close();
  }
}

async function readyTime(tab, page) {
  await tab.goto(page, { waitUntil: 'commit' });
  await tab.waitForFunction(() => window.editableSince !== undefined, null, { timeout: 60_000 });
  const time = await tab.evaluate(() => window.editableSince);
  // Verify that the block is really editable.
  const text = tab.frameLocator('iframe[name="editor-canvas"]').locator('.kb-prose p').first();
  await text.click();
  await tab.keyboard.type('Typed');
  await text.filter({ hasText: 'Typed' }).waitFor();
  return time;
}

/** Runs in every page before its own scripts and checks every animation frame. */
function watch() {
  const frame = window.document.querySelector('iframe[name="editor-canvas"]');
  const block = frame?.contentDocument?.querySelector('.kb-prose [data-block]');
  if (block?.isContentEditable) window.editableSince = performance.now();
  else requestAnimationFrame(watch);
}

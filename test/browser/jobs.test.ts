import { definePlugin } from 'mortise';
import type { JobQueue } from 'mortise/services';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { violationsOf } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

declare module 'mortise' {
  interface PluginApis {
    'acme-canteen': { readonly queue: JobQueue<{ dish: string }>; advance(): void };
  }
}

/** Cooks in steps controlled by the test. Cooking a stone fails. */
const kitchen = definePlugin({
  name: 'acme-canteen',
  version: '1.0.0',
  setup({ jobs }) {
    const steps: (() => void)[] = [];
    return {
      advance: () => steps.shift()?.(),
      queue: jobs.define<{ dish: string }, unknown>({
        name: 'acme_cook',
        title: 'Cook a dish',
        attempts: 1,
        async run({ payload, progress, signal }) {
          if (payload.dish === 'stone') throw new Error('A stone cannot be cooked: <b>it stays hard</b>.');
          if (payload.dish === 'soup') return { served: 4 };
          for (let step = 1; step <= 3; step += 1) {
            progress(step, 4);
            await new Promise<void>((resolve, reject) => {
              steps.push(resolve);
              signal.addEventListener('abort', () => reject(signal.reason));
            });
          }
          return { served: 2 };
        },
      }),
    };
  },
});

describeInBrowser('jobs page', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let maria: { id: number; login: string; password: string };
  const added: string[] = [];
  const statusOf = async (id: string) => (await site.host.jobs.get(id))?.status;

  beforeAll(async () => {
    site = await publishSite({ plugins: [kitchen] });
    maria = await site.host.createUser('administrator');
  });
  afterEach(async () => {
    await visitor.close();
    // Only one dish is cooked at a time, so cancel leftovers that would block the next test.
    for (const id of added.splice(0)) if ((await statusOf(id)) === 'running') await site.host.jobs.cancel(id);
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  async function open(path: string, { javaScriptEnabled = true, width = 1280, clock = false } = {}): Promise<Page> {
    const viewport = { width, height: 800 };
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport });
    if (clock) await visitor.page.clock.install();
    await signIn(visitor.page, site.host, maria);
    await visitor.page.goto(path);
    return visitor.page;
  }

  async function add(dish: string, status: string): Promise<string> {
    const { id } = await site.host.plugin('acme-canteen').queue.add({ dish });
    added.push(id);
    await vi.waitFor(async () => expect(await statusOf(id)).toBe(status), { timeout: 10_000 });
    return id;
  }

  it.each([true, false])('displays a failed job and retries it, with JavaScript: %s', async (javaScriptEnabled) => {
    const id = await add('stone', 'failed');
    const page = await open('/admin', { javaScriptEnabled });
    await page.getByRole('main').getByRole('link', { name: 'Background jobs' }).click();
    expect(page.url()).toContain('status=failed');
    const row = page.getByRole('row').filter({ hasText: 'Cook a dish' }).first();
    expect(await row.textContent()).toContain('A stone cannot be cooked: <b>it stays hard</b>.');
    await row.getByRole('link').click();
    expect(page.url()).toBe(`${site.url}/admin/jobs/${id}`);
    expect(await page.locator('h1').textContent()).toBe('Cook a dish');
    expect(await page.getByRole('region', { name: 'Input' }).textContent()).toContain('"dish": "stone"');
    expect(await page.getByRole('region', { name: 'Error' }).textContent()).toContain('<b>it stays hard</b>');
    if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => page.getByRole('main').textContent()).toContain('Retrying 1 job.');
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('failed'), { timeout: 10_000 });
  });

  it('refreshes running jobs automatically, except while checkboxes are checked', async () => {
    await add('soup', 'completed');
    const id = await add('stew', 'running');
    const page = await open('/admin/jobs', { clock: true });
    let refreshes = 0;
    page.on('request', (request) => {
      if (request.url() === page.url()) refreshes += 1;
    });
    /** Lets time pass until the page, which updates itself every two seconds, has the value. */
    const passUntil = <T>(read: () => Promise<T>, expected: T): Promise<void> =>
      expect
        .poll(async () => {
          await page.clock.runFor(2000);
          return read();
        })
        .toBe(expected);
    const bar = page.getByRole('progressbar', { name: 'Progress' });
    await bar.waitFor();
    await passUntil(() => bar.getAttribute('value'), '1');
    expect(await violationsOf(page)).toEqual([]);
    const box = page.getByRole('checkbox', { name: /^Select Cook/ }).first();
    await box.check();
    site.host.plugin('acme-canteen').advance();
    const before = refreshes;
    await page.clock.runFor(6000);
    expect(refreshes).toBe(before);
    expect(await box.isChecked()).toBe(true);
    await box.uncheck();
    await page.locator('h1').click();
    await passUntil(() => bar.getAttribute('value'), '2');
    await page.goto(`/admin/jobs/${id}`);
    site.host.plugin('acme-canteen').advance();
    await passUntil(() => page.getByText('3 of 4').count(), 1);
    site.host.plugin('acme-canteen').advance();
    await passUntil(() => page.getByRole('region', { name: 'Result' }).count(), 1);
    expect(await page.getByRole('button', { name: 'Cancel job' }).count()).toBe(0);
  });

  it.each([true, false])(
    'cancels a running job, individually and in bulk, JavaScript: %s',
    async (javaScriptEnabled) => {
      const id = await add('stew', 'running');
      const page = await open(`/admin/jobs/${id}`, { javaScriptEnabled });
      await page.getByRole('button', { name: 'Cancel job' }).click();
      await expect.poll(() => page.getByRole('main').textContent()).toContain('Stopping the job.');
      await vi.waitFor(async () => expect(await statusOf(id)).toBe('cancelled'), { timeout: 10_000 });
      await page.goto('/admin/jobs?status=cancelled');
      await page
        .getByRole('checkbox', { name: /^Select Cook/ })
        .first()
        .check();
      await page.getByLabel('Bulk action').selectOption('retry');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect.poll(() => page.getByRole('main').textContent()).toContain('Retrying 1 job.');
      await vi.waitFor(async () => expect(await statusOf(id)).toBe('running'), { timeout: 10_000 });
      await page.goto('/admin/jobs?status=running');
      await page.getByRole('checkbox', { name: /^Select Cook/ }).check();
      await page.getByLabel('Bulk action').selectOption('cancel');
      await page.getByRole('button', { name: 'Apply' }).click();
      await vi.waitFor(async () => expect(await statusOf(id)).toBe('cancelled'), { timeout: 10_000 });
    },
  );

  it('fits a phone screen', async () => {
    const id = await add('stew', 'running');
    const page = await open('/admin/jobs', { width: 360 });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBeLessThanOrEqual(360);
    await page.goto(`/admin/jobs/${id}`);
    expect(await width()).toBeLessThanOrEqual(360);
  });
});

import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { deferred } from '../support/deferred.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const TREE = '/admin/kb/categories';

describeInBrowser('sortable lists', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let admin: { id: number; login: string; password: string };
  let round = 0;
  beforeAll(async () => {
    site = await publishSite();
    admin = await site.host.createUser('administrator');
  });
  afterEach(async () => {
    await visitor.close();
    // The browser logs rejected orders.
    expect(visitor.faults.filter((fault) => !fault.includes('status of 422'))).toEqual([]);
  });
  afterAll(() => site.close());

  const make = async (path: string, body: Record<string, unknown>): Promise<number> => {
    const { data } = await site.host.request('POST', `/vendor-kb/v1${path}`, { as: admin.id, body });
    return (data as { id: number }).id;
  };
  const main = (page: Page) => page.getByRole('main');
  const status = (page: Page) => page.locator('.m-ordering-status').textContent();
  const grip = (page: Page, name: string) => main(page).getByRole('button', { name: `Move ${name}`, exact: true });
  const focused = (page: Page) => page.locator(':focus').getAttribute('aria-label');
  const visibleItems = (page: Page) =>
    main(page)
      .locator('[data-label]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-label')));

  async function open(
    place: string,
    { javaScriptEnabled = true, width = 1280, height = 900, hasTouch = false, clock = false } = {},
  ): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, hasTouch, viewport: { width, height } });
    await signIn(visitor.page, site.host, admin);
    if (clock) await visitor.page.clock.install();
    await visitor.page.goto(place);
    // The debounce delay ends when the test says so.
    if (clock) await visitor.page.clock.pauseAt(Date.now() + 60_000);
    return visitor.page;
  }

  /** Holds orders back until `release` is called, as a slow server does. */
  async function holdOrders(page: Page) {
    const arrived = deferred();
    const released = deferred();
    await page.route(
      (url) => url.pathname.startsWith(TREE),
      async (route) => {
        if (route.request().method() === 'POST') {
          arrived.resolve();
          await released.promise;
        }
        await route.continue();
      },
    );
    return { arrived: arrived.promise, release: released.resolve };
  }

  /** Creates a separate category with articles for each test. */
  async function withArticles(titles: readonly string[]): Promise<{ id: number; path: string }> {
    round += 1;
    const id = await make('/categories', { name: `Waders ${round}` });
    for (const title of titles) await make('/articles', { title, content: 'x', status: 'publish', categories: [id] });
    return { id, path: `${TREE}/${id}/order` };
  }
  const stored = async (id: number): Promise<string[]> => {
    const { data } = await site.host.request(
      'GET',
      `/vendor-kb/v1/articles?category=${id}&orderby=order&_fields=title`,
    );
    return (data as { title: { rendered: string } }[]).map(({ title }) => title.rendered);
  };
  const drag = async (page: Page, from: Locator, to: Locator, { drop = true } = {}): Promise<void> => {
    const [start, end] = [await from.boundingBox(), await to.boundingBox()];
    if (!start || !end) throw new Error('There is nothing to drag.');
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(end.x + 150, end.y + end.height * 0.75, { steps: 8 });
    if (drop) await page.mouse.up();
  };

  it('reorder articles by keyboard, send several presses as one order, and undo with Escape', async () => {
    const { id, path } = await withArticles(['Avocet', 'Bittern', 'Crane', 'Dunlin']);
    const page = await open(path, { clock: true });
    let orders = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') orders += 1;
    });
    await grip(page, 'Avocet').focus();
    await page.keyboard.press('ArrowDown');
    expect(await status(page)).toBe('Avocet: position 2 of 4');
    await page.keyboard.press('Alt+ArrowDown');
    await page.clock.runFor(400);
    await expect.poll(() => status(page)).toContain('Avocet moved to position 3 of 4.');
    expect(await stored(id)).toEqual(['Bittern', 'Crane', 'Avocet', 'Dunlin']);
    expect(orders).toBe(1);
    await expect.poll(() => focused(page)).toBe('Move Avocet');

    // Restores the order from when the grip was focused, whether or not it was saved since.
    await page.keyboard.press('Escape');
    expect(await status(page)).toBe('Avocet moved back.');
    expect(await visibleItems(page)).toEqual(['Avocet', 'Bittern', 'Crane', 'Dunlin']);
    await page.clock.runFor(400);
    await expect.poll(() => status(page)).toContain('Avocet moved to position 1 of 4.');
    expect(await stored(id)).toEqual(['Avocet', 'Bittern', 'Crane', 'Dunlin']);

    // Saves nothing if nothing was saved since, so the button still undoes the last change.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.clock.runFor(400);
    expect(orders).toBe(2);
    await page.clock.resume();
    await page.getByRole('button', { name: 'Undo last change' }).click();
    await page.getByText('articles moved.').or(page.getByText('article moved.')).first().waitFor();
    expect(await stored(id)).toEqual(['Bittern', 'Crane', 'Avocet', 'Dunlin']);
  });

  it('keep moves made while an earlier order is being saved', async () => {
    const { id, path } = await withArticles(['Avocet', 'Bittern', 'Crane', 'Dunlin']);
    const page = await open(path, { clock: true });
    const { arrived, release } = await holdOrders(page);
    await grip(page, 'Avocet').focus();
    await page.keyboard.press('ArrowDown');
    await page.clock.runFor(400);
    await arrived;
    await page.keyboard.press('ArrowDown');
    const answered = page.waitForEvent('requestfinished', (request) => request.method() === 'POST');
    release();
    await answered;
    await page.keyboard.press('ArrowDown');
    await page.clock.runFor(400);
    await expect.poll(() => status(page)).toContain('Avocet moved to position 4 of 4.');
    expect(await visibleItems(page)).toEqual(['Bittern', 'Crane', 'Dunlin', 'Avocet']);
    expect(await stored(id)).toEqual(['Bittern', 'Crane', 'Dunlin', 'Avocet']);
  });

  it('keep a typed position and its focus when the saved order appears', async () => {
    const { path } = await withArticles(['Avocet', 'Bittern', 'Crane']);
    const page = await open(path);
    const { arrived, release } = await holdOrders(page);
    await grip(page, 'Avocet').focus();
    await page.keyboard.press('ArrowDown');
    await arrived;
    const position = page.getByRole('textbox', { name: 'Position of Crane, out of 3' });
    await position.fill('1');
    release();
    await expect.poll(() => status(page)).toContain('Avocet moved to position 2 of 3.');
    expect(await position.inputValue()).toBe('1');
    expect(await focused(page)).toBe('Position of Crane, out of 3');
  });

  it('press a button after the moves made before it are saved', async () => {
    const { id, path } = await withArticles(['Avocet', 'Bittern', 'Crane', 'Dunlin']);
    const page = await open(path);
    const { arrived, release } = await holdOrders(page);
    await grip(page, 'Avocet').focus();
    await page.keyboard.press('ArrowDown');
    await arrived;
    await main(page).getByRole('button', { name: 'Move Dunlin up' }).click();
    release();
    await main(page).getByText('Dunlin moved to position 3 of 4.').waitFor();
    expect(await stored(id)).toEqual(['Bittern', 'Avocet', 'Dunlin', 'Crane']);
  });

  it('reorder articles by mouse, and cancel with Escape', async () => {
    const { id, path } = await withArticles(['Avocet', 'Bittern', 'Crane', 'Dunlin']);
    const page = await open(path);
    await drag(page, grip(page, 'Avocet'), main(page).locator('[data-label="Crane"]'));
    await expect.poll(() => status(page)).toContain('Avocet moved to position 3 of 4.');
    expect(await stored(id)).toEqual(['Bittern', 'Crane', 'Avocet', 'Dunlin']);
    await drag(page, grip(page, 'Bittern'), main(page).locator('[data-label="Dunlin"]'), { drop: false });
    expect(await visibleItems(page)).toEqual(['Crane', 'Avocet', 'Dunlin', 'Bittern']);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await visibleItems(page)).toEqual(['Bittern', 'Crane', 'Avocet', 'Dunlin']);
    expect(await stored(id)).toEqual(['Bittern', 'Crane', 'Avocet', 'Dunlin']);
  });

  it('reorder articles by touch', async () => {
    const { id, path } = await withArticles(['Avocet', 'Bittern', 'Crane']);
    const page = await open(path, { hasTouch: true, width: 390 });
    const [start, end] = await Promise.all(
      [grip(page, 'Crane'), grip(page, 'Avocet')].map(async (each) => (await each.boundingBox()) ?? { x: 0, y: 0 }),
    );
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: (start?.x ?? 0) + 15, y }],
      });
    await touch('touchStart', (start?.y ?? 0) + 15);
    for (const part of [0.2, 0.4, 0.6, 0.8, 1])
      await touch('touchMove', (start?.y ?? 0) + ((end?.y ?? 0) - (start?.y ?? 0)) * part);
    await touch('touchEnd', 0);
    await expect.poll(() => status(page)).toContain('Crane moved to position 1 of 3.');
    expect(await stored(id)).toEqual(['Crane', 'Avocet', 'Bittern']);
  });

  it('reorder articles with buttons and position fields without JavaScript', async () => {
    const { id, path } = await withArticles(['Avocet', 'Bittern', 'Crane', 'Dunlin']);
    const page = await open(path, { javaScriptEnabled: false, width: 390 });
    await main(page).getByRole('button', { name: 'Move Dunlin up' }).click();
    await main(page).getByText('Dunlin moved to position 3 of 4.').waitFor();
    expect(await stored(id)).toEqual(['Avocet', 'Bittern', 'Dunlin', 'Crane']);
    await main(page).getByRole('textbox', { name: 'Position of Crane, out of 4' }).fill('1');
    await page.keyboard.press('Enter');
    await main(page).getByText('1 article moved.').waitFor();
    expect(await stored(id)).toEqual(['Crane', 'Avocet', 'Bittern', 'Dunlin']);
    await main(page).getByRole('button', { name: 'Undo last change' }).click();
    await expect.poll(() => stored(id)).toEqual(['Avocet', 'Bittern', 'Dunlin', 'Crane']);
  });

  it('refresh after a concurrent change', async () => {
    const { id, path } = await withArticles(['Avocet', 'Bittern', 'Crane']);
    const page = await open(path);
    await make('/articles', { title: 'Egret', content: 'x', status: 'publish', categories: [id] });
    await grip(page, 'Avocet').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => status(page)).toContain('Another user changed this order.');
    expect(await visibleItems(page)).toEqual(['Avocet', 'Bittern', 'Crane', 'Egret']);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => status(page)).toContain('Avocet moved to position 2 of 4.');
  });

  it('move one of five hundred articles between pages by its position', async () => {
    round += 1;
    const id = await make('/categories', { name: `Many ${round}` });
    const { articles } = site.host.plugin('knowledge-base');
    for (let index = 100; index < 600; index += 1) {
      const input = { title: `Article ${index}`, content: 'x', status: 'publish', categoryIds: [id] } as const;
      await articles.create({ ...input, contentFormat: 'markdown' }, { user: null, source: 'import' });
    }
    const page = await open(`${TREE}/${id}/order`);
    expect(await main(page).locator('[data-name]').count()).toBe(100);
    await main(page).getByRole('textbox', { name: 'Position of Article 100, out of 500' }).fill('450');
    await main(page).getByRole('button', { name: 'Save order' }).first().click();
    await main(page).getByText('1 article moved.').waitFor();
    await main(page).getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: '5' }).click();
    await grip(page, 'Article 100').waitFor();
    expect((await visibleItems(page)).indexOf('Article 100')).toBe(49);
    await grip(page, 'Article 100').focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => status(page)).toContain('Article 100 moved to position 449 of 500.');
    await shoot(page, 'order-many');
  });

  it('reorder categories by drag and keys, and nest or unnest them with the left and right arrow keys', async () => {
    const name = (text: string) => `${text} ${round}`;
    round += 1;
    const top = await make('/categories', { name: name('Top') });
    for (const each of ['Ash', 'Beech', 'Cedar']) await make('/categories', { name: name(each), parent: top });
    const page = await open(TREE, { height: 2000 });
    const order = () => {
      const tree = site.host.plugin('knowledge-base').categories.tree();
      const paths = (id: number): string[] =>
        tree.get(id)?.children.flatMap((child) => [child.path.split('/').slice(1).join('/'), ...paths(child.id)]) ?? [];
      return paths(top).map((path) => path.replaceAll(`-${round}`, ''));
    };
    await drag(page, grip(page, name('Ash')), main(page).locator(`[data-label="${name('Beech')}"]`));
    await expect.poll(() => status(page)).toContain(`${name('Ash')} moved to position 2 of 3.`);
    expect(order()).toEqual(['beech', 'ash', 'cedar']);
    await grip(page, name('Cedar')).focus();
    await page.keyboard.press('ArrowRight');
    const nested = main(page).locator(`[data-label="${name('Ash')}"] [data-label="${name('Cedar')}"]`);
    await nested.waitFor();
    expect(order()).toEqual(['beech', 'ash', 'ash/cedar']);
    expect(await focused(page)).toBe(`Move ${name('Cedar')}`);
    await page.keyboard.press('ArrowLeft');
    await nested.waitFor({ state: 'detached' });
    expect(order()).toEqual(['beech', 'ash', 'cedar']);
    expect(await focused(page)).toBe(`Move ${name('Cedar')}`);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => status(page)).toContain(`${name('Cedar')} moved to position 2 of 3.`);
    expect(order()).toEqual(['beech', 'cedar', 'ash']);
    await make('/categories', { name: name('Birch'), parent: top });
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => status(page)).toContain('Another user changed this order.');
    await expectAccessible(page, [1280, 390], async (where) => {
      const wide = await page.locator('html').evaluate((html) => html.scrollWidth);
      expect([where, wide]).toEqual([where, page.viewportSize()?.width]);
      await shoot(page, `tree-${where.replace(', ', '-')}`);
    });
  });

  it('send orders of categories one after the other, each based on the one before', async () => {
    round += 1;
    const top = await make('/categories', { name: `Top ${round}` });
    for (const name of ['Ash', 'Beech', 'Cedar']) await make('/categories', { name: `${name} ${round}`, parent: top });
    const page = await open(TREE);
    const { arrived, release } = await holdOrders(page);
    await grip(page, `Ash ${round}`).focus();
    await page.keyboard.press('ArrowDown');
    await arrived;
    await page.keyboard.press('ArrowDown');
    // Sends the second order without the delay.
    await grip(page, `Beech ${round}`).focus();
    release();
    await expect.poll(() => status(page)).toContain(`Ash ${round} moved to position 3 of 3.`);
    await expect.poll(() => focused(page)).toBe(`Move Beech ${round}`);
  });

  it('have accessible pages that fit every screen', async () => {
    const { id, path } = await withArticles([
      'Avocet',
      'Bittern of the reeds, which is seldom seen and heard at night',
      'Crane',
    ]);
    await make('/articles', { title: 'Dunlin', content: 'x', categories: [id] });
    const page = await open(`${path}?undo=${1}:1`);
    await expectAccessible(page, [1280, 320], async (where) => {
      const wide = await page.locator('html').evaluate((html) => html.scrollWidth);
      expect([where, wide]).toEqual([where, page.viewportSize()?.width]);
      await shoot(page, `order-${where.replace(', ', '-')}`);
    });
  });
});

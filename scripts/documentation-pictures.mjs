// npm run pictures: takes the screenshots of docs/images again, from the articles of the demo site.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
const CONTENT = fileURLToPath(new URL('../examples/demo-site/content/', import.meta.url));
/** Maximum size of a screenshot in bytes. */
const MAX_BYTES = 150 * 1024;
const ARTICLE = '/kb/docs/getting-started/embed';

// Listen first, so the host knows its URL.
const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}`;
const host = await createTestHost({ name: 'Mortise', url, plugins: [knowledgeBase()] });
server.on('request', host.handler());
await host.plugin('knowledge-base').importFolder(CONTENT, { name: 'docs' });
await host.plugin('knowledge-base').searchIndex.ready();
const { login, password } = await host.createUser('administrator');
const browser = await chromium.launch({
  executablePath:
    process.env.MORTISE_CHROMIUM ??
    ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((program) => existsSync(program)),
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 800 } });

/** Saves a screenshot of the window, as small as possible. */
async function keep(name) {
  const file = `${IMAGES}${name}.png`;
  const { size } = await sharp(await page.screenshot())
    .png({ palette: true, colours: 64 })
    .toFile(file);
  if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes, more than ${MAX_BYTES}.`);
  console.log(`${file}: ${size} bytes`);
}

try {
  await page.goto('/kb');
  await keep('knowledge-base');
  await page.goto('/kb/docs/getting-started');
  await keep('category');
  await page.goto(ARTICLE);
  await keep('article');
  // The first search of a process also fills its caches.
  await page.goto('/kb/search?q=template');
  await page.reload();
  await keep('search');
  await page.goto('/admin/login');
  await page.locator('input[autocomplete=username]').fill(login);
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.getByRole('main').locator('[type=submit]').click();
  await page.waitForURL('**/admin');
  await page.goto('/admin/kb/articles');
  await keep('articles');
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await host.close();
}

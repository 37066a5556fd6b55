// Response time and size of reader pages with 2,000 articles vs an Express server that sends the same bytes.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { chromium } from 'playwright-core';
import { syntheticDocuments } from './collections.mjs';
import { median, quantile, round } from './statistics.mjs';

const ARTICLES = 2_000;
const PER_CATEGORY = 50;
/** Uncounted warm-up requests: the first run of code and the first rendering of a text are slow. */
const WARMING = 50;
/** Page types also measured with cold caches. */
const MEASURED_COLD = ['home', 'category', 'article'];
const CHROMIUM = process.env.MORTISE_CHROMIUM ?? '/usr/bin/chromium-headless-shell';
/** Assumed slowdown of a reader's machine compared to this one. */
const THROTTLING = 4;

export async function run({ quick }) {
  const results = { rows: [], ratios: {}, counts: {} };
  const host = await createTestHost({ debug: false, plugins: [knowledgeBase()] });
  const peer = express();
  const sent = new Map();
  peer.get('/{*path}', (request, response) => response.type('html').send(sent.get(request.originalUrl)));
  const server = createServer(peer);
  try {
    const site = await host.listen();
    const bare = await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address())));
    const pages = await fill(host);
    for (const [page, paths] of Object.entries(pages)) {
      const html = await textAt(site, paths[0]);
      const weights = { html: weight(html), ...(await assetWeights(site, html)) };
      for (const path of paths) sent.set(path, await textAt(site, path));
      const rounds = WARMING + (quick ? 100 : 500);
      const times = await inTurn({ ours: site, peer: `http://127.0.0.1:${bare.port}` }, paths, rounds);
      const p95 = { ours: quantile(times.ours, 0.95), peer: quantile(times.peer, 0.95) };
      results.rows.push({
        page,
        p50_ms: round(quantile(times.ours, 0.5)),
        p95_ms: round(p95.ours),
        bare_p95_ms: round(p95.peer),
        ...Object.fromEntries(Object.entries(weights).map(([what, bytes]) => [`${what}_kB`, round(bytes / 1024)])),
      });
      results.ratios[`${page}_p95_vs_same_bytes`] = round(p95.ours / p95.peer);
      results.counts[`${page}_p95_ms`] = round(p95.ours);
      for (const [what, bytes] of Object.entries(weights)) results.counts[`${page}_${what}_bytes`] = bytes;
    }
    for (const page of MEASURED_COLD) {
      const times = await coldTimes(host, site, pages[page], quick ? 10 : 40);
      results.counts[`${page}_cold_p95_ms`] = round(quantile(times, 0.95));
    }
    const largest = await largestPaint(site + pages.article[0], quick ? 3 : 9);
    if (largest !== null) results.counts.article_lcp_ms = round(largest);
  } finally {
    server.close();
    await host.close();
  }
  return results;
}

/** Creates the articles. @returns paths by page type */
async function fill(host) {
  const as = await host.createUser('administrator');
  const write = async (path, body) => {
    const { status, data } = await host.request('POST', `/vendor-kb/v1${path}`, { as, body });
    if (status !== 201) throw new Error(`${path}: ${JSON.stringify(data)}`);
    return data;
  };
  const articles = [];
  const categories = [];
  for (const { title, body, tags } of syntheticDocuments(ARTICLES)) {
    if (articles.length % PER_CATEGORY === 0) {
      categories.push(await write('/categories', { name: `Category ${categories.length + 1}` }));
    }
    const content = paragraphs(body);
    const category = categories.at(-1).id;
    articles.push(await write('/articles', { title, content, tags, categories: [category], status: 'publish' }));
  }
  const closed = await write('/articles', {
    title: 'Closed',
    content: 'x',
    status: 'publish',
    access_rule: { mode: 'logged_in' },
  });
  await host.plugin('knowledge-base').searchIndex.ready();
  const [word] = syntheticDocuments(1)[0].title.split(' ');
  const pathOf = ({ link }) => new URL(link).pathname;
  const some = articles.filter((_, index) => index % 40 === 0);
  return {
    home: ['/kb'],
    category: categories.map(pathOf),
    article: some.map(pathOf),
    search: [`/kb/search?q=${word}`],
    'not-found': ['/kb/nothing-of-that-name'],
    restricted: [pathOf(closed)],
    print: [`${pathOf(categories[0])}/print`],
    feed: ['/kb/feed'],
    sitemap: ['/kb/sitemap-1.xml'],
    'llms.txt': ['/kb/llms.txt'],
    markdown: some.map((article) => `${pathOf(article)}.md`),
  };
}

/** Formats text with headings, a list and code, as in real articles. */
function paragraphs(body) {
  const terms = body.split(' ');
  const parts = Array.from({ length: Math.ceil(terms.length / 60) }, (_, index) =>
    terms.slice(index * 60, index * 60 + 60),
  );
  return parts
    .map((part, index) => {
      const text = part.join(' ');
      if (index % 4 === 1) return `## ${part.slice(0, 3).join(' ')}\n\n${text}`;
      if (index % 4 === 3)
        return `- ${part.slice(0, 20).join(' ')}\n- **${part.slice(20, 40).join(' ')}**\n\n\`\`\`js\nconst a = 1;\n\`\`\``;
      return text;
    })
    .join('\n\n');
}

async function textAt(origin, path) {
  const answer = await fetch(origin + path);
  if (answer.status >= 500) throw new Error(`${path} answers ${answer.status}`);
  return answer.text();
}

const weight = (text) => gzipSync(text).length;

async function assetWeights(origin, html) {
  const total = async (pattern) => {
    const paths = [...new Set([...html.matchAll(pattern)].map(([, path]) => path))];
    const texts = await Promise.all(paths.map((path) => textAt(origin, path)));
    return texts.reduce((sum, text) => sum + weight(text), 0);
  };
  return {
    css: await total(/<link rel="stylesheet" href="([^"]+)"/g),
    script: await total(/<script [^>]*src="([^"]+)"/g),
  };
}

/** Measures one side after the other, so other load on the machine affects both equally. */
async function inTurn(origins, paths, rounds) {
  const times = Object.fromEntries(Object.keys(origins).map((side) => [side, []]));
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [side, origin] of Object.entries(origins)) {
      const start = performance.now();
      await textAt(origin, paths[turn % paths.length]);
      if (turn >= WARMING) times[side].push(performance.now() - start);
    }
  }
  return times;
}

/** Times requests with cold caches: no rendered text and no shared page data. */
async function coldTimes(host, origin, paths, requests) {
  const { caches } = host.plugin('knowledge-base');
  const times = [];
  for (let request = 0; request < requests; request += 1) {
    await caches.flush(['render', 'nav', 'access'], { user: null, source: 'cli' });
    // This request makes the process notice the flush.
    await host.request('GET', '/vendor-kb/v1/categories');
    const start = performance.now();
    await textAt(origin, paths[request % paths.length]);
    times.push(performance.now() - start);
  }
  return times;
}

/** Median largest contentful paint in a browser without a cache, or null without Chromium. */
async function largestPaint(address, loads) {
  if (!existsSync(CHROMIUM)) return null;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const times = [];
    for (let load = 0; load < loads; load += 1) {
      const context = await browser.newContext();
      const tab = await context.newPage();
      const session = await context.newCDPSession(tab);
      await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLING });
      await tab.goto(address, { waitUntil: 'load' });
      times.push(await tab.evaluate(paintTime));
      await context.close();
    }
    return median(times);
  } finally {
    await browser.close();
  }
}

function paintTime() {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
}

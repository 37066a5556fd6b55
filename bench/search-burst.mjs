// Event loop blocking by a thousand concurrent searches on separate connections vs bare Node.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { queriesFor, syntheticDocuments } from './collections.mjs';
import { storeArticles } from './search/store-articles.mjs';
import { median, round } from './statistics.mjs';

const SEARCHES = 1_000;
const SIDES = ['memory', 'worker', 'bare'];
/** Uncounted warm-up bursts: the first run of code is slow. */
const WARMING = 3;

export async function run({ quick }) {
  const results = { rows: [], ratios: {}, counts: {} };
  const folder = mkdtempSync(path.join(tmpdir(), 'mortise-bench-'));
  const servers = [];
  try {
    const database = `sqlite:${path.join(folder, 'site.db')}`;
    const documents = syntheticDocuments(quick ? 1_000 : 10_000);
    const host = await createTestHost({ database, plugins: [knowledgeBase()] });
    await storeArticles(host, documents);
    await host.close();
    for (const side of SIDES) servers.push(await startServer(side, database));
    const queries = queriesFor(documents, SEARCHES).map(({ query }) => query);
    const blocks = Object.fromEntries(SIDES.map((side) => [side, []]));
    for (let count = 0; count < WARMING + (quick ? 3 : 9); count += 1) {
      for (const server of servers) {
        const longest = await burst(server, queries);
        if (count >= WARMING) blocks[server.side].push(longest);
      }
    }
    for (const side of SIDES) {
      const measured = { median_ms: round(median(blocks[side])), most_ms: round(Math.max(...blocks[side])) };
      results.rows.push({ side, ...measured });
      for (const [what, value] of Object.entries(measured)) results.counts[`${side}_longest_block_${what}`] = value;
      if (side !== 'bare') {
        results.ratios[`${side}_longest_block_vs_bare_node`] = round(median(blocks[side]) / median(blocks.bare));
      }
    }
  } finally {
    for (const { child } of servers) child.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

async function startServer(side, database) {
  const child = fork(fileURLToPath(new URL('search/burst-server.mjs', import.meta.url)), [side, database]);
  const [port] = await once(child, 'message');
  return { side, child, port };
}

/** Runs one burst. @returns the longest event loop block in milliseconds */
async function burst({ child, port }, queries) {
  child.send('begin');
  await once(child, 'message');
  await Promise.all(queries.map((query, index) => search(port, query, index)));
  child.send('end');
  const [longest] = await once(child, 'message');
  return longest;
}

function search(port, query, index) {
  const path = `/api/vendor-kb/v1/search?q=${encodeURIComponent(query)}`;
  // Each search uses a different client IP address, because the rate limit would reject so many from one.
  const headers = { 'X-Forwarded-For': `10.0.${index >> 8}.${index & 255}` };
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
      response.resume().on('end', resolve);
    });
    request.on('error', reject);
  });
}

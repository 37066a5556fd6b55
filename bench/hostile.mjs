// Largest inputs of SECURITY.md's hostile authors and visitors, each with the longest event loop block and the health
// check time. `before` is the result of version 0.1.0 for the same input.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { quantile, round } from './statistics.mjs';

/** Milliseconds between two health checks. */
const PROBE_PAUSE = 20;
const SIZE = 600_000;

export async function run({ quick }) {
  const results = { rows: [], ratios: {}, counts: {} };
  const server = fork(new URL('./hostile-server.mjs', import.meta.url), [quick ? '50' : '300']);
  try {
    const [site] = await once(server, 'message');
    for (const { name, before, send } of casesOf(site, server)) {
      const idle = await probesWhile(site, () => setTimeout(1_000));
      await tell(server, { reset: true });
      const start = performance.now();
      const probes = await probesWhile(site, send);
      const seconds = (performance.now() - start) / 1_000;
      const { blocked } = await tell(server, { read: true });
      const p99 = quantile(probes.times, 0.99);
      results.rows.push({
        input: name,
        'before (s)': before,
        'answered (s)': round(seconds),
        status: probes.status,
        'longest block (ms)': round(blocked),
        'health p99 (ms)': round(p99),
      });
      results.ratios[`${name}: health p99 to idle`] = round(p99 / quantile(idle.times, 0.99));
      results.counts[`${name}: longest block in ms`] = round(blocked);
    }
  } finally {
    server.disconnect();
  }
  return results;
}

/** Sends a request and checks the site's health until the response arrives. */
async function probesWhile({ url }, send) {
  const times = [];
  let status;
  const sent = send().then((answer) => {
    status = answer ?? 0;
  });
  while (status === undefined) {
    const start = performance.now();
    await (await fetch(`${url}/api/mortise/v1/health/live`)).arrayBuffer();
    times.push(performance.now() - start);
    await setTimeout(PROBE_PAUSE);
  }
  await sent;
  return { times, status };
}

function casesOf({ url, contributor, manager, image, closed, versions }, server) {
  const ask = async (path, options) => {
    const answer = await fetch(url + path, { redirect: 'manual', ...options });
    await answer.arrayBuffer();
    return answer.status;
  };
  const basic = (credential) => ({ authorization: `Basic ${Buffer.from(credential).toString('base64')}` });
  const preview = (body) => () =>
    ask('/api/vendor-kb/v1/preview', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...basic(contributor) },
      body: JSON.stringify(body),
    });
  const fill = (start, piece, end = '') => start + piece.repeat(Math.ceil(SIZE / piece.length)) + end;
  const markdown = (content) => preview({ format: 'markdown', content });
  const importWith = (map) => async () => {
    const form = new FormData();
    form.set('dry_run', 'true');
    form.set('map', map);
    form.set('file', new Blob(['---\ntitle: a\n---\nb']), 'a.md');
    return ask('/api/vendor-kb/v1/import', { method: 'POST', headers: basic(manager), body: form });
  };
  const tabs = '\t'.repeat(7_000);
  return [
    ['Range of 14 kB', '480 and more', () => ask(image, { headers: { range: `bytes=${tabs}-${tabs}` } })],
    ['path of 7,500 segments', '2', () => ask(`/kb/${'a/'.repeat(7_500)}`)],
    ['llms-full.txt', '2', () => ask('/kb/llms-full.txt')],
    ['teaser of 200 kB', '19', () => ask(closed)],
    ['HTML, an endless tag name', '1,200', preview({ format: 'html', content: fill('<a', 'a', '<a>') })],
    ['English text as Thai', '360', preview({ format: 'markdown', locale: 'th', content: fill('', 'word ') })],
    ['list item of lazy lines', '3,600', markdown(fill('- ', 'a\n'))],
    ['exclamation marks', '60', markdown(fill('', '!'))],
    ['underlined headings', '3', markdown(fill('', 'a\n===\n'))],
    ['difference of 10,000 lines', '21', async () => (await tell(server, { visit: versions })).status],
    ['search for Han', '9', () => ask(`/api/vendor-kb/v1/search?q=${encodeURIComponent('漢字')}&per_page=50`)],
    ['map of 16 kB in an import', '0.7 to 14', importWith(`[${'[x] '.repeat(4_000)}`)],
    ['_fields of 2,300 names', '0.2', () => ask(`/api/mortise/v1/health/live?_fields=${fieldNames(2_300)}`)],
    ['100 articles with _embed', '0.1', () => ask('/api/vendor-kb/v1/articles?per_page=100&_embed=1')],
  ].map(([name, before, send]) => ({ name, before, send }));
}

/** Sends a message. @returns the server's response */
async function tell(server, message) {
  const answer = once(server, 'message');
  server.send(message);
  return (await answer)[0];
}

function fieldNames(count) {
  return Array.from({ length: count }, (_, index) => `a.${index}`).join(',');
}

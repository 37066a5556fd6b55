// One side of the search burst in its own process: our host with one of its engines, or bare Node.
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';

/** Sampling interval of the event loop in milliseconds, which is also the maximum error of a block. */
const RESOLUTION = 5;

const [side, database] = process.argv.slice(2);
const server = createServer(side === 'bare' ? (_request, response) => response.end('ok') : await handlerOf(side));
server.listen(0, '127.0.0.1', 2_000, () => process.send(server.address().port));

let delay = null;
process.on('message', async (message) => {
  if (message === 'begin') {
    delay = monitorEventLoopDelay({ resolution: RESOLUTION });
    delay.enable();
    await wait(4 * RESOLUTION);
    delay.reset();
    process.send('begun');
    return;
  }
  await wait(4 * RESOLUTION);
  delay.disable();
  process.send(delay.max / 1e6);
});
process.on('disconnect', () => process.exit(0));

async function handlerOf(searchEngine) {
  const plugins = [knowledgeBase({ searchEngine })];
  const host = await createTestHost({ database, debug: false, trustProxy: true, plugins });
  await host.plugin('knowledge-base').searchIndex.ready();
  return host.handler();
}

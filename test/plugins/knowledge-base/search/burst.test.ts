import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { definePlugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SEARCHES = 1_000;
const WORDS = ['kestrel', 'heron', 'osprey', 'falcon', 'sparrow', 'warbler', 'plover', 'grebe', 'swift', 'wren'];

describe.each(['memory', 'worker'] as const)('1,000 concurrent searches with engine "%s"', (searchEngine) => {
  let host: TestHost;
  let port: number;
  /** Event loop turns so far, and the turns in which a request or a search began. */
  let turn = 0;
  let requests: number[] = [];
  let searches: number[] = [];

  const watcher = definePlugin({
    name: 'watcher',
    version: '1.0.0',
    setup({ hooks }) {
      hooks.addFilter('rest_pre_dispatch', (answer) => {
        requests.push(turn);
        return answer;
      });
      hooks.addFilter('vendor_kb_search_query', (query) => {
        searches.push(turn);
        return query;
      });
    },
  });

  beforeAll(async () => {
    host = await createTestHost({ trustProxy: true, plugins: [knowledgeBase({ searchEngine }), watcher] });
    const as = await host.createUser('administrator');
    for (const [index, word] of WORDS.entries()) {
      const body = { title: `The ${word}`, content: `Seen with a ${WORDS[(index + 1) % 10]}.`, status: 'publish' };
      expect((await host.request('POST', '/vendor-kb/v1/articles', { as, body })).status).toBe(201);
    }
    await host.plugin('knowledge-base').searchIndex.ready();
    port = Number(new URL(await host.listen()).port);
  });
  afterAll(() => host?.close());

  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  /** @param sender number of the sending IP address, each of which has its own rate limit */
  const search = async (socket: Socket, query: string, sender: number): Promise<object> => {
    const address = `X-Forwarded-For: 10.0.${sender >> 8}.${sender & 255}`;
    socket.write(
      `GET /api/vendor-kb/v1/search?q=${query} HTTP/1.1\r\nHost: x\r\n${address}\r\nConnection: close\r\n\r\n`,
    );
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return { status: head.split(' ', 2)[1], ...JSON.parse(body), took_ms: 0 };
  };

  it('return the same as single searches, and start in separate turns of the event loop', async () => {
    const alone = await Promise.all(WORDS.map(async (word) => search(await open(), word, SEARCHES)));
    expect(alone).toContainEqual(expect.objectContaining({ status: '200', total: 2 }));
    const sockets = await Promise.all(Array.from({ length: SEARCHES }, open));
    [requests, searches] = [[], []];
    let isOver = false;
    const watch = () => {
      turn += 1;
      if (!isOver) setImmediate(watch);
    };
    setImmediate(watch);
    const wordOf = (index: number) => WORDS[index % WORDS.length] ?? '';
    const together = await Promise.all(sockets.map((socket, index) => search(socket, wordOf(index), index)));
    isOver = true;
    for (const [index, answer] of together.entries()) expect(answer).toEqual(alone[index % WORDS.length]);
    expect(most(requests)).toBeLessThanOrEqual(16);
    expect([searches.length, most(searches)]).toEqual([SEARCHES, 1]);
  });
});

/** Highest number of events in one turn. */
function most(turns: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const turn of turns) counts.set(turn, (counts.get(turn) ?? 0) + 1);
  return Math.max(...counts.values());
}

import { knowledgeBase } from '../../../src/plugins/knowledge-base/index.js';
import { createTestHost } from '../../../src/testing.js';

/**
 * Saves an article in a process of its own, which kills itself on the way. Arguments: address of the database, id of
 * the article (0 for a new one), and where: `redirects` when its old addresses are written, `revision` when what it
 * said is kept, `written` when all is and nothing committed, `committed` after that.
 */
const [database = '', id = '', stop = ''] = process.argv.slice(2);

const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way; nothing more may happen until it comes.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error('still alive');
};

const host = await createTestHost({ database, plugins: [knowledgeBase()] });
const { articles, redirects, revisions } = host.plugin('knowledge-base');

function dieAfter<Name extends string>(
  name: string,
  part: Record<Name, (...args: never[]) => Promise<void>>,
  method: Name,
): void {
  const work = part[method] as (...args: unknown[]) => Promise<void>;
  part[method] = async (...args: unknown[]) => {
    await work(...args);
    if (stop === name) die();
  };
}
dieAfter('redirects', redirects, 'remove');
dieAfter('revision', revisions, 'add');
const { afterCommit } = host.db;
host.db.afterCommit = (callback) => (stop === 'written' ? die() : afterCommit(callback));
if (stop === 'committed') host.hooks.addAction('vendor_kb_article_saved', die);

const input = { title: 'After', slug: 'after', content: 'New text', tags: ['new'], status: 'publish' } as const;
const actor = { user: null, source: 'cli' } as const;
if (id === '0') await articles.create(input, actor);
else await articles.update(Number(id), input, actor);
console.log('done');

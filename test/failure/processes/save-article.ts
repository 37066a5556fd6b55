import { knowledgeBase } from '../../../src/plugins/knowledge-base/index.js';
import { createTestHost } from '../../../src/testing.js';
import { die } from './die.js';

/**
 * Saves an article in its own process, which kills itself. Arguments: database URL, article id (0 for a new one), and
 * the point of the kill: `redirects` after its redirects are written, `revision` after its revision is written,
 * `written` after all writes but before the commit, `committed` after the commit.
 */
const [database = '', id = '', stop = ''] = process.argv.slice(2);

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

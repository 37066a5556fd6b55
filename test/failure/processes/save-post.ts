import { createTestHost } from '../../../src/testing.js';
import { die } from './die.js';

/**
 * Saves a post with two categories in its own process, which kills itself. Arguments: database URL, post id (0 for a
 * new one), category ids, and the point of the kill: `terms` after its categories are written, `written` after all
 * writes but before the commit, `committed` after the commit.
 */
const [database = '', id = '', categories = '', stop = ''] = process.argv.slice(2);

const host = await createTestHost({ database });
const { posts, publishing } = host.content;
const { setTerms } = posts;
posts.setTerms = async (...args) => {
  await setTerms(...args);
  if (stop === 'terms') die();
};
const { afterCommit } = host.db;
host.db.afterCommit = (callback) => (stop === 'written' ? die() : afterCommit(callback));
if (stop === 'committed') host.hooks.addAction('transition_post_status', die);

const input = { title: 'After', content: 'New text', terms: { category: categories.split(',').map(Number) } };
if (id === '0') await publishing.create('post', { ...input, status: 'publish' }, { user: null });
else await publishing.update(Number(id), { ...input, status: 'publish' }, { user: null });
console.log('done');

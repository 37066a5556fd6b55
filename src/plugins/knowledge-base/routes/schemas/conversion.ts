import type { JsonSchema } from '../../../../index.js';
import { ARTICLE } from './articles.js';
import { id, record } from './members.js';

export const CONVERSION: JsonSchema = record('Conversion', 'An article in another format.', {
  id: { ...id, description: 'Of the article.' },
  from: { type: 'string', enum: ['markdown', 'html', 'blocks'] },
  to: { type: 'string', enum: ['markdown', 'blocks'] },
  dry_run: { type: 'boolean', description: 'Nothing was changed.' },
  content: { type: 'string', description: 'The text as it is stored now, or would be.' },
  diff: { type: 'string', description: 'Lines of the source that changed, as `diff -u` writes them.' },
  same_text: { type: 'boolean', description: 'Readers see the same words as before.' },
  text_diff: { type: 'string', description: 'Lines of what readers see that changed; empty for none.' },
  article: {
    ...ARTICLE,
    type: ['object', 'null'],
    description: 'The article after the save; null when nothing was changed.',
  },
});

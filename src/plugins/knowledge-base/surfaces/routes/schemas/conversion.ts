import type { JsonSchema } from '../../../../../rest.js';
import { ARTICLE } from './articles.js';
import { id, record } from './members.js';

export const CONVERSION: JsonSchema = record('Conversion', 'Converted article.', {
  id: { ...id, description: 'ID of the article.' },
  from: { type: 'string', enum: ['markdown', 'html', 'blocks'] },
  to: { type: 'string', enum: ['markdown', 'blocks'] },
  dry_run: { type: 'boolean', description: 'Nothing was changed.' },
  content: { type: 'string', description: 'Text as stored, or as it would be stored.' },
  diff: { type: 'string', description: 'Changed source lines, in the format of `diff -u`.' },
  same_text: { type: 'boolean', description: 'Whether the visible text stays the same.' },
  text_diff: { type: 'string', description: 'Changed lines of the visible text; empty: none.' },
  article: {
    ...ARTICLE,
    type: ['object', 'null'],
    description: 'Article after the save; null if nothing was changed.',
  },
});

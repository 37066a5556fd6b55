import type { JsonSchema } from '../../../../../rest.js';
import { ACCESS_MODES, TEASERS } from '../../../domain/access/rule.js';
import { list, record } from './members.js';

/** Schema of a viewer's access, see `AccessView`. */
export const ACCESS: JsonSchema = record('Access', 'Whether the caller can read it, and why.', {
  allowed: { type: 'boolean' },
  mode: { type: 'string', enum: ACCESS_MODES, description: 'Mode of the effective rule.' },
  source: record(null, 'Owner of the effective rule.', {
    type: { type: 'string', enum: ['article', 'attachment', 'category', 'none'] },
    id: { type: 'integer', minimum: 0 },
  }),
  teaser: { type: 'string', enum: TEASERS },
  listed: { type: 'boolean' },
});

/** Schema of a rule that can be written back, see `RuleView`. */
export const ACCESS_RULE: JsonSchema = record(
  'AccessRule',
  'Its own rule; only with context=edit and in responses to changes. Passwords are never returned.',
  {
    mode: { type: 'string', enum: [...ACCESS_MODES, 'inherit'] },
    roles: { ...list({ type: 'string' }), required: false },
    users: { ...list({ type: 'integer' }), required: false },
    capability: { type: 'string', required: false },
    listed: { type: 'boolean', required: false },
    teaser: { type: 'string', enum: TEASERS, required: false },
    teaser_words: { type: 'integer', minimum: 1, required: false },
    message: { type: ['string', 'null'], required: false },
    redirect_to_login: { type: 'boolean', required: false },
  },
);

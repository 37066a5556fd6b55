import type { JsonSchema } from '../../../../../rest.js';
import { ACCESS, ACCESS_RULE } from './access.js';
import { address, id, links, list, moment, record } from './members.js';

const inEdit = { required: false } as const;

/** See `AttachmentView`. */
export const ATTACHMENT: JsonSchema = record('Attachment', 'Attachment of an article.', {
  id,
  article_id: id,
  media_id: { ...id, description: 'ID of the file in the media library.' },
  title: { type: 'string' },
  description: { type: 'string', description: 'Plain text.' },
  filename: { type: 'string' },
  mime_type: { type: 'string', description: 'Detected from its content.' },
  size: { type: 'integer', minimum: 0, description: 'Bytes.' },
  sha256: { type: 'string', description: 'Hash of its content, in hex.' },
  order: { type: 'integer', description: 'Position among the attachments.' },
  downloads: { type: 'integer', minimum: 0 },
  access: ACCESS,
  download_url: {
    ...address,
    description: 'Requires the same credentials. Use `_links.alternate` for links in pages.',
  },
  created_at: moment,
  last_download_at: { type: ['string', 'null'], format: 'date-time', ...inEdit },
  created_by: { type: 'integer', minimum: 0, description: '0 if unknown.', ...inEdit },
  access_rule: { ...ACCESS_RULE, ...inEdit },
  _links: links,
});

export const ATTACHMENTS: JsonSchema = list(ATTACHMENT);

export const DELETED_ATTACHMENT: JsonSchema = {
  type: 'object',
  properties: { deleted: { type: 'boolean', required: true }, previous: { ...ATTACHMENT, required: true } },
};

export const FILE: JsonSchema = { type: 'string', format: 'binary' };

import type { ArgumentSchema, JsonSchema } from '../../../rest.js';

const count = { type: 'integer', minimum: 0, required: true } as const;
const flag = { type: 'boolean', required: true } as const;
const text = { type: 'string', required: true } as const;

/** Counts of images by outcome. */
const TALLY = {
  success: { ...flag, description: 'Whether the call completed; images can still have failed.' },
  processed: { ...count, description: 'Images that this call handled without an error, including skipped ones.' },
  failed: { ...count, description: 'Images that failed; see the error log.' },
  skipped: { ...count, description: 'Images among them that needed no change or are excluded.' },
  total: { ...count, description: 'Images in the library, or of the post.' },
  completed: { ...flag, description: 'Whether there are no more images.' },
} as const;

const note = {
  type: 'string',
  enum: ['colourspace_converted', 'animation_lost'],
  description:
    '`colourspace_converted`: the image was CMYK, and the marked one is sRGB. `animation_lost`: the image was an animated PNG, and the marked one shows its first frame.',
} as const;
const notes = { type: 'array', items: note } as const;

const CURSOR = {
  next_offset: { ...count, description: '`offset` of the next call.' },
  last_id: { type: ['integer', 'null'], description: '`after_id` of the next call.', required: true },
  run_id: { ...text, description: 'ID of the batch operation.' },
  errors: {
    type: 'array',
    items: { type: 'object', properties: { attachment_id: count, error_code: text } },
    required: true,
  },
  notes: {
    type: 'array',
    items: { type: 'object', properties: { attachment_id: count, note: { ...note, required: true } } },
    required: true,
    description: 'Notes about marked images.',
  },
} as const;

const OF_POST = {
  post_id: count,
  results: {
    type: 'array',
    items: { type: 'object', properties: { attachment_id: count, success: flag, code: text, message: text, notes } },
    required: true,
  },
} as const;

const SINGLE = {
  message: text,
  code: { type: 'string', description: 'Reason why nothing was done.' },
  notes: { ...notes, description: 'Notes about the result.' },
} as const;

/** Result of a batch call. */
export const BATCH_RESULT = {
  type: 'object',
  title: 'WatermarkBatch',
  properties: { ...TALLY, ...CURSOR },
} as const;

export const BACKUP_RESULT = {
  type: 'object',
  title: 'WatermarkBackup',
  properties: { ...TALLY, ...CURSOR, bytes: { ...count, description: 'Total of all backups.' } },
} as const;

export const POST_RESULT = {
  type: 'object',
  title: 'WatermarkPost',
  properties: { ...TALLY, ...OF_POST },
} as const;

/** Result for one image, those of a post, or a batch; each has its own properties. */
export const RESTORE_RESULT: JsonSchema = {
  type: 'object',
  title: 'WatermarkRestore',
  properties: { ...TALLY, ...optional({ ...CURSOR, ...OF_POST, ...SINGLE }) },
};

export const SINGLE_RESULT = {
  type: 'object',
  title: 'WatermarkResult',
  properties: { success: flag, ...SINGLE },
} as const;

function optional(schemas: Readonly<Record<string, ArgumentSchema>>): Record<string, ArgumentSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { ...schema, required: false }]));
}

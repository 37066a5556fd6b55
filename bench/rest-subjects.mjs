// Request and response shared by all sides of the comparison.
export const ARGUMENTS = {
  page: { type: 'integer', minimum: 1, default: 1 },
  per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  orderby: { type: 'string', enum: ['date', 'title', 'order'], default: 'date' },
  status: { type: 'string', enum: ['publish', 'draft', 'trash'] },
  search: { type: 'string', maxLength: 200 },
  after: { type: 'string', format: 'date-time' },
  sticky: { type: 'boolean' },
};

export const PATH =
  '/api/bench/v1/things/7?page=2&per_page=20&order=asc&orderby=title&status=draft&search=how%20to%20cook&after=2026-01-02T03:04:05Z&sticky=true';

const text = { type: 'string' };
const rendered = { type: 'object', properties: { raw: text, rendered: text } };

export const ARTICLE = {
  id: 7,
  slug: 'how-to-cook',
  link: 'https://example.com/kb/kitchen/how-to-cook',
  status: 'publish',
  title: { raw: 'Cook a soup', rendered: 'Cook a soup' },
  content: { raw: 'Take a pot. '.repeat(40), rendered: `<p>${'Take a pot. '.repeat(40)}</p>` },
  categories: [1, 2, 3],
  tags: ['pot', 'water'],
  modified: '2026-01-02T03:04:05.000Z',
};

export const SCHEMA = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    slug: text,
    link: text,
    status: text,
    title: rendered,
    content: rendered,
    categories: { type: 'array', items: { type: 'integer' } },
    tags: { type: 'array', items: text },
    modified: text,
  },
};

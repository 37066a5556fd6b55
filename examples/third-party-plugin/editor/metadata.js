/** Block metadata shared by server and editor. It must not import anything. */
export const metadata = {
  apiVersion: 3,
  name: 'acme/recipe-card',
  title: 'Recipe card',
  description: 'A recipe with a link to it.',
  category: 'widgets',
  keywords: ['recipe', 'cook'],
  attributes: {
    recipe: { type: 'integer', minimum: 0, default: 0 },
    showPortions: { type: 'boolean', default: true },
  },
  supports: { html: false },
};

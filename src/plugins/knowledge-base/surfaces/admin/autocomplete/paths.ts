/** Paths of the completion endpoints by required permission. */
export const CHOICES_PATH = {
  edit_kb_articles: '/kb/articles/choices/{kind}',
  manage_kb_categories: '/kb/categories/choices/{kind}',
} as const;

export function choicesPath(capability: keyof typeof CHOICES_PATH, kind: 'articles' | 'people' | 'pictures'): string {
  return CHOICES_PATH[capability].replace('{kind}', kind);
}

import type { Strings } from '../../../../../text.js';
import type { Article, ArticleStatus } from '../../../domain/articles/article.js';
import { allowedTransitions } from '../../../domain/articles/article-states.js';
import type { StepButton } from './template-data.js';

/** Status that each button of the form requests besides saving. */
export const STEP_STATES = {
  save: undefined,
  publish: 'publish',
  submit: 'pending',
  schedule: 'future',
  draft: 'draft',
  archive: 'archived',
  trash: 'trash',
} as const satisfies Record<string, ArticleStatus | undefined>;

export type WritingStep = keyof typeof STEP_STATES;

export function isWritingStep(name: string): name is WritingStep {
  return Object.hasOwn(STEP_STATES, name);
}

/**
 * Returns the buttons of the form in two rows: frequent actions and the rest.
 * @param article null for a new article
 */
export function stepButtons(
  article: Pick<Article, 'status' | 'trashedFrom'> | null,
  { mayPublish, mayDelete }: { readonly mayPublish: boolean; readonly mayDelete: boolean },
  { text }: Strings,
): { buttons: StepButton[]; others: StepButton[] } {
  const status = article?.status ?? 'draft';
  const allowed = article ? allowedTransitions(article) : ['pending', 'future', 'publish'];
  const can = (state: ArticleStatus): boolean => allowed.includes(state);
  const button = (value: WritingStep, kind: StepButton['kind'], label: string = value): StepButton[] => [
    { value, label: text(`write.do-${label}`), kind },
  ];
  const isWritten = status === 'draft' || status === 'pending';
  const save = button('save', isWritten ? 'quiet' : 'main', status === 'draft' ? 'save-draft' : 'save');
  const next = mayPublish
    ? can('publish')
      ? button('publish', 'main')
      : []
    : status === 'draft' && can('pending')
      ? button('submit', 'main')
      : [];
  return {
    buttons: [...save, ...next],
    others: [
      ...(mayPublish && can('future') && status !== 'future' ? button('schedule', 'quiet') : []),
      ...(mayPublish && status === 'draft' && can('pending') ? button('submit', 'quiet') : []),
      ...(article && can('draft') ? button('draft', 'quiet') : []),
      ...(article && can('archived') ? button('archive', 'quiet') : []),
      ...(article && mayDelete && can('trash') ? button('trash', 'warn') : []),
    ],
  };
}

import { type Article, isPublic } from '../../domain/articles/article.js';
import { EMPTY_FIELDS, type FeedbackFault, type FeedbackFields } from '../../domain/feedback/feedback-form.js';
import { FEEDBACK_TYPES } from '../../domain/feedback/feedback-item.js';
import type { FormNotice, ReaderForms } from '../../domain/feedback/reader-forms.js';
import type { Vote } from '../../domain/ratings/rating-summary.js';
import type { Visit } from './visit.js';

/** State of the forms below an article after one was submitted. */
export interface ReaderFormState {
  readonly rating?: FormNotice;
  readonly feedback?: FormNotice;
  /** True after a negative answer. */
  readonly isLow?: boolean;
  readonly fields?: FeedbackFields;
  readonly faults?: readonly FeedbackFault[];
}

/** Form names and their element ids. */
export const READER_FORM_IDS = { rating: 'kb-rating', feedback: 'kb-feedback' } as const;
export type ReaderFormName = keyof typeof READER_FORM_IDS;

export function isReaderForm(value: unknown): value is ReaderFormName {
  return value === 'rating' || value === 'feedback';
}

export function readerFormNonce(article: Article): string {
  return `kb_opinion_${article.id}`;
}

/**
 * Reads the result of a submitted form from the query.
 * One of `?thanks=rating`, `?thanks=low`, `?thanks=feedback`.
 */
export function stateOfAddress({ request, strings }: Visit): ReaderFormState {
  const { thanks } = request.query;
  const thank = (name: ReaderFormName): ReaderFormState => ({
    [name]: { kind: 'thanks', text: strings.text(`${name}.thanks`) },
  });
  if (thanks === 'rating') return thank('rating');
  if (thanks === 'low') return { ...thank('rating'), isLow: true };
  return thanks === 'feedback' ? thank('feedback') : {};
}

/** Builds the forms below an article; null if it is not published. */
export async function readerForms(visit: Visit, article: Article, state: ReaderFormState): Promise<ReaderForms | null> {
  if (!isPublic(article)) return null;
  const { kb, request, strings, locale } = visit;
  const { voters, ratings, pageTimes } = kb.readerFeedback;
  const visitor = await voters.existing(request, article.id);
  const isAllowed = await ratings.isAllowed(article, visitor);
  const { count, average, mine } = await ratings.summary(article, isAllowed ? visitor : null);
  const link = kb.links.href(locale, kb.articles.pathOf(article));
  const renderedAt = pageTimes.stamp(article.id);
  const form = (name: ReaderFormName) => ({
    action: `${link}?opinion=${name}#${READER_FORM_IDS[name]}`,
    nonce: request.nonce(readerFormNonce(article)),
    renderedAt,
    notice: state[name] ?? null,
  });
  const fields = state.fields ?? EMPTY_FIELDS;
  const fault = (name: FeedbackFault): string | null =>
    state.faults?.includes(name) ? strings.text(`feedback.fault.${name}`) : null;
  return {
    rating: isAllowed ? { ...form('rating'), ...answersOf(visit, mine) } : null,
    feedback: {
      ...form('feedback'),
      open: state.isLow === true || state.feedback !== undefined || state.fields !== undefined,
      low: state.isLow === true,
      types: FEEDBACK_TYPES.map((type) => ({
        value: type,
        label: strings.text(`feedback.type-${type}`),
        chosen: type === fields.type,
      })),
      fields: { message: fields.message, name: fields.name, email: fields.email, consent: fields.consent },
      faults: {
        type: fault('type'),
        message: fault('message'),
        name: fault('name'),
        email: fault('email'),
        consent: fault('consent'),
      },
    },
    summary:
      average === null ? null : strings.text('rating.summary', { count, average: Math.round(average * 10) / 10 }),
  };
}

const STARS = [1, 2, 3, 4, 5];

function answersOf({ strings }: Visit, mine: Vote | null) {
  return {
    stars: STARS.map((value) => ({
      value,
      label: strings.text('rating.star', { count: value }),
      chosen: value === mine?.value,
    })),
    helpful: mine?.helpful ?? null,
  };
}

import { HostError } from '../../../../index.js';
import { type PageResponse, redirect } from '../../../../pages.js';
import type { Article } from '../../domain/articles/article.js';
import { draftOf, type FeedbackFields, faultsOf } from '../../domain/feedback/feedback-form.js';
import { LIMITS } from '../../domain/limits.js';
import type { Vote } from '../../domain/ratings/rating-summary.js';
import { articlePage } from './article.js';
import {
  isReaderForm,
  READER_FORM_IDS,
  type ReaderFormName,
  type ReaderFormState,
  readerFormNonce,
} from './reader-forms.js';
import { textOf, type Visit } from './visit.js';

/** Maximum stars after which the page asks what was wrong. */
const LOW_RATING = 2;

type Fields = Readonly<Record<string, unknown>>;

/** Handles a form below an article: redirects to the article, or shows it again with errors. */
export async function postReaderForm(visit: Visit, article: Article): Promise<PageResponse | null> {
  const name = visit.request.query.opinion;
  if (!isReaderForm(name)) return null;
  const fields = await visit.request.readForm();
  const again = showAgain(visit, article, name, name === 'feedback' ? fieldsOf(fields) : null);
  if (!visit.request.verifyNonce(fields.nonce, readerFormNonce(article))) return again(403, 'opinion.expired');
  const { request, context } = visit;
  const { allowed, headers } = await context.limits.countPage(request, LIMITS[name]);
  if (!allowed) return withHeaders(await again(429, 'opinion.too-many'), headers);
  try {
    return await (name === 'rating' ? rate(visit, article, fields, again) : send(visit, article, fields, again));
  } catch (error) {
    if (!(error instanceof HostError) || error.status !== 429) throw error;
    return withHeaders(await again(429, 'opinion.too-many'), error.data.headers ?? {});
  }
}

type ShowAgain = (status: number, text: string | null, state?: ReaderFormState) => Promise<PageResponse>;

function showAgain(visit: Visit, article: Article, name: ReaderFormName, fields: FeedbackFields | null): ShowAgain {
  return (status, text, state = {}) =>
    articlePage(visit, article, {
      status,
      readerForms: {
        ...(fields ? { fields } : {}),
        ...(text === null ? {} : { [name]: { kind: 'error', text: visit.strings.text(text) } }),
        ...state,
      },
    });
}

async function rate(visit: Visit, article: Article, fields: Fields, again: ShowAgain): Promise<PageResponse> {
  const { kb, request } = visit;
  const { voters, ratings, pageTimes } = kb.readerFeedback;
  const vote = voteOf(fields);
  if (!vote) return again(400, 'rating.choose');
  const { visitor, limitKeys, setCookie } = await voters.voter(request, article.id);
  const pageAge = pageTimes.age(fields.rendered_at, article.id);
  await kb.readerFeedback.assertWithinRateLimit('rating', limitKeys, request);
  try {
    await ratings.rate(article, vote, visitor, { remoteAddress: request.remoteAddress, pageAge });
  } catch (error) {
    if (error instanceof HostError && error.status === 403) return again(403, 'rating.refused');
    throw error;
  }
  const isLow = vote.helpful === false || (vote.value !== undefined && vote.value <= LOW_RATING);
  const redirect = backTo(visit, article, isLow ? 'low' : 'rating', isLow ? 'feedback' : 'rating');
  return setCookie === null ? redirect : withHeaders(redirect, { 'Set-Cookie': setCookie });
}

async function send(visit: Visit, article: Article, form: Fields, again: ShowAgain): Promise<PageResponse> {
  const { kb, request, locale } = visit;
  const { voters, ratings, feedback, pageTimes } = kb.readerFeedback;
  const fields = fieldsOf(form);
  const faults = faultsOf(fields);
  if (faults.length > 0) return again(400, null, { faults });
  const { visitor, limitKeys } = await voters.voter(request, article.id);
  const draft = draftOf(fields, kb.links.url(locale, kb.articles.pathOf(article)));
  const named = draft.name === null && request.user ? { ...draft, name: request.user.name } : draft;
  const traps = { honeypot: String(form.hp ?? ''), age: pageTimes.age(form.rendered_at, article.id) };
  const rating = (await ratings.voteOf(article.id, visitor.key))?.value ?? null;
  await kb.readerFeedback.assertWithinRateLimit('feedback', limitKeys, request);
  await feedback.submit(article, named, visitor, { traps, rating });
  return backTo(visit, article, 'feedback', 'feedback');
}

/** Reads stars from radio buttons, or the response of the pressed button; null for neither. */
function voteOf(fields: Fields): Vote | null {
  const value = textOf(fields.value);
  if (/^[1-5]$/.test(value)) return { value: Number(value) };
  const helpful = textOf(fields.helpful);
  return helpful === '1' || helpful === '0' ? { helpful: helpful === '1' } : null;
}

function fieldsOf({ type, message, name, email, consent }: Fields): FeedbackFields {
  return {
    type: textOf(type),
    message: textOf(message),
    name: textOf(name),
    email: textOf(email),
    consent: textOf(consent) === '1',
  };
}

/** Redirects to the article with 303, so that reloading does not resubmit. */
function backTo({ kb, locale }: Visit, article: Article, thanks: string, name: ReaderFormName): PageResponse {
  return redirect(`${kb.links.href(locale, kb.articles.pathOf(article))}?thanks=${thanks}#${READER_FORM_IDS[name]}`);
}

function withHeaders(response: PageResponse, headers: Readonly<Record<string, string>>): PageResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

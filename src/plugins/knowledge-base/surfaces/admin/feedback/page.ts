import {
  type ActionOutcome,
  type AdminFact,
  type AdminPagePart,
  type AdminRequest,
  type AdminStepButton,
  adminForm,
  type FormData,
  factsOf,
  formError,
  pagePart,
  type SubmittedForm,
  stepsForm,
} from '../../../../../admin.js';
import type { PluginContext } from '../../../../../index.js';
import { idOf } from '../../../../../pages.js';
import type { Strings } from '../../../../../text.js';
import type { KbArea } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { Article } from '../../../domain/articles/article.js';
import type { FeedbackChange } from '../../../domain/feedback/feedback.js';
import type { FeedbackDetails, FeedbackItem } from '../../../domain/feedback/feedback-item.js';
import { FEEDBACK_TRANSITIONS, type FeedbackStatus } from '../../../domain/feedback/feedback-states.js';
import type { Moderation } from '../../../domain/feedback/moderation.js';
import { languageName } from '../../pages/visit.js';
import { namesOf } from '../names-of.js';
import { authorText, FEEDBACK_ITEM_PATH, FEEDBACK_PATH, stateBadge, stateText } from './labels.js';

type ItemRequest = AdminRequest<'id'>;

const MAX_NOTE_LENGTH = 5000;
/** An id that no message has. */
const NOTHING = 0;

/** Registers the page of one message with its history and actions. */
export function registerFeedbackPage(
  area: KbArea,
  users: PluginContext['users'],
  kb: KnowledgeBase,
  moderation: Moderation,
): void {
  const { feedback } = kb.readerFeedback;
  const texts = area.texts();
  const { text } = texts;

  function itemOf(request: ItemRequest): Promise<FeedbackItem> {
    return moderation.readableItem(idOf(request.params.id) ?? NOTHING, request);
  }

  async function load(request: ItemRequest) {
    const item = await itemOf(request);
    const [article, details] = await Promise.all([kb.articles.get(item.articleId), feedback.details([item.id])]);
    const detail = details.get(item.id) ?? { email: null, history: [] };
    const names = await namesOf(users, [item.assignedTo, ...detail.history.map(({ by }) => by)]);
    return {
      title: text('feedbacks.of', { id: String(item.id), name: authorText(item, texts) }),
      badges: [stateBadge(item.status, texts)],
      steps: stepsForm(request, { label: text('feedbacks.steps'), action: 'step', buttons: buttonsOf(item, request) }),
      sections: [
        pagePart({
          title: text(`feedback.type-${item.type}`),
          events: [{ when: texts.dateTime(item.createdAt), text: item.message }],
        }),
        pagePart({ facts: factsFor(kb, item, article, detail, names, texts) }),
        ...(detail.history.length > 0
          ? [pagePart({ title: text('feedbacks.history'), events: eventsOf(detail, names, texts) })]
          : []),
      ],
      forms: formsOf(item, article, request, texts),
      isSplit: true,
    };
  }

  function buttonsOf(item: FeedbackItem, { user }: AdminRequest): AdminStepButton[] {
    const isMine = item.assignedTo === user?.id;
    return [
      ...FEEDBACK_TRANSITIONS[item.status].map((value): AdminStepButton => {
        const kind = value === 'spam' ? 'warn' : value === 'in_progress' ? 'main' : 'quiet';
        return {
          value,
          label: text(isClosed(item.status) || value === 'new' ? 'feedbacks.do-reopen' : `feedbacks.do-${value}`),
          kind,
        };
      }),
      { value: isMine ? 'leave' : 'take', label: text(isMine ? 'feedbacks.leave' : 'feedbacks.take'), kind: 'quiet' },
    ];
  }

  async function act(request: ItemRequest, change: FeedbackChange, notice: string): Promise<ActionOutcome> {
    const item = await itemOf(request);
    await feedback.change(item.id, change, request.user);
    return { notice };
  }

  async function step(request: ItemRequest, form: SubmittedForm): Promise<ActionOutcome> {
    const requestedStep = form.text('step');
    if (requestedStep === 'take')
      return act(request, { assignedTo: request.user?.id ?? null }, text('feedbacks.taken'));
    if (requestedStep === 'leave') return act(request, { assignedTo: null }, text('feedbacks.left'));
    const status = (['in_progress', 'resolved', 'rejected', 'spam'] as const).find((each) => each === requestedStep);
    if (!status) throw formError({}, request.strings.text('admin.no-action'));
    return act(request, { status }, text('feedbacks.done', { count: 1, state: stateText(status, texts) }));
  }

  async function save(request: ItemRequest, form: SubmittedForm): Promise<ActionOutcome> {
    const item = await itemOf(request);
    const note = form.text('note').replaceAll('\r\n', '\n').trim();
    if ([...note].length > MAX_NOTE_LENGTH)
      throw formError({ note: text('feedbacks.note-long', { maximum: MAX_NOTE_LENGTH }) });
    const typed = form.text('version').trim();
    const version = typed === '' ? null : Number(typed);
    const article = await moderation.readableArticle(item.articleId, request);
    const isVersion =
      version === null || (Number.isInteger(version) && version >= 1 && version <= (article?.version ?? 0));
    if (!isVersion) throw formError({ version: text('feedbacks.version-wrong', { version: article?.version ?? 0 }) });
    return act(request, { note: note || null, fixedVersion: version }, text('feedbacks.saved'));
  }

  area.page({
    path: FEEDBACK_ITEM_PATH,
    title: 'feedbacks.title',
    capability: 'moderate_kb_feedback',
    parent: FEEDBACK_PATH,
    load,
    actions: { step, save },
  });
}

/** Closed messages can only be reopened. */
function isClosed(status: FeedbackStatus): boolean {
  return status === 'resolved' || status === 'rejected' || status === 'spam';
}

function factsFor(
  kb: KnowledgeBase,
  item: FeedbackItem,
  article: Article | null,
  { email }: FeedbackDetails,
  names: ReadonlyMap<number, string>,
  { text, number }: Strings,
): AdminFact[] {
  const isOlder = article !== null && item.articleVersion < article.version;
  const version = text(isOlder ? 'feedbacks.version-older' : 'feedbacks.version-now', {
    version: String(item.articleVersion),
    now: String(article?.version ?? 0),
  });
  return factsOf([
    [text('feedbacks.article'), article?.title ?? null, article ? kb.permalinks.articleHref(article) : undefined],
    [text('feedbacks.version'), version],
    [text('feedbacks.author'), item.authorName],
    [text('feedbacks.email'), email, email === null ? undefined : `mailto:${encodeURIComponent(email)}`],
    [text('rating.label'), item.rating === null ? null : text('rating.star', { count: item.rating })],
    [text('feedbacks.language'), languageName(item.locale)],
    [text('feedbacks.page'), item.pageUrl, item.pageUrl ?? undefined],
    [text('feedbacks.assigned'), item.assignedTo === null ? null : (names.get(item.assignedTo) ?? null)],
    [text('feedbacks.fixed'), item.fixedVersion === null ? null : number(item.fixedVersion)],
    [text('feedbacks.note'), item.note],
  ]);
}

function eventsOf(
  { history }: FeedbackDetails,
  names: ReadonlyMap<number, string>,
  texts: Strings,
): AdminPagePart['events'] {
  return history.map(({ at, by, to, note }) => {
    const state = stateText(to, texts);
    const name = by === null ? null : names.get(by);
    const label = name ? texts.text('feedbacks.was-by', { state, name }) : state;
    return { when: texts.dateTime(at), text: note ? `${label}: ${note}` : label };
  });
}

function formsOf(item: FeedbackItem, article: Article | null, request: AdminRequest, { text }: Strings): FormData[] {
  return [
    adminForm(request, {
      action: 'save',
      title: text('feedbacks.notes'),
      fields: [
        {
          kind: 'textarea',
          name: 'note',
          label: text('feedbacks.note'),
          hint: text('feedbacks.note-hint'),
          value: item.note ?? '',
          rows: 4,
          maxLength: MAX_NOTE_LENGTH,
        },
        {
          kind: 'number',
          name: 'version',
          label: text('feedbacks.fixed'),
          hint: text('feedbacks.fixed-hint', { version: String(article?.version ?? 0) }),
          value: item.fixedVersion ?? '',
          min: 1,
          ...(article ? { max: article.version } : {}),
        },
      ],
      submit: text('feedbacks.save'),
    }),
  ];
}

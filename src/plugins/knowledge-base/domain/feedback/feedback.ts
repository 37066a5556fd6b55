import { type Database, utc } from '../../../../database.js';
import type { OwnedHooks } from '../../../../hooks.js';
import { HostError, type PluginContext, type User } from '../../../../index.js';
import type { Outbox } from '../../../../webhooks.js';
import type { Article } from '../articles/article.js';
import { incrementCounters } from '../articles/article-counters.js';
import { lockCounters } from '../ratings/rating-counters.js';
import type { Visitor } from '../ratings/voter.js';
import type { SpamContext } from './feedback-hooks.js';
import {
  columnsOf,
  type FeedbackDetails,
  type FeedbackDraft,
  type FeedbackItem,
  toFeedbackEvent,
  toFeedbackItem,
} from './feedback-item.js';
import type { FeedbackMails } from './feedback-mail.js';
import { assertFeedbackTransition, type FeedbackStatus, feedbackPath } from './feedback-states.js';
import { type FormTraps, isTrapped, MAX_SCORE, SPAM_THRESHOLD, spamScore } from './spam.js';

/** A moderator's change. Absent members stay unchanged. */
export interface FeedbackChange {
  readonly status?: FeedbackStatus;
  readonly assignedTo?: number | null;
  readonly note?: string | null;
  readonly articleId?: number;
  readonly fixedVersion?: number | null;
  /** Notifies the author when the item is resolved. Default: true */
  readonly notifyAuthor?: boolean;
}

/** Stores visitors' messages about articles. Callers check permissions; this keeps status, history and counters. */
export interface Feedback {
  /**
   * Stores a message. Suspected spam is stored as spam without telling the visitor.
   * @param traps spam traps of a page form; null over REST
   * @returns the id
   */
  submit(
    article: Article,
    draft: FeedbackDraft,
    visitor: Visitor,
    context: { readonly traps: FormTraps | null; readonly rating: number | null },
  ): Promise<number>;
  get(id: number): Promise<FeedbackItem | null>;
  /** Returns the additional data of several items with two queries. */
  details(ids: readonly number[]): Promise<ReadonlyMap<number, FeedbackDetails>>;
  /**
   * Changes an item.
   * @param by null on the command line
   * @throws HostError 404 `vendor_kb_feedback_not_found`, 409 `vendor_kb_invalid_transition`
   */
  change(id: number, change: FeedbackChange, by: User | null): Promise<FeedbackItem>;
  /**
   * Moves an item to a status through the ones in between, in one transaction.
   * @throws as `change`
   */
  moveTo(
    id: number,
    to: FeedbackStatus,
    change: Omit<FeedbackChange, 'status'>,
    by: User | null,
  ): Promise<FeedbackItem>;
}

export interface FeedbackParts {
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly outbox: Outbox;
  readonly mails: FeedbackMails;
  readonly log: PluginContext['log'];
}

export function feedbackNotFound(id: number | string): HostError {
  return new HostError('vendor_kb_feedback_not_found', `Feedback item ${id} does not exist.`, { status: 404 });
}

export function createFeedback({ db, hooks, outbox, mails, log }: FeedbackParts): Feedback {
  async function judge(draft: FeedbackDraft, article: Article, traps: FormTraps | null): Promise<Verdict> {
    const trapped = traps !== null && isTrapped(traps);
    const score = trapped ? MAX_SCORE : spamScore(draft);
    const context: SpamContext = { score, trapped, article };
    try {
      const isSpam = await hooks.applyFiltersAsync(
        'vendor_kb_feedback_is_spam',
        score >= SPAM_THRESHOLD,
        draft,
        context,
      );
      return { isSpam, score };
    } catch (error) {
      log.warn({ err: error }, 'The spam check failed; feedback is stored as spam');
      return { isSpam: true, score };
    }
  }

  async function get(id: number): Promise<FeedbackItem | null> {
    const row = await db.query.selectFrom('kb_feedback').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? toFeedbackItem(row) : null;
  }

  /** Locks the item. Must be the first statement of a transaction. */
  async function lock(id: number): Promise<FeedbackItem> {
    await db.query
      .updateTable('kb_feedback')
      .set((eb) => ({ status: eb.ref('status') }))
      .where('id', '=', id)
      .execute();
    const item = await get(id);
    if (item) return item;
    throw feedbackNotFound(id);
  }

  /** Updates the articles' counts, which include everything except spam. */
  async function recount(before: FeedbackItem, after: FeedbackItem): Promise<void> {
    const changes = new Map<number, number>();
    const add = ({ articleId, status }: FeedbackItem, sign: number): void => {
      if (status !== 'spam') changes.set(articleId, (changes.get(articleId) ?? 0) + sign);
    };
    add(before, -1);
    add(after, 1);
    for (const [articleId, feedback] of [...changes].sort(([one], [other]) => one - other)) {
      if (feedback !== 0) await incrementCounters(db, articleId, { feedback });
    }
  }

  async function write(before: FeedbackItem, change: FeedbackChange): Promise<FeedbackItem> {
    const now = new Date();
    const { status = before.status, assignedTo, note, articleId = before.articleId, fixedVersion } = change;
    const isMoved = status !== before.status;
    const after: FeedbackItem = {
      ...before,
      status,
      articleId,
      assignedTo: assignedTo === undefined ? before.assignedTo : assignedTo,
      note: note === undefined ? before.note : note,
      fixedVersion: fixedVersion === undefined ? before.fixedVersion : fixedVersion,
      resolvedAt: isMoved ? (status === 'resolved' ? now : null) : before.resolvedAt,
    };
    if (!isDifferent(before, after)) return before;
    await db.query
      .updateTable('kb_feedback')
      .set({
        status,
        article_id: articleId,
        assigned_to: after.assignedTo,
        note: after.note,
        fixed_version: after.fixedVersion,
        resolved_at: after.resolvedAt && utc.encode(after.resolvedAt),
        updated_at: utc.encode(now),
      })
      .where('id', '=', before.id)
      .execute();
    await recount(before, after);
    return { ...after, updatedAt: now };
  }

  /** Applies one transition. Must run in a transaction that has locked the item. */
  async function step(before: FeedbackItem, change: FeedbackChange, by: User | null): Promise<FeedbackItem> {
    const { status = before.status, note = null, notifyAuthor = true } = change;
    if (status !== before.status) assertFeedbackTransition(before.status, status);
    const after = await write(before, change);
    if (status === before.status) return after;
    await db.query
      .insertInto('kb_feedback_history')
      .values({
        feedback_id: before.id,
        at: utc.encode(after.updatedAt),
        by_id: by?.id ?? null,
        from_status: before.status,
        to_status: status,
        note,
      })
      .execute();
    await outbox.announce('vendor_kb_feedback_status_changed', after, { from: before.status, to: status, by, note });
    if (status === 'resolved' && notifyAuthor) await mails.resolved(after);
    return after;
  }

  return {
    get,
    async submit(article, draft, visitor, { traps, rating }) {
      const data = await hooks.applyFiltersAsync('vendor_kb_feedback_data', draft, article, visitor);
      const { isSpam, score } = await judge(data, article, traps);
      return db.transaction(async () => {
        await lockCounters(db, article.id);
        const now = utc.encode(new Date());
        const row = {
          ...columnsOf(data),
          article_id: article.id,
          article_version: article.version,
          status: isSpam ? 'spam' : 'new',
          rating,
          author_id: visitor.user?.id ?? null,
          locale: article.locale,
          assigned_to: null,
          note: null,
          fixed_version: null,
          spam_score: score,
          created_at: now,
          updated_at: now,
          resolved_at: null,
        };
        const id = await db.insert('kb_feedback', row);
        if (isSpam) return id;
        await incrementCounters(db, article.id, { feedback: 1 });
        const item = toFeedbackItem({ ...row, id });
        await outbox.announce('vendor_kb_feedback_submitted', item, article, visitor);
        await mails.submitted(item);
        return id;
      });
    },
    async details(ids) {
      if (ids.length === 0) return new Map();
      const [items, events] = await Promise.all([
        db.query
          .selectFrom('kb_feedback')
          .select(['id', 'author_email'])
          .where('id', 'in', [...ids])
          .execute(),
        db.query
          .selectFrom('kb_feedback_history')
          .selectAll()
          .where('feedback_id', 'in', [...ids])
          .orderBy('id')
          .execute(),
      ]);
      const details = items.map(({ id, author_email: email }): [number, FeedbackDetails] => [
        id,
        { email, history: events.filter(({ feedback_id }) => feedback_id === id).map(toFeedbackEvent) },
      ]);
      return new Map(details);
    },
    change: (id, change, by) => db.transaction(async () => step(await lock(id), change, by)),
    async moveTo(id, to, change, by) {
      return db.transaction(async () => {
        let item = await lock(id);
        const between = feedbackPath(item.status, to).slice(0, -1);
        for (const status of between) item = await step(item, { status }, by);
        return step(item, { ...change, status: to }, by);
      });
    },
  };
}

interface Verdict {
  readonly isSpam: boolean;
  readonly score: number;
}

function isDifferent(before: FeedbackItem, after: FeedbackItem): boolean {
  return (['status', 'articleId', 'assignedTo', 'note', 'fixedVersion'] as const).some(
    (member) => before[member] !== after[member],
  );
}

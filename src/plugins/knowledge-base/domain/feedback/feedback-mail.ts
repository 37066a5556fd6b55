import { parseEmail } from '../../../../access.js';
import type { PluginContext, Site } from '../../../../index.js';
import type { JobQueue } from '../../../../services.js';
import type { Strings } from '../../../../text.js';
import { kbCatalogues } from '../../catalogues.js';
import { type Article, isPublic } from '../articles/article.js';
import type { Articles } from '../articles/articles.js';
import type { Permalinks } from '../links/permalinks.js';
import { type FeedbackItem, toFeedbackItem } from './feedback-item.js';

/** Template data of feedback emails. */
export interface FeedbackMailData {
  strings: Strings;
  subject: string;
  site: { name: string };
  article: { title: string; link: string };
  feedback: {
    id: number;
    /** Type in the recipient's language. */
    type: string;
    /** Empty in emails to an unverified address. */
    message: string;
    /** Null if no name was given. */
    author: string | null;
    rating: number | null;
  };
}

declare module '../../../../index.js' {
  interface TemplateData {
    'kb/mail/feedback-new': FeedbackMailData;
    'kb/mail/feedback-new-text': FeedbackMailData;
    'kb/mail/feedback-resolved': FeedbackMailData;
    'kb/mail/feedback-resolved-text': FeedbackMailData;
  }
}

/**
 * Emails sent for feedback.
 * Each is a job, part of the running transaction, and is retried until a mail server accepts it. Jobs store no author
 * address, so erased authors receive no email.
 */
export interface FeedbackMails {
  /** Notifies moderators of a new message. */
  submitted(item: FeedbackItem): Promise<void>;
  /** Notifies the author, if an address is known. */
  resolved(item: FeedbackItem): Promise<void>;
}

type MailName = 'feedback-new' | 'feedback-resolved';

interface FeedbackMailJob {
  readonly mail: MailName;
  readonly feedback: number;
  /** Address of one moderator. Null for all moderators, who get a job each, and for the author. */
  readonly to: string | null;
}

const ATTEMPTS = 6;
const BACKOFF = 60_000;

export type FeedbackMailParts = Pick<
  PluginContext,
  'db' | 'jobs' | 'hooks' | 'settings' | 'mail' | 'templates' | 'users' | 'log'
> & {
  readonly articles: Pick<Articles, 'get'>;
  readonly permalinks: Pick<Permalinks, 'articleUrl'>;
  readonly site: Site;
};

export function createFeedbackMails(parts: FeedbackMailParts): FeedbackMails {
  const { db, jobs, hooks, settings, mail, templates, users, articles, permalinks, site, log } = parts;
  const queue: JobQueue<FeedbackMailJob> = jobs.define<FeedbackMailJob, void>({
    name: 'kb_feedback_mail',
    title: 'Feedback emails',
    attempts: ATTEMPTS,
    backoff: BACKOFF,
    run: ({ payload }) => deliver(payload),
  });

  async function deliver({ mail: name, feedback, to }: FeedbackMailJob): Promise<void> {
    const row = await db.query.selectFrom('kb_feedback').selectAll().where('id', '=', feedback).executeTakeFirst();
    const article = row && (await articles.get(row.article_id));
    // The item or article was deleted or closed in the meantime.
    if (!row || !article) return;
    const item = toFeedbackItem(row);
    if (name === 'feedback-resolved') {
      const author = item.authorId === null ? null : await users.get(item.authorId);
      const address = row.author_email ?? author?.email ?? '';
      const isProven = author?.emailVerified === true && author.email === address;
      // Emails to an unverified address never contain the sender's text.
      const visibleItem = isProven ? item : { ...item, message: '' };
      if (address !== '' && isPublic(article)) await send(name, visibleItem, article, address, item.locale);
    } else if (to === null) await addForModerators(item, article);
    else await send(name, item, article, to, site.locale);
  }

  async function addForModerators(item: FeedbackItem, article: Article): Promise<void> {
    const { moderatorsMail } = await settings.get('knowledge-base');
    const recipients = await hooks.applyFiltersAsync(
      'vendor_kb_feedback_recipients',
      [...moderatorsMail],
      item,
      article,
    );
    const addresses = new Set(recipients.flatMap((text) => parseEmail(text) ?? []));
    await db.transaction(async () => {
      for (const to of addresses) await queue.add({ mail: 'feedback-new', feedback: item.id, to });
    });
  }

  async function send(name: MailName, item: FeedbackItem, article: Article, to: string, locale: string): Promise<void> {
    const strings = site.strings(locale, kbCatalogues);
    const subject = strings.text(`mail.${name}.subject`, { site: site.name, title: article.title });
    const data: FeedbackMailData = {
      strings,
      subject,
      site: { name: site.name },
      article: { title: article.title, link: permalinks.articleUrl(article) },
      feedback: {
        id: item.id,
        type: strings.text(`feedback.type-${item.type}`),
        message: item.message,
        author: item.authorName,
        rating: item.rating,
      },
    };
    const [text, html] = await Promise.all([
      templates.render(`kb/mail/${name}-text`, data, { locale }),
      templates.render(`kb/mail/${name}`, data, { locale }),
    ]);
    try {
      await mail.send({ to, subject, text: text.trim(), html });
    } catch (error) {
      log.warn({ err: error, mail: name }, 'A feedback email could not be sent');
      throw error;
    }
  }

  return {
    async submitted({ id }) {
      await queue.add({ mail: 'feedback-new', feedback: id, to: null });
    },
    async resolved({ id }) {
      await queue.add({ mail: 'feedback-resolved', feedback: id, to: null });
    },
  };
}

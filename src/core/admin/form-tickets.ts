import { randomUUID } from 'node:crypto';
import { secretDigest } from '../crypto/secret-digest.js';
import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import type { AdminRequest } from './admin-page.js';
import './form-tickets-table.js';
import type { FieldDefinition } from './form-field.js';
import type { SubmittedForm } from './submitted-form.js';

const NAME = '_ticket';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Longer than any nonce of the form holds. */
const KEPT_FOR = 30 * 24 * 60 * 60 * 1000;

/**
 * Forms whose answer cannot lead on to another page, because it shows a secret: a reload sends them again. Each carries a
 * ticket that is good for one time.
 */
export interface FormTickets {
  /** A new ticket, as a field of the form. */
  field(): FieldDefinition;
  /**
   * Does the work unless this form has done it before. Ticket and work are one transaction: what fails can be sent again.
   * @throws HostError `form_sent_before` (409)
   */
  once<T>(request: AdminRequest, form: SubmittedForm, work: () => Promise<T>): Promise<T>;
}

export function createFormTickets({
  db,
  now = Date.now,
}: {
  readonly db: Database;
  readonly now?: () => number;
}): FormTickets {
  async function spend(digest: string): Promise<void> {
    await db.query
      .deleteFrom('form_tickets')
      .where('expires_at', '<', utc.encode(new Date(now())))
      .execute();
    const expires_at = utc.encode(new Date(now() + KEPT_FOR));
    await db.query.insertInto('form_tickets').values({ ticket_hash: digest, expires_at }).execute();
  }

  return {
    field: () => ({ kind: 'hidden', name: NAME, value: randomUUID() }),
    async once({ user, strings }, form, work) {
      const ticket = form.text(NAME);
      const sentBefore = () => new HostError('form_sent_before', strings.text('secret.sent-before'), { status: 409 });
      if (!UUID.test(ticket)) throw sentBefore();
      return db.transaction(async () => {
        try {
          await spend(secretDigest(`${user.id} ${ticket}`));
        } catch (error) {
          throw db.isUniqueViolation(error) ? sentBefore() : error;
        }
        return work();
      });
    },
  };
}

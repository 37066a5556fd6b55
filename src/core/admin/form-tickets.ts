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
/** Milliseconds to keep a ticket: longer than any form nonce is valid. */
const KEPT_FOR = 30 * 24 * 60 * 60 * 1000;

/**
 * Single-use tickets for forms whose response shows a secret.
 * The response cannot redirect, so a reload would submit the form again.
 */
export interface FormTickets {
  /** Creates a ticket as a hidden form field. */
  field(): FieldDefinition;
  /**
   * Runs the work unless this form was already processed.
   * Ticket and work share a transaction, so a failed form can be resent.
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

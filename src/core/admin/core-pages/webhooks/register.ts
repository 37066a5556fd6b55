import { createWebhookManagement } from '../../../webhooks/webhook-management.js';
import { createFormTickets } from '../../form-tickets.js';
import type { OwnedAdmin } from '../../registry.js';
import type { CorePagesParts } from '../core-pages.js';
import { registerAnnouncedActions } from './announced-actions.js';
import { registerMessagePages } from './messages.js';
import { registerWebhookList } from './webhook-list.js';
import { registerWebhookPage } from './webhook-page.js';

/** Registers the webhook pages. */
export function registerWebhookPages(own: OwnedAdmin, given: CorePagesParts): void {
  const { webhooks, authEvents } = given;
  const management = createWebhookManagement({ ...webhooks, authEvents });
  const parts = { ...given, tickets: createFormTickets(given), management };
  registerWebhookList(own, parts);
  registerWebhookPage(own, parts);
  registerMessagePages(own, parts);
  registerAnnouncedActions(own, parts);
}

import { registerDocumentPanel } from '../../../../editor.js';
import { panelTexts } from '../strings/texts.js';
import { AccessPanel } from './access.js';
import { AddressPanel } from './address.js';
import { AttachmentsPanel } from './attachments.js';
import { CategoriesPanel } from './categories.js';
import { ExcerptPanel } from './excerpt.js';
import { ReviewPanel } from './review.js';
import { StatusPanel } from './status.js';
import { TagsPanel } from './tags.js';

/** Adds what an article has beside its text to the settings of the editor. */
export function registerPanels(): void {
  const text = panelTexts(document.documentElement.lang);
  const panels = [
    { name: 'status', fields: ['status', 'date'], isOpen: true, render: StatusPanel },
    { name: 'access', fields: ['access_rule'], render: AccessPanel },
    { name: 'categories', fields: ['categories'], isOpen: true, render: CategoriesPanel },
    { name: 'tags', fields: ['tags'], render: TagsPanel },
    { name: 'excerpt', fields: ['excerpt'], render: ExcerptPanel },
    { name: 'address', fields: ['slug'], render: AddressPanel },
    { name: 'review', fields: ['review_by'], render: ReviewPanel },
    { name: 'attachments', render: AttachmentsPanel },
  ] as const;
  for (const [index, { name, ...panel }] of panels.entries()) {
    registerDocumentPanel({ name: `knowledge-base/${name}`, title: text(name), order: 10 + index, ...panel });
  }
}

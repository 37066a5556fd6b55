import { registerDocumentPanel } from '../../../../../../editor.js';
import { panelText } from '../texts.js';
import { AccessPanel } from './access.js';
import { AttachmentsPanel } from './attachments.js';
import { CategoriesPanel } from './categories.js';
import { AddressPanel, AliasesPanel, ExcerptPanel, ReviewPanel, TagsPanel } from './details.js';
import { StatusPanel } from './status.js';
import { AccessValue, CategoriesValue, DateValue, PlainValue, StatusValue } from './values.js';

/** Registers the article panels in the editor's sidebar. */
export function registerPanels(): void {
  const visiblePanels = {
    status: { label: panelText('state'), render: StatusValue },
    date: { label: panelText('date-seen'), render: DateValue, stored: 'published_at' },
    access_rule: { label: panelText('access-mode'), render: AccessValue },
    categories: { label: panelText('categories'), render: CategoriesValue },
    tags: { label: panelText('tags'), render: PlainValue },
    search_aliases: { label: panelText('aliases'), render: PlainValue },
    excerpt: { label: panelText('excerpt'), render: PlainValue },
    slug: { label: panelText('slug'), render: PlainValue },
    review_by: { label: panelText('review-by'), render: PlainValue },
  };
  const panels = [
    { name: 'status', fields: ['status', 'date'], isOpen: true, render: StatusPanel },
    { name: 'access', fields: ['access_rule'], render: AccessPanel },
    { name: 'categories', fields: ['categories'], isOpen: true, render: CategoriesPanel },
    { name: 'tags', fields: ['tags'], render: TagsPanel },
    { name: 'aliases', fields: ['search_aliases'], render: AliasesPanel },
    { name: 'excerpt', fields: ['excerpt'], render: ExcerptPanel },
    { name: 'address', fields: ['slug'], render: AddressPanel },
    { name: 'review', fields: ['review_by'], render: ReviewPanel },
    { name: 'attachments', render: AttachmentsPanel },
  ] as const;
  for (const [index, { name, ...panel }] of panels.entries()) {
    registerDocumentPanel({
      name: `knowledge-base/${name}`,
      title: panelText(name),
      order: 10 + index,
      values: visiblePanels,
      ...panel,
    });
  }
}

import { useEffect, useState } from '@wordpress/element';
import { PanelField } from '../../../../../../editor.js';
import { DateInput } from './date-input.js';
import { TokensField } from './tokens-field.js';
import { usePanel } from './use-panel.js';

/** Panel for the slug, which the server validates. */
export function AddressPanel() {
  const { stored, value, isChanged, set, fault, settings, text } = usePanel();
  const slug = String(value('slug') ?? '');
  const path = String(stored?.path ?? '');
  const isMoved = isChanged('categories') && (value('categories') as readonly number[]).length > 0;
  // Only the server knows category paths.
  const above = isMoved ? '…/' : path.slice(0, path.lastIndexOf('/') + 1);
  const isStored = stored !== null && !isChanged('slug') && !isMoved;
  const address = isStored ? String(stored.link) : `${settings.address}/${above}${slug}`;
  return (
    <PanelField
      label={text('slug')}
      hint={slug === '' ? text(stored ? 'slug-kept' : 'slug-made') : text('slug-hint', { address })}
      fault={fault('slug')}
    >
      {(props) => (
        <input
          {...props}
          type="text"
          maxLength={191}
          autoComplete="off"
          spellCheck={false}
          value={slug}
          onChange={({ target }) => set('slug', target.value === '' ? undefined : plain(target.value))}
        />
      )}
    </PanelField>
  );
}

/** Replaces spaces with hyphens while typing. The server validates the rest. */
function plain(typed: string): string {
  return typed.toLowerCase().replace(/\s+/g, '-');
}

/** Panel for alternative search terms. */
export function AliasesPanel() {
  const { value, set, fault, text } = usePanel();
  return (
    <TokensField
      words="aliases"
      values={(value('search_aliases') ?? []) as readonly string[]}
      choose={(aliases) => set('search_aliases', aliases)}
      hint={text('aliases-hint')}
      fault={fault('search_aliases')}
    />
  );
}

/** Panel for the excerpt, shown in lists and by search engines. */
export function ExcerptPanel() {
  const { value, set, fault, text } = usePanel();
  return (
    <PanelField label={text('excerpt-label')} hint={text('excerpt-hint')} fault={fault('excerpt')}>
      {(props) => (
        <textarea
          {...props}
          rows={4}
          maxLength={1000}
          value={String(value('excerpt') ?? '')}
          onChange={({ target }) => set('excerpt', target.value)}
        />
      )}
    </PanelField>
  );
}

/** Panel for the review date. */
export function ReviewPanel() {
  const { value, set, fault, text } = usePanel();
  const day = String(value('review_by') ?? '');
  return (
    <PanelField label={text('review-by')} hint={text('review-hint')} fault={fault('review_by')}>
      {(props) => (
        <>
          <DateInput {...props} type="date" value={day} choose={(chosen) => set('review_by', chosen || null)} />
          {day !== '' && (
            <button type="button" className="me-quiet-button me-below" onClick={() => set('review_by', null)}>
              {text('review-clear')}
            </button>
          )}
        </>
      )}
    </PanelField>
  );
}

/** Panel for tags, with suggestions from other articles. */
export function TagsPanel() {
  const { value, set, fault, client } = usePanel();
  const [knownTags, setKnownTags] = useState<readonly string[]>([]);
  useEffect(() => {
    // Tags can be typed without suggestions too.
    const query = { per_page: 100, orderby: 'modified', _fields: 'tags' };
    client
      .get('/vendor-kb/v1/articles', { query })
      .then((articles) => setKnownTags(namesIn(articles as readonly { readonly tags: readonly string[] }[])))
      .catch(() => {});
  }, [client]);
  return (
    <TokensField
      words="tags"
      values={(value('tags') ?? []) as readonly string[]}
      suggestions={knownTags}
      choose={(tags) => set('tags', tags)}
      fault={fault('tags')}
    />
  );
}

/** Returns each tag once, most frequent first. */
function namesIn(articles: readonly { readonly tags: readonly string[] }[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const tag of articles.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([tag]) => tag);
}

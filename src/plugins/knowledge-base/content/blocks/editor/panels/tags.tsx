import { useEffect, useState } from '@wordpress/element';
import { TokensField } from './tokens-field.js';
import { usePanel } from './use-panel.js';

/** Panel for tags, with suggestions from other articles. */
export function TagsPanel() {
  const { value, set, fault, client } = usePanel();
  const [known, setKnown] = useState<readonly string[]>([]);
  useEffect(() => {
    // Tags can be typed without suggestions too.
    const query = { per_page: 100, orderby: 'modified', _fields: 'tags' };
    client
      .get('/vendor-kb/v1/articles', { query })
      .then((articles) => setKnown(namesIn(articles as readonly { readonly tags: readonly string[] }[])))
      .catch(() => {});
  }, [client]);
  return (
    <TokensField
      words="tags"
      values={(value('tags') ?? []) as readonly string[]}
      suggestions={known}
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

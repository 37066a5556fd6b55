import { type JsonSchema, type OwnedRest, type RestRequest, respond } from '../../../../rest.js';
import type { Conversion } from '../../content/conversions/conversions.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { conflictWith } from '../../domain/revisions/revisions.js';
import { ARTICLE_TAGS, ID_ARG, NAMESPACE } from './arguments.js';
import { assertMayEdit, existingArticle, writerOf } from './existing-article.js';
import { matchedVersion } from './if-match.js';
import { ARTICLE } from './schemas/articles.js';
import { id, record } from './schemas/members.js';

const CONVERSION: JsonSchema = record('Conversion', 'Converted article.', {
  id: { ...id, description: 'ID of the article.' },
  from: { type: 'string', enum: ['markdown', 'html', 'blocks'] },
  to: { type: 'string', enum: ['markdown', 'blocks'] },
  dry_run: { type: 'boolean', description: 'Nothing was changed.' },
  content: { type: 'string', description: 'Text as stored, or as it would be stored.' },
  diff: { type: 'string', description: 'Changed source lines, in the format of `diff -u`.' },
  same_text: { type: 'boolean', description: 'Whether the visible text stays the same.' },
  text_diff: { type: 'string', description: 'Changed lines of the visible text; empty: none.' },
  article: {
    ...ARTICLE,
    type: ['object', 'null'],
    description: 'Article after the save; null if nothing was changed.',
  },
});

/** Registers the route that converts articles to another format. */
export function registerConvertRoute(rest: OwnedRest, kb: KnowledgeBase): void {
  const { conversions, views } = kb;

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/articles/{id}/convert',
    summary: 'Convert an article to another format',
    description:
      'Returns the changed lines, and whether the visible text changes. It is a normal save: restore the previous version to undo it. With `version` or `If-Match`, it fails with 412 if the article has changed. With `dry_run`, nothing is changed.',
    operationId: 'convertArticle',
    tags: ARTICLE_TAGS,
    args: {
      id: ID_ARG,
      to: { type: 'string', enum: ['blocks', 'markdown'], required: true, description: 'Target format.' },
      dry_run: { type: 'boolean', default: false, description: 'Only show what would change.' },
      version: { type: 'integer', minimum: 1, description: 'Current version, if known.' },
    },
    permission: {
      capability: 'edit_kb_article',
      object: (request: RestRequest<{ id: number }>) => existingArticle(kb, request.args.id, request),
    },
    returns: CONVERSION,
    strictBody: true,
    async handler(request) {
      const { args, object: before } = request;
      const writer = await writerOf(request);
      const expected = args.version ?? (await matchedVersion(kb, request, before));
      if (args.dry_run) {
        if (expected !== undefined && expected !== before.version) throw await conflictWith(kb.revisions, before);
        return {
          ...view(await conversions.plan(before, args.to, writer)),
          id: before.id,
          dry_run: true,
          article: null,
        };
      }
      const done = await conversions.convert(before, args.to, writer, expected, (locked) =>
        assertMayEdit(locked, request),
      );
      const savedView = await views.one({ ...done.article, counters: before.counters }, request, 'edit');
      const response = { ...view(done.conversion), id: before.id, dry_run: false, article: savedView };
      return respond(response, { headers: { ETag: views.etag(savedView, 'edit') } });
    },
  });
}

function view({ from, to, content, diff, textDiff }: Conversion) {
  return {
    from,
    to,
    content,
    diff: diff.unified,
    same_text: textDiff.unified === '',
    text_diff: textDiff.unified,
  };
}

import { type OwnedRest, respond } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { toAccessView } from '../../domain/access/access-view.js';
import { wrongPassword } from '../../domain/access/readers.js';
import { articleNotFound, UNSHARED } from '../../domain/errors.js';
import { ARTICLE_TAGS, ID_ARG, NAMESPACE } from './arguments.js';
import { ACCESS } from './schemas/access.js';

/** Registers the route that unlocks content with a password. */
export function registerUnlockRoute(rest: OwnedRest, { access, articles }: KnowledgeBase): void {
  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/articles/{id}/unlock',
    summary: 'Unlock an article with its password',
    description:
      'Sets a cookie that grants access for twelve hours. Programs without cookies send the password as `X-KB-Password` with each request instead. Five attempts per minute and IP address (429).',
    operationId: 'unlockArticle',
    tags: ARTICLE_TAGS,
    args: { id: ID_ARG, password: { type: 'string', required: true, minLength: 1, maxLength: 200 } },
    permission: 'public',
    returns: ACCESS,
    strictBody: true,
    async handler(request) {
      const { id, password } = request.args;
      const article = await articles.get(id);
      if (!article) throw articleNotFound(id);
      const before = await access.of(article, access.viewerOf(request));
      if (before.allowed) return respond(toAccessView(before), { headers: UNSHARED });
      if (before.reason !== 'password') {
        throw before.status === 404 ? articleNotFound(id) : await access.refuse(article, before, request);
      }
      const cookie = await access.unlock(article, before, password, request);
      if (cookie === null) throw wrongPassword();
      const after = await access.of(article, access.viewerOf(request));
      return respond(toAccessView(after), { headers: { ...UNSHARED, 'Set-Cookie': cookie } });
    },
  });
}

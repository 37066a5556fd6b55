import type { OwnedCommands } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { findBrokenLinks } from '../../content/link-checks/broken-links.js';
import { checkLinks } from '../../content/link-checks/check-links.js';
import { EVERYTHING } from '../../domain/access/visibility.js';

/** Maximum broken links printed. The total is always printed. */
const SHOWN = 1000;

/** `mortise kb article check-links` */
export function registerLinkCommand(cli: OwnedCommands, kb: KnowledgeBase): void {
  cli.command('kb article check-links', {
    summary: 'Check the links of all articles, and list broken ones',
    async run({ output, signal }) {
      const { checked, broken } = await checkLinks(kb, signal);
      const everything = { visibility: EVERYTHING, author: undefined };
      const found = await findBrokenLinks(kb.db, everything, { limit: SHOWN, offset: 0 });
      output.rows(
        found.links.map(({ articleId, href, kind }) => ({ article: articleId, href, kind })),
        ['article', 'href', 'kind'],
      );
      output.note(`${broken} of ${checked} links are broken.`);
    },
  });
}

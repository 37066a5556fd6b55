import type { PluginContext } from '../../../../index.js';
import type { CommandContext, OwnedCommands, Row } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { EffectiveAccess } from '../../domain/access/effective.js';
import type { Explanation } from '../../domain/access/explanation.js';
import { reportAccess } from '../../domain/access/report.js';
import { viewerOfAccount } from '../../domain/access/viewer.js';
import type { Article } from '../../domain/articles/article.js';
import { describeArticle, mustFindArticle } from './describe-article.js';

/** `mortise kb access ...`: explains access for an anonymous reader or `--user`. */
export function registerAccessCommands(cli: OwnedCommands, kb: KnowledgeBase, access: PluginContext['access']): void {
  cli.command('kb access explain', {
    summary: 'Explain step by step whether a user (--user; default: a visitor) can read an article',
    arguments: [{ name: 'article', description: 'ID of the article, or slug: and its path' }],
    options: [{ flags: '--locale <locale>', description: "language of the path; default: the site's" }],
    run: (command) => explain(kb, access, command),
  });

  cli.command('kb access report', {
    summary: 'List readable articles that nothing links to, and unused rules',
    async run({ output, user }) {
      const { notNavigable, unusedRules } = await reportAccess(kb, viewerOfAccount(access, user));
      const articles = await kb.articles.getMany(notNavigable);
      output.rows(
        [
          ...articles.map((article) => {
            const { id, title, path } = describeArticle(kb, article);
            return { finding: 'not navigable', id, mode: kb.access.rules.get(article.ruleId)?.mode, title, path };
          }),
          ...unusedRules.map((id) => {
            return { finding: 'unused rule', id, mode: kb.access.rules.get(id)?.mode, title: '', path: '' };
          }),
        ],
        ['finding', 'id', 'mode', 'title', 'path'],
      );
      output.note(`${articles.length} articles in restricted categories, ${unusedRules.length} unused rules.`);
    },
  });
}

async function explain(
  kb: KnowledgeBase,
  access: PluginContext['access'],
  { args, options, output, user }: CommandContext,
): Promise<void> {
  const article = await mustFindArticle(kb, args.article, options.locale);
  const explanation = await kb.access.explain(article, viewerOfAccount(access, user));
  const anonymous = await kb.access.of(article, viewerOfAccount(access, null));
  const steps = stepsOf(kb, article, explanation, anonymous);
  const { allowed, status, reason, mode, source, listed, teaser } = explanation.result;
  if (options.format === 'table') output.rows(steps, ['step', 'of', 'mode', 'says']);
  else {
    output.record({
      id: article.id,
      path: kb.articles.pathOf(article),
      viewer: user?.id ?? null,
      allowed,
      status,
      reason,
      mode,
      source,
      listed,
      teaser,
      policy: explanation.policy,
      anonymous: { allowed: anonymous.allowed, status: anonymous.status, reason: anonymous.reason },
      steps,
    });
  }
  output.note(`${user ? `User ${user.id}` : 'A stranger'} ${allowed ? 'may' : 'may not'} read article ${article.id}.`);
}

/** Lists each step of the decision: who decided, the rule's mode and the result. */
function stepsOf(kb: KnowledgeBase, article: Article, explanation: Explanation, anonymous: EffectiveAccess): Row[] {
  const { policy, rules, passesAs, callbacks, stateAdmits, result } = explanation;
  const ruleRows = rules.chain.map(({ source, ruleId, verdict }) => ({
    step: 'rule',
    of: source.type === 'category' ? `category ${source.id} ${nameOf(kb, source.id)}` : `article ${source.id}`,
    mode: kb.access.rules.get(ruleId)?.mode ?? 'nobody',
    says: verdict,
  }));
  const word = (step: string, of: string, says: string): Row => ({ step, of, mode: '', says });
  return [
    ...ruleRows,
    word('policy', 'site', policy),
    ...(passesAs ? [word('passes', passesAs, 'no rule excludes this account')] : []),
    word('state', article.status, stateAdmits ? 'ok' : 'not for readers'),
    word('callbacks', 'plugins', callbacks ? (callbacks.allowed ? 'ok' : callbacks.reason) : 'not asked'),
    { step: 'result', of: `${result.source.type} ${result.source.id}`, mode: result.mode, says: outcome(result) },
    word('teaser', 'rule', result.allowed ? 'the full text' : result.listed ? result.teaser : 'none'),
    word('anonymous', 'stranger', outcome(anonymous)),
  ];
}

function outcome({ allowed, status, reason }: EffectiveAccess): string {
  return `${status} ${allowed ? 'allowed' : reason}`;
}

function nameOf({ categories }: Pick<KnowledgeBase, 'categories'>, id: number): string {
  return categories.tree().get(id)?.name ?? '';
}

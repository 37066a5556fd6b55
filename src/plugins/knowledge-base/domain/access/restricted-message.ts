import { renderMarkdown } from '../../../../blocks.js';
import type { PluginContext } from '../../../../index.js';
import { escapeHtml, type SafeHtml, safeHtml } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import type { AccessTarget } from './access-hooks.js';
import type { EffectiveAccess } from './effective.js';
import type { Rules } from './rules.js';
import type { KbViewer } from './viewer.js';

/** Message shown in place of a target that a viewer may not read. */
export type RestrictedMessage = (
  target: AccessTarget,
  access: EffectiveAccess,
  viewer: Pick<KbViewer, 'user'>,
  strings: Strings,
) => Promise<SafeHtml>;

/**
 * Uses the message of the deciding rule, else of the nearest ancestor's rule, else of the site, else the built-in
 * one.
 */
export function createRestrictedMessage(
  { settings, hooks }: Pick<PluginContext, 'settings' | 'hooks'>,
  rules: Pick<Rules, 'snapshot'>,
): RestrictedMessage {
  return async (target, access, { user }, strings) => {
    const allRules = rules.snapshot().rules;
    const { source, chain } = access;
    const deciding = chain.filter((link) => link.source.type === source.type && link.source.id === source.id);
    const messages = [...deciding, ...chain.toReversed()].map(({ ruleId }) => allRules.get(ruleId)?.rule.message);
    const markdown = messages.find(Boolean) ?? (await settings.get('knowledge-base')).restrictedMessage;
    const message = markdown ? safeHtml((await renderMarkdown(markdown)).html) : builtIn(access, strings);
    return hooks.applyFiltersAsync('vendor_kb_restricted_message', message, target, { viewer: user, access });
  };
}

function builtIn({ reason }: EffectiveAccess, { text }: Strings): SafeHtml {
  const key = reason === 'login' || reason === 'password' ? reason : 'forbidden';
  return safeHtml(`<p>${escapeHtml(text(`restricted.${key}`))}</p>`);
}

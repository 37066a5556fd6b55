import type { FieldDefinition, SubmittedForm } from '../../../../../admin.js';
import type { PluginContext } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';
import { ACCESS_MODES, type AccessRule, type AccessRuleInput, TEASERS } from '../../../domain/access/rule.js';

const MODES = ['inherit', ...ACCESS_MODES] as const;
const MAX_MESSAGE_LENGTH = 2000;
const MAX_WORDS = 500;

/**
 * Returns the fields of an access rule for an article or category.
 * @param people the rule's users as formatted by `peopleLines`, and the completion endpoint
 */
export function accessFields(
  rule: AccessRule | null,
  { text }: Strings,
  access: Pick<PluginContext['access'], 'roles'>,
  people: { readonly lines: string; readonly complete: string },
): FieldDefinition[] {
  const hasPassword = rule?.mode === 'password';
  return [
    {
      kind: 'select',
      name: 'access_mode',
      label: text('panel-access-mode'),
      value: rule?.mode ?? 'inherit',
      options: MODES.map((value) => ({ value, label: text(`panel-access-${value}`) })),
    },
    {
      kind: 'checkboxes',
      name: 'access_roles',
      label: text('panel-access-roles'),
      values: [...(rule?.roles ?? [])],
      options: access.roles().map(({ name, label }) => ({ value: name, label })),
    },
    {
      kind: 'textarea',
      name: 'access_users',
      label: `${text('panel-access-users')}: ${text('panel-people')}`,
      hint: text('naming.people-hint'),
      value: people.lines,
      complete: people.complete,
      rows: 2,
    },
    {
      kind: 'text',
      name: 'access_password',
      label: text('panel-password'),
      autocomplete: 'off',
      maxLength: 200,
      ...(hasPassword ? { hint: text('panel-password-kept') } : {}),
    },
    {
      kind: 'text',
      name: 'access_capability',
      label: `${text('panel-access-capability')}: ${text('panel-capability')}`,
      value: rule?.capability ?? '',
      autocomplete: 'off',
      maxLength: 100,
    },
    { kind: 'checkbox', name: 'access_listed', label: text('panel-listed'), checked: rule?.listed ?? false },
    {
      kind: 'select',
      name: 'access_teaser',
      label: text('panel-teaser'),
      value: rule?.teaser ?? 'none',
      options: TEASERS.map((value) => ({ value, label: text(`panel-teaser-${value}`) })),
    },
    {
      kind: 'number',
      name: 'access_words',
      label: text('panel-teaser-count'),
      value: rule?.teaserWords ?? '',
      min: 1,
      max: MAX_WORDS,
    },
    {
      kind: 'textarea',
      name: 'access_message',
      label: text('panel-message'),
      hint: text('panel-message-hint'),
      value: rule?.message ?? '',
      rows: 3,
      maxLength: MAX_MESSAGE_LENGTH,
    },
    {
      kind: 'checkbox',
      name: 'access_to_login',
      label: text('panel-to-login'),
      checked: rule?.redirectToLogin ?? false,
    },
  ];
}

/**
 * Reads the submitted rule; undefined if unchanged, so that saving needs no access permission.
 * @param present current rule, null for none
 * @param users users resolved from `access_users`
 */
export function submittedRule(
  form: SubmittedForm,
  present: AccessRule | null,
  users: readonly number[],
): AccessRuleInput | undefined {
  if (!form.has('access_mode')) return undefined;
  const mode = MODES.find((each) => each === form.text('access_mode')) ?? 'inherit';
  if (mode === 'inherit') return present === null ? undefined : { mode };
  const wordCount = Number(form.text('access_words'));
  const password = form.text('access_password');
  const input: AccessRuleInput = {
    mode,
    ...(mode === 'roles' ? { roles: form.list('access_roles') } : {}),
    ...(mode === 'users' ? { users: [...users] } : {}),
    ...(mode === 'capability' ? { capability: form.text('access_capability') } : {}),
    ...(mode === 'password' && password !== '' ? { password } : {}),
    // A new rule without this choice gets its mode's default.
    ...(present === null && !form.isChecked('access_listed') ? {} : { listed: form.isChecked('access_listed') }),
    teaser: TEASERS.find((each) => each === form.text('access_teaser')) ?? 'none',
    ...(Number.isInteger(wordCount) && wordCount >= 1 && wordCount <= MAX_WORDS ? { teaser_words: wordCount } : {}),
    message: form.text('access_message').replaceAll('\r\n', '\n').trim().slice(0, MAX_MESSAGE_LENGTH) || null,
    redirect_to_login: form.isChecked('access_to_login'),
  };
  return isSame(input, present) ? undefined : input;
}

function isSame(input: AccessRuleInput, present: AccessRule | null): boolean {
  if (!present || input.password !== undefined) return false;
  const listOf = (list: readonly (string | number)[] = []): string => [...list].map(String).sort().join();
  return (
    input.mode === present.mode &&
    listOf(input.roles) === listOf(present.roles) &&
    listOf(input.users) === listOf(present.users) &&
    (input.capability ?? '') === (present.capability ?? '') &&
    (input.listed ?? present.listed) === present.listed &&
    input.teaser === present.teaser &&
    (input.teaser_words ?? present.teaserWords) === present.teaserWords &&
    input.message === present.message &&
    input.redirect_to_login === present.redirectToLogin
  );
}

import type { PendingEmail } from '../../../accounts/email-confirmations.js';
import { HostError } from '../../../errors.js';
import { normaliseIdentifier } from '../../../identifiers.js';
import { sessionCookie, sessionCookieName } from '../../../identity/cookies.js';
import { faultsOfFields, PASSWORD_LENGTH } from '../../../identity/user-fields.js';
import { localText } from '../../../templates/strings.js';
import type { ActionOutcome, AdminRequest, RegisteredAdminPage } from '../../admin-page.js';
import { errorText } from '../../error-text.js';
import { adminForm } from '../../form.js';
import type { FieldDefinition } from '../../form-field.js';
import { maySee } from '../../menu.js';
import { fieldErrors, formError, type SubmittedForm } from '../../submitted-form.js';
import type { AdminTabbedData } from '../../template-data.js';
import type { CoreArea } from '../core-pages.js';
import { rolesText } from '../user-list.js';
import type { CredentialPagesParts } from './parts.js';
import type { Whose } from './whose.js';

/** Registers the profile page for one's own name, email and password. */
export function registerProfile(area: CoreArea, parts: CredentialPagesParts, owner: Whose): void {
  const { access, admin, emailChange, passwordChange, profileChange, site, users } = parts;

  area.page({
    path: '/profile',
    title: 'profile.title',
    capability: owner.capability,
    icon: 'profile',
    section: 'people',
    order: 30,
    template: 'core/admin/tabbed',
    async load(request) {
      const { strings, user } = request;
      const { text } = strings;
      const hasPassword = await users.hasPassword(user.id);
      return {
        ...owner.frame(request, user),
        definitions: [
          { term: text('users.login'), text: user.login },
          { term: text('users.roles'), text: rolesText(access, user, text('users.no-role')) },
          ...(hasPassword ? [] : [{ term: text('users.password'), text: text('profile.no-password') }]),
        ],
        table: null,
        forms: [
          ...emailForms(request, await emailChange.pending(user.id)),
          accountForm(request, hasPassword),
          ...(hasPassword ? [passwordForm(request)] : []),
        ],
        links: await pagesOfPlugins(admin.pages(), request),
      };
    },
    actions: {
      async save(request, form) {
        const { user } = request;
        const name = form.text('name');
        const email = form.text('email');
        const hasNewEmail = normaliseIdentifier(email) !== user.email;
        const faults = faultsOfFields({ name, ...(hasNewEmail ? { email } : {}) });
        if (faults.length > 0) throw fieldErrors(faults, request.strings);
        const currentPassword = form.text('current_password');
        await withWords(request, () => profileChange.save(request, { name, email, currentPassword }));
        const { text } = request.strings;
        return { notice: hasNewEmail ? text('profile.saved-email', { email }) : text('profile.saved') };
      },
      async resend(request) {
        await emailChange.sendLink(request.user);
        return { notice: request.strings.text('profile.email-sent') };
      },
      async cancel(request) {
        await emailChange.cancel(request, request.user);
        return { notice: request.strings.text('profile.email-cancelled') };
      },
      password: (request, form) => changePassword(request, form),
    },
  });

  async function changePassword(request: AdminRequest, form: SubmittedForm): Promise<ActionOutcome> {
    const { strings, user, cookies, remoteAddress, headers } = request;
    const newPassword = form.text('new_password');
    if (newPassword !== form.text('new_password_again')) {
      throw formError({ new_password_again: strings.text('profile.mismatch') });
    }
    const issued = await withWords(request, () =>
      passwordChange.change({
        user,
        currentPassword: form.text('current_password'),
        newPassword,
        token: cookies.get(sessionCookieName(site.secure)) ?? '',
        ip: remoteAddress,
        userAgent: headers['user-agent'],
      }),
    );
    return {
      notice: strings.text('profile.password-saved'),
      cookies: issued ? [sessionCookie(issued.token, { secure: site.secure, expiresAt: issued.expiresAt })] : [],
    };
  }
}

/** Links to plugin pages below the profile. Core pages are its tabs. */
async function pagesOfPlugins(pages: readonly RegisteredAdminPage[], request: AdminRequest) {
  const below = pages.filter(
    ({ parent, owner, path }) => parent === '/profile' && owner !== 'core' && !path.includes('{'),
  );
  const links: AdminTabbedData['links'] = [];
  for (const each of below) {
    if (!(await maySee(each, request))) continue;
    links.push({ label: localText(each.title, request.strings.locale), link: request.link(each.path), danger: false });
  }
  return links;
}

/** Assigns password and email errors to their field, with a message in the reader's language. */
async function withWords<T>({ strings }: AdminRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    const field = FIELDS[error.code];
    if (field === undefined) throw error;
    const text =
      error.code === 'incorrect_password' ? strings.text('profile.wrong-password') : errorText(error, strings);
    throw new HostError(error.code, text, { ...error.data, status: error.status, params: { [field]: text } });
  }
}

const FIELDS: Readonly<Record<string, string>> = {
  incorrect_password: 'current_password',
  login_too_many_attempts: 'current_password',
  existing_user_email: 'email',
  email_confirmation_too_many: 'email',
  email_confirmation_unavailable: 'email',
  rest_user_invalid_password: 'new_password',
  rest_user_weak_password: 'new_password',
};

/** Forms for a pending or unverified email. None for a verified one. */
function emailForms(request: AdminRequest, pending: PendingEmail | null) {
  const { user, strings } = request;
  const { text } = strings;
  const isChange = pending !== null && pending.email !== user.email;
  if (!isChange && (user.emailVerified || user.email === '')) return [];
  const email = pending?.email ?? user.email;
  const send = adminForm(request, {
    action: 'resend',
    title: text(isChange ? 'profile.email-pending-title' : 'profile.email-unverified-title'),
    description: text(isChange ? 'profile.email-pending' : 'profile.email-unverified', { email }),
    fields: [],
    submit: text(pending ? 'profile.email-resend' : 'profile.email-send'),
  });
  const cancel = adminForm(request, { action: 'cancel', fields: [], submit: text('profile.email-cancel') });
  return isChange ? [send, cancel] : [send];
}

function accountForm(request: AdminRequest, hasPassword: boolean) {
  const { strings, user } = request;
  const { text } = strings;
  const confirmation: FieldDefinition = {
    kind: 'password',
    name: 'current_password',
    label: text('profile.current-password'),
    hint: text('profile.current-password-hint'),
    autocomplete: 'current-password',
  };
  return adminForm(request, {
    action: 'save',
    title: text('users.account'),
    fields: [
      {
        kind: 'text',
        name: 'name',
        label: text('users.name'),
        hint: text('users.name-hint'),
        value: user.name,
        required: true,
        autocomplete: 'name',
        maxLength: 190,
      },
      {
        kind: 'email',
        name: 'email',
        label: text('users.email'),
        value: user.email,
        required: user.email !== '',
        autocomplete: 'email',
        maxLength: 190,
      },
      ...(hasPassword ? [confirmation] : []),
    ],
  });
}

function passwordForm(request: AdminRequest) {
  const { text } = request.strings;
  return adminForm(request, {
    action: 'password',
    title: text('profile.password'),
    description: text('profile.password-text'),
    fields: [
      {
        kind: 'password',
        name: 'current_password',
        label: text('profile.current-password'),
        required: true,
        autocomplete: 'current-password',
      },
      {
        kind: 'password',
        name: 'new_password',
        label: text('reset.password'),
        hint: text('reset.hint', { minimum: PASSWORD_LENGTH.min }),
        required: true,
        autocomplete: 'new-password',
        minLength: PASSWORD_LENGTH.min,
        maxLength: PASSWORD_LENGTH.max,
      },
      {
        kind: 'password',
        name: 'new_password_again',
        label: text('profile.password-again'),
        required: true,
        autocomplete: 'new-password',
      },
    ],
    submit: text('profile.password'),
  });
}

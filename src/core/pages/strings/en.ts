import type { Catalogue } from '../strings.js';

/** The texts of the core's own pages in English. */
export const english: Catalogue = {
  'page.skip': 'Skip to content',
  'page.menu': 'Site',
  'page.account': 'Account',
  'page.log-in': 'Log in',
  'page.log-out': 'Log out',
  'login.title': 'Log in',
  'login.login': 'User name or e-mail',
  'login.password': 'Password',
  'login.submit': 'Log in',
  'message.request-id': 'If you report this, quote the number {id}.',
  'message.bad-request': 'This request cannot be understood',
  'message.forbidden': 'You may not see this page',
  'message.not-found': 'This page does not exist',
  'message.too-many': 'Too many requests',
  'message.failed': 'Something went wrong',
  'message.failed-text': 'The fault is ours, and it is in the log. Please try again in a moment.',
  'reference.title': 'REST reference',
  'reference.introduction':
    'Everything that this site answers to programs: arguments, permissions and limits. Try a call out as yourself when you are logged in.',
  'reference.document': 'OpenAPI document',
  'reference.permission': 'Who may call: {who}',
  'reference.public': 'everybody',
  'reference.authenticated': 'everybody with an account',
  'reference.custom': 'as the route decides',
  'reference.deprecated': 'do not use any more',
  'notice.info': 'Note',
  'notice.warning': 'Warning',
  'notice.error': 'Error',
};

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
  'admin.title': 'Administration',
  'admin.welcome': 'Good to see you, {name}',
  'admin.menu': 'Administration pages',
  'admin.empty': 'Nothing needs your attention.',
  'notice.info': 'Note',
  'notice.warning': 'Warning',
  'notice.error': 'Error',
};

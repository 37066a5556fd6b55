/** Where people log in, below the admin area. */
export const LOGIN_PATH = '/login';
/** Where people ask for a new password, below the admin area. */
export const LOST_PASSWORD_PATH = '/lost-password';
/** Where the link that confirms an email address leads to, below the admin area. */
export const CONFIRM_EMAIL_PATH = '/confirm-email';
/** Where the link in the mail leads to, below the admin area. */
export const RESET_PASSWORD_PATH = '/reset-password';

/** Path of the login page, below the admin area. */
export const LOGIN_PATH = '/login';
/** Path of the page that requests a password reset, below the admin area. */
export const LOST_PASSWORD_PATH = '/lost-password';
/** Path of the page that confirms an email address, below the admin area. */
export const CONFIRM_EMAIL_PATH = '/confirm-email';
/** Path of the page that resets a password, linked from the email, below the admin area. */
export const RESET_PASSWORD_PATH = '/reset-password';

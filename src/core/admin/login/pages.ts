import { LOGIN_PATH, LOST_PASSWORD_PATH, RESET_PASSWORD_PATH } from '../../identity/login-paths.js';
import type { PageHandler } from '../../pages/router.js';
import { logIn, showLogin } from './login-page.js';
import { logOut, showLogout } from './logout-page.js';
import { askForPassword, showLostPassword } from './lost-password-page.js';
import type { LoginPagesParts } from './parts.js';
import { choosePassword, showResetPassword } from './reset-password-page.js';

/** The pages that people see before they are logged in, and the way out; null for every other path. */
export function createLoginPages(parts: LoginPagesParts): PageHandler {
  return (request) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    switch (`${method} ${request.path}`) {
      case `GET ${LOGIN_PATH}`:
        return showLogin(parts, request);
      case `POST ${LOGIN_PATH}`:
        return logIn(parts, request);
      case 'GET /logout':
        return showLogout(parts, request);
      case 'POST /logout':
        return logOut(parts, request);
      case `GET ${LOST_PASSWORD_PATH}`:
        return showLostPassword(parts, request);
      case `POST ${LOST_PASSWORD_PATH}`:
        return askForPassword(parts, request);
      case `GET ${RESET_PASSWORD_PATH}`:
        return showResetPassword(parts, request);
      case `POST ${RESET_PASSWORD_PATH}`:
        return choosePassword(parts, request);
      default:
        return null;
    }
  };
}

import type { Database } from '../database/database.js';
import { accountData } from './account-data.js';
import { announcementData } from './announcement-data.js';
import { attachmentData } from './attachment-data.js';
import { authEventData } from './auth-event-data.js';
import {
  apiKeyData,
  applicationPasswordData,
  passwordResetData,
  pendingEmailData,
  sessionData,
} from './credential-data.js';
import { oauthClientData, oauthGrantData } from './oauth-data.js';
import type { PersonalData } from './personal-data.js';
import { postData } from './post-data.js';

/** All personal data of the core, in order of erasure: the account is last. */
export function coreData(db: Database): readonly PersonalData[] {
  return [
    postData(db),
    attachmentData(db),
    sessionData(db),
    applicationPasswordData(db),
    apiKeyData(db),
    passwordResetData(db),
    pendingEmailData(db),
    oauthGrantData(db),
    oauthClientData(db),
    announcementData(db),
    authEventData(db),
    accountData(db),
  ];
}

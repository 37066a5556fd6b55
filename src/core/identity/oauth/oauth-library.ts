import type OAuth2Server from '@node-oauth/oauth2-server';
import { onDemand } from '../../on-demand.js';

/** OAuth library for the grants of RFC 6749, loaded on first use because many sites never need it. */
export const oauthLibrary = onDemand<typeof OAuth2Server>('@node-oauth/oauth2-server');

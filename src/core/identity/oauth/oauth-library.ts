import type OAuth2Server from '@node-oauth/oauth2-server';
import { onDemand } from '../../on-demand.js';

/** The library that walks the grants of RFC 6749; many sites never see a request for it. */
export const oauthLibrary = onDemand<typeof OAuth2Server>('@node-oauth/oauth2-server');

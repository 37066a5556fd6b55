import type { Sender } from './mail.js';
import { type MailMessage, oneLine } from './message.js';

/** Formats an email according to RFC 5322 and MIME, the same for every transport. */
export async function composeMail(message: MailMessage, sender: Sender): Promise<Uint8Array> {
  // Loaded with the first email: most processes never send one.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { to, subject, text, html, unsubscribe } = message;
  const composer = new MailComposer({
    from: { name: oneLine(sender.name), address: sender.address },
    to: { name: '', address: to },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    // RFC 3834: suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribe) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** Returns the headers of RFC 2369, and those of RFC 8058 for an https URL, to which programs may post. */
function unsubscribeHeaders(address: string | undefined): Record<string, string> {
  if (address === undefined) return {};
  const isOneClick = address.startsWith('https://');
  return {
    'List-Unsubscribe': `<${address}>`,
    ...(isOneClick ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  };
}

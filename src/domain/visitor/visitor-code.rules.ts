import { createHmac } from 'node:crypto';
import type { Wording } from '../../platform/language.js';
import { textsIn } from '../../texts/texts.js';
import type { Identifier } from '../person/person.rules.js';

/** The minutes after which a code expires. */
export const codeMinutes = 10;

/** The number of attempts at a code, including the successful one. */
export const maxCodeAttempts = 5;

/** Hashes a code for storage. The hash is keyed, because all million codes can be hashed in an instant. */
export function hashVisitorCode(secret: string, { value }: Identifier, code: string): string {
  return createHmac('sha256', secret).update(`visitor code:${value}:${code}`).digest('hex');
}

interface CodeText {
  subject: string;
  body: string;
}

/** Returns the message with a code. An SMS has only the body. */
export function visitorCodeText(code: string, account: string, language: Wording): CodeText {
  const { subject, body } = textsIn(language).messages.visitorCode;
  return { subject: subject({ account }), body: body({ code, account, minutes: codeMinutes }) };
}

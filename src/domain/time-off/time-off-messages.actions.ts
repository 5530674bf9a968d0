import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { languageOf, ownWordingFor } from '../../platform/language.js';
import { formatLocalized, formatLocalizedDate, localeOf } from '../../platform/time/localized.js';
import { type Texts, textsIn } from '../../texts/texts.js';
import { permissions } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { MessageChannel } from '../messaging/delivery/message.entity.js';
import { queueBuiltInMessage } from '../messaging/delivery/message-queue.actions.js';
import { minutesOfTimeOff } from '../resource/opening-hours.rules.js';
import { Resource } from '../resource/resource.entity.js';
import type { TimeOff } from './time-off.entity.js';

/** The most users who are told about one request. */
const maxDeciding = 20;

interface Reader {
  name: string;
  email: string;
  language: string | null;
}

/** Something that happened to time off, of which users get an email. */
type Occasion = keyof Omit<Texts['messages']['timeOff'], 'reason' | 'note'>;

/** Sends the users who may decide about it an email, in the transaction that stores the request: all of them once, or none. */
export async function sendToDeciding(
  context: RequestContext,
  tx: AccountTransaction,
  timeOff: TimeOff,
  occasion: 'asked' | 'withdrawn',
): Promise<void> {
  const readers = await tx.query<Reader>(
    `select account_user.name, email, language from client_user_link link
     join account_user on account_user.account_id = link.account_id and account_user.id = link.user_id
     where link.account_id = $1 and role = any ($2::text[]) and account_user.id is distinct from $3
     order by account_user.id limit ${maxDeciding}`,
    [permissions.catalog.roles, timeOff.userId],
  );
  await send(context, tx, timeOff, occasion, readers, `setup/resources/${timeOff.resourceId}`);
}

/** Sends what somebody else did with it to the user who asked for it. */
export async function sendToAsking(
  context: RequestContext,
  tx: AccountTransaction,
  timeOff: TimeOff,
  occasion: Exclude<Occasion, 'asked'>,
): Promise<void> {
  if (timeOff.userId === null || isAsking(context, timeOff)) return;
  const readers = await tx.query<Reader>(
    'select name, email, language from account_user where account_id = $1 and id = $2',
    [timeOff.userId],
  );
  await send(context, tx, timeOff, occasion, readers, 'own');
}

/** Sends to those who may decide that the user who asked has withdrawn it, and to that user that somebody else did. */
export async function sendWithdrawal(context: RequestContext, tx: AccountTransaction, timeOff: TimeOff): Promise<void> {
  if (isAsking(context, timeOff)) await sendToDeciding(context, tx, timeOff, 'withdrawn');
  else await sendToAsking(context, tx, timeOff, 'withdrawn');
}

/** Whether the user who asked for it acts. */
const isAsking = ({ actor }: RequestContext, { userId }: TimeOff): boolean =>
  actor.kind === 'user' && actor.id === userId;

async function send(
  context: RequestContext,
  tx: AccountTransaction,
  timeOff: TimeOff,
  occasion: Occasion,
  readers: readonly Reader[],
  path: string,
): Promise<void> {
  const { account, address } = context;
  const { title } = await tx.get(Resource, timeOff.resourceId);
  for (const { name, email, language } of readers) {
    const texts = textsIn(ownWordingFor(languageOf(language ?? account.locale), account)).messages.timeOff;
    const { subject, body } = texts[occasion];
    const names = { user: name, account: account.name, resource: title, time: timeTextOf(context, timeOff, language) };
    const remarks = [
      timeOff.reason !== null && texts.reason({ reason: timeOff.reason }),
      timeOff.note !== null && texts.note({ note: timeOff.note }),
      address !== '' && `${address}/dashboard/${path}`,
    ].filter((remark) => remark !== false);
    await queueBuiltInMessage(context, tx, {
      ...{ kind: 'time_off', channel: MessageChannel.EMAIL, recipient: email },
      subject: subject(names),
      body: `${[body(names), ...remarks].join('\n\n')}\n`,
    });
  }
}

/** `Monday, 3 March 2026 – Friday, 7 March 2026`, or the date with its hours. */
function timeTextOf({ account, zone }: RequestContext, timeOff: TimeOff, language: string | null): string {
  const locale = localeOf(languageOf(language ?? account.locale), account.countryCode);
  const { startsOn, endsOn, fromTime } = timeOff;
  if (fromTime === null) {
    const ends = [...new Set([startsOn, endsOn])];
    return ends.map((date) => formatLocalizedDate(date, locale)).join(' – ');
  }
  const { from, to } = minutesOfTimeOff(timeOff);
  return [from, to].map((minute) => formatLocalized(zone.toEpoch(startsOn, minute), locale, zone)).join(' – ');
}

import type { ComponentChildren } from 'preact';
import { formats, inWords, messageKindText } from '../format.js';
import { inLanguage } from '../graphql/server-messages.js';
import { labelledText } from '../punctuation.js';
import { can } from '../session.js';
import { t } from '../texts.js';
import { Attempts, Wait } from '../ui/attempts.js';
import { Link } from '../ui/link.js';
import { PagedContent } from '../ui/loaded.js';
import { RequestId } from '../ui/request-id.js';
import type { Pages } from '../use-data.js';
import type {
  BookingTimelineQuery,
  HistoryChangeFragment,
  HistoryDeliveryFragment,
  HistoryMessageFragment,
} from './history.operations.js';
import { actorText, fieldsText, heldUntil } from './history.rules.js';

export type HistoryEntry = BookingTimelineQuery['bookingTimeline']['nodes'][number];

/** Returns the entry of a change. */
export function entryOf(change: HistoryChangeFragment): HistoryEntry {
  return { at: change.changedAt, change, message: null, delivery: null };
}

/** Lists events of a history, one below the other. */
export function HistoryList({ pages }: { pages: Pages<HistoryEntry> }) {
  const { dateTime } = formats();
  return (
    <PagedContent label={t.history.title} pages={pages} empty={t.history.empty}>
      {(entries) => (
        <ol class="history" aria-label={t.history.title}>
          {entries.map((entry) => (
            <li key={keyOf(entry)}>
              <time dateTime={entry.at}>{dateTime(entry.at)}</time>
              {entry.change && <ChangeEntry {...entry.change} />}
              {entry.message && <MessageEntry {...entry.message} />}
              {entry.delivery && <DeliveryEntry {...entry.delivery} />}
            </li>
          ))}
        </ol>
      )}
    </PagedContent>
  );
}

function keyOf({ change, message, delivery }: HistoryEntry): string {
  return change ? change.cursor : message ? `message ${message.id}` : `delivery ${delivery?.id}`;
}

function ChangeEntry(change: HistoryChangeFragment) {
  const { name, changedFields, performedBy, requestId } = change;
  const expiresAt = heldUntil(change);
  const changed = fieldsText(changedFields);
  return (
    <Entry title={inWords(name)}>
      <p>{t.history.by({ who: actorText(performedBy) })}</p>
      {changed && <p>{t.history.changed({ fields: changed })}</p>}
      {expiresAt !== null && <p>{t.history.heldUntil({ time: formats().dateTime(expiresAt) })}</p>}
      {requestId !== null && (
        <p class="hint">
          {t.history.request} <RequestId id={requestId} />
        </p>
      )}
    </Entry>
  );
}

function MessageEntry({ kind, channel, ...message }: HistoryMessageFragment) {
  const { dateTime } = formats();
  const {
    recipient,
    subject,
    state,
    failure,
    attempts,
    sentAt,
    heldUntil: waitsUntil,
    waitsFor,
    nextAttemptAt,
  } = message;
  return (
    <Entry
      title={t.history.messageBy({
        kind: messageKindText(kind),
        channel: channel === 'SMS' ? 'SMS' : t.history.emailChannel,
        state: inWords(state),
      })}
    >
      <p>{labelledText([t.history.to({ recipient }), subject])}</p>
      {sentAt !== null && <p>{t.history.sentOn({ time: dateTime(sentAt) })}</p>}
      {failure !== null && <p class="problem">{inLanguage(failure)}</p>}
      <Attempts attempts={attempts} />
      <Wait waitsFor={waitsFor} until={waitsUntil ?? nextAttemptAt} />
    </Entry>
  );
}

function DeliveryEntry({ event, state, webHook: { id, targetUrl }, ...delivery }: HistoryDeliveryFragment) {
  const { attempts, waitsFor, nextAttemptAt } = delivery;
  return (
    <Entry title={t.history.webHook({ event, state: inWords(state) })}>
      <p>
        {t.history.toBefore} {can('webhooks') ? <Link path={`setup/web-hooks/${id}`}>{targetUrl}</Link> : targetUrl}
      </p>
      <Attempts attempts={attempts} />
      <Wait waitsFor={waitsFor} until={nextAttemptAt} />
    </Entry>
  );
}

function Entry({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div>
      <p class="title">{title}</p>
      {children}
    </div>
  );
}

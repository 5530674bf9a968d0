import { useState } from 'preact/hooks';
import { Button } from '../../../../design/button.js';
import { ConfirmButton } from '../../../../design/dialog.js';
import { Select } from '../../../../design/field.js';
import { showDone } from '../../../../design/toast.js';
import { formats, wallTimeAt } from '../../../format.js';
import { execute } from '../../../graphql/client.js';
import { useChoices } from '../../../records/use-choices.js';
import { accountNow, can } from '../../../session.js';
import { t } from '../../../texts.js';
import { Link } from '../../../ui/link.js';
import { PageList } from '../../../ui/loaded.js';
import { useChangedItems, useData, usePages } from '../../../use-data.js';
import { OfferDialog } from './offer-dialog.js';
import {
  listWaitlist,
  listWaitlistEvents,
  removeWaitlistEntry,
  type WaitlistEntryFragment,
} from './waitlist.operations.js';
import { filterOf, stateOf, type WaitlistChoice, waitlistStates, whoWaits } from './waitlist.rules.js';

/** Who waits for which time, with the offers that are open. */
export function Waitlist() {
  const [choice, setChoice] = useState<WaitlistChoice>(whoWaits);
  const [offered, setOffered] = useState<WaitlistEntryFragment>();
  const { current, keep, forget } = useChangedItems<WaitlistEntryFragment>();
  const filter = filterOf(choice);
  const pages = usePages(JSON.stringify(filter), async (after) => {
    if (after === null) forget();
    return (await execute(listWaitlist, { filter, after })).waitlistEntries;
  });
  const saved = (entry: WaitlistEntryFragment | null, done: string) => {
    if (entry) keep(entry);
    showDone(done);
  };
  const remove = async (entry: WaitlistEntryFragment) => {
    const { removeWaitlistEntry: removed } = await execute(removeWaitlistEntry, { id: entry.id });
    saved(removed, t.business.waitlist.removed({ name: nameOf(entry) }));
  };
  return (
    <>
      <p>{t.business.waitlist.lead}</p>
      <WaitlistMenus choice={choice} onChange={(changes) => setChoice({ ...choice, ...changes })} />
      <PageList
        label={t.business.waitlist.title}
        pages={pages}
        keyOf={({ id }) => id}
        empty={
          JSON.stringify(choice) === JSON.stringify(whoWaits)
            ? t.business.waitlist.none
            : t.business.waitlist.noneOfChoice
        }
        columns={[
          { title: t.business.waitlist.who, isLong: true, cell: Who },
          { title: t.business.waitlist.waitsFor, isLong: true, cell: WaitsFor },
          { title: t.business.waitlist.people, isNumber: true, cell: ({ places }) => formats().number(places) },
          { title: t.business.waitlist.since, cell: ({ queuedAt }) => formats().dateTime(queuedAt) },
          { title: t.business.waitlist.state, isLong: true, cell: (entry) => <State {...current(entry)} /> },
          ...(can('bookings')
            ? [
                {
                  title: t.business.waitlist.action,
                  cell: (entry: WaitlistEntryFragment) => (
                    <Actions
                      entry={current(entry)}
                      onOffer={() => setOffered(current(entry))}
                      onRemove={() => remove(entry)}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {offered && (
        <OfferDialog
          entry={offered}
          name={nameOf(offered)}
          onOffered={(entry) => {
            setOffered(undefined);
            saved(entry, t.business.waitlist.offerSent({ name: nameOf(offered) }));
          }}
          onClose={() => setOffered(undefined)}
        />
      )}
    </>
  );
}

interface WaitlistMenusProps {
  choice: WaitlistChoice;
  onChange: (changes: Partial<WaitlistChoice>) => void;
}

function WaitlistMenus({ choice, onChange }: WaitlistMenusProps) {
  const { data: choices } = useChoices();
  const events = useData('events of the waitlist', async () => {
    const { nodes } = (await execute(listWaitlistEvents, { from: wallTimeAt(accountNow()) })).events;
    return nodes.map(({ id, title, startsAt }) => ({
      value: String(id),
      text: [title, formats().dateTime(startsAt)].filter(Boolean).join(', '),
    }));
  });
  const all = { value: '', text: t.business.all };
  return (
    <search>
      <form class="fields" onSubmit={(event) => event.preventDefault()}>
        <Select
          label={t.business.waitlist.state}
          name="state"
          value={choice.state}
          options={[
            { value: 'open', text: t.business.waitlist.open },
            ...waitlistStates.map((value) => ({ value, text: t.business.waitlist.states[value] })),
            all,
          ]}
          onChange={(value) => onChange({ state: stateOf(value) })}
        />
        <Select
          label={t.business.waitlist.service}
          name="service"
          value={choice.serviceId}
          options={[all, ...(choices?.services ?? [])]}
          onChange={(serviceId) => onChange({ serviceId })}
        />
        <Select
          label={t.business.waitlist.event}
          name="event"
          value={choice.eventId}
          options={[all, ...(events.data ?? [])]}
          onChange={(eventId) => onChange({ eventId })}
        />
      </form>
    </search>
  );
}

function nameOf({ name, person, email, phoneNumber }: WaitlistEntryFragment): string {
  return name || person?.name || email || person?.email || phoneNumber || t.business.waitlist.nameless;
}

function Who(entry: WaitlistEntryFragment) {
  const { personId, email, phoneNumber } = entry;
  const name = nameOf(entry);
  const contact = [email, phoneNumber].filter((address) => address && address !== name).join(', ');
  return (
    <>
      {personId === null ? name : <Link path={`people/${personId}`}>{name}</Link>}
      {contact && <p class="hint">{contact}</p>}
    </>
  );
}

function WaitsFor({ service, event, resource, from, to }: WaitlistEntryFragment) {
  const { dateTime } = formats();
  return (
    <>
      {[event?.title ?? service.title, event ? undefined : (resource?.title ?? t.business.anyResource)]
        .filter(Boolean)
        .join(', ')}
      <p class="hint">{event ? dateTime(event.startsAt) : `${dateTime(from)}–${dateTime(to)}`}</p>
    </>
  );
}

function State({ state, closedReason, booking, offerExpiresAt, unansweredOffers }: WaitlistEntryFragment) {
  const { dateTime } = formats();
  const reason = closedReason && t.business.waitlist.closedReasons[closedReason];
  return (
    <>
      {[t.business.waitlist.states[state], reason].filter(Boolean).join(': ')}
      {state === 'OFFERED' && booking && offerExpiresAt && (
        <p class="hint">
          {t.business.waitlist.offered({ time: dateTime(booking.bookedFrom), until: dateTime(offerExpiresAt) })}
        </p>
      )}
      {state === 'TAKEN' && booking && <p class="hint">{dateTime(booking.bookedFrom)}</p>}
      {unansweredOffers > 0 && <p class="hint">{t.business.waitlist.unanswered({ count: unansweredOffers })}</p>}
    </>
  );
}

interface ActionsProps {
  entry: WaitlistEntryFragment;
  onOffer: () => void;
  onRemove: () => Promise<void>;
}

function Actions({ entry, onOffer, onRemove }: ActionsProps) {
  const name = nameOf(entry);
  if (entry.state !== 'WAITING' && entry.state !== 'OFFERED') return null;
  return (
    <div class="actions">
      {entry.state === 'WAITING' && (
        <Button label={t.business.waitlist.offerTo({ name })} onClick={onOffer}>
          {t.business.waitlist.offer}
        </Button>
      )}
      <ConfirmButton question={t.business.waitlist.removeQuestion} onConfirm={onRemove}>
        {t.business.waitlist.removeOf({ name })}
      </ConfirmButton>
    </div>
  );
}

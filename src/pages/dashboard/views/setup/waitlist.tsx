import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { ConfirmButton, Dialog } from '../../../design/dialog.js';
import { numberIn, textIn } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { formats, wallTimeAt } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import type { WaitlistFilter } from '../../graphql/schema.types.js';
import { labelledText } from '../../punctuation.js';
import { FieldsForm } from '../../records/fields-form.js';
import type { FieldDefinition } from '../../records/record.rules.js';
import { recordName, removeLater, useRemoved } from '../../records/removals.js';
import { useChoices } from '../../records/use-choices.js';
import { accountNow, can } from '../../session.js';
import { t } from '../../texts.js';
import { type Filter, Filters } from '../../ui/filters.js';
import { Link } from '../../ui/link.js';
import { PageList } from '../../ui/loaded.js';
import { useChangedItems, useData, usePages } from '../../use-data.js';
import {
  listWaitlist,
  listWaitlistEvents,
  offerWaitlistEntry,
  removeWaitlistEntry,
  type WaitlistEntryFragment,
} from './setup.operations.js';

const words = t.business.waitlist;
const path = '/waitlist';

/** The values of the menus that restrict the list. Empty values do not restrict it. */
interface WaitlistChoice {
  /** A state, or `open` for those who wait or have an offer. */
  state: string;
  serviceId: string;
  eventId: string;
}

const whoWaits: WaitlistChoice = { state: 'open', serviceId: '', eventId: '' };

const waitlistStates = ['WAITING', 'OFFERED', 'TAKEN', 'LEFT', 'EXPIRED'] as const;

function filterOf({ state, serviceId, eventId }: WaitlistChoice): WaitlistFilter {
  const known = waitlistStates.find((name) => name === state);
  return {
    ...(state === 'open' && { state: ['WAITING', 'OFFERED'] }),
    ...(known && { state: [known] }),
    ...(serviceId !== '' && { serviceId: [Number(serviceId)] }),
    ...(eventId !== '' && { eventId: [Number(eventId)] }),
  };
}

const isOpen = ({ state }: WaitlistEntryFragment): boolean => state === 'WAITING' || state === 'OFFERED';

/** Lists the people who wait for a time, with the offers that are open. */
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
  const isRemoved = useRemoved();
  const remove = (entry: WaitlistEntryFragment) =>
    removeLater([recordName(path, entry.id)], words.removed({ name: nameOf(entry) }), async () => {
      const { removeWaitlistEntry: removed } = await execute(removeWaitlistEntry, { id: entry.id });
      if (removed) keep(removed);
    });
  const shown = (entry: WaitlistEntryFragment): WaitlistEntryFragment => {
    const latest = current(entry);
    const isLeaving = isOpen(latest) && isRemoved(recordName(path, entry.id));
    return isLeaving ? { ...latest, state: 'LEFT' } : latest;
  };
  return (
    <>
      <p>{words.lead}</p>
      <search>
        <Filters choice={choice} onChange={setChoice} filters={useWaitlistFilters()} />
      </search>
      <PageList
        label={words.title}
        pages={pages}
        keyOf={({ id }) => id}
        empty={JSON.stringify(choice) === JSON.stringify(whoWaits) ? words.none : words.noneOfChoice}
        columns={[
          { title: words.who, isLong: true, cell: Who },
          { title: words.waitsFor, isLong: true, cell: WaitsFor },
          { title: words.people, isNumber: true, cell: ({ places }) => formats().number(places) },
          { title: words.since, cell: ({ queuedAt }) => formats().dateTime(queuedAt) },
          { title: words.state, isLong: true, cell: (entry) => <State {...shown(entry)} /> },
          ...(can('bookings')
            ? [
                {
                  title: words.action,
                  cell: (entry: WaitlistEntryFragment) => (
                    <Actions
                      entry={shown(entry)}
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
            saved(entry, words.offerSent({ name: nameOf(offered) }));
          }}
          onClose={() => setOffered(undefined)}
        />
      )}
    </>
  );
}

function useWaitlistFilters(): Filter<keyof WaitlistChoice>[] {
  const { data: choices } = useChoices();
  const events = useData('events of the waitlist', async () => {
    const { nodes } = (await execute(listWaitlistEvents, { from: wallTimeAt(accountNow()) })).events;
    return nodes.map(({ id, title, startsAt }) => ({
      value: String(id),
      text: [title, formats().dateTime(startsAt)].filter(Boolean).join(', '),
    }));
  });
  const { all, waitlist: texts } = t.business;
  const states = waitlistStates.map((value) => ({ value, text: texts.states[value] }));
  return [
    {
      ...{ name: 'state', label: texts.state },
      options: [{ value: 'open', text: texts.open }, ...states, { value: '', text: all }],
    },
    { name: 'serviceId', label: texts.service, all, options: choices?.services ?? [] },
    { name: 'eventId', label: texts.event, all, options: events.data ?? [] },
  ];
}

function nameOf({ name, person, email, phoneNumber }: WaitlistEntryFragment): string {
  return name || person?.name || email || person?.email || phoneNumber || words.nameless;
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
  const reason = closedReason && words.closedReasons[closedReason];
  return (
    <>
      {labelledText([words.states[state], reason])}
      {state === 'OFFERED' && booking && offerExpiresAt && (
        <p class="hint">{words.offered({ time: dateTime(booking.bookedFrom), until: dateTime(offerExpiresAt) })}</p>
      )}
      {state === 'TAKEN' && booking && <p class="hint">{dateTime(booking.bookedFrom)}</p>}
      {unansweredOffers > 0 && <p class="hint">{words.unanswered({ count: unansweredOffers })}</p>}
    </>
  );
}

interface ActionsProps {
  entry: WaitlistEntryFragment;
  onOffer: () => void;
  onRemove: () => void;
}

function Actions({ entry, onOffer, onRemove }: ActionsProps) {
  const name = nameOf(entry);
  if (!isOpen(entry)) return null;
  return (
    <div class="actions">
      {entry.state === 'WAITING' && (
        <Button label={words.offerTo({ name })} onClick={onOffer}>
          {words.offer}
        </Button>
      )}
      <ConfirmButton question={words.removeQuestion} onConfirm={onRemove}>
        {words.removeOf({ name })}
      </ConfirmButton>
    </div>
  );
}

interface OfferDialogProps {
  entry: WaitlistEntryFragment;
  name: string;
  onOffered: (entry: WaitlistEntryFragment | null) => void;
  onClose: () => void;
}

/** Offers a time to somebody who waits, whatever the place in the line: the first free one, or the one that the user enters. */
function OfferDialog({ entry, name, onOffered, onClose }: OfferDialogProps) {
  const { data: choices } = useChoices();
  const once = useRequestKey();
  const isForEvent = entry.event !== null;
  const offer = async (values: FormData) => {
    const variables = {
      id: entry.id,
      bookedFrom: textIn(values, 'bookedFrom'),
      resourceId: numberIn(values, 'resourceId'),
    };
    const answer = await once((key) => execute(offerWaitlistEntry, variables, key));
    onOffered(answer.offerWaitlistEntry);
  };
  const resources = entry.resourceId === null ? (choices?.resources ?? []) : [];
  const start: FieldDefinition = {
    ...{ name: 'bookedFrom', label: words.start, kind: 'date-time' },
    hint: words.startHint,
  };
  const resource: FieldDefinition = {
    ...{ name: 'resourceId', label: words.resource, kind: 'choice' },
    options: [{ value: '', text: t.business.anyResource }, ...resources],
  };
  return (
    <Dialog title={words.offerTo({ name })} onClose={onClose}>
      <p>{isForEvent ? words.offerEventHint : words.offerHint}</p>
      <FieldsForm
        fields={isForEvent ? [] : [start, ...(resources.length > 0 ? [resource] : [])]}
        isWide
        onSubmit={offer}
        submitLabel={words.sendOffer}
        cancel={{ label: t.business.cancel, onClick: onClose }}
      />
    </Dialog>
  );
}

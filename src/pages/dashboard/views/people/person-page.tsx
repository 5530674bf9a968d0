import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Tabs } from '../../../design/tabs.js';
import { showDone, showError } from '../../../design/toast.js';
import { useCatalog } from '../../bookings/catalog.js';
import { NewBookingDialog } from '../../bookings/new-booking-dialog.js';
import type { Undo } from '../../delayed-act.js';
import { formats, wallTimeAt } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { PersonHistory } from '../../history/histories.js';
import { RecordForm } from '../../records/record-form.js';
import { removeShown } from '../../records/remove-shown.js';
import { accountNow, can } from '../../session.js';
import { t } from '../../texts.js';
import { Exports } from '../../ui/exports.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { MergePerson } from './merge-person.js';
import {
  blockPerson,
  deletePerson,
  type PersonBookingFragment,
  type PersonLineFragment,
  readPerson,
  unblockPerson,
  undeletePerson,
} from './people.operations.js';
import { PersonState, personName } from './people-list.js';
import { PersonData } from './person-data.js';
import { PersonFamily } from './person-family.js';
import { personFields, personRecords } from './person-fields.js';
import { BookingLink, PersonBookings, PersonMessages, PersonOrders } from './person-lists.js';
import { PersonPackages } from './person-packages.js';
import { SeriesForm } from './series-form.js';

const tabs = [
  { name: 'bookings', title: t.people.tabs.bookings },
  { name: 'details', title: t.people.tabs.details },
  { name: 'family', title: t.people.tabs.family },
  { name: 'orders', title: t.people.tabs.orders },
  { name: 'messages', title: t.people.tabs.messages },
  { name: 'history', title: t.people.tabs.history },
];

const dataTab = { name: 'data', title: t.people.tabs.data };

function tabsOf({ erasedAt }: PersonLineFragment) {
  const shown = tabs.filter(({ name }) => (name !== 'details' && name !== 'family') || !erasedAt);
  return can('personalData') ? [...shown, dataTab] : shown;
}

/** One person: bookings, details, orders, messages, history, and what can be done. */
export function PersonPage({ id }: { id: number }) {
  const [tab, setTab] = useState('bookings');
  const loaded = useData(`person ${id}`, async () => {
    const { person, services } = await execute(readPerson, { id, now: accountNow().toISOString() });
    if (!person) throw new Error(t.people.noSuch);
    return { person, packages: services.nodes };
  });
  return (
    <>
      <p>
        <Link path="people">{t.people.all}</Link>
      </p>
      <LoadedContent label={t.people.thePerson} loaded={loaded}>
        {({ person, packages }) => (
          <>
            <h1>{personName(person)}</h1>
            <p class="hint">
              <PersonState person={person} /> {t.people.since({ time: formats().dateTime(person.createdAt) })}
            </p>
            {can('bookings') && person.active && !person.blocked && (
              <BookFor person={person} onBooked={loaded.reload} />
            )}
            <PersonPackages person={person} forSale={packages} onSold={loaded.reload} />
            {can('people') && !person.erasedAt && <PersonActions person={person} reload={loaded.reload} />}
            <Tabs label={t.people.about} tabs={tabsOf(person)} current={tab} onSelect={setTab}>
              {tab === 'bookings' && (
                <>
                  <Exports label={t.people.tabs.bookings} path="bookings" query={{ person_id: String(id) }} />
                  <PersonBookings title={t.people.upcoming} bookings={person.upcoming} />
                  <PersonBookings title={t.people.past} bookings={person.past} />
                  {can('bookings') && person.active && !person.blocked && (
                    <SeriesForm personId={id} onBooked={loaded.reload} />
                  )}
                </>
              )}
              {tab === 'details' && can('people') && !person.erasedAt && (
                <RecordForm
                  source={personRecords}
                  id={id}
                  label={t.people.thePerson}
                  fields={personFields}
                  onSaved={loaded.reload}
                />
              )}
              {tab === 'family' && !person.erasedAt && <PersonFamily id={id} />}
              {tab === 'orders' && <PersonOrders id={id} />}
              {tab === 'messages' && <PersonMessages id={id} />}
              {tab === 'history' && <PersonHistory id={id} />}
              {tab === 'data' && can('personalData') && <PersonData person={person} onErased={loaded.reload} />}
            </Tabs>
          </>
        )}
      </LoadedContent>
    </>
  );
}

interface BookForProps {
  person: PersonLineFragment & { upcoming: { nodes: readonly PersonBookingFragment[] } };
  onBooked: () => Promise<void>;
}

/** The next booking of a person, and the form for another one. */
function BookFor({ person: { id, upcoming }, onBooked }: BookForProps) {
  const [isOpen, setOpen] = useState(false);
  const catalog = useCatalog(showError);
  const [next] = upcoming.nodes.filter(({ state }) => !endStates.includes(state));
  const today = wallTimeAt(accountNow()).slice(0, 10);
  return (
    <>
      {next && (
        <p>
          {t.people.next} <BookingLink booking={next} />
        </p>
      )}
      <p>
        <Button kind="primary" disabled={!catalog} onClick={() => setOpen(true)}>
          {t.bookings.book}
        </Button>
      </p>
      {isOpen && catalog && (
        <NewBookingDialog
          date={today}
          period={undefined}
          resourceId={undefined}
          wanted={{ personId: id }}
          catalog={catalog}
          onCreated={onBooked}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The states in which a booking does not take place. */
const endStates: readonly PersonBookingFragment['state'][] = [
  'CANCELLED',
  'DECLINED',
  'DELETED',
  'VERIFICATION_EXPIRED',
];

interface PersonActionsProps {
  person: PersonLineFragment;
  reload: () => Promise<void>;
}

function PersonActions({ person, reload }: PersonActionsProps) {
  const { id, active, blocked, revisionCount: ifRevision } = person;
  const [isMerging, setMerging] = useState(false);
  const after = async (action: Promise<unknown>, sentence: string, undo?: Undo) => {
    await action;
    showDone(sentence, undo);
    await reload();
  };
  if (!active) {
    return (
      <div class="actions">
        <Button onClick={() => after(execute(undeletePerson, { id }), t.people.back)}>{t.people.restore}</Button>
      </div>
    );
  }
  return (
    <div class="actions">
      <Button onClick={() => setMerging(true)}>{t.people.mergeOpen}</Button>
      {blocked ? (
        <Button onClick={() => after(execute(unblockPerson, { id }), t.people.canBook)}>{t.people.unblock}</Button>
      ) : (
        <ConfirmButton
          kind="plain"
          question={t.people.blockQuestion}
          onConfirm={() => after(execute(blockPerson, { id }), t.people.isBlocked)}
        >
          {t.people.block}
        </ConfirmButton>
      )}
      <ConfirmButton
        question={t.people.deleteQuestion}
        onConfirm={() =>
          after(
            removeShown(() => execute(deletePerson, { id, ifRevision }), reload),
            t.people.isDeleted,
            {
              label: t.bookings.undo,
              run: () => after(execute(undeletePerson, { id }), t.people.back),
            },
          )
        }
      >
        {t.people.delete}
      </ConfirmButton>
      {isMerging && (
        <MergePerson
          person={person}
          onClose={() => setMerging(false)}
          onMerged={async () => {
            setMerging(false);
            await after(Promise.resolve(), t.people.merged);
          }}
        />
      )}
    </div>
  );
}

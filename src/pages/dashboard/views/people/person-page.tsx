import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Tabs } from '../../../design/tabs.js';
import { showDone } from '../../../design/toast.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { PersonHistory } from '../../history/histories.js';
import { RecordForm } from '../../records/record-form.js';
import { removeShown } from '../../records/remove-button.js';
import { accountNow, can } from '../../session.js';
import { Exports } from '../../ui/exports.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { MergePerson } from './merge-person.js';
import {
  blockPerson,
  deletePerson,
  type PersonLineFragment,
  readPerson,
  unblockPerson,
  undeletePerson,
} from './people.operations.js';
import { nameOf, PersonState } from './people-list.js';
import { PersonData } from './person-data.js';
import { personFields, personRecords } from './person-fields.js';
import { PersonBookings, PersonMessages, PersonOrders } from './person-lists.js';
import { SeriesForm } from './series-form.js';

const tabs = [
  { name: 'bookings', title: 'Bookings' },
  { name: 'details', title: 'Details' },
  { name: 'orders', title: 'Orders' },
  { name: 'messages', title: 'Messages' },
  { name: 'history', title: 'History' },
];

const dataTab = { name: 'data', title: 'Personal data' };

function tabsOf({ erasedAt }: PersonLineFragment) {
  const shown = tabs.filter(({ name }) => name !== 'details' || !erasedAt);
  return can('personalData') ? [...shown, dataTab] : shown;
}

/** One person: bookings, details, orders, messages, history, and what can be done. */
export function PersonPage({ id }: { id: number }) {
  const [tab, setTab] = useState('bookings');
  const loaded = useData(`person ${id}`, async () => {
    const { person } = await execute(readPerson, { id, now: accountNow().toISOString() });
    if (!person) throw new Error('There is no such person.');
    return person;
  });
  return (
    <>
      <p>
        <Link path="people">All people</Link>
      </p>
      <LoadedContent label="The person" loaded={loaded}>
        {(person) => (
          <>
            <h1>{nameOf(person)}</h1>
            <p class="hint">
              <PersonState person={person} /> Since {formats().dateTime(person.createdAt)}
            </p>
            {can('people') && !person.erasedAt && <PersonActions person={person} reload={loaded.reload} />}
            <Tabs label="About the person" tabs={tabsOf(person)} current={tab} onSelect={setTab}>
              {tab === 'bookings' && (
                <>
                  <Exports label="Bookings" path="bookings" query={{ person_id: String(id) }} />
                  <PersonBookings title="Upcoming" bookings={person.upcoming} />
                  <PersonBookings title="Past" bookings={person.past} />
                  {can('bookings') && person.active && !person.blocked && (
                    <SeriesForm personId={id} onBooked={loaded.reload} />
                  )}
                </>
              )}
              {tab === 'details' && can('people') && !person.erasedAt && (
                <RecordForm
                  source={personRecords}
                  id={id}
                  label="The person"
                  fields={personFields}
                  onSaved={loaded.reload}
                />
              )}
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

interface PersonActionsProps {
  person: PersonLineFragment;
  reload: () => Promise<void>;
}

function PersonActions({ person, reload }: PersonActionsProps) {
  const { id, active, blocked, revisionCount: ifRevision } = person;
  const [isMerging, setMerging] = useState(false);
  const after = async (action: Promise<unknown>, sentence: string) => {
    await action;
    showDone(sentence);
    await reload();
  };
  if (!active) {
    return (
      <div class="actions">
        <Button onClick={() => after(execute(undeletePerson, { id }), 'The person is back.')}>Restore</Button>
      </div>
    );
  }
  return (
    <div class="actions">
      <Button onClick={() => setMerging(true)}>Merge…</Button>
      {blocked ? (
        <Button onClick={() => after(execute(unblockPerson, { id }), 'The person can book again.')}>Unblock</Button>
      ) : (
        <ConfirmButton
          kind="plain"
          question="Nothing can be booked for a blocked person. The bookings that exist stay."
          onConfirm={() => after(execute(blockPerson, { id }), 'The person is blocked.')}
        >
          Block
        </ConfirmButton>
      )}
      <ConfirmButton
        question="The person is no longer listed. It can be restored from the list of deleted people."
        onConfirm={() =>
          after(
            removeShown(() => execute(deletePerson, { id, ifRevision }), reload),
            'The person is deleted.',
          )
        }
      >
        Delete
      </ConfirmButton>
      {isMerging && (
        <MergePerson
          person={person}
          onClose={() => setMerging(false)}
          onMerged={async () => {
            setMerging(false);
            await after(Promise.resolve(), 'The two are one person now.');
          }}
        />
      )}
    </div>
  );
}

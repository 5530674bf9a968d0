import { useRef } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { ConfirmButton, Dialog } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { formats, wallTime } from '../format.js';
import { execute } from '../graphql/client.js';
import { labelledText } from '../punctuation.js';
import { can } from '../session.js';
import { t } from '../texts.js';
import { Link } from '../ui/link.js';
import { LoadedContent } from '../ui/loaded.js';
import { useData } from '../use-data.js';
import {
  approveTimeOff,
  declineTimeOff,
  listBookingsInTheWay,
  listTimeOffConflicts,
  type TimeOffDetailsFragment,
  withdrawTimeOff,
} from './time-off.operations.js';

const texts = t.timeOff;

interface TimeOffDialogProps {
  timeOff: TimeOffDetailsFragment;
  title: string;
  isOwn: boolean;
  onClose: () => void;
  /** Called with a sentence after something was done. */
  onDone: (done: string) => unknown;
}

/** Time off with the bookings in its way, and what the user may decide about it. */
export function TimeOffDialog({ timeOff, title, isOwn, onClose, onDone }: TimeOffDialogProps) {
  const { id, state, reason, askedBy, note } = timeOff;
  const isOpen = state === 'ASKED' || state === 'APPROVED';
  const mayWithdraw = isOpen && (isOwn || (state === 'APPROVED' && can('catalog')));
  const given = useRef('');
  const approve = async () => {
    await execute(approveTimeOff, { id, note: given.current });
    await onDone(texts.approved);
  };
  const decline = async () => {
    await execute(declineTimeOff, { id, note: given.current });
    await onDone(texts.declined);
  };
  const withdraw = async () => {
    await execute(withdrawTimeOff, { id });
    await onDone(texts.withdrawn);
  };
  const facts = [
    [t.setup.common.state, texts.states[state]],
    [t.setup.days.reason, reason],
    [texts.askedBy, askedBy],
    [texts.note, note],
  ] as const;
  return (
    <Dialog title={title} kind="sheet" onClose={onClose}>
      {facts.map(([name, value]) => value !== null && <p key={name}>{labelledText([name, value])}</p>)}
      {isOpen && <InTheWay id={id} />}
      {state === 'ASKED' && can('catalog') && (
        <>
          <Field
            label={texts.note}
            name="note"
            hint={texts.noteHint}
            maxLength={255}
            onInput={({ currentTarget }) => {
              given.current = currentTarget.value;
            }}
          />
          <div class="actions">
            <Button kind="primary" onClick={approve}>
              {texts.approve}
            </Button>
            <Button onClick={decline}>{texts.decline}</Button>
          </div>
        </>
      )}
      {mayWithdraw && (
        <div class="actions">
          <ConfirmButton question={texts.withdrawal} onConfirm={withdraw}>
            {texts.withdraw}
          </ConfirmButton>
        </div>
      )}
    </Dialog>
  );
}

/** The bookings and events in the way of time off, with links to where they are moved. */
function InTheWay({ id }: { id: number }) {
  const { dateTime, time } = formats();
  const loaded = useData(`in the way of time off ${id}`, async () => {
    const found = (await execute(listTimeOffConflicts, { id })).timeOffConflicts.nodes;
    const ids = found.flatMap((one) => (one.kind === 'BOOKING' ? (one.id ?? []) : []));
    const bookings = ids.length > 0 ? (await execute(listBookingsInTheWay, { ids })).bookings.nodes : [];
    return { found, bookings: new Map(bookings.map((booking) => [booking.id, booking])) };
  });
  return (
    <section aria-label={texts.inTheWay}>
      <h3>{texts.inTheWay}</h3>
      <LoadedContent label={texts.inTheWay} loaded={loaded}>
        {({ found, bookings }) =>
          found.length === 0 ? (
            <p class="empty">{texts.nothingInTheWay}</p>
          ) : (
            <>
              <p class="hint">{texts.stay}</p>
              <ul>
                {found.map(({ kind, id: ofConflict, from, to }) => {
                  const parameter = kind === 'EVENT' ? 'event' : 'booking';
                  const booking = kind === 'EVENT' ? undefined : bookings.get(ofConflict ?? 0);
                  const name =
                    [booking?.service?.title, booking?.person?.name].filter(Boolean).join(', ') ||
                    (kind === 'EVENT' ? t.bookings.inTheWay.kinds.EVENT : t.bookings.booking({ id: ofConflict ?? 0 }));
                  if (from === null || to === null) return null;
                  return (
                    <li key={`${kind} ${ofConflict} ${from}`}>
                      {dateTime(from)}–{time(to)}{' '}
                      <Link path={`calendar?date=${wallTime(from).slice(0, 10)}&${parameter}=${ofConflict}`}>
                        {name}
                      </Link>
                    </li>
                  );
                })}
              </ul>
            </>
          )
        }
      </LoadedContent>
    </section>
  );
}

import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { Form } from '../../design/form.js';
import { addMinutes } from '../dates.js';
import { formats, wallTime } from '../format.js';
import { can } from '../session.js';
import { t } from '../texts.js';
import { nameOf, withOverlaps } from './booking.rules.js';
import { change } from './change-booking.js';
import type { Booking } from './live.js';
import { type AgreedOption, noOptions, OptionFields } from './option-fields.js';
import { TellField, useWayToTell } from './tell.js';
import { messagesAbout } from './tell.rules.js';

interface OptionsPartProps {
  booking: Booking;
  options: readonly AgreedOption[];
  /** Whether the service of the booking has options. */
  areOffered: boolean;
  onChanged: (booking: Booking, done: string) => void;
}

/** The options of a booking, and a form to change them. Shows nothing for one that can have none. */
export function OptionsPart({ booking, options, areOffered, onChanged }: OptionsPartProps) {
  const { money } = formats();
  const [isOpen, setOpen] = useState(false);
  if (options.length === 0 && !areOffered) return null;
  return (
    <section class="facts" aria-label={t.words.options}>
      <h3>{t.words.options}</h3>
      {isOpen && booking.serviceId !== null ? (
        <ChangeOptions
          {...{ booking, options, onChanged }}
          serviceId={booking.serviceId}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <>
          <ul>
            {options.map(({ optionId, title, quantity, price }) => (
              <li key={optionId}>
                {quantity > 1 && `${quantity} × `}
                {title} {Number(price) > 0 && <span class="hint">{money(price)}</span>}
              </li>
            ))}
          </ul>
          {can('bookings') && booking.active && booking.serviceId !== null && (
            <Button onClick={() => setOpen(true)}>{t.bookings.changeOptions}</Button>
          )}
        </>
      )}
    </section>
  );
}

interface ChangeOptionsProps extends Pick<OptionsPartProps, 'booking' | 'options' | 'onChanged'> {
  serviceId: number;
  onCancel: () => void;
}

/** Chooses the options anew. Shows what they will cost, and when the booking will end, before it is saved. */
function ChangeOptions({ booking, serviceId, options, onChanged, onCancel }: ChangeOptionsProps) {
  const { money } = formats();
  const [chosen, setChosen] = useState(noOptions);
  const way = useWayToTell()(booking);
  const sum = (of: (option: AgreedOption) => number): number =>
    options.reduce((total, option) => total + of(option) * option.quantity, 0);
  const costBefore = sum(({ price }) => Number(price));
  const minutes = booking.eventId === null ? chosen.minutes - sum((option) => option.minutes) : 0;
  const submit = async (values: FormData) => {
    const messages = messagesAbout('modification', way, values.has('tell'));
    const changed = await change(booking, { options: [...chosen.options] }, { messages });
    onChanged(changed, withOverlaps(t.bookings.optionsSaved({ name: nameOf(booking) }), changed));
  };
  return (
    <Form onSubmit={submit} fields={['options']}>
      {({ isBusy, error }) => (
        <>
          <OptionFields serviceId={serviceId} agreed={options} error={error('options')} onChange={setChosen} />
          <p role="status">
            {chosen.price !== costBefore &&
              t.bookings.optionsCost({ before: money(costBefore), after: money(chosen.price) })}{' '}
            {minutes !== 0 &&
              t.bookings.optionsEnd({ time: addMinutes(wallTime(booking.bookedTo), minutes).slice(11, 16) })}
          </p>
          {way && <TellField way={way} />}
          <div class="actions">
            <Button type="submit" kind="primary" isBusy={isBusy}>
              {t.bookings.changeOptions}
            </Button>
            <Button onClick={onCancel}>{t.bookings.cancel}</Button>
          </div>
        </>
      )}
    </Form>
  );
}

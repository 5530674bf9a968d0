import { useEffect, useRef, useState } from 'preact/hooks';
import { Banner } from '../../design/banner.js';
import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { Select } from '../../design/field.js';
import { Form, numberIn, textIn } from '../../design/form.js';
import { showDone } from '../../design/toast.js';
import { addMinutes } from '../dates.js';
import { formats } from '../format.js';
import { execute } from '../graphql/client.js';
import type { VariablesOf } from '../graphql/operation.js';
import { DraftNotice, useDraft } from '../records/use-draft.js';
import { t } from '../texts.js';
import { nameOf, withOverlaps } from './booking.rules.js';
import { CountAndNotes, TimeFields, timesIn, timeTexts } from './booking-fields.js';
import { createBooking, type timeConflicts } from './bookings.operations.js';
import { type Catalog, isOneOpen } from './catalog.js';
import { isBusyElsewhere } from './change-booking.js';
import { InTheWay } from './in-the-way.js';
import type { Booking } from './live.js';
import { OtherNeedFields } from './need-fields.js';
import { NextFree } from './next-free.js';
import type { WallPeriod } from './opening-hours.rules.js';
import { type ChosenOptions, noOptions, OptionFields } from './option-fields.js';
import { type Contact, PersonField, personIn } from './person-field.js';
import { TellField, useWayToTell } from './tell.js';
import { messagesAbout } from './tell.rules.js';

interface NewBookingDialogProps {
  /** The day on which the next free times begin. */
  date: string;
  /** The chosen time, if the user has chosen one in the calendar. */
  period: WallPeriod | undefined;
  resourceId: number | undefined;
  /** The first values of the form, such as those of an earlier booking. */
  wanted?: { serviceId?: number | null | undefined; personId: number | undefined; count?: number };
  /** A sentence above the form. */
  notice?: string;
  catalog: Catalog;
  onCreated: (booking: Booking) => void;
  onClose: () => void;
}

/** The value of the choice to book a resource alone. */
const noService = 'none';

/** The values of the form before anything is typed, without its place, which the user chooses when it opens. */
const empty = { person: '', name: '', email: '', phone: '', count: '1', notes: '' };

/** The form for a new booking. It chooses nothing that the user could choose differently. Its values survive a reload of the page. "Cancel" drops them. */
export function NewBookingDialog(props: NewBookingDialogProps) {
  const { date, period, resourceId, wanted, notice, catalog, onCreated, onClose } = props;
  const { resources, services } = catalog;
  const only = resources.length === 1 ? resources[0]?.id : undefined;
  const [resource, setResource] = useState(String(resourceId ?? only ?? ''));
  const offered = services.filter((each) => resource === '' || providersOf(each).includes(Number(resource)));
  const [chosen, setService] = useState(serviceTextOf(wanted?.serviceId));
  const isOffered = chosen === noService ? resource !== '' : offered.some(({ id }) => String(id) === chosen);
  const service = (isOffered ? chosen : undefined) ?? (services.length === 1 ? String(offered[0]?.id ?? '') : '');
  const bookable = services.find(({ id }) => String(id) === service);
  // A resource may have a length and a price of its own.
  const own = bookable?.providers.find(({ resourceId: id }) => String(id) === resource);
  const [otherResources, setOtherResources] = useState<readonly number[]>([]);
  const [options, setOptions] = useState(noOptions);
  const [time, setTime] = useState(period);
  /** The end of a chosen time follows the minutes of the options. */
  const chooseOptions = (next: ChosenOptions) => {
    setOptions(next);
    const added = next.minutes - options.minutes;
    if (time && added !== 0) setTime({ ...time, end: addMinutes(time.end, added) });
  };
  /** The question that the button asks; undefined until the times were found to be closed. */
  const [closed, setClosed] = useState<string>();
  /** Whether another calendar has an entry then, so that booking again ignores it. */
  const [isBusyThen, setBusyThen] = useState(false);
  /** The input that was refused the last time. */
  const [tried, setTried] = useState<VariablesOf<typeof timeConflicts>>();
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (closed !== undefined) actions.current?.scrollIntoView({ block: 'end' });
  }, [closed]);
  const initial = { ...empty, person: String(wanted?.personId ?? ''), count: String(wanted?.count ?? 1) };
  const draft = useDraft(wanted ? `/new-booking/${wanted.personId}` : '/new-booking', initial);
  const texts = { ...initial, ...draft.restored };
  /** The ways to reach the person, and the number who come, as the fields have them now. */
  const [known, setKnown] = useState<Contact>();
  const [typed, setTyped] = useState({ email: texts.email, phone: texts.phone, count: texts.count });
  const person = known ?? { email: typed.email.trim() || null, phoneNumber: typed.phone.trim() || null };
  const way = useWayToTell()({ person, serviceId: bookable?.id ?? null });
  const submit = async (values: FormData) => {
    const times = timesIn(values);
    if (closed === undefined) {
      const ids =
        resource === '' ? services.filter(({ id }) => String(id) === service).flatMap(providersOf) : [Number(resource)];
      const isOpen = await isOneOpen(ids, { start: times.bookedFrom, end: times.bookedTo });
      if (!isOpen) {
        const name = resources.find(({ id }) => String(id) === resource)?.title;
        return setClosed(name === undefined ? t.bookings.noneOpen : t.bookings.closed({ resource: name }));
      }
    }
    const input = {
      ...times,
      ...personIn(values),
      ...(resource !== '' && { resourceId: Number(resource) }),
      ...(otherResources.length > 0 && { otherResources: [...otherResources] }),
      serviceId: service === noService ? null : numberIn(values, 'service'),
      count: numberIn(values, 'count'),
      ...(options.options.length > 0 && { options: [...options.options] }),
      notes: textIn(values, 'notes'),
    };
    const messages = messagesAbout('confirmation', way, values.has('tell'));
    const { bookedFrom: from, bookedTo: to, serviceId, count } = input;
    const wanted = { during: { from, to }, serviceId, resourceId: input.resourceId ?? null, count };
    setTried(undefined);
    const created = await book({ input, messages, ignoreExternalBusy: isBusyThen }).catch((error: unknown) => {
      setTried(wanted);
      throw error;
    });
    if (created === 'busy') {
      setBusyThen(true);
      return setClosed(t.bookings.busyElsewhere);
    }
    draft.clear();
    if (created) {
      onCreated(created);
      showDone(withOverlaps(t.bookings.bookedFor({ name: nameOf(created) }), created));
    }
    onClose();
  };
  const shownErrors = [
    ...[
      'bookedFrom',
      'bookedTo',
      'resourceId',
      'otherResources',
      'serviceId',
      'options',
      'count',
      'personAttributes.email',
    ],
  ];
  return (
    <Dialog kind="sheet" title={t.bookings.newBooking} onClose={onClose}>
      {notice && <Banner kind="warning">{notice}</Banner>}
      {draft.restored && (
        <DraftNotice
          onDiscard={() => {
            draft.discard();
            setTyped(initial);
          }}
        />
      )}
      <Form
        key={draft.generation}
        onSubmit={submit}
        onInput={({ person = '', name = '', email = '', phone = '', count = '', notes = '' }) => {
          setClosed(undefined);
          setBusyThen(false);
          setTyped({ email, phone, count });
          draft.store({ person, name, email, phone, count, notes });
        }}
        fields={shownErrors}
      >
        {({ isBusy, error }) => (
          <>
            <div class="fields">
              <Select
                label={t.bookings.service}
                name="service"
                required
                options={[
                  ...(services.length === 1 ? [] : [{ value: '', text: t.bookings.chooseService }]),
                  ...offered.map(({ id, title }) => ({ value: String(id), text: title })),
                  ...(resource === '' ? [] : [{ value: noService, text: t.bookings.noService }]),
                ]}
                value={service}
                onChange={setService}
                error={error('serviceId')}
              />
              <Select
                label={t.bookings.resource}
                name="resource"
                value={resource}
                onChange={setResource}
                options={[
                  ...(only === undefined ? [{ value: '', text: t.bookings.anyResource }] : []),
                  ...resources.map(({ id, title }) => ({ value: String(id), text: title })),
                ]}
                error={error('resourceId')}
              />
            </div>
            {bookable && (
              <OtherNeedFields
                key={bookable.id}
                serviceId={bookable.id}
                error={error('otherResources')}
                onChange={setOtherResources}
              />
            )}
            {bookable && (
              <OptionFields
                key={bookable.id}
                serviceId={bookable.id}
                error={error('options')}
                onChange={chooseOptions}
              />
            )}
            {bookable && period === undefined && (
              <NextFree
                // Times of another length or of other resources are not shown while the right ones are read.
                key={`${options.ids} ${otherResources}`}
                serviceId={bookable.id}
                resourceId={resource === '' ? undefined : Number(resource)}
                otherResources={otherResources}
                from={date}
                options={options.ids}
                onChoose={setTime}
              />
            )}
            <TimeFields
              key={`${time?.start} ${time?.end}`}
              {...(time ? timeTexts(time.start, time.end) : { date, from: '', to: '' })}
              minutes={bookable && (own?.interval ?? bookable.interval) + options.minutes}
              error={error}
            />
            <PersonField shown={texts} error={error} onKnown={setKnown} />
            <CountAndNotes count={texts.count} notes={texts.notes} error={error} />
            {bookable && (
              <Price price={own?.price ?? bookable.price} count={Number(typed.count)} options={options.price} />
            )}
            {way && <TellField way={way} />}
            {tried && <InTheWay tried={tried} resources={resources} />}
            {closed !== undefined && (
              <p class="notice" role="alert">
                {closed} {t.punctuation.asked({ text: t.bookings.bookAnyway })}
              </p>
            )}
            <div class="actions" ref={actions}>
              <Button type="submit" kind="primary" isBusy={isBusy}>
                {closed === undefined ? t.bookings.book : t.bookings.bookAnyway}
              </Button>
              <Button
                onClick={() => {
                  draft.clear();
                  onClose();
                }}
              >
                {t.bookings.cancel}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** The value of a service in the form. Null is none; undefined is not chosen. */
function serviceTextOf(id: number | null | undefined): string | undefined {
  return id === null ? noService : id === undefined ? undefined : String(id);
}

/** Books, unless another calendar has an entry then. */
async function book(variables: VariablesOf<typeof createBooking>): Promise<Booking | null | 'busy'> {
  try {
    return (await execute(createBooking, variables)).createBooking;
  } catch (error) {
    if (isBusyElsewhere(error)) return 'busy';
    throw error;
  }
}

/** Shows the price of the booking. @param price of one person; null for a service without a price. @param options of all options */
function Price({ price, count, options }: { price: string | null; count: number; options: number }) {
  if ((price === null && options === 0) || !(count > 0)) return null;
  const { money } = formats();
  const total = money(Number(price ?? 0) * count + options);
  return (
    <p>
      {t.punctuation.labelled({ label: t.bookings.price, value: '' })}
      <strong>{total}</strong>
      {count > 1 && price !== null && <span class="hint"> {`(${count} × ${money(price)})`}</span>}
    </p>
  );
}

/** The resources that offer a service. */
function providersOf({ providers }: Catalog['services'][number]): number[] {
  return providers.map(({ resourceId }) => resourceId);
}

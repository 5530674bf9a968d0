import { Button } from '../../design/button.js';
import { formats, wallTime } from '../format.js';
import { can } from '../session.js';
import { t } from '../texts.js';
import { nameOf } from './booking.rules.js';
import type { BookingFactsQuery } from './bookings.operations.js';
import { change } from './change-booking.js';
import type { Booking } from './live.js';

type Facts = NonNullable<BookingFactsQuery['booking']>;
type Package = NonNullable<Facts['person']>['packages']['nodes'][number];

interface PackagePartProps {
  booking: Booking;
  facts: Facts;
  /** Called with the booking after a package was chosen or taken back. */
  onChanged: (booking: Booking, done: string) => void;
}

const texts = t.bookings.packages;

/** The package that pays for a booking, with what is left of it, or a button for each that can. Shows nothing without any. */
export function PackagePart({ booking, facts, onChanged }: PackagePartProps) {
  const { package: chosen, packageUnits: units } = facts;
  const usable = (facts.person?.packages.nodes ?? []).filter((given) => canPay(given, booking));
  // The server refuses it, too: the fee has taken the place of the price.
  const isFeeCharged = (facts.cancellationFee?.charged ?? null) !== null;
  const mayChange = can('bookings') && booking.active && !isFeeCharged;
  if (!chosen && (!mayChange || usable.length === 0)) return null;
  const name = nameOf(booking);
  const pay = async (given: Package) =>
    onChanged(await change(booking, { packageId: given.id }), texts.chosen({ name, title: given.title }));
  const takeBack = async (title: string) =>
    onChanged(await change(booking, { packageId: null }), texts.takenBack({ name, title }));
  return (
    <section class="facts" aria-label={t.words.package}>
      <h3>{t.words.package}</h3>
      {chosen ? (
        <>
          <p>
            {chosen.title} <span class="badge confirmed">{texts.units({ units: units ?? 0 })}</span>
          </p>
          <p class="hint">{balanceText(chosen)}</p>
          {mayChange && <Button onClick={() => takeBack(chosen.title)}>{texts.takeBack({ units: units ?? 0 })}</Button>}
        </>
      ) : (
        <fieldset class="pay-buttons">
          <legend>{texts.payWith}</legend>
          {usable.map((given) => (
            <Button key={given.id} onClick={() => pay(given)}>
              {t.punctuation.labelled({ label: given.title, value: balanceText(given) })}
            </Button>
          ))}
        </fieldset>
      )}
    </section>
  );
}

/** `7 of 10 left, until 31 Dec 2026`. */
export function balanceText({ left, units, validUntil }: Pick<Package, 'left' | 'units' | 'validUntil'>): string {
  const { date } = formats();
  const balance = { left, units };
  return validUntil === null
    ? t.people.lists.unitsLeft(balance)
    : texts.leftUntil({ ...balance, day: date(validUntil) });
}

/** Whether a package can pay for these people on a date. */
export function hasUnits(
  { active, left, validUntil }: Pick<Package, 'active' | 'left' | 'validUntil'>,
  date: string,
  people = 1,
): boolean {
  return active && left >= people && (validUntil === null || date <= validUntil);
}

function canPay(given: Package, { serviceId, bookedFrom, count }: Booking): boolean {
  const isForService = serviceId !== null && (given.serviceIds?.includes(serviceId) ?? true);
  return isForService && hasUnits(given, wallTime(bookedFrom).slice(0, 10), count);
}

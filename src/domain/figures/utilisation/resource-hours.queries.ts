import type { AccountDatabase } from '../../../platform/database/account-database.js';
import type { Interval } from '../../../platform/time/interval.js';
import { dayBookingOf } from '../../availability/open-times.rules.js';
import { exceptionsIn, hoursReader, weekOf } from '../../availability/schedule-sql.js';
import type { HoursException, HoursOfWeek } from '../../resource/opening-hours.rules.js';
import { AvailabilityType } from '../../service/service.entity.js';
import type { OfferedHours, ResourceHours } from './offered-times.rules.js';

interface ResourceRow {
  id: number;
  capacity: number;
  hours: string;
  exceptions: HoursException[] | null;
}

interface OfferRow {
  resourceId: number;
  serviceId: number;
  availabilityType: AvailabilityType;
  hasDayBooking: boolean;
  dayBookingSpecifyTime: boolean;
  hours: string;
}

const resourceStatement = `select id, capacity, ${weekOf('resource')} as hours,
    ${exceptionsIn({ from: '$3', to: '$4' })} as exceptions
  from resource where account_id = $1 and id = any ($2::integer[]) order by id`;

/** Only appointments have slots, so other services have no hours. */
const offerStatement = `select provider.resource_id as "resourceId", service.id as "serviceId",
    availability_type as "availabilityType", has_day_booking as "hasDayBooking",
    day_booking_specify_time as "dayBookingSpecifyTime", ${weekOf('provider')} as hours
  from provider join service on service.account_id = provider.account_id and service.id = provider.service_id
  where provider.account_id = $1 and provider.resource_id = any ($2::integer[]) and provider.active
    and service.active and booking_type = 'appointment'
  order by service.id`;

/** Reads the hours of resources for the appointment services that they offer, with two statements. */
export async function readResourceHours(
  db: AccountDatabase,
  ids: readonly number[],
  { from, to }: Interval,
): Promise<ResourceHours[]> {
  const [resources, offers] = await Promise.all([
    db.query<ResourceRow>(resourceStatement, [ids, new Date(from), new Date(to)]),
    db.query<OfferRow>(offerStatement, [ids]),
  ]);
  const offersOf = Map.groupBy(offers, ({ resourceId }) => resourceId);
  const hoursOf = hoursReader();
  return resources.map(({ id, capacity, hours, exceptions }): ResourceHours => {
    const resourceHours = hoursOf(hours);
    const offered = (offersOf.get(id) ?? []).map((offer) => offeredHours(offer, hoursOf(offer.hours), resourceHours));
    return { id, capacity, exceptions: exceptions ?? [], offered: offered.length > 0 ? offered : [own(resourceHours)] };
  });
}

function offeredHours(
  { serviceId, availabilityType, ...service }: OfferRow,
  providerHours: HoursOfWeek,
  resourceHours: HoursOfWeek,
): OfferedHours {
  const usesProviderHours = availabilityType === AvailabilityType.PROVIDER;
  return {
    serviceId,
    dayBooking: dayBookingOf(service),
    source: { serviceId, providerHours: usesProviderHours ? providerHours : null, resourceHours },
  };
}

function own(resourceHours: HoursOfWeek): OfferedHours {
  return { serviceId: null, dayBooking: 'NONE', source: { serviceId: null, providerHours: null, resourceHours } };
}

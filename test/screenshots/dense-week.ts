import { seeded } from '../support/random.js';

/** In minutes. */
const lengths = [15, 30, 30, 45, 60, 60, 90];
const services = ['Haircut', 'Colour and highlights', 'Beard trim', 'Deep tissue massage', 'Consultation', 'Manicure'];
const team = [
  ...['Anna Lindqvist', 'Bo', 'Charlotte-Amalie Ravnkilde-Thorvaldsen', 'Dag', 'Elif Yıldız', 'Fatima', 'Grace'],
  'Håkon Sæther',
];
const first = ['Ingrid', 'Jean-Baptiste', 'Karoline', 'Li', 'Maximilian-Alexander', 'Nora', 'Ola', 'Per', 'Åse', 'Zoë'];
const last = ['Berg', 'van der Heijden-Vandenberghe', 'Olsen', 'Ng', 'Østergaard', 'Papadopoulos', 'Lie', 'Nuñez'];

/** Fills a week of an account with the bookings of eight people, about four hundred. @param monday the first date */
export async function fillWeek(api: string, authorization: string, monday: string): Promise<void> {
  const create = async (path: string, kind: string, attributes: object): Promise<number> => {
    const response = await fetch(`${api}/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ [kind]: attributes }),
    });
    const body = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body[kind].id;
  };
  const serviceIds: number[] = [];
  for (const title of services)
    serviceIds.push(await create('services', 'service', { title, interval: 30, price: 450 }));
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
  const hours = Object.fromEntries(weekdays.map((day) => [`opening_hours_${day}`, ['08:00', '18:00']]));
  const random = seeded(7);
  for (const title of team) {
    const resource_id = await create('resources', 'resource', { title, ...hours });
    for (const service_id of serviceIds) await create('providers', 'provider', { resource_id, service_id });
    for (let day = 0; day < weekdays.length; day += 1) {
      const date = new Date(Date.parse(monday) + day * 86_400_000).toISOString().slice(0, 10);
      for (let minute = 8 * 60; minute < 17 * 60; ) {
        const length = lengths[random(lengths.length)] ?? 30;
        const at = (minutes: number) => `${date} ${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
        const name = `${first[random(first.length)]} ${last[random(last.length)]}`;
        await create('bookings', 'booking', {
          ...{ resource_id, service_id: serviceIds[random(serviceIds.length)] },
          ...{ booked_from: at(minute), booked_to: at(minute + length) },
          person_attributes: { name },
          ...(random(9) === 0 && { notes: 'Allergic to nuts' }),
        });
        minute += length + 15 * random(4);
      }
    }
  }
}

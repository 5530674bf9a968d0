export const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
export const daily = (count: number) => ({ rrule: `FREQ=DAILY;COUNT=${count}` });
export const unknown = '00000000-0000-4000-8000-000000000000';

export type Listed = Record<string, unknown> & { id: number; booked_from: string; state: string };

export const dates = (bookings: Listed[]) => bookings.map(({ booked_from }) => booked_from.slice(5, 10));

import type { Language } from '../../../platform/language.js';
import { BookingState } from '../../booking-states.js';
import type { TemplateDetails } from './message-values.rules.js';

const hour = 3_600_000;

/** The texts of the sample: of a person, a service and a resource. */
const samples: Record<Language, { name: string; service: string; description: string; resource: string }> = {
  en: { name: 'Alex Smith', service: 'Haircut', description: 'Wash, cut and styling.', resource: 'Sam' },
  sv: { name: 'Anna Svensson', service: 'Klippning', description: 'Tvätt, klippning och styling.', resource: 'Elin' },
  nb: { name: 'Kari Nordmann', service: 'Klipp', description: 'Vask, klipp og styling.', resource: 'Ida' },
};

/** Returns a booking that does not exist, with all attributes that templates read. It begins in 24 hours and takes one. */
export function sampleBooking(language: Language, now: Date): TemplateDetails {
  const { name, service, description, resource } = samples[language];
  const bookedFrom = new Date(Math.ceil(now.getTime() / hour) * hour + 24 * hour);
  const customData = null;
  return {
    booking: {
      id: 1,
      bookedFrom,
      bookedTo: new Date(bookedFrom.getTime() + hour),
      state: BookingState.CONFIRMED,
      // No booking has this version, so the link of the sample opens none.
      linkVersion: -1,
      expiresAt: null,
      verificationCode: '12345',
      count: 1,
      notes: null,
      title: null,
      customData,
    },
    person: { id: 1, name, email: 'person@example.org', phoneNumber: '40612345', locale: language, customData },
    service: { id: 1, title: service, description, terms: null, price: '450.0', customData },
    event: null,
    resource: { id: 1, title: resource, customData },
  };
}

/** Returns a sample booking that is held for a person on the waitlist. Its token is invalid. */
export function sampleOffer({ booking, ...details }: TemplateDetails, now: Date, holdMinutes: number): TemplateDetails {
  const expiresAt = new Date(now.getTime() + holdMinutes * 60_000);
  const state = BookingState.AWAITING_VERIFICATION;
  return { ...details, booking: { ...booking, state, expiresAt }, waitlistToken: 'sample' };
}

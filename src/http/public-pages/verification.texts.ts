import type { Language } from '../../platform/language.js';

interface VerificationTexts {
  title: string;
  booking(account: string, startsAt: string): string;
  submit: string;
  done: string;
  /** The link to the page of the booking. */
  see: string;
  over: string;
  unknown: string;
}

/** The texts of the verification page by language. */
export const verificationTexts: Record<Language, VerificationTexts> = {
  en: {
    title: 'Verify your booking',
    booking: (account, startsAt) => `At ${account}, ${startsAt}.`,
    submit: 'Verify',
    done: 'Your booking is verified.',
    see: 'See or change the booking',
    over: 'This booking can no longer be verified: its time is over, or it was cancelled.',
    unknown: 'There is no such link. Is the address complete?',
  },
  sv: {
    title: 'Verifiera din bokning',
    booking: (account, startsAt) => `Hos ${account}, ${startsAt}.`,
    submit: 'Verifiera',
    done: 'Din bokning är verifierad.',
    see: 'Visa eller ändra bokningen',
    over: 'Bokningen kan inte längre verifieras: tiden har gått ut, eller så är den avbokad.',
    unknown: 'Det finns ingen sådan länk. Är adressen fullständig?',
  },
  nb: {
    title: 'Bekreft bestillingen',
    booking: (account, startsAt) => `Hos ${account}, ${startsAt}.`,
    submit: 'Bekreft',
    done: 'Bestillingen er bekreftet.',
    see: 'Vis eller endre bestillingen',
    over: 'Bestillingen kan ikke lenger bekreftes: fristen er ute, eller den er avbestilt.',
    unknown: 'Det finnes ingen slik lenke. Er adressen fullstendig?',
  },
};

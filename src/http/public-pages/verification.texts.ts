import type { Language } from '../../platform/language.js';

interface VerificationTexts {
  title: string;
  booking(account: string, startsAt: string): string;
  submit: string;
  done: string;
  used: string;
  unknown: string;
}

/** The texts of the verification page by language. */
export const verificationTexts: Record<Language, VerificationTexts> = {
  en: {
    title: 'Verify your booking',
    booking: (account, startsAt) => `At ${account}, ${startsAt}.`,
    submit: 'Verify',
    done: 'Your booking is verified.',
    used: 'This booking has been verified already, or its time to be verified is over.',
    unknown: 'There is no such link. Is the address complete?',
  },
  sv: {
    title: 'Verifiera din bokning',
    booking: (account, startsAt) => `Hos ${account}, ${startsAt}.`,
    submit: 'Verifiera',
    done: 'Din bokning är verifierad.',
    used: 'Bokningen är redan verifierad, eller så har tiden för att verifiera den gått ut.',
    unknown: 'Det finns ingen sådan länk. Är adressen fullständig?',
  },
  nb: {
    title: 'Bekreft bestillingen',
    booking: (account, startsAt) => `Hos ${account}, ${startsAt}.`,
    submit: 'Bekreft',
    done: 'Bestillingen er bekreftet.',
    used: 'Bestillingen er allerede bekreftet, eller fristen for å bekrefte den er ute.',
    unknown: 'Det finnes ingen slik lenke. Er adressen fullstendig?',
  },
};

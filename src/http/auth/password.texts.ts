import { passwordLength } from '../../platform/password.js';

const { min, max } = passwordLength;

interface PasswordTexts {
  title: string;
  invitation(email: string, account: string): string;
  password: string;
  repetition: string;
  submit: string;
  length: string;
  difference: string;
  done: string;
  signIn: string;
  used: string;
  unknown: string;
}

const texts: Record<string, PasswordTexts> & { en: PasswordTexts } = {
  en: {
    title: 'Choose your password',
    invitation: (email, account) => `For ${email} at ${account}.`,
    password: `Password, at least ${min} characters`,
    repetition: 'The same once more',
    submit: 'Save',
    length: `A password has ${min} to ${max} characters.`,
    difference: 'The two are not the same.',
    done: 'Your password is saved. You can sign in now.',
    signIn: 'Sign in',
    used: 'This link has been used or is too old. Ask for a new one.',
    unknown: 'There is no such link. Is the address complete?',
  },
  sv: {
    title: 'Välj ditt lösenord',
    invitation: (email, account) => `För ${email} hos ${account}.`,
    password: `Lösenord, minst ${min} tecken`,
    repetition: 'Samma en gång till',
    submit: 'Spara',
    length: `Ett lösenord har ${min} till ${max} tecken.`,
    difference: 'De två är inte lika.',
    done: 'Ditt lösenord är sparat. Du kan logga in nu.',
    signIn: 'Logga in',
    used: 'Länken har använts eller är för gammal. Be om en ny.',
    unknown: 'Det finns ingen sådan länk. Är adressen fullständig?',
  },
  nb: {
    title: 'Velg passordet ditt',
    invitation: (email, account) => `For ${email} hos ${account}.`,
    password: `Passord, minst ${min} tegn`,
    repetition: 'Det samme en gang til',
    submit: 'Lagre',
    length: `Et passord har ${min} til ${max} tegn.`,
    difference: 'De to er ikke like.',
    done: 'Passordet er lagret. Du kan logge inn nå.',
    signIn: 'Logg inn',
    used: 'Lenken er brukt eller for gammel. Be om en ny.',
    unknown: 'Det finnes ingen slik lenke. Er adressen fullstendig?',
  },
};

/** Returns the English texts for an unknown locale. */
export function passwordTexts(locale: string): PasswordTexts {
  return texts[locale] ?? texts.en;
}

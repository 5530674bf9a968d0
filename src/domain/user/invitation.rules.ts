import { type AccountToken, createAccountToken } from '../account/account-token.rules.js';

/** Why a user is sent a link to choose a password. */
export type LinkPurpose = 'invitation' | 'reset';

/** Why a user is sent a link: also to sign in by the identity provider of the account. */
type TextPurpose = LinkPurpose | 'provider';

/** In milliseconds: seven days for a new user, an hour for a user who has forgotten the password. */
const lifetimes = { invitation: 604_800_000, reset: 3_600_000 } as const satisfies Record<LinkPurpose, number>;

export interface Invitation extends AccountToken {
  expiresAt: Date;
}

export function createInvitation(accountId: number, at: Date, purpose: LinkPurpose): Invitation {
  return { ...createAccountToken(accountId), expiresAt: new Date(at.getTime() + lifetimes[purpose]) };
}

/** The URL of the page on which a user chooses a password. @param address the public base URL of this server */
export function passwordLink(address: string, token: string): string {
  return `${address}/password/${token}`;
}

/** The URL at which a user signs in by the identity provider of the account. */
export function providerLink(address: string, subdomain: string): string {
  return `${address}/dashboard/sign-in/${subdomain}`;
}

interface InvitationText {
  subject: string;
  body: string;
}

interface Names {
  user: string;
  account: string;
  link: string;
}

type Texts = Record<TextPurpose, (names: Names) => InvitationText>;

const texts = {
  en: {
    invitation: ({ user, account, link }) => ({
      subject: 'Choose your password',
      body: `Hello ${user},

You have been added as a user of ${account}. Choose your password here:

${link}

The link works once, within 7 days.
`,
    }),
    reset: ({ user, account, link }) => ({
      subject: 'Choose a new password',
      body: `Hello ${user},

Someone asked for a new password for you at ${account}. Choose it here:

${link}

The link works once, within an hour. If it was not you, ignore this email: your password stays as it is.
`,
    }),
    provider: ({ user, account, link }) => ({
      subject: `You have been added to ${account}`,
      body: `Hello ${user},

You have been added as a user of ${account}. Sign in here, with the account of your organisation:

${link}
`,
    }),
  },
  sv: {
    invitation: ({ user, account, link }) => ({
      subject: 'Välj ditt lösenord',
      body: `Hej ${user},

Du har lagts till som användare hos ${account}. Välj ditt lösenord här:

${link}

Länken fungerar en gång, inom 7 dagar.
`,
    }),
    reset: ({ user, account, link }) => ({
      subject: 'Välj ett nytt lösenord',
      body: `Hej ${user},

Någon har bett om ett nytt lösenord för dig hos ${account}. Välj det här:

${link}

Länken fungerar en gång, inom en timme. Om det inte var du kan du bortse från det här mejlet: ditt lösenord ändras inte.
`,
    }),
    provider: ({ user, account, link }) => ({
      subject: `Du har lagts till hos ${account}`,
      body: `Hej ${user},

Du har lagts till som användare hos ${account}. Logga in här, med ditt konto hos din organisation:

${link}
`,
    }),
  },
  nb: {
    invitation: ({ user, account, link }) => ({
      subject: 'Velg passordet ditt',
      body: `Hei ${user},

Du er lagt til som bruker hos ${account}. Velg passordet ditt her:

${link}

Lenken virker én gang, innen 7 dager.
`,
    }),
    reset: ({ user, account, link }) => ({
      subject: 'Velg et nytt passord',
      body: `Hei ${user},

Noen har bedt om et nytt passord for deg hos ${account}. Velg det her:

${link}

Lenken virker én gang, innen en time. Hvis det ikke var deg, kan du se bort fra denne e-posten: passordet ditt endres ikke.
`,
    }),
    provider: ({ user, account, link }) => ({
      subject: `Du er lagt til hos ${account}`,
      body: `Hei ${user},

Du er lagt til som bruker hos ${account}. Logg inn her, med kontoen din i organisasjonen:

${link}
`,
    }),
  },
} satisfies Record<string, Texts>;

/** The email with a link to choose a password, or to sign in by the identity provider. Falls back to English for unknown locales. */
export function getInvitationText(purpose: TextPurpose, locale: string, names: Names): InvitationText {
  const found = Object.entries(texts).find(([known]) => known === locale)?.[1] ?? texts.en;
  return found[purpose](names);
}

interface InvitationText {
  subject: string;
  body: string;
}

type Write = (user: string, account: string, link: string) => InvitationText;

const texts = {
  en: (user, account, link) => ({
    subject: 'Choose your password',
    body: `Hello ${user},

You have been added as a user of ${account}. Choose your password here:

${link}

The link works once, within 7 days.
`,
  }),
  sv: (user, account, link) => ({
    subject: 'Välj ditt lösenord',
    body: `Hej ${user},

Du har lagts till som användare hos ${account}. Välj ditt lösenord här:

${link}

Länken fungerar en gång, inom 7 dagar.
`,
  }),
  nb: (user, account, link) => ({
    subject: 'Velg passordet ditt',
    body: `Hei ${user},

Du er lagt til som bruker hos ${account}. Velg passordet ditt her:

${link}

Lenken virker én gang, innen 7 dager.
`,
  }),
} satisfies Record<string, Write>;

/** The email that invites a user to choose a password. Falls back to English for unknown locales. */
export function getInvitationText(locale: string, user: string, account: string, link: string): InvitationText {
  const write = Object.entries(texts).find(([known]) => known === locale)?.[1] ?? texts.en;
  return write(user, account, link);
}

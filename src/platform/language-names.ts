// Written by `npm run -s texts` from the names of the files in src/texts.

/** The languages of built-in texts and of pages, each with its own name. */
export const languageNames = {
  da: 'Dansk',
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
  nb: 'Norsk',
  sv: 'Svenska',
} as const;

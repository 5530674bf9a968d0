import type { Texts } from './en.js';

export const nb: Texts = {
  // src/http/public-pages/booking-page
  booking: {
    title: (site) => `Bestill time hos ${site}`,
    skip: 'Hopp til innholdet',
    start: 'Alle tjenester',
    services: 'Tjenester',
    events: 'Kommende arrangementer',
    otherServices: 'Andre tjenester',
    noServices: 'Det er ingenting å bestille akkurat nå.',
    choose: 'Velg et tidspunkt',
    placesLeft: (places) => (places === 1 ? '1 plass igjen' : `${places} plasser igjen`),
    full: 'Fullt',
    eventFull: 'Alle plassene er tatt. Du kan sette deg på venteliste.',
    duration: 'Varighet',
    whom: 'Hos hvem eller hva',
    anyone: 'Hvem som helst som er ledig',
    show: 'Vis',
    previousMonth: 'Forrige måned',
    nextMonth: 'Neste måned',
    days: 'Velg en dag',
    times: (day) => `Ledige tider ${day}`,
    lastDay: (day) => `Fra ${day}: velg siste dag`,
    noTimes: 'Ingenting er ledig denne dagen.',
    timesIn: (zone) => `Tidene gjelder ${zone}.`,
    ownZone: (zone) => `Vis også min tidssone: ${zone}`,
    noDays: 'Ingenting er ledig denne måneden.',
    nextFree: (day) => `Neste ledige dag er ${day}.`,
    details: 'Dine opplysninger',
    summary: 'Din bestilling',
    service: 'Tjeneste',
    time: 'Tid',
    price: 'Pris',
    changeTime: 'Velg et annet tidspunkt',
    name: 'Navn',
    email: 'E-post',
    phone: 'Telefon',
    contactHint: 'Oppgi en e-postadresse eller et telefonnummer.',
    emailCode: 'Vi sender en kode til denne adressen.',
    smsCode: 'Vi sender en kode til dette nummeret.',
    people: 'Antall personer',
    notes: 'Melding',
    optional: 'valgfritt',
    terms: 'Vilkår',
    chooseOption: 'Velg',
    book: 'Bestill',
    problems: 'Kontroller skjemaet',
    nearest: 'De nærmeste ledige tidene',
    errors: {
      blank: 'Fyll ut dette feltet.',
      email: 'Dette er ikke en e-postadresse. Eksempel: ola@example.org',
      phone: 'Dette er ikke et telefonnummer.',
      number: 'Oppgi et tall.',
      tooLong: (maximum) => `Dette er for langt. Det er plass til høyst ${maximum} tegn.`,
      atMost: (maximum) => `Høyst ${maximum}.`,
      atLeast: (minimum) => `Minst ${minimum}.`,
      invalid: 'Kontroller dette feltet.',
      contact: 'Oppgi en e-postadresse eller et telefonnummer.',
      taken: 'Tiden er nettopp blitt tatt. Alt du skrev er beholdt: velg et annet tidspunkt.',
      full: 'Det er ikke nok plasser igjen. Alt du skrev er beholdt.',
      refused: 'Denne bestillingen er ikke mulig. Ta kontakt med oss.',
      tooMany: 'Du har prøvd for mange ganger. Vent noen minutter og prøv igjen. Alt du skrev er beholdt.',
      sentBefore: 'Skjemaet er allerede sendt med andre opplysninger. Kontroller det og send det igjen.',
      code: 'Koden stemmer ikke. Kontroller den.',
      system: 'Noe gikk galt hos oss. Ingenting er gått tapt: prøv igjen.',
    },
    verify: 'Skriv inn koden din',
    codeSent: {
      email: 'Vi har sendt en kode på e-post. Skriv den inn her, eller åpne lenken i meldingen.',
      sms: 'Vi har sendt en kode på SMS. Skriv den inn her, eller åpne lenken i meldingen.',
    },
    codeNotSent: 'Koden kunne ikke sendes, fordi serveren ikke sender meldinger. Be oss om den.',
    resendCode: 'Send koden på nytt',
    codeResent: 'Vi har sendt koden på nytt.',
    codeSentOften: 'Koden kan sendes på nytt én gang i minuttet, og høyst tre ganger. Vent litt, eller be oss om den.',
    codeExpires: (time) => `Tiden holdes av til deg til ${time}.`,
    code: 'Kode',
    codeOver: 'Tiden for koden er ute. Har du ikke bekreftet med lenken i meldingen, må du bestille på nytt.',
    confirm: 'Bekreft',
    seeBooking: 'Vis eller endre bestillingen',
    linkInMessage: 'I meldingen om bestillingen er det en lenke der du kan se og endre den.',
    states: {
      awaiting_verification: 'Bestillingen venter på koden',
      awaiting_payment: 'Tiden holdes av til den er betalt',
      awaiting_confirmation: 'Vi har mottatt bestillingen din',
      confirmed: 'Bestillingen din er bekreftet',
      declined: 'Bestillingen er avslått',
      cancelled: 'Bestillingen er avbestilt',
      deleted: 'Bestillingen er avbestilt',
    },
    awaitingConfirmation: 'Du får en melding når den er bekreftet.',
    awaitingPayment: 'Du får en melding når betalingen er mottatt.',
    addToCalendar: 'Legg til i kalenderen',
    bookMore: 'Bestill noe mer',
    waitlistHere: 'Passer ingenting? Still deg på venteliste',
    waitlist: 'Venteliste',
    waitlistText: 'Legg igjen kontaktinformasjonen din. Når noe blir ledig, får den første i køen et tilbud.',
    fromDay: 'Fra',
    toDay: 'Til og med',
    join: 'Still deg på venteliste',
    waitlistStates: {
      waiting: 'Du står på ventelisten',
      offered: 'En tid er ledig for deg',
      taken: 'Tiden er din',
      expired: 'Ventelisten er avsluttet',
      left: 'Du har forlatt ventelisten',
    },
    waitlistWithdrawn: 'Det du ventet på, tilbys ikke lenger.',
    waitlistWaiting: 'Vi sender en melding så snart noe blir ledig. Du trenger ikke å gjøre noe.',
    waitlistOffered: 'Åpne lenken i meldingen vår for å ta tiden.',
    offerUntil: (time) => `Tiden holdes av til deg til ${time}.`,
    take: 'Ta denne tiden',
    decline: 'Vent på en annen tid',
    leave: 'Forlat ventelisten',
    myBookings: 'Mine bestillinger',
    ownBooking: 'Din bestilling',
    who: 'Hos',
    move: 'Flytt til et annet tidspunkt',
    lastMove: 'Etter denne flyttingen kan du ikke lenger flytte eller avbestille bestillingen her.',
    moveHere: 'Flytt bestillingen hit',
    moveFrom: 'Nå',
    moveTo: 'Ny tid',
    cancel: 'Avbestill',
    cancelQuestion: 'Vil du avbestille denne bestillingen?',
    cancelYes: 'Ja, avbestill',
    cancelNo: 'Nei, behold den',
    changeableUntil: (time) => `Du kan flytte eller avbestille den til ${time}.`,
    notChangeable: 'Den kan ikke lenger flyttes eller avbestilles her. Ta kontakt med oss.',
    moved: 'Bestillingen er flyttet.',
    leftOut: 'Disse datoene i serien kunne ikke bestilles:',
    notDone: 'Dette er ikke mulig nå. Se på bestillingen din igjen.',
    back: 'Tilbake',
    withdrawn: 'Dette kan ikke lenger bestilles',
    withdrawnText: 'Det er tatt bort i mellomtiden. Velg noe annet.',
    typed: 'Det du skrev',
    notFound: 'Siden finnes ikke',
    notFoundText: 'Kanskje er adressen ikke fullstendig, eller så tilbys det ikke lenger.',
    refused: 'Dette ble ikke gjort',
    refusedText: 'Gå tilbake, last siden på nytt og prøv igjen.',
    tooMany: 'Vent litt',
    tooManyText: (seconds) =>
      `Det kommer for mange forespørsler fra nettverket ditt. Gå tilbake og prøv igjen om ${seconds === 1 ? '1 sekund' : `${seconds} sekunder`}: det du skrev, er der fortsatt.`,
    tryAgain: 'Prøv igjen',
    systemError: 'Noe gikk galt',
  },

  shop: {
    title: 'Butikk',
    intro: 'Kjøp produkter og gavekort.',
    empty: 'Det er ingenting å kjøpe akkurat nå.',
    item: 'Hva vil du kjøpe?',
    openAmount: 'du velger beløpet',
    amount: 'Gavekortets beløp',
    quantity: 'Antall',
    details: 'Opplysningene dine',
    emailHint: 'Gavekort sendes til denne adressen.',
    coupon: 'Rabattkode',
    order: 'Bestill',
    orderTitle: (id) => `Bestilling ${id}`,
    states: {
      pending: 'Vi har mottatt bestillingen din.',
      confirmed: 'Bestillingen din er betalt. Takk!',
      cancelled: 'Bestillingen er avbestilt.',
    },
    total: 'Sum',
    discount: 'Rabatt',
    toPay: 'Igjen å betale',
    pay: (amount) => `Betal ${amount}`,
    payLater: (account) => `${account} gir beskjed om hvordan du betaler. Bestillingen er klar så snart den er betalt.`,
    awaiting: 'Vi venter på bekreftelsen av betalingen din. Det tar vanligvis noen sekunder.',
    reload: 'Vis bestillingen igjen',
    notPaid:
      'Betalingen ble ikke fullført. Bestillingen din er tatt vare på: du kan betale den nå eller senere på denne adressen.',
    unavailable:
      'Betalingstjenesten kan ikke nås akkurat nå. Bestillingen din er tatt vare på: prøv igjen om noen minutter.',
    payBefore: (moment) => `Timen holdes av til deg til ${moment}. Betal før det.`,
    bookingNotPaid: 'Betalingen ble ikke fullført. Du kan prøve igjen.',
    bookingUnavailable: 'Betalingstjenesten kan ikke nås akkurat nå. Prøv igjen om noen minutter.',
    showAgain: 'Vis bestillingen igjen',
    giftCards: 'Gavekortene dine',
    keep: 'Ta vare på kodene, som du betaler med.',
    alsoSent: 'De er også sendt til deg på e-post.',
    more: 'Kjøp noe mer',
    errors: {
      item: 'Oppgi hvor mange du vil kjøpe.',
      unavailable: 'Dette kan ikke kjøpes.',
      tooManyItems: 'Kjøp høyst 20 ulike ting om gangen.',
      couponUnknown: 'Vi kjenner ikke denne koden.',
      couponOver: 'Koden kan ikke brukes lenger.',
      couponOther: 'Koden kan ikke brukes for denne bestillingen.',
      amount: 'Oppgi et beløp fra 1 til 10 000.',
      quantity: 'Det antallet er ikke mulig.',
      refused: 'Bestillingen er ikke mulig. Ta kontakt med oss.',
    },
  },

  myBookings: {
    intro: {
      email: 'Vi sender en kode til e-postadressen du bestilte med. Du trenger ikke noe passord.',
      both: 'Vi sender en kode til e-postadressen eller telefonnummeret du bestilte med. Du trenger ikke noe passord.',
    },
    send: 'Send meg en kode',
    cannotSend: 'Denne serveren sender ingen meldinger og dermed ingen kode. Ta kontakt med oss om bestillingene dine.',
    sent: (address) =>
      `Hvis det finnes bestillinger med ${address}, har vi sendt en kode dit. Den er gyldig i 10 minutter.`,
    show: 'Vis bestillingene mine',
    wrongCode: 'Koden stemmer ikke eller er ikke lenger gyldig. Etter fem forsøk trenger du en ny.',
    otherAddress: 'Bruk en annen adresse',
    ended: 'Du er logget ut fordi det har gått en stund, eller fordi adressen din er endret.',
    signedOut: 'Du er logget ut.',
    signedInAs: (address) => `Logget inn som ${address}`,
    signOut: 'Logg ut',
    upcoming: 'Kommende bestillinger',
    noUpcoming: 'Du har ingen kommende bestillinger.',
    past: 'Tidligere og avbestilte',
    noPast: 'Du har ingen tidligere eller avbestilte bestillinger.',
    next: 'Neste side',
    previous: 'Forrige side',
    open: 'Vis eller endre',
    states: {
      awaiting_verification: 'Venter på koden',
      awaiting_payment: 'Venter på betaling',
      awaiting_confirmation: 'Venter på bekreftelse',
      confirmed: 'Bekreftet',
      declined: 'Avslått',
      cancelled: 'Avbestilt',
      deleted: 'Avbestilt',
    },
    orders: 'Kjøp',
    orderStates: { pending: 'Ikke betalt', confirmed: 'Betalt', cancelled: 'Avbestilt' },
    giftCards: 'Gavekort',
    balance: 'Saldo',
    validUntil: (day) => `Gyldig til ${day}`,
    cannotRedeem: 'Kan ikke brukes lenger',
  },

  // src/pages/dashboard/shell.tsx
  shell: {},

  // src/pages/dashboard/sign-in.tsx, provider-sign-in.tsx and second-factor
  signIn: {
    pageTitle: 'Bestillingsserver',
    noScript: 'Kontrollpanelet trenger JavaScript.',
    withProvider: (provider) => `Logg inn med ${provider}`,
    haveSignedIn: 'Jeg har logget inn',
    notSignedIn: 'Du er ikke logget inn ennå.',
    providerOnly:
      'Brukerne av denne kontoen logger bare inn slik. Et passord virker hvis driftsansvarlig har gitt deg et for nødstilfeller.',
    orPassword: 'Eller logg inn med passordet ditt:',
  },

  // src/pages/dashboard/views/own
  own: {},

  // src/pages/dashboard/views/calendar
  calendar: {},

  // src/pages/dashboard/bookings
  bookings: {},

  // src/pages/dashboard/events
  events: {},

  // src/pages/dashboard/views/today
  today: {},

  // src/pages/dashboard/views/people
  people: {},

  // src/pages/dashboard/history
  history: {},

  // src/pages/dashboard/records and ui
  records: {},

  // src/pages/dashboard/long-work
  longWork: {},

  // src/pages/dashboard/series
  series: {},

  // src/pages/dashboard/views/figures
  figures: {},

  // src/pages/dashboard/views/setup: menu, forms, fields, services, resources, providers
  setup: {},

  // src/pages/dashboard/views/setup: waitlist, orders, payments, messages
  business: {},

  // the checklist of a new account
  firstRun: {},

  // the search over everything
  search: {},

  // src/pages/design
  design: {},

  // src/http/documentation, and the page to choose a password
  developers: {},
};

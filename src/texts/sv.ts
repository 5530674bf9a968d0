import type { Texts } from './en.js';

export const sv: Texts = {
  // src/http/public-pages/booking-page
  booking: {
    title: (site) => `Boka hos ${site}`,
    skip: 'Hoppa till innehållet',
    start: 'Alla tjänster',
    services: 'Tjänster',
    events: 'Kommande tillfällen',
    otherServices: 'Övriga tjänster',
    noServices: 'Det finns inget att boka just nu.',
    choose: 'Välj en tid',
    placesLeft: (places) => (places === 1 ? '1 plats kvar' : `${places} platser kvar`),
    full: 'Fullbokat',
    eventFull: 'Alla platser är tagna. Du kan ställa dig i kö.',
    duration: 'Längd',
    whom: 'Hos vem eller vad',
    anyone: 'Vem som helst som är ledig',
    show: 'Visa',
    previousMonth: 'Föregående månad',
    nextMonth: 'Nästa månad',
    days: 'Välj en dag',
    times: (day) => `Lediga tider ${day}`,
    lastDay: (day) => `Från ${day}: välj sista dagen`,
    noTimes: 'Inget är ledigt den här dagen.',
    timesIn: (zone) => `Tiderna gäller ${zone}.`,
    ownZone: (zone) => `Visa även min tidszon: ${zone}`,
    noDays: 'Inget är ledigt den här månaden.',
    nextFree: (day) => `Nästa lediga dag är ${day}.`,
    details: 'Dina uppgifter',
    summary: 'Din bokning',
    service: 'Tjänst',
    time: 'Tid',
    price: 'Pris',
    changeTime: 'Välj en annan tid',
    name: 'Namn',
    email: 'E-post',
    phone: 'Telefon',
    contactHint: 'Ange en e-postadress eller ett telefonnummer.',
    emailCode: 'Vi skickar en kod till den här adressen.',
    smsCode: 'Vi skickar en kod till det här numret.',
    people: 'Antal personer',
    notes: 'Meddelande',
    optional: 'valfritt',
    terms: 'Villkor',
    chooseOption: 'Välj',
    book: 'Boka',
    problems: 'Kontrollera formuläret',
    nearest: 'De närmaste lediga tiderna',
    errors: {
      blank: 'Fyll i det här fältet.',
      email: 'Det här är ingen e-postadress. Exempel: ola@example.org',
      phone: 'Det här är inget telefonnummer.',
      number: 'Ange ett tal.',
      tooLong: (maximum) => `Det här är för långt. Högst ${maximum} tecken får plats.`,
      atMost: (maximum) => `Högst ${maximum}.`,
      atLeast: (minimum) => `Minst ${minimum}.`,
      invalid: 'Kontrollera det här fältet.',
      contact: 'Ange en e-postadress eller ett telefonnummer.',
      taken: 'Tiden har just blivit upptagen. Allt du skrev finns kvar: välj en annan tid.',
      full: 'Det finns inte tillräckligt många platser kvar. Allt du skrev finns kvar.',
      refused: 'Den här bokningen är inte möjlig. Kontakta oss.',
      tooMany: 'Du har försökt för många gånger. Vänta några minuter och försök igen. Allt du skrev finns kvar.',
      sentBefore: 'Formuläret har redan skickats med andra uppgifter. Kontrollera det och skicka igen.',
      code: 'Koden stämmer inte. Kontrollera den.',
      system: 'Något gick fel hos oss. Ingenting har gått förlorat: försök igen.',
    },
    verify: 'Ange din kod',
    codeSent: {
      email: 'Vi har skickat en kod med e-post. Ange den här, eller öppna länken i meddelandet.',
      sms: 'Vi har skickat en kod med SMS. Ange den här, eller öppna länken i meddelandet.',
    },
    codeNotSent: 'Koden kunde inte skickas, eftersom servern inte skickar några meddelanden. Be oss om den.',
    resendCode: 'Skicka koden igen',
    codeResent: 'Vi har skickat koden igen.',
    codeSentOften: 'Koden kan skickas igen en gång i minuten, och högst tre gånger. Vänta lite, eller be oss om den.',
    codeExpires: (time) => `Tiden hålls åt dig till ${time}.`,
    code: 'Kod',
    codeOver: 'Tiden för koden är slut. Om du inte har bekräftat med länken i meddelandet, boka igen.',
    confirm: 'Bekräfta',
    seeBooking: 'Visa eller ändra bokningen',
    linkInMessage: 'I meddelandet om bokningen finns en länk där du kan se och ändra den.',
    states: {
      awaiting_verification: 'Bokningen väntar på sin kod',
      awaiting_payment: 'Tiden hålls tills den är betald',
      awaiting_confirmation: 'Vi har tagit emot din bokning',
      confirmed: 'Din bokning är bekräftad',
      declined: 'Bokningen har avböjts',
      cancelled: 'Bokningen är avbokad',
      deleted: 'Bokningen är avbokad',
    },
    awaitingConfirmation: 'Du får ett meddelande när den är bekräftad.',
    awaitingPayment: 'Du får ett meddelande när betalningen har kommit in.',
    addToCalendar: 'Lägg till i kalendern',
    bookMore: 'Boka något mer',
    waitlistHere: 'Passar inget? Ställ dig på väntelistan',
    waitlist: 'Väntelista',
    waitlistText: 'Lämna dina kontaktuppgifter. När något blir ledigt får den första i kön ett erbjudande.',
    fromDay: 'Från',
    toDay: 'Till och med',
    join: 'Ställ dig på väntelistan',
    waitlistStates: {
      waiting: 'Du står på väntelistan',
      offered: 'En tid är ledig för dig',
      taken: 'Tiden är din',
      expired: 'Väntelistan är avslutad',
      left: 'Du har lämnat väntelistan',
    },
    waitlistWithdrawn: 'Det du väntade på erbjuds inte längre.',
    waitlistWaiting: 'Vi skickar ett meddelande så snart något blir ledigt. Du behöver inte göra något.',
    waitlistOffered: 'Öppna länken i vårt meddelande för att ta tiden.',
    offerUntil: (time) => `Tiden hålls åt dig till ${time}.`,
    take: 'Ta den här tiden',
    decline: 'Vänta på en annan tid',
    leave: 'Lämna väntelistan',
    myBookings: 'Mina bokningar',
    ownBooking: 'Din bokning',
    who: 'Hos',
    move: 'Flytta till en annan tid',
    lastMove: 'Efter den här flytten kan du inte längre flytta eller avboka bokningen här.',
    moveHere: 'Flytta bokningen hit',
    moveFrom: 'Nu',
    moveTo: 'Ny tid',
    cancel: 'Avboka',
    cancelQuestion: 'Vill du avboka den här bokningen?',
    cancelYes: 'Ja, avboka',
    cancelNo: 'Nej, behåll den',
    changeableUntil: (time) => `Du kan flytta eller avboka den till ${time}.`,
    notChangeable: 'Den kan inte längre flyttas eller avbokas här. Kontakta oss.',
    moved: 'Bokningen har flyttats.',
    leftOut: 'De här datumen i serien kunde inte bokas:',
    notDone: 'Det är inte möjligt nu. Titta på din bokning igen.',
    back: 'Tillbaka',
    withdrawn: 'Detta kan inte längre bokas',
    withdrawnText: 'Det har tagits bort under tiden. Välj något annat.',
    typed: 'Det du skrev',
    notFound: 'Sidan finns inte',
    notFoundText: 'Kanske är adressen inte fullständig, eller så erbjuds det inte längre.',
    refused: 'Det här gjordes inte',
    refusedText: 'Gå tillbaka, ladda om sidan och försök igen.',
    tooMany: 'Vänta ett ögonblick',
    tooManyText: (seconds) =>
      `Det kommer för många förfrågningar från ditt nätverk. Gå tillbaka och försök igen om ${seconds === 1 ? '1 sekund' : `${seconds} sekunder`}: det du skrev finns kvar.`,
    tryAgain: 'Försök igen',
    systemError: 'Något gick fel',
  },

  shop: {
    title: 'Butik',
    intro: 'Köp produkter och presentkort.',
    empty: 'Det finns inget att köpa just nu.',
    item: 'Vad vill du köpa?',
    openAmount: 'du väljer beloppet',
    amount: 'Presentkortets belopp',
    quantity: 'Antal',
    details: 'Dina uppgifter',
    emailHint: 'Presentkort skickas till den här adressen.',
    coupon: 'Rabattkod',
    order: 'Beställ',
    orderTitle: (id) => `Beställning ${id}`,
    states: {
      pending: 'Vi har tagit emot din beställning.',
      confirmed: 'Din beställning är betald. Tack!',
      cancelled: 'Beställningen är avbokad.',
    },
    total: 'Summa',
    discount: 'Rabatt',
    toPay: 'Kvar att betala',
    pay: (amount) => `Betala ${amount}`,
    payLater: (account) => `${account} meddelar hur du betalar. Beställningen är klar så snart den är betald.`,
    awaiting: 'Vi väntar på bekräftelsen av din betalning. Det tar oftast några sekunder.',
    reload: 'Visa beställningen igen',
    notPaid:
      'Betalningen slutfördes inte. Din beställning finns kvar: du kan betala den nu eller senare på den här adressen.',
    unavailable: 'Betaltjänsten kan inte nås just nu. Din beställning finns kvar: försök igen om några minuter.',
    payBefore: (moment) => `Tiden hålls åt dig till ${moment}. Betala innan dess.`,
    bookingNotPaid: 'Betalningen slutfördes inte. Du kan försöka igen.',
    bookingUnavailable: 'Betaltjänsten kan inte nås just nu. Försök igen om några minuter.',
    showAgain: 'Visa bokningen igen',
    giftCards: 'Dina presentkort',
    keep: 'Spara koderna, som du betalar med.',
    alsoSent: 'De har också skickats till dig med e-post.',
    more: 'Köp något mer',
    errors: {
      item: 'Ange hur många du vill köpa.',
      unavailable: 'Det går inte att köpa det här.',
      tooManyItems: 'Köp högst 20 olika saker åt gången.',
      couponUnknown: 'Vi känner inte till den här koden.',
      couponOver: 'Koden kan inte längre användas.',
      couponOther: 'Koden kan inte användas för den här beställningen.',
      amount: 'Ange ett belopp från 1 till 10 000.',
      quantity: 'Det antalet är inte möjligt.',
      refused: 'Beställningen är inte möjlig. Kontakta oss.',
    },
  },

  myBookings: {
    intro: {
      email: 'Vi skickar en kod till e-postadressen som du bokade med. Du behöver inget lösenord.',
      both: 'Vi skickar en kod till e-postadressen eller telefonnumret som du bokade med. Du behöver inget lösenord.',
    },
    send: 'Skicka en kod',
    cannotSend: 'Den här servern skickar inga meddelanden och alltså ingen kod. Kontakta oss om dina bokningar.',
    sent: (address) => `Om det finns bokningar med ${address} har vi skickat en kod dit. Den gäller i 10 minuter.`,
    show: 'Visa mina bokningar',
    wrongCode: 'Koden stämmer inte eller gäller inte längre. Efter fem försök behöver du en ny.',
    otherAddress: 'Använd en annan adress',
    ended: 'Du har loggats ut eftersom det har gått en stund eller din adress har ändrats.',
    signedOut: 'Du är utloggad.',
    signedInAs: (address) => `Inloggad som ${address}`,
    signOut: 'Logga ut',
    upcoming: 'Kommande bokningar',
    noUpcoming: 'Du har inga kommande bokningar.',
    past: 'Tidigare och avbokade bokningar',
    noPast: 'Du har inga tidigare eller avbokade bokningar.',
    next: 'Nästa sida',
    previous: 'Föregående sida',
    open: 'Visa eller ändra',
    states: {
      awaiting_verification: 'Väntar på sin kod',
      awaiting_payment: 'Väntar på betalning',
      awaiting_confirmation: 'Väntar på bekräftelse',
      confirmed: 'Bekräftad',
      declined: 'Avböjd',
      cancelled: 'Avbokad',
      deleted: 'Avbokad',
    },
    orders: 'Beställningar',
    orderStates: { pending: 'Inte betald', confirmed: 'Betald', cancelled: 'Avbokad' },
    giftCards: 'Presentkort',
    balance: 'Saldo',
    validUntil: (day) => `Gäller till ${day}`,
    cannotRedeem: 'Kan inte längre användas',
  },

  // src/pages/dashboard/shell.tsx
  shell: {},

  // src/pages/dashboard/sign-in.tsx, provider-sign-in.tsx and second-factor
  signIn: {
    pageTitle: 'Bokningsserver',
    noScript: 'Kontrollpanelen behöver JavaScript.',
    withProvider: (provider) => `Logga in med ${provider}`,
    haveSignedIn: 'Jag har loggat in',
    notSignedIn: 'Du är inte inloggad än.',
    providerOnly:
      'Kontots användare loggar bara in på det här sättet. Ett lösenord fungerar om driftansvarig har gett dig ett för nödfall.',
    orPassword: 'Eller logga in med ditt lösenord:',
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

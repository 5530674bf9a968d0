import type { Texts } from './en.js';

export const de: Texts = {
  // src/http/public-pages/booking-page
  booking: {
    title: (site) => `Termin buchen bei ${site}`,
    skip: 'Zum Inhalt',
    start: 'Alle Leistungen',
    services: 'Leistungen',
    events: 'Kommende Veranstaltungen',
    otherServices: 'Weitere Leistungen',
    noServices: 'Zurzeit gibt es nichts zu buchen.',
    choose: 'Zeit wählen',
    placesLeft: (places) => (places === 1 ? 'Noch 1 Platz' : `Noch ${places} Plätze`),
    full: 'Ausgebucht',
    eventFull: 'Alle Plätze sind belegt. Sie können sich auf die Warteliste setzen.',
    duration: 'Dauer',
    whom: 'Bei wem oder was',
    anyone: 'Wer gerade frei ist',
    show: 'Anzeigen',
    previousMonth: 'Voriger Monat',
    nextMonth: 'Nächster Monat',
    days: 'Tag wählen',
    times: (day) => `Freie Zeiten am ${day}`,
    lastDay: (day) => `Ab ${day}: Wählen Sie den letzten Tag`,
    noTimes: 'An diesem Tag ist nichts frei.',
    timesIn: (zone) => `Zeiten in ${zone}.`,
    ownZone: (zone) => `Auch meine Zeitzone anzeigen: ${zone}`,
    noDays: 'In diesem Monat ist nichts frei.',
    nextFree: (day) => `Der nächste freie Tag ist ${day}.`,
    details: 'Ihre Angaben',
    summary: 'Ihre Buchung',
    service: 'Leistung',
    time: 'Zeit',
    price: 'Preis',
    changeTime: 'Andere Zeit wählen',
    name: 'Name',
    email: 'E-Mail',
    phone: 'Telefon',
    contactHint: 'Geben Sie eine E-Mail-Adresse oder eine Telefonnummer an.',
    emailCode: 'Wir senden einen Code an diese Adresse.',
    smsCode: 'Wir senden einen Code an diese Nummer.',
    people: 'Anzahl Personen',
    notes: 'Nachricht',
    optional: 'optional',
    terms: 'Bedingungen',
    chooseOption: 'Wählen',
    book: 'Buchen',
    problems: 'Bitte prüfen Sie das Formular',
    nearest: 'Die nächsten freien Zeiten',
    errors: {
      blank: 'Bitte füllen Sie dieses Feld aus.',
      email: 'Das ist keine E-Mail-Adresse. Beispiel: ola@example.org',
      phone: 'Das ist keine Telefonnummer.',
      number: 'Bitte geben Sie eine Zahl ein.',
      tooLong: (maximum) => `Das ist zu lang. Höchstens ${maximum} Zeichen passen.`,
      atMost: (maximum) => `Höchstens ${maximum}.`,
      atLeast: (minimum) => `Mindestens ${minimum}.`,
      invalid: 'Bitte prüfen Sie dieses Feld.',
      contact: 'Bitte geben Sie eine E-Mail-Adresse oder eine Telefonnummer an.',
      taken: 'Diese Zeit wurde gerade vergeben. Ihre Eingaben bleiben erhalten: Wählen Sie eine andere Zeit.',
      full: 'Es sind nicht mehr genug Plätze frei. Ihre Eingaben bleiben erhalten.',
      refused: 'Diese Buchung ist nicht möglich. Bitte wenden Sie sich an uns.',
      tooMany:
        'Sie haben es zu oft versucht. Bitte warten Sie einige Minuten und versuchen Sie es erneut. Ihre Eingaben bleiben erhalten.',
      sentBefore:
        'Dieses Formular wurde bereits mit anderen Angaben gesendet. Bitte prüfen Sie es und senden Sie es erneut.',
      code: 'Dieser Code stimmt nicht. Bitte prüfen Sie ihn.',
      system: 'Bei uns ist etwas schiefgegangen. Nichts ist verloren: Bitte versuchen Sie es erneut.',
    },
    verify: 'Code eingeben',
    codeSent: {
      email:
        'Wir haben Ihnen einen Code per E-Mail gesendet. Geben Sie ihn hier ein, oder öffnen Sie den Link in der Nachricht.',
      sms: 'Wir haben Ihnen einen Code per SMS gesendet. Geben Sie ihn hier ein, oder öffnen Sie den Link in der Nachricht.',
    },
    codeNotSent:
      'Der Code konnte nicht gesendet werden, weil dieser Server keine Nachrichten sendet. Bitte fragen Sie uns danach.',
    resendCode: 'Code erneut senden',
    codeResent: 'Wir haben den Code erneut gesendet.',
    codeSentOften:
      'Der Code kann einmal pro Minute und höchstens dreimal erneut gesendet werden. Bitte warten Sie, oder fragen Sie uns danach.',
    codeExpires: (time) => `Die Zeit ist bis ${time} für Sie reserviert.`,
    code: 'Code',
    codeOver:
      'Die Frist für den Code ist abgelaufen. Wenn Sie nicht über den Link in der Nachricht bestätigt haben, buchen Sie bitte erneut.',
    confirm: 'Bestätigen',
    seeBooking: 'Buchung ansehen oder ändern',
    linkInMessage: 'Die Nachricht dazu enthält einen Link, über den Sie die Buchung ansehen und ändern können.',
    states: {
      awaiting_verification: 'Die Buchung wartet auf den Code',
      awaiting_payment: 'Die Zeit ist bis zur Zahlung reserviert',
      awaiting_confirmation: 'Ihre Buchung ist eingegangen',
      confirmed: 'Ihre Buchung ist bestätigt',
      declined: 'Die Buchung wurde abgelehnt',
      cancelled: 'Die Buchung ist storniert',
      deleted: 'Die Buchung ist storniert',
    },
    awaitingConfirmation: 'Sie erhalten eine Nachricht, sobald sie bestätigt ist.',
    awaitingPayment: 'Sie erhalten eine Nachricht, sobald die Zahlung eingegangen ist.',
    addToCalendar: 'Zum Kalender hinzufügen',
    bookMore: 'Etwas anderes buchen',
    waitlistHere: 'Nichts Passendes dabei? Auf die Warteliste setzen',
    waitlist: 'Warteliste',
    waitlistText:
      'Hinterlassen Sie Ihre Kontaktdaten. Sobald etwas frei wird, erhält die erste Person in der Reihe ein Angebot.',
    fromDay: 'Von',
    toDay: 'Bis',
    join: 'Auf die Warteliste setzen',
    waitlistStates: {
      waiting: 'Sie stehen auf der Warteliste',
      offered: 'Eine Zeit ist für Sie frei',
      taken: 'Die Zeit gehört Ihnen',
      expired: 'Die Warteliste ist beendet',
      left: 'Sie haben die Warteliste verlassen',
    },
    waitlistWithdrawn: 'Worauf Sie gewartet haben, wird nicht mehr angeboten.',
    waitlistWaiting: 'Wir senden Ihnen eine Nachricht, sobald etwas frei wird. Sie brauchen nichts zu tun.',
    waitlistOffered: 'Öffnen Sie den Link in unserer Nachricht, um die Zeit anzunehmen.',
    offerUntil: (time) => `Die Zeit ist bis ${time} für Sie reserviert.`,
    take: 'Diese Zeit nehmen',
    decline: 'Auf eine andere Zeit warten',
    leave: 'Warteliste verlassen',
    myBookings: 'Meine Buchungen',
    ownBooking: 'Ihre Buchung',
    who: 'Bei',
    move: 'Auf eine andere Zeit verschieben',
    lastMove: 'Nach dieser Verschiebung können Sie die Buchung hier nicht mehr verschieben oder stornieren.',
    moveHere: 'Buchung hierher verschieben',
    moveFrom: 'Jetzt',
    moveTo: 'Neue Zeit',
    cancel: 'Buchung stornieren',
    cancelQuestion: 'Möchten Sie diese Buchung stornieren?',
    cancelYes: 'Ja, stornieren',
    cancelNo: 'Nein, behalten',
    changeableUntil: (time) => `Sie können sie bis ${time} verschieben oder stornieren.`,
    notChangeable: 'Sie kann hier nicht mehr verschoben oder storniert werden. Bitte wenden Sie sich an uns.',
    moved: 'Die Buchung wurde verschoben.',
    leftOut: 'Diese Termine der Serie konnten nicht gebucht werden:',
    notDone: 'Das ist jetzt nicht möglich. Bitte sehen Sie sich Ihre Buchung noch einmal an.',
    back: 'Zurück',
    withdrawn: 'Das kann nicht mehr gebucht werden',
    withdrawnText: 'Es wurde inzwischen entfernt. Bitte wählen Sie etwas anderes.',
    typed: 'Ihre Eingaben',
    notFound: 'Diese Seite gibt es nicht',
    notFoundText: 'Vielleicht ist die Adresse unvollständig, oder es wird nicht mehr angeboten.',
    refused: 'Das wurde nicht ausgeführt',
    refusedText: 'Bitte gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.',
    tooMany: 'Bitte warten Sie einen Moment',
    tooManyText: (seconds) =>
      `Aus Ihrem Netzwerk kommen zu viele Anfragen. Gehen Sie zurück und versuchen Sie es in ${seconds === 1 ? '1 Sekunde' : `${seconds} Sekunden`} erneut: Ihre Eingaben sind noch da.`,
    tryAgain: 'Erneut versuchen',
    systemError: 'Etwas ist schiefgegangen',
  },

  shop: {
    title: 'Shop',
    intro: 'Kaufen Sie Produkte und Gutscheine.',
    empty: 'Zurzeit gibt es nichts zu kaufen.',
    item: 'Was möchten Sie kaufen?',
    openAmount: 'Betrag frei wählbar',
    amount: 'Betrag des Gutscheins',
    quantity: 'Anzahl',
    details: 'Ihre Angaben',
    emailHint: 'Gutscheine werden an diese Adresse gesendet.',
    coupon: 'Rabattcode',
    order: 'Bestellen',
    orderTitle: (id) => `Bestellung ${id}`,
    states: {
      pending: 'Ihre Bestellung ist eingegangen.',
      confirmed: 'Ihre Bestellung ist bezahlt. Vielen Dank!',
      cancelled: 'Diese Bestellung ist storniert.',
    },
    total: 'Summe',
    discount: 'Rabatt',
    toPay: 'Noch zu zahlen',
    pay: (amount) => `${amount} bezahlen`,
    payLater: (account) =>
      `${account} teilt Ihnen mit, wie Sie bezahlen. Die Bestellung ist fertig, sobald sie bezahlt ist.`,
    awaiting: 'Wir warten auf die Bestätigung Ihrer Zahlung. Das dauert meist wenige Sekunden.',
    reload: 'Bestellung erneut anzeigen',
    notPaid:
      'Die Zahlung wurde nicht abgeschlossen. Ihre Bestellung bleibt erhalten: Sie können sie jetzt oder später unter dieser Adresse bezahlen.',
    unavailable:
      'Der Zahlungsdienst ist zurzeit nicht erreichbar. Ihre Bestellung bleibt erhalten: Bitte versuchen Sie es in einigen Minuten erneut.',
    payBefore: (moment) => `Die Zeit ist bis ${moment} für Sie reserviert. Bitte bezahlen Sie vorher.`,
    bookingNotPaid: 'Die Zahlung wurde nicht abgeschlossen. Sie können es erneut versuchen.',
    bookingUnavailable:
      'Der Zahlungsdienst ist zurzeit nicht erreichbar. Bitte versuchen Sie es in einigen Minuten erneut.',
    showAgain: 'Buchung erneut anzeigen',
    giftCards: 'Ihre Gutscheine',
    keep: 'Bewahren Sie die Codes auf: Damit wird bezahlt.',
    alsoSent: 'Sie wurden Ihnen auch per E-Mail gesendet.',
    more: 'Etwas anderes kaufen',
    errors: {
      item: 'Bitte geben Sie an, wie viele Sie kaufen möchten.',
      unavailable: 'Das kann nicht gekauft werden.',
      tooManyItems: 'Bitte kaufen Sie höchstens 20 verschiedene Dinge auf einmal.',
      couponUnknown: 'Diesen Code kennen wir nicht.',
      couponOver: 'Dieser Code ist nicht mehr gültig.',
      couponOther: 'Dieser Code gilt nicht für diese Bestellung.',
      amount: 'Bitte geben Sie einen Betrag von 1 bis 10.000 ein.',
      quantity: 'Diese Anzahl ist nicht möglich.',
      refused: 'Diese Bestellung ist nicht möglich. Bitte wenden Sie sich an uns.',
    },
  },

  myBookings: {
    intro: {
      email: 'Wir senden einen Code an die E-Mail-Adresse, mit der Sie gebucht haben. Sie brauchen kein Passwort.',
      both: 'Wir senden einen Code an die E-Mail-Adresse oder Telefonnummer, mit der Sie gebucht haben. Sie brauchen kein Passwort.',
    },
    send: 'Code senden',
    cannotSend:
      'Dieser Server sendet keine Nachrichten und kann deshalb keinen Code senden. Bitte wenden Sie sich wegen Ihrer Buchungen an uns.',
    sent: (address) =>
      `Wenn es Buchungen mit ${address} gibt, haben wir einen Code dorthin gesendet. Er gilt 10 Minuten.`,
    show: 'Meine Buchungen anzeigen',
    wrongCode: 'Dieser Code stimmt nicht oder gilt nicht mehr. Nach fünf Versuchen brauchen Sie einen neuen.',
    otherAddress: 'Andere Adresse verwenden',
    ended: 'Sie wurden abgemeldet, weil einige Zeit vergangen ist oder Ihre Adresse sich geändert hat.',
    signedOut: 'Sie sind abgemeldet.',
    signedInAs: (address) => `Angemeldet als ${address}`,
    signOut: 'Abmelden',
    upcoming: 'Kommende Buchungen',
    noUpcoming: 'Sie haben keine kommenden Buchungen.',
    past: 'Vergangene und stornierte Buchungen',
    noPast: 'Sie haben keine vergangenen oder stornierten Buchungen.',
    next: 'Nächste Seite',
    previous: 'Vorige Seite',
    open: 'Ansehen oder ändern',
    states: {
      awaiting_verification: 'Wartet auf den Code',
      awaiting_payment: 'Wartet auf die Zahlung',
      awaiting_confirmation: 'Wartet auf Bestätigung',
      confirmed: 'Bestätigt',
      declined: 'Abgelehnt',
      cancelled: 'Storniert',
      deleted: 'Storniert',
    },
    orders: 'Bestellungen',
    orderStates: { pending: 'Nicht bezahlt', confirmed: 'Bezahlt', cancelled: 'Storniert' },
    giftCards: 'Gutscheine',
    balance: 'Guthaben',
    validUntil: (day) => `Gültig bis ${day}`,
    cannotRedeem: 'Kann nicht mehr verwendet werden',
  },

  // src/pages/dashboard/shell.tsx
  shell: {},

  // src/pages/dashboard/sign-in.tsx, provider-sign-in.tsx and second-factor
  signIn: {
    pageTitle: 'Buchungsserver',
    noScript: 'Die Verwaltung benötigt JavaScript.',
    withProvider: (provider) => `Mit ${provider} anmelden`,
    haveSignedIn: 'Ich habe mich angemeldet',
    notSignedIn: 'Sie sind noch nicht angemeldet.',
    providerOnly:
      'Die Benutzer dieses Kontos melden sich nur so an. Ein Passwort funktioniert, wenn der Betreiber Ihnen eines für den Notfall gegeben hat.',
    orPassword: 'Oder melden Sie sich mit Ihrem Passwort an:',
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

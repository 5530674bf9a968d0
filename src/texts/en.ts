export const en = {
  // src/http/public-pages/booking-page
  booking: {
    title: (site: string) => `Book at ${site}`,
    skip: 'Skip to content',
    start: 'All services',
    services: 'Services',
    events: 'Upcoming events',
    otherServices: 'Other services',
    noServices: 'There is nothing to book at the moment.',
    choose: 'Choose a time',
    placesLeft: (places: number) => (places === 1 ? '1 place left' : `${places} places left`),
    full: 'Full',
    eventFull: 'All places are taken. You can join the waitlist.',
    duration: 'Duration',
    whom: 'Who or what',
    anyone: 'Anyone available',
    show: 'Show',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    days: 'Choose a day',
    times: (day: string) => `Free times on ${day}`,
    lastDay: (day: string) => `From ${day}: choose the last day`,
    noTimes: 'Nothing is free on this day.',
    timesIn: (zone: string) => `Times in ${zone}.`,
    ownZone: (zone: string) => `Also show my time zone: ${zone}`,
    noDays: 'Nothing is free in this month.',
    nextFree: (day: string) => `The next free day is ${day}.`,
    details: 'Your details',
    summary: 'Your booking',
    service: 'Service',
    time: 'Time',
    price: 'Price',
    changeTime: 'Choose another time',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    contactHint: 'Give an email address or a phone number.',
    emailCode: 'We send a code to this address.',
    smsCode: 'We send a code to this number.',
    people: 'Number of people',
    notes: 'Message',
    optional: 'optional',
    terms: 'Terms',
    chooseOption: 'Choose',
    book: 'Book',
    problems: 'Please check the form',
    nearest: 'The nearest free times',
    errors: {
      blank: 'Please fill this in.',
      email: 'This is not an email address. Example: ola@example.org',
      phone: 'This is not a phone number.',
      number: 'Please enter a number.',
      tooLong: (maximum: string) => `This is too long. At most ${maximum} characters fit.`,
      atMost: (maximum: string) => `At most ${maximum}.`,
      atLeast: (minimum: string) => `At least ${minimum}.`,
      invalid: 'Please check this.',
      contact: 'Please give an email address or a phone number.',
      taken: 'This time has just been taken. Everything you typed is kept: choose another time.',
      full: 'There are not enough places left. Everything you typed is kept.',
      refused: 'This booking is not possible. Please contact us.',
      tooMany: 'You have tried too often. Please wait a few minutes and try again. Everything you typed is kept.',
      sentBefore: 'This form was already sent with other values. Please check it and send it again.',
      code: 'This code is not right. Please check it.',
      system: 'Something went wrong here. Nothing has been lost: please try again.',
    },
    verify: 'Enter your code',
    codeSent: {
      email: 'We sent you a code by email. Enter it here, or open the link in the message.',
      sms: 'We sent you a code by SMS. Enter it here, or open the link in the message.',
    },
    codeNotSent: 'Your code could not be sent, because this server sends no messages. Please ask us for it.',
    resendCode: 'Send the code again',
    codeResent: 'We have sent the code again.',
    codeSentOften: 'The code can be sent again once a minute, and three times at most. Please wait, or ask us for it.',
    codeExpires: (time: string) => `The time is held for you until ${time}.`,
    code: 'Code',
    codeOver: 'The time for the code is over. Unless you have confirmed by the link in the message, please book again.',
    confirm: 'Confirm',
    seeBooking: 'See or change the booking',
    linkInMessage: 'The message about it has a link, by which you can see and change it.',
    states: {
      awaiting_verification: 'The booking awaits its code',
      awaiting_payment: 'The time is held until it is paid',
      awaiting_confirmation: 'Your booking has been received',
      confirmed: 'Your booking is confirmed',
      declined: 'The booking was declined',
      cancelled: 'The booking is cancelled',
      deleted: 'The booking is cancelled',
    },
    awaitingConfirmation: 'You get a message when it is confirmed.',
    awaitingPayment: 'You get a message when the payment has been received.',
    addToCalendar: 'Add to calendar',
    bookMore: 'Book something else',
    waitlistHere: 'Nothing that suits you? Join the waitlist',
    waitlist: 'Waitlist',
    waitlistText: 'Leave your contact. When something becomes free, the first in line gets a message with an offer.',
    fromDay: 'From',
    toDay: 'Until',
    join: 'Join the waitlist',
    waitlistStates: {
      waiting: 'You are on the waitlist',
      offered: 'A time is free for you',
      taken: 'The time is yours',
      expired: 'The waitlist is over',
      left: 'You have left the waitlist',
    },
    waitlistWithdrawn: 'What you were waiting for is no longer offered.',
    waitlistWaiting: 'We send you a message as soon as something becomes free. You need not do anything.',
    waitlistOffered: 'Open the link in our message to take the time.',
    offerUntil: (time: string) => `The time is kept for you until ${time}.`,
    take: 'Take this time',
    decline: 'Wait for another time',
    leave: 'Leave the waitlist',
    myBookings: 'My bookings',
    ownBooking: 'Your booking',
    who: 'With',
    move: 'Move to another time',
    lastMove: 'After this move you can no longer move or cancel the booking here.',
    moveHere: 'Move the booking here',
    moveFrom: 'Now',
    moveTo: 'New time',
    cancel: 'Cancel the booking',
    cancelQuestion: 'Do you want to cancel this booking?',
    cancelYes: 'Yes, cancel it',
    cancelNo: 'No, keep it',
    changeableUntil: (time: string) => `You can move or cancel it until ${time}.`,
    notChangeable: 'It can no longer be moved or cancelled here. Please contact us.',
    moved: 'The booking has been moved.',
    leftOut: 'Of this series, these dates could not be booked:',
    notDone: 'This is not possible now. Please look at your booking again.',
    back: 'Back',
    withdrawn: 'This can no longer be booked',
    withdrawnText: 'It was taken off the list in the meantime. Please choose something else.',
    typed: 'What you typed',
    notFound: 'This page does not exist',
    notFoundText: 'Perhaps the address is not complete, or it is no longer offered.',
    refused: 'This was not done',
    refusedText: 'Please go back, load the page again and try once more.',
    tooMany: 'Please wait a moment',
    tooManyText: (seconds: number) =>
      `There are too many requests from your network. Go back and try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}: what you typed is still there.`,
    tryAgain: 'Try again',
    systemError: 'Something went wrong',
  },

  shop: {
    title: 'Shop',
    intro: 'Buy products and gift cards.',
    empty: 'There is nothing to buy at the moment.',
    item: 'What would you like to buy?',
    openAmount: 'you choose the amount',
    amount: 'Amount of the gift card',
    quantity: 'Quantity',
    details: 'Your details',
    emailHint: 'Gift cards are sent to this address.',
    coupon: 'Coupon code',
    order: 'Place the order',
    orderTitle: (id: number) => `Order ${id}`,
    states: {
      pending: 'We have received your order.',
      confirmed: 'Your order is paid. Thank you!',
      cancelled: 'This order is cancelled.',
    },
    total: 'Total',
    discount: 'Discount',
    toPay: 'Left to pay',
    pay: (amount: string) => `Pay ${amount}`,
    payLater: (account: string) => `${account} will tell you how to pay. The order is ready as soon as it is paid.`,
    awaiting: 'We are waiting for the confirmation of your payment. This usually takes a few seconds.',
    reload: 'Show the order again',
    notPaid: 'The payment was not completed. Your order is kept: you can pay it now or later at this address.',
    unavailable:
      'The payment service cannot be reached at the moment. Your order is kept: please try again in a few minutes.',
    payBefore: (moment: string) => `The time is held for you until ${moment}. Please pay before that.`,
    bookingNotPaid: 'The payment was not completed. You can try again.',
    bookingUnavailable: 'The payment service cannot be reached at the moment. Please try again in a few minutes.',
    showAgain: 'Show the booking again',
    giftCards: 'Your gift cards',
    keep: 'Keep the codes: they are used to pay.',
    alsoSent: 'They were also sent to you by email.',
    more: 'Buy something else',
    errors: {
      item: 'Please enter how many you would like to buy.',
      unavailable: 'This cannot be bought.',
      tooManyItems: 'Please buy at most 20 different things at a time.',
      couponUnknown: 'We do not know this code.',
      couponOver: 'This code can no longer be used.',
      couponOther: 'This code cannot be used for this order.',
      amount: 'Please enter an amount from 1 to 10,000.',
      quantity: 'This quantity is not possible.',
      refused: 'This order is not possible. Please contact us.',
    },
  },

  myBookings: {
    intro: {
      email: 'We send a code to the email address with which you booked. You need no password.',
      both: 'We send a code to the email address or phone number with which you booked. You need no password.',
    },
    send: 'Send me a code',
    cannotSend: 'This server sends no messages, so it cannot send a code. Please contact us about your bookings.',
    sent: (address: string) =>
      `If there are bookings with ${address}, we have sent a code to it. It is valid for 10 minutes.`,
    show: 'Show my bookings',
    wrongCode: 'This code is not right or no longer valid. After five attempts you need a new one.',
    otherAddress: 'Use another address',
    ended: 'You were signed out because a while has passed, or because your address has changed.',
    signedOut: 'You are signed out.',
    signedInAs: (address: string) => `Signed in as ${address}`,
    signOut: 'Sign out',
    upcoming: 'Upcoming bookings',
    noUpcoming: 'You have no upcoming bookings.',
    past: 'Past and cancelled bookings',
    noPast: 'You have no past or cancelled bookings.',
    next: 'Next page',
    previous: 'Previous page',
    open: 'See or change',
    states: {
      awaiting_verification: 'Awaits its code',
      awaiting_payment: 'Awaits its payment',
      awaiting_confirmation: 'Awaits confirmation',
      confirmed: 'Confirmed',
      declined: 'Declined',
      cancelled: 'Cancelled',
      deleted: 'Cancelled',
    },
    orders: 'Orders',
    orderStates: { pending: 'Not paid', confirmed: 'Paid', cancelled: 'Cancelled' },
    giftCards: 'Gift cards',
    balance: 'Balance',
    validUntil: (day: string) => `Valid until ${day}`,
    cannotRedeem: 'Cannot be used any more',
  },

  // src/pages/dashboard/shell.tsx
  shell: {},

  // src/pages/dashboard/sign-in.tsx, provider-sign-in.tsx and second-factor
  signIn: {
    pageTitle: 'Booking server',
    noScript: 'The dashboard needs JavaScript.',
    withProvider: (provider: string) => `Sign in with ${provider}`,
    haveSignedIn: 'I have signed in',
    notSignedIn: 'You are not signed in yet.',
    providerOnly:
      'The users of this account sign in this way only. A password works if the operator has given you one for an emergency.',
    orPassword: 'Or sign in with your password:',
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

export type Texts = typeof en;

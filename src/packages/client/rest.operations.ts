// Written by `npm run -s packages:operations` from schema/openapi.json. Do not edit.
import type { ChangeOptions, Fields, PagedList, ReadOptions, WriteOptions } from './options.js';
import type {
  AccountBody,
  AccountInput,
  AddLeftOutBookingParameters,
  AddLeftOutEventParameters,
  AdvanceClockParameters,
  AnswerWaitlistOfferParameters,
  ApproveTimeOffParameters,
  AssignmentAnswer,
  AvailableDateAnswer,
  BookingFiguresAnswer,
  BookingInput,
  BookingLinkAnswer,
  BookingMoveInput,
  CalendarAnswer,
  CalendarSourceBody,
  CalendarSourceEntryBody,
  CalendarSourceInput,
  CancelBookingParameters,
  CancelRecurringBookingsParameters,
  CategoryBody,
  CategoryInput,
  ChangeBody,
  ChangesAnswer,
  CheckoutAnswer,
  ClientSecretAnswer,
  ClientUserLinkBody,
  ConflictAnswer,
  CouponBody,
  CouponInput,
  CreateBookingParameters,
  CreateCheckoutByLinkParameters,
  CreateCheckoutParameters,
  CreatePartnerClientInput,
  CreatePersonOfBookingParameters,
  CreatePublicCheckoutParameters,
  CreateRecurringBookingsParameters,
  CreateRecurringEventsParameters,
  CreditDocumentParameters,
  DeclineBookingParameters,
  DeleteBookingParameters,
  DeleteRecurringBookingsParameters,
  DeleteRecurringEventsParameters,
  DocumentBody,
  ErasePersonAnswer,
  ErasePersonParameters,
  EventInput,
  ExportAnswer,
  ExportPersonParameters,
  FindNextAvailableDateByLinkParameters,
  FindNextAvailableDateParameters,
  GetBookingFiguresParameters,
  GetBookingParameters,
  GetOperationFiguresParameters,
  GetPaymentFiguresParameters,
  GetPeopleFiguresParameters,
  GetResourceExceptionDateParameters,
  GetRevenueFiguresParameters,
  GetTipFiguresParameters,
  GetUtilisationFiguresParameters,
  GiftCardAnswer,
  GiftCardBody,
  GiftCardInput,
  GuardianBody,
  GuardianInput,
  HolidayAnswer,
  LinkedBookingBody,
  LinkedVisitBody,
  LinkedVisitMoveInput,
  ListAvailableResourcesParameters,
  ListBookingHistoryParameters,
  ListBookingsParameters,
  ListBookingsRecentParameters,
  ListCalendarSourceEntriesParameters,
  ListCalendarSourcesParameters,
  ListChangesParameters,
  ListClientUsersParameters,
  ListDocumentsParameters,
  ListEventsParameters,
  ListGiftCardsParameters,
  ListHolidaysParameters,
  ListOpeningHoursParameters,
  ListOrderLineItemsParameters,
  ListOrdersParameters,
  ListPackagesParameters,
  ListPeopleParameters,
  ListPublicEventsParameters,
  ListPublicTimeConflictsParameters,
  ListResourceExceptionDatesParameters,
  ListRotasParameters,
  ListSlotsByLinkParameters,
  ListTimeConflictsParameters,
  ListTimeOffParameters,
  ListVisitSlotsByLinkParameters,
  ListVisitSlotsParameters,
  ListVisitorBookingsParameters,
  ListWaitlistEntriesParameters,
  MergePeopleParameters,
  MessageTemplateBody,
  MessageTemplateInput,
  MoveVisitParameters,
  NewBookingInput,
  NewDocumentInput,
  NewOrderInput,
  NewVisitInput,
  OfferWaitlistEntryParameters,
  OpeningHoursAnswer,
  OperationFiguresAnswer,
  OrderAnswer,
  OrderBody,
  OrderLineItemAnswer,
  PackageBody,
  PackageInput,
  PartnerClientAnswer,
  PaymentFiguresAnswer,
  PeopleFiguresAnswer,
  PerishableTokenAnswer,
  PersonBody,
  PersonCredentialsInput,
  PersonErasureAnswer,
  PersonIdentifierInput,
  PersonInput,
  PrivateBookingBody,
  PrivateEventBody,
  ProviderBody,
  ProviderInput,
  PublicAccountAnswer,
  PublicBookingAnswer,
  PublicBookingBody,
  PublicBookingInput,
  PublicCategoryBody,
  PublicDocumentBody,
  PublicEventBody,
  PublicOrderAnswer,
  PublicOrderBody,
  PublicOrderInput,
  PublicResourceBody,
  PublicServiceBody,
  PublicServiceOptionGroupsAnswer,
  PublicServiceOptionsAnswer,
  PublicTimeConflictsAnswer,
  PublicVisitAnswer,
  PublicVisitInput,
  PublicWaitlistEntryInput,
  ReplayWebHookParameters,
  ResendVerificationCodeParameters,
  ResourceBody,
  ResourceExceptionDateBody,
  ResourceExceptionDateEntry,
  ResourceExceptionDateInput,
  ResourceInput,
  ResourceOpeningHoursAnswer,
  RevenueFiguresAnswer,
  RevokeBookingLinkParameters,
  RotaBody,
  RotaInput,
  RotateAccountSecretAnswer,
  RotateAccountSecretParameters,
  SaveResourceExceptionDateParameters,
  SeriesAnswer,
  ServiceBody,
  ServiceInput,
  ServiceNeedBody,
  ServiceNeedInput,
  ServiceOptionBody,
  ServiceOptionGroupBody,
  ServiceOptionGroupInput,
  ServiceOptionInput,
  SessionAnswer,
  SetBookingStatusParameters,
  SignInInput,
  SlotBody,
  StartVisitorSessionParameters,
  TaxRateBody,
  TaxRateInput,
  TestClockBody,
  TimeOffBody,
  TimeOffConflictsAnswer,
  TimeOffInput,
  TipFiguresAnswer,
  UpdateAccountParameters,
  UpdateBookingParameters,
  UpdateRecurringBookingsParameters,
  UpdateRecurringEventsParameters,
  UserChangesInput,
  UserInput,
  UserRole,
  UtilisationFiguresAnswer,
  VerifyBookingByCodeParameters,
  VerifyBookingParameters,
  VerifyPerishableTokenAnswer,
  VerifyPerishableTokenParameters,
  VerifyPublicBookingParameters,
  VisitBody,
  VisitMoveInput,
  VisitSearchInput,
  VisitSlot,
  VisitorBookingsAnswer,
  VisitorCodeAnswer,
  VisitorDependantInput,
  VisitorPackagesAnswer,
  VisitorPersonBody,
  VisitorSessionAnswer,
  VisitorSessionBody,
  WaitlistEntryBody,
  WaitlistEntryInput,
  WaitlistTicketBody,
  WebHookBody,
  WebHookDeliveryAnswer,
  WebHookInput,
  WebHookReplayAnswer,
  WebHookSecretAnswer,
} from './schema.types.js';

export interface AccountApi {
  /** The account that the key belongs to. */
  get(options?: ReadOptions): Promise<AccountBody>;
  get<Field extends keyof AccountBody>(options: ReadOptions & Fields<Field>): Promise<Pick<AccountBody, Field>>;
  /** Changes the settings of the account. */
  update(client: AccountInput, options?: UpdateAccountParameters & ChangeOptions): Promise<AccountBody>;
  /** The secret that signs the webhooks of the account. */
  getSecret(options?: ReadOptions): Promise<ClientSecretAnswer>;
  getSecret<Field extends keyof ClientSecretAnswer>(options: ReadOptions & Fields<Field>): Promise<Pick<ClientSecretAnswer, Field>>;
  /** Replaces the secret that signs the webhooks of the account. During the overlap, `webhook-signature` has the signatures of both, and `X-Service-Signature` that of the former. A rotation within the overlap of another one takes only `overlap_hours: 0`. */
  rotateSecret(options?: RotateAccountSecretParameters & WriteOptions): Promise<RotateAccountSecretAnswer>;
  /** Public holidays of the account's country. */
  listHolidays(options?: ListHolidaysParameters & ReadOptions): Promise<HolidayAnswer[]>;
  listHolidays<Field extends keyof HolidayAnswer>(options: ListHolidaysParameters & ReadOptions & Fields<Field>): Promise<Pick<HolidayAnswer, Field>[]>;
  /** The users of the account. */
  listUsers(options?: ListClientUsersParameters & ReadOptions): Promise<ClientUserLinkBody[]>;
  listUsers<Field extends keyof ClientUserLinkBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<ClientUserLinkBody, Field>[]>;
  /** Creates a user and sends a link to choose a password. */
  createUser(user: UserInput, options?: WriteOptions): Promise<ClientUserLinkBody>;
  /** One user of the account. */
  getUser(userLinkId: number, options?: ReadOptions): Promise<ClientUserLinkBody>;
  getUser<Field extends keyof ClientUserLinkBody>(userLinkId: number, options: ReadOptions & Fields<Field>): Promise<Pick<ClientUserLinkBody, Field>>;
  /** A new role takes effect with the next request. The last admin must remain an admin. */
  updateUser(userLinkId: number, user: UserChangesInput, options?: ChangeOptions): Promise<ClientUserLinkBody>;
  /** Deletes a user and ends its sessions. The last admin cannot be deleted. */
  deleteUser(userLinkId: number, options?: ChangeOptions): Promise<ClientUserLinkBody>;
}

export interface TestClockApi {
  /** The clock of a sandbox. Other accounts have none: NOT_FOUND. */
  get(options?: ReadOptions): Promise<TestClockBody>;
  get<Field extends keyof TestClockBody>(options: ReadOptions & Fields<Field>): Promise<Pick<TestClockBody, Field>>;
  /** Begins to advance the clock of a sandbox, by at most 2 years. All that is due on the way happens in order: holds expire, reminders and messages of templates are due. Query `test_clock` until `is_advancing` is false. Rejected on `to` or `by` for an account that is no sandbox. */
  advance(options?: AdvanceClockParameters & ChangeOptions): Promise<TestClockBody>;
}

export interface BookingsApi {
  /** Bookings. By default active ones, unless the filter names a state, resource, person or time. Depends on the other conditions, as described above. */
  list(options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  list<Field extends keyof PrivateBookingBody>(options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Creates a booking. */
  create(booking: NewBookingInput, options?: CreateBookingParameters & WriteOptions): Promise<PrivateBookingBody>;
  /** Bookings. By default active ones, unless the filter names a state, resource, person or time. Most recently changed first. Active bookings. */
  listRecent(options?: ListBookingsRecentParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listRecent<Field extends keyof PrivateBookingBody>(options: ListBookingsRecentParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings. By default active ones, unless the filter names a state, resource, person or time. Active bookings that have not begun. */
  listUpcoming(options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listUpcoming<Field extends keyof PrivateBookingBody>(options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings. By default active ones, unless the filter names a state, resource, person or time. Bookings that await confirmation. */
  listUnconfirmed(options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listUnconfirmed<Field extends keyof PrivateBookingBody>(options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings. By default active ones, unless the filter names a state, resource, person or time. All bookings, including declined, cancelled, deleted and expired ones. */
  listAll(options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listAll<Field extends keyof PrivateBookingBody>(options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings. By default active ones, unless the filter names a state, resource, person or time. Active, declined and cancelled bookings. */
  listVisible(options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listVisible<Field extends keyof PrivateBookingBody>(options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings. By default active ones, unless the filter names a state, resource, person or time. Active bookings without a status. */
  listNoStatus(options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listNoStatus<Field extends keyof PrivateBookingBody>(options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** One booking, in any state. */
  get(bookingId: number, options?: GetBookingParameters & ReadOptions): Promise<PrivateBookingBody>;
  get<Field extends keyof PrivateBookingBody>(bookingId: number, options: GetBookingParameters & ReadOptions & Fields<Field>): Promise<Pick<PrivateBookingBody, Field>>;
  /** Changes a booking. */
  update(bookingId: number, booking: BookingInput, options?: UpdateBookingParameters & ChangeOptions): Promise<PrivateBookingBody>;
  /** Deletes a booking in any state. It can still be read by id and in lists with the scope `ALL`. */
  delete(bookingId: number, options?: DeleteBookingParameters & ChangeOptions): Promise<PrivateBookingBody>;
  /** The booking with an external id. Prefers active bookings, then those that are not deleted, then the newest. */
  findByExternalId(externalId: string, options?: GetBookingParameters & ReadOptions): Promise<PrivateBookingBody>;
  findByExternalId<Field extends keyof PrivateBookingBody>(externalId: string, options: GetBookingParameters & ReadOptions & Fields<Field>): Promise<Pick<PrivateBookingBody, Field>>;
  /** Verifies a booking without a code. */
  verify(bookingId: number, options?: VerifyBookingParameters & ChangeOptions): Promise<PrivateBookingBody>;
  /** Verifies a booking with the code that was sent. */
  verifyByCode(bookingId: number, options?: VerifyBookingByCodeParameters & ChangeOptions): Promise<PrivateBookingBody>;
  /** Confirms a booking that awaits confirmation. */
  confirm(bookingId: number, options?: VerifyBookingParameters & ChangeOptions): Promise<PrivateBookingBody>;
  /** Declines a booking that awaits confirmation. */
  decline(bookingId: number, options?: DeclineBookingParameters & ChangeOptions): Promise<PrivateBookingBody>;
  /** Cancels an active booking. */
  cancel(bookingId: number, options?: CancelBookingParameters & ChangeOptions): Promise<PrivateBookingBody>;
  /** The reason why a booking has its resource. */
  getAssignment(bookingId: number, options?: ReadOptions): Promise<AssignmentAnswer>;
  getAssignment<Field extends keyof AssignmentAnswer>(bookingId: number, options: ReadOptions & Fields<Field>): Promise<Pick<AssignmentAnswer, Field>>;
  /** One booking, in any state. */
  getLink(bookingId: number, options?: ReadOptions): Promise<BookingLinkAnswer>;
  getLink<Field extends keyof BookingLinkAnswer>(bookingId: number, options: ReadOptions & Fields<Field>): Promise<Pick<BookingLinkAnswer, Field>>;
  /** Makes the `booked_for_name` of a booking a person of its own, which the booking then is for: a child of the person who booked, and who gets its messages as long as it has no address. A dependant of that person is taken instead if `person_id` names it, or if it has the name and the `date_of_birth`. A name alone finds nobody, because siblings may share it. */
  createPersonOf(bookingId: number, options?: CreatePersonOfBookingParameters & ChangeOptions): Promise<PrivateBookingBody>;
  /** Revokes the links of a booking that were sent. `link` and later messages have a new one. */
  revokeLink(bookingId: number, options?: RevokeBookingLinkParameters & ChangeOptions): Promise<PrivateBookingBody>;
  /** Sets the status of an active booking. Null clears it. */
  setStatus(bookingId: number, options?: SetBookingStatusParameters & ChangeOptions): Promise<PrivateBookingBody>;
  /** Creates the first booking of a pattern. The others are created in the background, apart from those that are invalid. Returns the id of the collection. */
  createRecurring(booking: NewBookingInput, options?: CreateRecurringBookingsParameters & WriteOptions): Promise<string>;
  /** The bookings of a collection; by default those that are not deleted. */
  listRecurring(collectionId: string, options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listRecurring<Field extends keyof PrivateBookingBody>(collectionId: string, options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Changes bookings of a collection in one transaction, or none: `occurrences` of the error has the errors of each booking under its id. Given attributes replace those of each booking, others stay. Returns the id of the collection of the changed bookings. */
  updateRecurring(collectionId: string, booking: BookingInput, options?: UpdateRecurringBookingsParameters & ChangeOptions): Promise<string>;
  /** Deletes all bookings of a collection, and creates no more. Returns the id of the collection. */
  deleteRecurring(collectionId: string, options?: DeleteRecurringBookingsParameters & WriteOptions): Promise<string>;
  /** Books a date that a series left out, with the same checks as any new booking. The booking is one of the series, and the date no longer one that was left out. */
  addLeftOut(collectionId: string, booking: BookingInput, options: AddLeftOutBookingParameters & WriteOptions): Promise<PrivateBookingBody>;
  /** Cancels the active bookings of a collection, and creates no more. Returns the id of the collection. */
  cancelRecurring(collectionId: string, options?: CancelRecurringBookingsParameters & WriteOptions): Promise<string>;
  /** Changes of a booking, by default oldest first. */
  listHistory(bookingId: number, options?: ListBookingHistoryParameters & ReadOptions): PagedList<ChangeBody>;
  listHistory<Field extends keyof ChangeBody>(bookingId: number, options: ListBookingHistoryParameters & ReadOptions & Fields<Field>): PagedList<Pick<ChangeBody, Field>>;
}

export interface PeopleApi {
  /** Bookings of a person; by default in every state except deleted. Depends on the other conditions, as described above. */
  listBookings(personId: number, options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listBookings<Field extends keyof PrivateBookingBody>(personId: number, options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings of a person; by default in every state except deleted. Most recently changed first. Active bookings. */
  listBookingsRecent(personId: number, options?: ListBookingsRecentParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listBookingsRecent<Field extends keyof PrivateBookingBody>(personId: number, options: ListBookingsRecentParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings of a person; by default in every state except deleted. Active bookings that have not begun. */
  listBookingsUpcoming(personId: number, options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listBookingsUpcoming<Field extends keyof PrivateBookingBody>(personId: number, options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings of a person; by default in every state except deleted. Bookings that await confirmation. */
  listBookingsUnconfirmed(personId: number, options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listBookingsUnconfirmed<Field extends keyof PrivateBookingBody>(personId: number, options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings of a person; by default in every state except deleted. All bookings, including declined, cancelled, deleted and expired ones. */
  listBookingsAll(personId: number, options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listBookingsAll<Field extends keyof PrivateBookingBody>(personId: number, options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings of a person; by default in every state except deleted. Active, declined and cancelled bookings. */
  listBookingsVisible(personId: number, options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listBookingsVisible<Field extends keyof PrivateBookingBody>(personId: number, options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings of a person; by default in every state except deleted. Active bookings without a status. */
  listBookingsNoStatus(personId: number, options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listBookingsNoStatus<Field extends keyof PrivateBookingBody>(personId: number, options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Changes of a person, by default oldest first. */
  listHistory(personId: number, options?: ListBookingHistoryParameters & ReadOptions): PagedList<ChangeBody>;
  listHistory<Field extends keyof ChangeBody>(personId: number, options: ListBookingHistoryParameters & ReadOptions & Fields<Field>): PagedList<Pick<ChangeBody, Field>>;
  /** The people, by default active ones. People who are not deleted. */
  list(options?: ListPeopleParameters & ReadOptions): PagedList<PersonBody>;
  list<Field extends keyof PersonBody>(options: ListPeopleParameters & ReadOptions & Fields<Field>): PagedList<Pick<PersonBody, Field>>;
  /** Creates a person. */
  create(person: PersonInput, options?: WriteOptions): Promise<PersonBody>;
  /** The people, by default active ones. All people, including deleted ones. */
  listAll(options?: ListPeopleParameters & ReadOptions): PagedList<PersonBody>;
  listAll<Field extends keyof PersonBody>(options: ListPeopleParameters & ReadOptions & Fields<Field>): PagedList<Pick<PersonBody, Field>>;
  /** The people, by default active ones. Deleted people. */
  listDeleted(options?: ListPeopleParameters & ReadOptions): PagedList<PersonBody>;
  listDeleted<Field extends keyof PersonBody>(options: ListPeopleParameters & ReadOptions & Fields<Field>): PagedList<Pick<PersonBody, Field>>;
  /** Children of a person; active ones by default. People who are not deleted. */
  listChildren(personId: number, options?: ListPeopleParameters & ReadOptions): PagedList<PersonBody>;
  listChildren<Field extends keyof PersonBody>(personId: number, options: ListPeopleParameters & ReadOptions & Fields<Field>): PagedList<Pick<PersonBody, Field>>;
  /** One person, deleted or not. */
  get(personId: number, options?: ReadOptions): Promise<PersonBody>;
  get<Field extends keyof PersonBody>(personId: number, options: ReadOptions & Fields<Field>): Promise<Pick<PersonBody, Field>>;
  /** Changes a person. */
  update(personId: number, person: PersonInput, options?: ChangeOptions): Promise<PersonBody>;
  /** Deletes a person, who can still be read by id. */
  delete(personId: number, options?: ChangeOptions): Promise<PersonBody>;
  /** Restores a deleted person. */
  undelete(personId: number, options?: ChangeOptions): Promise<PersonBody>;
  /** Nothing can be booked for a blocked person. */
  block(personId: number, options?: ChangeOptions): Promise<PersonBody>;
  /** Lets bookings be made for a person again. */
  unblock(personId: number, options?: ChangeOptions): Promise<PersonBody>;
  /** Moves all records of another person to this one, and deletes the other person. */
  merge(personId: number, person: PersonInput, options?: MergePeopleParameters & ChangeOptions): Promise<PersonBody>;
  /** Exports all that is stored of a person, deleted or not, and of the people who were merged into the person: at most 20,000 rows and 8 MB at a time. The security log records it. */
  export(personId: number, options?: ExportPersonParameters & ReadOptions): Promise<ExportAnswer>;
  export<Field extends keyof ExportAnswer>(personId: number, options: ExportPersonParameters & ReadOptions & Fields<Field>): Promise<Pick<ExportAnswer, Field>>;
  /** Erases a person, for ever: the attributes at once, and what other records have of the person in the background, see `person_erasure`. Amounts, dates, states and ids stay, of a person without attributes. Receipts, invoices and credit notes stay as they are for `document_retention_years` of the account. Nobody gets a message. */
  erase(personId: number, options?: ErasePersonParameters & ChangeOptions): Promise<ErasePersonAnswer>;
  /** The erasure of a person. Not found if the person was not erased. */
  getErasure(personId: number, options?: ReadOptions): Promise<PersonErasureAnswer>;
  getErasure<Field extends keyof PersonErasureAnswer>(personId: number, options: ReadOptions & Fields<Field>): Promise<Pick<PersonErasureAnswer, Field>>;
  /** Authenticates a person by email or phone number and password. */
  authenticate(person: PersonCredentialsInput, options?: WriteOptions): Promise<PersonBody>;
  /** Sends a five-digit code by SMS to the number, or to the number of the person with the email. */
  sendPerishableToken(person: PersonIdentifierInput, options?: WriteOptions): Promise<PerishableTokenAnswer>;
  /** Verifies a code, which works once. Returns null if no person has the email or number. */
  verifyPerishableToken(person: PersonIdentifierInput, options?: VerifyPerishableTokenParameters & WriteOptions): Promise<VerifyPerishableTokenAnswer>;
  /** The guardians of a person. */
  listGuardians(personId: number, options?: ListOrderLineItemsParameters & ReadOptions): PagedList<GuardianBody>;
  listGuardians<Field extends keyof GuardianBody>(personId: number, options: ListOrderLineItemsParameters & ReadOptions & Fields<Field>): PagedList<Pick<GuardianBody, Field>>;
  /** Makes a person the guardian of another. */
  createGuardian(personId: number, guardian: GuardianInput, options?: WriteOptions): Promise<GuardianBody>;
  /** Those for whom a person is a guardian, with its rights. */
  listDependants(personId: number, options?: ListOrderLineItemsParameters & ReadOptions): PagedList<GuardianBody>;
  listDependants<Field extends keyof GuardianBody>(personId: number, options: ListOrderLineItemsParameters & ReadOptions & Fields<Field>): PagedList<Pick<GuardianBody, Field>>;
}

export interface EventsApi {
  /** Bookings of an event; by default active ones. Depends on the other conditions, as described above. */
  listBookings(eventId: number, options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listBookings<Field extends keyof PrivateBookingBody>(eventId: number, options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings of an event; by default active ones. Most recently changed first. Active bookings. */
  listBookingsRecent(eventId: number, options?: ListBookingsRecentParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listBookingsRecent<Field extends keyof PrivateBookingBody>(eventId: number, options: ListBookingsRecentParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings of an event; by default active ones. Active bookings that have not begun. */
  listBookingsUpcoming(eventId: number, options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listBookingsUpcoming<Field extends keyof PrivateBookingBody>(eventId: number, options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings of an event; by default active ones. Bookings that await confirmation. */
  listBookingsUnconfirmed(eventId: number, options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listBookingsUnconfirmed<Field extends keyof PrivateBookingBody>(eventId: number, options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings of an event; by default active ones. All bookings, including declined, cancelled, deleted and expired ones. */
  listBookingsAll(eventId: number, options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listBookingsAll<Field extends keyof PrivateBookingBody>(eventId: number, options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings of an event; by default active ones. Active, declined and cancelled bookings. */
  listBookingsVisible(eventId: number, options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listBookingsVisible<Field extends keyof PrivateBookingBody>(eventId: number, options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Bookings of an event; by default active ones. Active bookings without a status. */
  listBookingsNoStatus(eventId: number, options?: ListBookingsParameters & ReadOptions): PagedList<PrivateBookingBody>;
  listBookingsNoStatus<Field extends keyof PrivateBookingBody>(eventId: number, options: ListBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateBookingBody, Field>>;
  /** Changes of an event, by default oldest first. */
  listHistory(eventId: number, options?: ListBookingHistoryParameters & ReadOptions): PagedList<ChangeBody>;
  listHistory<Field extends keyof ChangeBody>(eventId: number, options: ListBookingHistoryParameters & ReadOptions & Fields<Field>): PagedList<Pick<ChangeBody, Field>>;
  /** The active events. */
  list(options?: ListEventsParameters & ReadOptions): PagedList<PrivateEventBody>;
  list<Field extends keyof PrivateEventBody>(options: ListEventsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateEventBody, Field>>;
  /** Creates an event. */
  create(event: EventInput, options?: WriteOptions): Promise<PrivateEventBody>;
  /** One event, deleted or not. */
  get(eventId: number, options?: ReadOptions): Promise<PrivateEventBody>;
  get<Field extends keyof PrivateEventBody>(eventId: number, options: ReadOptions & Fields<Field>): Promise<Pick<PrivateEventBody, Field>>;
  /** Updates an event, and the time, resource and service of its bookings. */
  update(eventId: number, event: EventInput, options?: ChangeOptions): Promise<PrivateEventBody>;
  /** Deletes an event and cancels its active bookings. It can still be read by id. */
  delete(eventId: number, options?: ChangeOptions): Promise<PrivateEventBody>;
  /** Creates the first event of a pattern. The others are created in the background. Returns the id of the collection. */
  createRecurring(event: EventInput, options?: CreateRecurringEventsParameters & WriteOptions): Promise<string>;
  /** Changes events of a collection with their bookings in one transaction, or none: `occurrences` of the error has the errors of each event under its id. Returns the id of the collection of the changed events. */
  updateRecurring(collectionId: string, event: EventInput, options?: UpdateRecurringEventsParameters & ChangeOptions): Promise<string>;
  /** Deletes events of a collection that are not over, and cancels their active bookings, in one transaction. Creates no more of them. Returns the id of the collection. */
  deleteRecurring(collectionId: string, options?: DeleteRecurringEventsParameters & ChangeOptions): Promise<string>;
  /** The events of a collection. */
  listRecurring(collectionId: string, options?: ListEventsParameters & ReadOptions): PagedList<PrivateEventBody>;
  listRecurring<Field extends keyof PrivateEventBody>(collectionId: string, options: ListEventsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PrivateEventBody, Field>>;
  /** Adds a date that a series of events left out, with the same checks as any new event. The event is one of the series, and the date no longer one that was left out. */
  addLeftOut(collectionId: string, event: EventInput, options: AddLeftOutEventParameters & WriteOptions): Promise<PrivateEventBody>;
}

export interface SeriesApi {
  /** The progress of the creation of a series of bookings or events and its revision, by the id of its collection. */
  get(collectionId: string, options?: ReadOptions): Promise<SeriesAnswer>;
  get<Field extends keyof SeriesAnswer>(collectionId: string, options: ReadOptions & Fields<Field>): Promise<Pick<SeriesAnswer, Field>>;
}

export interface ChangeLogApi {
  /** Changes after a cursor, in commit order. Without a cursor, the list starts with the oldest kept change; `latest` returns the cursor of the end of the log. */
  list(options?: ListChangesParameters & ReadOptions): Promise<ChangesAnswer>;
  list<Field extends keyof ChangesAnswer>(options: ListChangesParameters & ReadOptions & Fields<Field>): Promise<Pick<ChangesAnswer, Field>>;
}

export interface CategoriesApi {
  /** The categories. */
  list(options?: ListClientUsersParameters & ReadOptions): Promise<CategoryBody[]>;
  list<Field extends keyof CategoryBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<CategoryBody, Field>[]>;
  /** Creates a category. */
  create(category: CategoryInput, options?: WriteOptions): Promise<CategoryBody>;
  /** One category. */
  get(categoryId: number, options?: ReadOptions): Promise<CategoryBody>;
  get<Field extends keyof CategoryBody>(categoryId: number, options: ReadOptions & Fields<Field>): Promise<Pick<CategoryBody, Field>>;
  /** Changes a category. */
  update(categoryId: number, category: CategoryInput, options?: ChangeOptions): Promise<CategoryBody>;
  /** Deletes a category and returns its last state. Its subcategories move to its parent or become roots. */
  delete(categoryId: number, options?: ChangeOptions): Promise<CategoryBody>;
  /** The active services of a category. */
  listServices(categoryId: number, options?: ListClientUsersParameters & ReadOptions): Promise<ServiceBody[]>;
  listServices<Field extends keyof ServiceBody>(categoryId: number, options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<ServiceBody, Field>[]>;
}

export interface ServicesApi {
  /** The reason why a time is not free: what is in its way, at most 200 bookings, events and entries of calendars, by the rules of public bookings. Empty if it is free. Of several resources of a service, a time is free if one of them has nothing in the way. Visitors see each kind once, without anything else. */
  listTimeConflicts(serviceId: number, options: ListTimeConflictsParameters & ReadOptions): Promise<ConflictAnswer[]>;
  listTimeConflicts<Field extends keyof ConflictAnswer>(serviceId: number, options: ListTimeConflictsParameters & ReadOptions & Fields<Field>): Promise<Pick<ConflictAnswer, Field>[]>;
  /** The resources with a free slot, sorted by id. */
  listAvailableResources(serviceId: number, options?: ListAvailableResourcesParameters & ReadOptions): Promise<ResourceBody[]>;
  listAvailableResources<Field extends keyof ResourceBody>(serviceId: number, options: ListAvailableResourcesParameters & ReadOptions & Fields<Field>): Promise<Pick<ResourceBody, Field>[]>;
  /** The times that can be booked. Each is listed once, with all resources that are free. */
  listSlots(serviceId: number, options?: ListAvailableResourcesParameters & ReadOptions): Promise<SlotBody[]>;
  listSlots<Field extends keyof SlotBody>(serviceId: number, options: ListAvailableResourcesParameters & ReadOptions & Fields<Field>): Promise<Pick<SlotBody, Field>[]>;
  /** Dates with a free slot. */
  listAvailableDates(serviceId: number, options?: ListAvailableResourcesParameters & ReadOptions): Promise<AvailableDateAnswer[]>;
  listAvailableDates<Field extends keyof AvailableDateAnswer>(serviceId: number, options: ListAvailableResourcesParameters & ReadOptions & Fields<Field>): Promise<Pick<AvailableDateAnswer, Field>[]>;
  /** The next date within 30 days that has a free slot, if there is one. */
  findNextAvailableDate(serviceId: number, options?: FindNextAvailableDateParameters & ReadOptions): Promise<string[]>;
  /** The active services. */
  list(options?: ListClientUsersParameters & ReadOptions): Promise<ServiceBody[]>;
  list<Field extends keyof ServiceBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<ServiceBody, Field>[]>;
  /** Creates a service. */
  create(service: ServiceInput, options?: WriteOptions): Promise<ServiceBody>;
  /** The active services. A free slot of a resource is booked. */
  listAppointments(options?: ListClientUsersParameters & ReadOptions): Promise<ServiceBody[]>;
  listAppointments<Field extends keyof ServiceBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<ServiceBody, Field>[]>;
  /** The active services. People attend an event. */
  listAttendances(options?: ListClientUsersParameters & ReadOptions): Promise<ServiceBody[]>;
  listAttendances<Field extends keyof ServiceBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<ServiceBody, Field>[]>;
  /** The active services. A product is sold. */
  listProducts(options?: ListClientUsersParameters & ReadOptions): Promise<ServiceBody[]>;
  listProducts<Field extends keyof ServiceBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<ServiceBody, Field>[]>;
  /** The active services. A gift card is sold. */
  listGiftCards(options?: ListClientUsersParameters & ReadOptions): Promise<ServiceBody[]>;
  listGiftCards<Field extends keyof ServiceBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<ServiceBody, Field>[]>;
  /** The active services. A package of units is sold, which pay for bookings. */
  listPackages(options?: ListClientUsersParameters & ReadOptions): Promise<ServiceBody[]>;
  listPackages<Field extends keyof ServiceBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<ServiceBody, Field>[]>;
  /** One service, deleted or not. */
  get(serviceId: number, options?: ReadOptions): Promise<ServiceBody>;
  get<Field extends keyof ServiceBody>(serviceId: number, options: ReadOptions & Fields<Field>): Promise<Pick<ServiceBody, Field>>;
  /** Changes a service. */
  update(serviceId: number, service: ServiceInput, options?: ChangeOptions): Promise<ServiceBody>;
  /** Deletes a service. It can still be read by id, but is no longer listed. */
  delete(serviceId: number, options?: ChangeOptions): Promise<ServiceBody>;
  /** The needs of a service, by position. */
  listNeeds(serviceId: number, options?: ListClientUsersParameters & ReadOptions): Promise<ServiceNeedBody[]>;
  listNeeds<Field extends keyof ServiceNeedBody>(serviceId: number, options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<ServiceNeedBody, Field>[]>;
  /** Adds a need to an appointment service without day booking. A service has at most 6. From then on, only providers with a need serve it. */
  createNeed(serviceId: number, serviceNeed: ServiceNeedInput, options?: WriteOptions): Promise<ServiceNeedBody>;
  /** The active options of services. */
  listOptions(serviceId: number, options?: ListClientUsersParameters & ReadOptions): Promise<ServiceOptionBody[]>;
  listOptions<Field extends keyof ServiceOptionBody>(serviceId: number, options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<ServiceOptionBody, Field>[]>;
  /** Creates an option of a service. */
  createOption(serviceId: number, serviceOption: ServiceOptionInput, options?: WriteOptions): Promise<ServiceOptionBody>;
  /** The active groups of the options of services. */
  listOptionGroups(serviceId: number, options?: ListClientUsersParameters & ReadOptions): Promise<ServiceOptionGroupBody[]>;
  listOptionGroups<Field extends keyof ServiceOptionGroupBody>(serviceId: number, options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<ServiceOptionGroupBody, Field>[]>;
  /** Creates a group of options of a service. */
  createOptionGroup(serviceId: number, serviceOptionGroup: ServiceOptionGroupInput, options?: WriteOptions): Promise<ServiceOptionGroupBody>;
}

export interface VisitsApi {
  /** The times at which services can be booked together as a visit that begins on a range of at most 31 days. Each start is listed once, with a resource of each item. The errors of an item are named by its place, such as `items[1].service_id`. */
  listSlots(visit: VisitSearchInput, options?: ListVisitSlotsParameters & WriteOptions): Promise<VisitSlot[]>;
  /** Creates up to 8 bookings in one transaction, or none, by the rules of `create_booking`, each after those before it. They share one order, one code, one hold and one message. The errors of an item are named by its place, such as `items[1].resource_id`. */
  create(visit: NewVisitInput, options?: CreateBookingParameters & WriteOptions): Promise<VisitBody>;
  /** One visit, with its bookings in any state except deleted. */
  get(visitId: number, options?: GetBookingParameters & ReadOptions): Promise<VisitBody>;
  get<Field extends keyof VisitBody>(visitId: number, options: GetBookingParameters & ReadOptions & Fields<Field>): Promise<Pick<VisitBody, Field>>;
  /** Moves all active bookings of a visit by the same time, or each to a place of its own, in one transaction, or none. Errors are named by the place in `items`, or in the `bookings` of the visit if it moves as a whole. */
  move(visitId: number, visit: VisitMoveInput, options?: MoveVisitParameters & ChangeOptions): Promise<VisitBody>;
  /** Cancels the active bookings of a visit, and its order. `cancel_booking` cancels one of them, takes its lines out of the order and leaves the others. */
  cancel(visitId: number, options?: CancelBookingParameters & ChangeOptions): Promise<VisitBody>;
}

export interface CouponsApi {
  /** The coupons that are not archived. */
  list(options?: ListClientUsersParameters & ReadOptions): Promise<CouponBody[]>;
  list<Field extends keyof CouponBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<CouponBody, Field>[]>;
  /** Creates a coupon. */
  create(coupon: CouponInput, options?: WriteOptions): Promise<CouponBody>;
  /** One coupon. */
  get(couponId: number, options?: ReadOptions): Promise<CouponBody>;
  get<Field extends keyof CouponBody>(couponId: number, options: ReadOptions & Fields<Field>): Promise<Pick<CouponBody, Field>>;
  /** Changes a coupon. */
  update(couponId: number, coupon: CouponInput, options?: ChangeOptions): Promise<CouponBody>;
  /** Deletes a coupon. One that was used is archived. */
  delete(couponId: number, options?: ChangeOptions): Promise<CouponBody>;
}

export interface DocumentsApi {
  /** The documents. */
  list(options?: ListDocumentsParameters & ReadOptions): PagedList<DocumentBody>;
  list<Field extends keyof DocumentBody>(options: ListDocumentsParameters & ReadOptions & Fields<Field>): PagedList<Pick<DocumentBody, Field>>;
  /** One document. */
  get(documentId: number, options?: ReadOptions): Promise<DocumentBody>;
  get<Field extends keyof DocumentBody>(documentId: number, options: ReadOptions & Fields<Field>): Promise<Pick<DocumentBody, Field>>;
  /** Issues a credit note about a part or all of a document. */
  credit(documentId: number, options?: CreditDocumentParameters & WriteOptions): Promise<DocumentBody>;
}

export interface OrdersApi {
  /** Issues a receipt of a paid order, or an invoice. An order has one of each, unless the earlier one was credited as a whole. */
  issueDocument(orderId: number, document: NewDocumentInput, options?: WriteOptions): Promise<DocumentBody>;
  /** The orders. */
  list(options?: ListOrdersParameters & ReadOptions): Promise<OrderBody[]>;
  list<Field extends keyof OrderBody>(options: ListOrdersParameters & ReadOptions & Fields<Field>): Promise<Pick<OrderBody, Field>[]>;
  /** Creates an order of products, gift cards and packages, without a booking. Its gift cards are issued, once, when it is fully paid, and sent to the buyer. Its packages can be used from then on. */
  create(order: NewOrderInput, options?: WriteOptions): Promise<OrderBody>;
  /** One order. */
  get(orderId: number, options?: ReadOptions): Promise<OrderBody>;
  get<Field extends keyof OrderBody>(orderId: number, options: ReadOptions & Fields<Field>): Promise<Pick<OrderBody, Field>>;
  /** Opens a page of the payment provider on which a customer pays the deposit of an order, or what is left once that is paid. While it is open, repeated calls return the same page. */
  createCheckout(orderId: number, options?: CreateCheckoutParameters & WriteOptions): Promise<CheckoutAnswer>;
  /** Cancels an order without a booking. Its unused gift cards and its packages are archived, and gift cards that paid for it get their amounts back. Other payments stay as an amount to refund. */
  cancel(orderId: number, options?: ChangeOptions): Promise<OrderBody>;
}

export interface MessageTemplatesApi {
  /** The message templates. */
  list(options?: ListClientUsersParameters & ReadOptions): Promise<MessageTemplateBody[]>;
  list<Field extends keyof MessageTemplateBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<MessageTemplateBody, Field>[]>;
  /** Creates a message template, and plans its messages for existing bookings. */
  create(messageTemplate: MessageTemplateInput, options?: WriteOptions): Promise<MessageTemplateBody>;
  /** One message template. */
  get(messageTemplateId: number, options?: ReadOptions): Promise<MessageTemplateBody>;
  get<Field extends keyof MessageTemplateBody>(messageTemplateId: number, options: ReadOptions & Fields<Field>): Promise<Pick<MessageTemplateBody, Field>>;
  /** Changes a message template, and plans its messages for existing bookings anew. */
  update(messageTemplateId: number, messageTemplate: MessageTemplateInput, options?: ChangeOptions): Promise<MessageTemplateBody>;
  /** Deletes a message template and its planned messages. */
  delete(messageTemplateId: number, options?: ChangeOptions): Promise<MessageTemplateBody>;
}

export interface FiguresApi {
  /** Figures of the bookings that begin in a period, by group and in total. Only the selected figures are computed. */
  bookings(options: GetBookingFiguresParameters & ReadOptions): Promise<BookingFiguresAnswer>;
  bookings<Field extends keyof BookingFiguresAnswer>(options: GetBookingFiguresParameters & ReadOptions & Fields<Field>): Promise<Pick<BookingFiguresAnswer, Field>>;
  /** The time of resources that is open, booked, blocked and free. */
  utilisation(options: GetUtilisationFiguresParameters & ReadOptions): Promise<UtilisationFiguresAnswer>;
  utilisation<Field extends keyof UtilisationFiguresAnswer>(options: GetUtilisationFiguresParameters & ReadOptions & Fields<Field>): Promise<Pick<UtilisationFiguresAnswer, Field>>;
  /** The orders and payments of a period, by group and in total. Requires the permission for sales. */
  revenue(options: GetRevenueFiguresParameters & ReadOptions): Promise<RevenueFiguresAnswer>;
  revenue<Field extends keyof RevenueFiguresAnswer>(options: GetRevenueFiguresParameters & ReadOptions & Fields<Field>): Promise<Pick<RevenueFiguresAnswer, Field>>;
  /** The payments and refunds that were recorded in a period, such as those of a day, by group and in total. Requires the permission for sales. */
  payments(options: GetPaymentFiguresParameters & ReadOptions): Promise<PaymentFiguresAnswer>;
  payments<Field extends keyof PaymentFiguresAnswer>(options: GetPaymentFiguresParameters & ReadOptions & Fields<Field>): Promise<Pick<PaymentFiguresAnswer, Field>>;
  /** The tips that were given in a period, such as those of a day, by group and in total. They are no revenue, and no payments. Requires the permission for sales. */
  tips(options: GetTipFiguresParameters & ReadOptions): Promise<TipFiguresAnswer>;
  tips<Field extends keyof TipFiguresAnswer>(options: GetTipFiguresParameters & ReadOptions & Fields<Field>): Promise<Pick<TipFiguresAnswer, Field>>;
  /** New, returning and lost people of a period, and those with the most bookings. Only the selected figures are computed. */
  people(options: GetPeopleFiguresParameters & ReadOptions): Promise<PeopleFiguresAnswer>;
  people<Field extends keyof PeopleFiguresAnswer>(options: GetPeopleFiguresParameters & ReadOptions & Fields<Field>): Promise<Pick<PeopleFiguresAnswer, Field>>;
  /** Deliveries to webhooks, messages, failed jobs and requests with API keys of a period, and the current backlog. Only the selected figures are computed. */
  operations(options: GetOperationFiguresParameters & ReadOptions): Promise<OperationFiguresAnswer>;
  operations<Field extends keyof OperationFiguresAnswer>(options: GetOperationFiguresParameters & ReadOptions & Fields<Field>): Promise<Pick<OperationFiguresAnswer, Field>>;
}

export interface GiftCardsApi {
  /** The gift cards that can be redeemed today. */
  list(options?: ListGiftCardsParameters & ReadOptions): Promise<GiftCardBody[]>;
  list<Field extends keyof GiftCardBody>(options: ListGiftCardsParameters & ReadOptions & Fields<Field>): Promise<Pick<GiftCardBody, Field>[]>;
  /** Creates a gift card. */
  create(giftCard: GiftCardInput, options?: WriteOptions): Promise<GiftCardBody>;
  /** One gift card. */
  get(giftCardId: number, options?: ReadOptions): Promise<GiftCardBody>;
  get<Field extends keyof GiftCardBody>(giftCardId: number, options: ReadOptions & Fields<Field>): Promise<Pick<GiftCardBody, Field>>;
  /** Changes a gift card. */
  update(giftCardId: number, giftCard: GiftCardInput, options?: ChangeOptions): Promise<GiftCardBody>;
  /** Deletes a gift card. One that was used is archived. */
  delete(giftCardId: number, options?: ChangeOptions): Promise<GiftCardBody>;
}

export interface PackagesApi {
  /** The packages of people, also used and expired ones. */
  list(options?: ListPackagesParameters & ReadOptions): PagedList<PackageBody>;
  list<Field extends keyof PackageBody>(options: ListPackagesParameters & ReadOptions & Fields<Field>): PagedList<Pick<PackageBody, Field>>;
  /** Gives a package to a person, without an order. `create_order` sells one. */
  create(packageInput: PackageInput, options?: WriteOptions): Promise<PackageBody>;
  /** One package, archived or not. */
  get(packageId: number, options?: ReadOptions): Promise<PackageBody>;
  get<Field extends keyof PackageBody>(packageId: number, options: ReadOptions & Fields<Field>): Promise<Pick<PackageBody, Field>>;
  /** Changes a package, such as its units or its last date. */
  update(packageId: number, packageInput: PackageInput, options?: ChangeOptions): Promise<PackageBody>;
  /** Deletes a package. One that was sold or used is archived: its bookings stay. */
  delete(packageId: number, options?: ChangeOptions): Promise<PackageBody>;
}

export interface OrderLineItemsApi {
  /** The items of all orders. */
  list(options?: ListOrderLineItemsParameters & ReadOptions): PagedList<OrderLineItemAnswer>;
  list<Field extends keyof OrderLineItemAnswer>(options: ListOrderLineItemsParameters & ReadOptions & Fields<Field>): PagedList<Pick<OrderLineItemAnswer, Field>>;
}

export interface GuardiansApi {
  /** One guardian of a person. */
  get(guardianId: number, options?: ReadOptions): Promise<GuardianBody>;
  get<Field extends keyof GuardianBody>(guardianId: number, options: ReadOptions & Fields<Field>): Promise<Pick<GuardianBody, Field>>;
  /** Changes a guardian: its position, its rights, or the person who is one. */
  update(guardianId: number, guardian: GuardianInput, options?: ChangeOptions): Promise<GuardianBody>;
  /** Removes a guardian and returns its last state. From then on, its sessions and the links that it got show nothing of the dependant. */
  delete(guardianId: number, options?: ChangeOptions): Promise<GuardianBody>;
}

export interface ProvidersApi {
  /** The active providers of active resources and services. */
  list(options?: ListClientUsersParameters & ReadOptions): Promise<ProviderBody[]>;
  list<Field extends keyof ProviderBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<ProviderBody, Field>[]>;
  /** Lets a resource offer a service. */
  create(provider: ProviderInput, options?: WriteOptions): Promise<ProviderBody>;
  /** One provider. */
  get(providerId: number, options?: ReadOptions): Promise<ProviderBody>;
  get<Field extends keyof ProviderBody>(providerId: number, options: ReadOptions & Fields<Field>): Promise<Pick<ProviderBody, Field>>;
  /** Changes a provider. */
  update(providerId: number, provider: ProviderInput, options?: ChangeOptions): Promise<ProviderBody>;
  /** Deletes a provider: the resource no longer offers the service. */
  delete(providerId: number, options?: ChangeOptions): Promise<ProviderBody>;
}

export interface ResourcesApi {
  /** The dates on which the opening hours of a resource differ. */
  listExceptionDates(resourceId: number, options?: ListResourceExceptionDatesParameters & ReadOptions): PagedList<ResourceExceptionDateBody>;
  listExceptionDates<Field extends keyof ResourceExceptionDateBody>(resourceId: number, options: ListResourceExceptionDatesParameters & ReadOptions & Fields<Field>): PagedList<Pick<ResourceExceptionDateBody, Field>>;
  /** Creates, updates or deletes entries, all or none. Returns the created and updated ones. */
  saveExceptionDates(resourceId: number, resourceExceptionDates: ResourceExceptionDateEntry[], options?: WriteOptions): Promise<ResourceExceptionDateBody[]>;
  /** Creates, updates or deletes entries, all or none. Returns the created and updated ones. */
  saveExceptionDatesByPut(resourceId: number, resourceExceptionDates: ResourceExceptionDateEntry[], options?: WriteOptions): Promise<ResourceExceptionDateBody[]>;
  /** The opening hours of a resource on one date, if they differ. */
  getExceptionDate(resourceId: number, exceptionDate: undefined, options?: GetResourceExceptionDateParameters & ReadOptions): Promise<ResourceExceptionDateBody>;
  getExceptionDate<Field extends keyof ResourceExceptionDateBody>(resourceId: number, exceptionDate: undefined, options: GetResourceExceptionDateParameters & ReadOptions & Fields<Field>): Promise<Pick<ResourceExceptionDateBody, Field>>;
  /** Creates or updates the entry of the date. */
  saveExceptionDate(resourceId: number, exceptionDate: undefined, resourceExceptionDate: ResourceExceptionDateInput, options?: SaveResourceExceptionDateParameters & ChangeOptions): Promise<ResourceExceptionDateBody>;
  /** Creates or updates the entry of the date. */
  saveExceptionDateByPut(resourceId: number, exceptionDate: undefined, resourceExceptionDate: ResourceExceptionDateInput, options?: SaveResourceExceptionDateParameters & ChangeOptions): Promise<ResourceExceptionDateBody>;
  /** Deletes the entry of a date, so that the standard opening hours apply. */
  deleteExceptionDate(resourceId: number, exceptionDate: undefined, options?: GetResourceExceptionDateParameters & ChangeOptions): Promise<ResourceExceptionDateBody>;
  /** The active resources. */
  list(options?: ListClientUsersParameters & ReadOptions): Promise<ResourceBody[]>;
  list<Field extends keyof ResourceBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<ResourceBody, Field>[]>;
  /** Creates a resource. */
  create(resource: ResourceInput, options?: WriteOptions): Promise<ResourceBody>;
  /** The opening hours of resources by date, empty on closed days of the account. Exceptions for single services are left out. */
  listOpeningHours(options?: ListOpeningHoursParameters & ReadOptions): Promise<ResourceOpeningHoursAnswer[]>;
  listOpeningHours<Field extends keyof ResourceOpeningHoursAnswer>(options: ListOpeningHoursParameters & ReadOptions & Fields<Field>): Promise<Pick<ResourceOpeningHoursAnswer, Field>[]>;
  /** The opening hours of resources by date, empty on closed days of the account. Exceptions for single services are left out. */
  getOpeningHours(resourceId: number, options?: ListOpeningHoursParameters & ReadOptions): Promise<OpeningHoursAnswer[]>;
  getOpeningHours<Field extends keyof OpeningHoursAnswer>(resourceId: number, options: ListOpeningHoursParameters & ReadOptions & Fields<Field>): Promise<Pick<OpeningHoursAnswer, Field>[]>;
  /** One resource, deleted or not. */
  get(resourceId: number, options?: ReadOptions): Promise<ResourceBody>;
  get<Field extends keyof ResourceBody>(resourceId: number, options: ReadOptions & Fields<Field>): Promise<Pick<ResourceBody, Field>>;
  /** Changes a resource. */
  update(resourceId: number, resource: ResourceInput, options?: ChangeOptions): Promise<ResourceBody>;
  /** Deletes a resource. It can still be read by id, but is no longer listed. */
  delete(resourceId: number, options?: ChangeOptions): Promise<ResourceBody>;
}

export interface CalendarSourcesApi {
  /** The calendars of other programs whose entries occupy resources. */
  list(options?: ListCalendarSourcesParameters & ReadOptions): Promise<CalendarSourceBody[]>;
  list<Field extends keyof CalendarSourceBody>(options: ListCalendarSourcesParameters & ReadOptions & Fields<Field>): Promise<Pick<CalendarSourceBody, Field>[]>;
  /** Adds a calendar of another program to a resource, which can have 5. It is read within seconds. */
  create(calendarSource: CalendarSourceInput, options?: WriteOptions): Promise<CalendarSourceBody>;
  /** One calendar of another program. */
  get(calendarSourceId: number, options?: ReadOptions): Promise<CalendarSourceBody>;
  get<Field extends keyof CalendarSourceBody>(calendarSourceId: number, options: ReadOptions & Fields<Field>): Promise<Pick<CalendarSourceBody, Field>>;
  /** Changes a calendar of another program. With another address it is read anew. */
  update(calendarSourceId: number, calendarSource: CalendarSourceInput, options?: ChangeOptions): Promise<CalendarSourceBody>;
  /** Removes a calendar of another program, and frees its times. */
  delete(calendarSourceId: number, options?: ChangeOptions): Promise<CalendarSourceBody>;
  /** The entries of bookings and events in calendars of other programs, newest first. */
  listEntries(calendarSourceId: number, options?: ListCalendarSourceEntriesParameters & ReadOptions): PagedList<CalendarSourceEntryBody>;
  listEntries<Field extends keyof CalendarSourceEntryBody>(calendarSourceId: number, options: ListCalendarSourceEntriesParameters & ReadOptions & Fields<Field>): PagedList<Pick<CalendarSourceEntryBody, Field>>;
  /** The first 200 calendars of the user on the server of a CalDAV calendar, by name. The server is asked for them at once, for at most 10 seconds. */
  listCalendars(calendarSourceId: number, options?: ReadOptions): Promise<CalendarAnswer[]>;
  listCalendars<Field extends keyof CalendarAnswer>(calendarSourceId: number, options: ReadOptions & Fields<Field>): Promise<Pick<CalendarAnswer, Field>[]>;
  /** Reads a calendar of another program now, and returns it when it was read. Does nothing while it is being read, and for one that is paused or was read in the last 10 seconds. */
  read(calendarSourceId: number, options?: ChangeOptions): Promise<CalendarSourceBody>;
}

export interface CalendarSourceEntriesApi {
  /** Writes an entry again, whatever its state, also if its calendar waits after failures. */
  resend(calendarSourceEntryId: number, options?: WriteOptions): Promise<CalendarSourceEntryBody>;
}

export interface RotasApi {
  /** The rotas of resources. */
  list(options?: ListRotasParameters & ReadOptions): PagedList<RotaBody>;
  list<Field extends keyof RotaBody>(options: ListRotasParameters & ReadOptions & Fields<Field>): PagedList<Pick<RotaBody, Field>>;
  /** Creates a rota of a resource. Bookings outside of its hours stay. */
  create(rota: RotaInput, options?: WriteOptions): Promise<RotaBody>;
  /** One rota. */
  get(rotaId: number, options?: ReadOptions): Promise<RotaBody>;
  get<Field extends keyof RotaBody>(rotaId: number, options: ReadOptions & Fields<Field>): Promise<Pick<RotaBody, Field>>;
  /** Changes a rota. Bookings outside of its hours stay. */
  update(rotaId: number, rota: RotaInput, options?: ChangeOptions): Promise<RotaBody>;
  /** Deletes a rota and returns its last state. The weekly opening hours apply again. */
  delete(rotaId: number, options?: ChangeOptions): Promise<RotaBody>;
}

export interface ServiceNeedsApi {
  /** One need of a service. */
  get(serviceNeedId: number, options?: ReadOptions): Promise<ServiceNeedBody>;
  get<Field extends keyof ServiceNeedBody>(serviceNeedId: number, options: ReadOptions & Fields<Field>): Promise<Pick<ServiceNeedBody, Field>>;
  /** Changes a need of a service. Bookings keep the places that they have. */
  update(serviceNeedId: number, serviceNeed: ServiceNeedInput, options?: ChangeOptions): Promise<ServiceNeedBody>;
  /** Deletes a need with its providers, and returns its last state. Bookings keep the places that they have. Without other needs, a booking of the service takes one resource again. */
  delete(serviceNeedId: number, options?: ChangeOptions): Promise<ServiceNeedBody>;
}

export interface ServiceOptionsApi {
  /** One option of a service, deleted or not. */
  get(serviceOptionId: number, options?: ReadOptions): Promise<ServiceOptionBody>;
  get<Field extends keyof ServiceOptionBody>(serviceOptionId: number, options: ReadOptions & Fields<Field>): Promise<Pick<ServiceOptionBody, Field>>;
  /** Changes an option, for bookings that choose it from then on. */
  update(serviceOptionId: number, serviceOption: ServiceOptionInput, options?: ChangeOptions): Promise<ServiceOptionBody>;
  /** Deletes an option. It is no longer listed. Bookings that have chosen it keep it. */
  delete(serviceOptionId: number, options?: ChangeOptions): Promise<ServiceOptionBody>;
}

export interface ServiceOptionGroupsApi {
  /** One group of options, deleted or not. */
  get(serviceOptionGroupId: number, options?: ReadOptions): Promise<ServiceOptionGroupBody>;
  get<Field extends keyof ServiceOptionGroupBody>(serviceOptionGroupId: number, options: ReadOptions & Fields<Field>): Promise<Pick<ServiceOptionGroupBody, Field>>;
  /** Changes a group of options, for bookings that choose from then on. */
  update(serviceOptionGroupId: number, serviceOptionGroup: ServiceOptionGroupInput, options?: ChangeOptions): Promise<ServiceOptionGroupBody>;
  /** Deletes a group of options. It is no longer listed. Its options stay, without its rule. */
  delete(serviceOptionGroupId: number, options?: ChangeOptions): Promise<ServiceOptionGroupBody>;
}

export interface TaxRatesApi {
  /** The tax rates. */
  list(options?: ListClientUsersParameters & ReadOptions): Promise<TaxRateBody[]>;
  list<Field extends keyof TaxRateBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<TaxRateBody, Field>[]>;
  /** Creates a tax rate. */
  create(taxRate: TaxRateInput, options?: WriteOptions): Promise<TaxRateBody>;
  /** One tax rate, deleted or not. */
  get(taxRateId: number, options?: ReadOptions): Promise<TaxRateBody>;
  get<Field extends keyof TaxRateBody>(taxRateId: number, options: ReadOptions & Fields<Field>): Promise<Pick<TaxRateBody, Field>>;
  /** Changes a tax rate, for orders that are made from then on. */
  update(taxRateId: number, taxRate: TaxRateInput, options?: ChangeOptions): Promise<TaxRateBody>;
  /** Deletes a tax rate. It is no longer listed. Services that have it keep it. */
  delete(taxRateId: number, options?: ChangeOptions): Promise<TaxRateBody>;
}

export interface TimeOffApi {
  /** The time off of resources. */
  list(options?: ListTimeOffParameters & ReadOptions): PagedList<TimeOffBody>;
  list<Field extends keyof TimeOffBody>(options: ListTimeOffParameters & ReadOptions & Fields<Field>): PagedList<Pick<TimeOffBody, Field>>;
  /** Asks for time off, of which those who may decide get an email, or enters it as approved. Without the permission `CATALOG`, a user may ask for that of its own resource only. Bookings in its way stay. */
  create(timeOff: TimeOffInput, options?: WriteOptions): Promise<TimeOffBody>;
  /** Time off of a resource by its id. */
  get(timeOffId: number, options?: ReadOptions): Promise<TimeOffBody>;
  get<Field extends keyof TimeOffBody>(timeOffId: number, options: ReadOptions & Fields<Field>): Promise<Pick<TimeOffBody, Field>>;
  /** The bookings and events of the resource in the way of its time off, at most 200 by start. They stay when it is approved, until they are moved or cancelled. */
  listConflicts(timeOffId: number, options?: ReadOptions): Promise<TimeOffConflictsAnswer[]>;
  listConflicts<Field extends keyof TimeOffConflictsAnswer>(timeOffId: number, options: ReadOptions & Fields<Field>): Promise<Pick<TimeOffConflictsAnswer, Field>[]>;
  /** Approves time off that was asked for, so that the resource is closed. Bookings in its way stay. */
  approve(timeOffId: number, options?: ApproveTimeOffParameters & ChangeOptions): Promise<TimeOffBody>;
  /** Declines time off that was asked for. */
  decline(timeOffId: number, options?: ApproveTimeOffParameters & ChangeOptions): Promise<TimeOffBody>;
  /** Takes time off back, before or after it was approved: the resource is open again. Without the permission `CATALOG`, a user may take back that of its own resource only. */
  withdraw(timeOffId: number, options?: ChangeOptions): Promise<TimeOffBody>;
}

export interface WaitlistApi {
  /** The entries of the waitlist, in every state. */
  list(options?: ListWaitlistEntriesParameters & ReadOptions): PagedList<WaitlistEntryBody>;
  list<Field extends keyof WaitlistEntryBody>(options: ListWaitlistEntriesParameters & ReadOptions & Fields<Field>): PagedList<Pick<WaitlistEntryBody, Field>>;
  /** Adds an entry to the end of the waitlist. */
  create(waitlistEntry: WaitlistEntryInput, options?: WriteOptions): Promise<WaitlistEntryBody>;
  /** One entry of the waitlist, in any state. */
  get(waitlistEntryId: number, options?: ReadOptions): Promise<WaitlistEntryBody>;
  get<Field extends keyof WaitlistEntryBody>(waitlistEntryId: number, options: ReadOptions & Fields<Field>): Promise<Pick<WaitlistEntryBody, Field>>;
  /** Changes an entry that waits. It keeps its place in the line. */
  update(waitlistEntryId: number, waitlistEntry: WaitlistEntryInput, options?: ChangeOptions): Promise<WaitlistEntryBody>;
  /** Takes an entry off the waitlist. Its state is then `LEFT`, and the time of its open offer goes to the next. */
  remove(waitlistEntryId: number, options?: ChangeOptions): Promise<WaitlistEntryBody>;
  /** Offers a free time to an entry that waits, whatever its place in the line. */
  offer(waitlistEntryId: number, options?: OfferWaitlistEntryParameters & ChangeOptions): Promise<WaitlistEntryBody>;
}

export interface WebHooksApi {
  /** The webhooks. */
  list(options?: ListClientUsersParameters & ReadOptions): Promise<WebHookBody[]>;
  list<Field extends keyof WebHookBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<WebHookBody, Field>[]>;
  /** Creates a webhook with a secret of its own, which `secret` returns. */
  create(webHook: WebHookInput, options?: WriteOptions): Promise<WebHookBody>;
  /** One webhook. */
  get(webHookId: number, options?: ReadOptions): Promise<WebHookBody>;
  get<Field extends keyof WebHookBody>(webHookId: number, options: ReadOptions & Fields<Field>): Promise<Pick<WebHookBody, Field>>;
  /** Changes a webhook. */
  update(webHookId: number, webHook: WebHookInput, options?: ChangeOptions): Promise<WebHookBody>;
  /** Deletes a webhook with its deliveries. */
  delete(webHookId: number, options?: ChangeOptions): Promise<WebHookBody>;
  /** One webhook. */
  getSecret(webHookId: number, options?: ReadOptions): Promise<WebHookSecretAnswer>;
  getSecret<Field extends keyof WebHookSecretAnswer>(webHookId: number, options: ReadOptions & Fields<Field>): Promise<Pick<WebHookSecretAnswer, Field>>;
  /** Gives a webhook a new secret, which `secret` returns. During the overlap, deliveries have the signatures of both. A rotation within the overlap of another one takes only `overlap_hours: 0`. */
  rotateSecret(webHookId: number, options?: RotateAccountSecretParameters & ChangeOptions): Promise<WebHookBody>;
  /** Sends a test event to a webhook, whatever events it gets. It is signed, retried and listed like others; its payload has `"test": true` and the event `web_hook.test`. */
  test(webHookId: number, options?: WriteOptions): Promise<WebHookDeliveryAnswer>;
  /** Sends the changes of a period of the last 30 days to a webhook, in the order of the log: again, or for the first time if it missed them. Those that were delivered before have the same idempotency id. One call plans at most 5000 deliveries. */
  replay(webHookId: number, options?: ReplayWebHookParameters & WriteOptions): Promise<WebHookReplayAnswer>;
}

export interface SessionApi {
  /** Returns a key of the private API, valid for 12 hours, with the permissions of the user's role. A user with a second factor also sends `code`: one that the app of the user shows, or a recovery code. Without it the response is 401 with `second_factor`, the factors that the user has. If the account requires a second factor and the user has none, `enrolment` has the secret for an app: send the same request with the first code of the app, and keep the `recovery_codes` of the answer. The user has a password, or an ID token of the identity provider of the account, which is accepted once, within 5 minutes of its issue. If users sign in by the provider only, a password is answered with 403. After 10 wrong passwords for a user within 15 minutes from one network, or 100 within 15 minutes from all networks, the response is 429. From an address that is not in the `dashboard_networks` of the account, it is 403. */
  signIn(body: SignInInput, options?: WriteOptions): Promise<SessionAnswer>;
  /** Ends the session of the key in the request. With the API key of an account the response is 403. */
  signOut(options?: WriteOptions): Promise<UserRole>;
}

export interface PartnerApi {
  /** Creates an account and a user who is its admin. Only this response contains the API key. The path exists only if the operator has set `PARTNER_TOKEN`. */
  createClient(body: CreatePartnerClientInput, options?: WriteOptions): Promise<PartnerClientAnswer>;
}

export interface Api {
  readonly account: AccountApi;
  readonly testClock: TestClockApi;
  readonly bookings: BookingsApi;
  readonly people: PeopleApi;
  readonly events: EventsApi;
  readonly series: SeriesApi;
  readonly changeLog: ChangeLogApi;
  readonly categories: CategoriesApi;
  readonly services: ServicesApi;
  readonly visits: VisitsApi;
  readonly coupons: CouponsApi;
  readonly documents: DocumentsApi;
  readonly orders: OrdersApi;
  readonly messageTemplates: MessageTemplatesApi;
  readonly figures: FiguresApi;
  readonly giftCards: GiftCardsApi;
  readonly packages: PackagesApi;
  readonly orderLineItems: OrderLineItemsApi;
  readonly guardians: GuardiansApi;
  readonly providers: ProvidersApi;
  readonly resources: ResourcesApi;
  readonly calendarSources: CalendarSourcesApi;
  readonly calendarSourceEntries: CalendarSourceEntriesApi;
  readonly rotas: RotasApi;
  readonly serviceNeeds: ServiceNeedsApi;
  readonly serviceOptions: ServiceOptionsApi;
  readonly serviceOptionGroups: ServiceOptionGroupsApi;
  readonly taxRates: TaxRatesApi;
  readonly timeOff: TimeOffApi;
  readonly waitlist: WaitlistApi;
  readonly webHooks: WebHooksApi;
  readonly session: SessionApi;
  readonly partner: PartnerApi;
}

/** The method, path, name of the record in the answer, name of the record in the body, and kind of each operation. */
export const rowsOfApi: { readonly [Resource in keyof Api]: Record<keyof Api[Resource], string> } = {
  account: {
    get: 'GET /client client -',
    update: 'PUT /client client client once',
    getSecret: 'GET /client/secret client_secret -',
    rotateSecret: 'PUT /client/rotate_secret client_secret - once',
    listHolidays: 'GET /client/holidays holiday -',
    listUsers: 'GET /client/users client_user_link -',
    createUser: 'POST /client/users client_user_link user once',
    getUser: 'GET /client/users/{user_link_id} client_user_link -',
    updateUser: 'PUT /client/users/{user_link_id} client_user_link user once',
    deleteUser: 'DELETE /client/users/{user_link_id} client_user_link - once',
  },
  testClock: {
    get: 'GET /test_clock test_clock -',
    advance: 'PUT /test_clock test_clock - once',
  },
  bookings: {
    list: 'GET /bookings booking - paged',
    create: 'POST /bookings booking booking once',
    listRecent: 'GET /bookings/recent booking - paged',
    listUpcoming: 'GET /bookings/upcoming booking - paged',
    listUnconfirmed: 'GET /bookings/unconfirmed booking - paged',
    listAll: 'GET /bookings/all booking - paged',
    listVisible: 'GET /bookings/visible booking - paged',
    listNoStatus: 'GET /bookings/no_status booking - paged',
    get: 'GET /bookings/{booking_id} booking -',
    update: 'PUT /bookings/{booking_id} booking booking once',
    delete: 'DELETE /bookings/{booking_id} booking - once',
    findByExternalId: 'GET /bookings/find_by/external_id/{external_id} booking -',
    verify: 'PUT /bookings/{booking_id}/verify booking - once',
    verifyByCode: 'PUT /bookings/{booking_id}/verify_code booking - once',
    confirm: 'PUT /bookings/{booking_id}/confirm booking - once',
    decline: 'PUT /bookings/{booking_id}/decline booking - once',
    cancel: 'PUT /bookings/{booking_id}/cancel booking - once',
    getAssignment: 'GET /bookings/{booking_id}/assignment assignment -',
    getLink: 'GET /bookings/{booking_id}/link booking -',
    createPersonOf: 'PUT /bookings/{booking_id}/own_person booking - once',
    revokeLink: 'PUT /bookings/{booking_id}/revoke_link booking - once',
    setStatus: 'PUT /bookings/{booking_id}/status booking - once',
    createRecurring: 'POST /bookings/recurring collection_id booking once',
    listRecurring: 'GET /bookings/recurring/{collection_id} booking - paged',
    updateRecurring: 'PUT /bookings/recurring/{collection_id} collection_id booking once',
    deleteRecurring: 'DELETE /bookings/recurring/{collection_id} collection_id - once',
    addLeftOut: 'POST /bookings/recurring/{collection_id}/left_out booking booking once',
    cancelRecurring: 'PUT /bookings/recurring/{collection_id}/cancel collection_id - once',
    listHistory: 'GET /bookings/{booking_id}/changes change - paged',
  },
  people: {
    listBookings: 'GET /people/{person_id}/bookings booking - paged',
    listBookingsRecent: 'GET /people/{person_id}/bookings/recent booking - paged',
    listBookingsUpcoming: 'GET /people/{person_id}/bookings/upcoming booking - paged',
    listBookingsUnconfirmed: 'GET /people/{person_id}/bookings/unconfirmed booking - paged',
    listBookingsAll: 'GET /people/{person_id}/bookings/all booking - paged',
    listBookingsVisible: 'GET /people/{person_id}/bookings/visible booking - paged',
    listBookingsNoStatus: 'GET /people/{person_id}/bookings/no_status booking - paged',
    listHistory: 'GET /people/{person_id}/changes change - paged',
    list: 'GET /people person - paged',
    create: 'POST /people person person once',
    listAll: 'GET /people/all person - paged',
    listDeleted: 'GET /people/deleted person - paged',
    listChildren: 'GET /people/{person_id}/children person - paged',
    get: 'GET /people/{person_id} person -',
    update: 'PUT /people/{person_id} person person once',
    delete: 'DELETE /people/{person_id} person - once',
    undelete: 'PUT /people/{person_id}/undelete person - once',
    block: 'PUT /people/{person_id}/block person - once',
    unblock: 'PUT /people/{person_id}/unblock person - once',
    merge: 'POST /people/{person_id}/merge person person once',
    export: 'GET /people/{person_id}/export export -',
    erase: 'POST /people/{person_id}/erase person - once',
    getErasure: 'GET /people/{person_id}/erasure person_erasure -',
    authenticate: 'POST /people/authenticate person person once',
    sendPerishableToken: 'POST /people/perishable_token/send perishable_token person once',
    verifyPerishableToken: 'POST /people/perishable_token/verify person person once',
    listGuardians: 'GET /people/{person_id}/guardians guardian - paged',
    createGuardian: 'POST /people/{person_id}/guardians guardian guardian once',
    listDependants: 'GET /people/{person_id}/dependants guardian - paged',
  },
  events: {
    listBookings: 'GET /events/{event_id}/bookings booking - paged',
    listBookingsRecent: 'GET /events/{event_id}/bookings/recent booking - paged',
    listBookingsUpcoming: 'GET /events/{event_id}/bookings/upcoming booking - paged',
    listBookingsUnconfirmed: 'GET /events/{event_id}/bookings/unconfirmed booking - paged',
    listBookingsAll: 'GET /events/{event_id}/bookings/all booking - paged',
    listBookingsVisible: 'GET /events/{event_id}/bookings/visible booking - paged',
    listBookingsNoStatus: 'GET /events/{event_id}/bookings/no_status booking - paged',
    listHistory: 'GET /events/{event_id}/changes change - paged',
    list: 'GET /events event - paged',
    create: 'POST /events event event once',
    get: 'GET /events/{event_id} event -',
    update: 'PUT /events/{event_id} event event once',
    delete: 'DELETE /events/{event_id} event - once',
    createRecurring: 'POST /events/recurring collection_id event once',
    updateRecurring: 'PUT /events/recurring/{collection_id} collection_id event once',
    deleteRecurring: 'DELETE /events/recurring/{collection_id} collection_id - once',
    listRecurring: 'GET /events/recurring/{collection_id} event - paged',
    addLeftOut: 'POST /events/recurring/{collection_id}/left_out event event once',
  },
  series: {
    get: 'GET /series/{collection_id} series -',
  },
  changeLog: {
    list: 'GET /changes changes -',
  },
  categories: {
    list: 'GET /categories category -',
    create: 'POST /categories category category once',
    get: 'GET /categories/{category_id} category -',
    update: 'PUT /categories/{category_id} category category once',
    delete: 'DELETE /categories/{category_id} category - once',
    listServices: 'GET /categories/{category_id}/services service -',
  },
  services: {
    listTimeConflicts: 'GET /services/{service_id}/conflicts conflict -',
    listAvailableResources: 'GET /services/{service_id}/availability resource -',
    listSlots: 'GET /services/{service_id}/slots slot -',
    listAvailableDates: 'GET /services/{service_id}/available_dates available_date -',
    findNextAvailableDate: 'GET /services/{service_id}/next_available_date available_date -',
    list: 'GET /services service -',
    create: 'POST /services service service once',
    listAppointments: 'GET /services/appointments service -',
    listAttendances: 'GET /services/attendances service -',
    listProducts: 'GET /services/products service -',
    listGiftCards: 'GET /services/gift_cards service -',
    listPackages: 'GET /services/packages service -',
    get: 'GET /services/{service_id} service -',
    update: 'PUT /services/{service_id} service service once',
    delete: 'DELETE /services/{service_id} service - once',
    listNeeds: 'GET /services/{service_id}/needs service_need -',
    createNeed: 'POST /services/{service_id}/needs service_need service_need once',
    listOptions: 'GET /services/{service_id}/options service_option -',
    createOption: 'POST /services/{service_id}/options service_option service_option once',
    listOptionGroups: 'GET /services/{service_id}/option_groups service_option_group -',
    createOptionGroup: 'POST /services/{service_id}/option_groups service_option_group service_option_group once',
  },
  visits: {
    listSlots: 'POST /visits/slots visit_slot visit once',
    create: 'POST /visits visit visit once',
    get: 'GET /visits/{visit_id} visit -',
    move: 'PUT /visits/{visit_id} visit visit once',
    cancel: 'PUT /visits/{visit_id}/cancel visit - once',
  },
  coupons: {
    list: 'GET /coupons coupon -',
    create: 'POST /coupons coupon coupon once',
    get: 'GET /coupons/{coupon_id} coupon -',
    update: 'PUT /coupons/{coupon_id} coupon coupon once',
    delete: 'DELETE /coupons/{coupon_id} coupon - once',
  },
  documents: {
    list: 'GET /documents document - paged',
    get: 'GET /documents/{document_id} document -',
    credit: 'POST /documents/{document_id}/credit_notes credit_note - once',
  },
  orders: {
    issueDocument: 'POST /orders/{order_id}/documents document document once',
    list: 'GET /orders order -',
    create: 'POST /orders order order once',
    get: 'GET /orders/{order_id} order -',
    createCheckout: 'POST /orders/{order_id}/checkout checkout - once',
    cancel: 'PUT /orders/{order_id}/cancel order - once',
  },
  messageTemplates: {
    list: 'GET /message_templates message_template -',
    create: 'POST /message_templates message_template message_template once',
    get: 'GET /message_templates/{message_template_id} message_template -',
    update: 'PUT /message_templates/{message_template_id} message_template message_template once',
    delete: 'DELETE /message_templates/{message_template_id} message_template - once',
  },
  figures: {
    bookings: 'GET /figures/bookings booking_figures -',
    utilisation: 'GET /figures/utilisation utilisation_figures -',
    revenue: 'GET /figures/revenue revenue_figures -',
    payments: 'GET /figures/payments payment_figures -',
    tips: 'GET /figures/tips tip_figures -',
    people: 'GET /figures/people people_figures -',
    operations: 'GET /figures/operations operation_figures -',
  },
  giftCards: {
    list: 'GET /gift_cards gift_card -',
    create: 'POST /gift_cards gift_card gift_card once',
    get: 'GET /gift_cards/{gift_card_id} gift_card -',
    update: 'PUT /gift_cards/{gift_card_id} gift_card gift_card once',
    delete: 'DELETE /gift_cards/{gift_card_id} gift_card - once',
  },
  packages: {
    list: 'GET /packages package - paged',
    create: 'POST /packages package package once',
    get: 'GET /packages/{package_id} package -',
    update: 'PUT /packages/{package_id} package package once',
    delete: 'DELETE /packages/{package_id} package - once',
  },
  orderLineItems: {
    list: 'GET /order_line_items order_line_item - paged',
  },
  guardians: {
    get: 'GET /guardians/{guardian_id} guardian -',
    update: 'PUT /guardians/{guardian_id} guardian guardian once',
    delete: 'DELETE /guardians/{guardian_id} guardian - once',
  },
  providers: {
    list: 'GET /providers provider -',
    create: 'POST /providers provider provider once',
    get: 'GET /providers/{provider_id} provider -',
    update: 'PUT /providers/{provider_id} provider provider once',
    delete: 'DELETE /providers/{provider_id} provider - once',
  },
  resources: {
    listExceptionDates: 'GET /resources/{resource_id}/exception_dates resource_exception_date - paged',
    saveExceptionDates: 'POST /resources/{resource_id}/exception_dates resource_exception_date resource_exception_dates once',
    saveExceptionDatesByPut: 'PUT /resources/{resource_id}/exception_dates resource_exception_date resource_exception_dates once',
    getExceptionDate: 'GET /resources/{resource_id}/exception_dates/{exception_date} resource_exception_date -',
    saveExceptionDate: 'POST /resources/{resource_id}/exception_dates/{exception_date} resource_exception_date resource_exception_date once',
    saveExceptionDateByPut: 'PUT /resources/{resource_id}/exception_dates/{exception_date} resource_exception_date resource_exception_date once',
    deleteExceptionDate: 'DELETE /resources/{resource_id}/exception_dates/{exception_date} resource_exception_date - once',
    list: 'GET /resources resource -',
    create: 'POST /resources resource resource once',
    listOpeningHours: 'GET /resources/opening_hours resource_opening_hours -',
    getOpeningHours: 'GET /resources/{resource_id}/opening_hours resource_opening_hours -',
    get: 'GET /resources/{resource_id} resource -',
    update: 'PUT /resources/{resource_id} resource resource once',
    delete: 'DELETE /resources/{resource_id} resource - once',
  },
  calendarSources: {
    list: 'GET /calendar_sources calendar_source -',
    create: 'POST /calendar_sources calendar_source calendar_source once',
    get: 'GET /calendar_sources/{calendar_source_id} calendar_source -',
    update: 'PUT /calendar_sources/{calendar_source_id} calendar_source calendar_source once',
    delete: 'DELETE /calendar_sources/{calendar_source_id} calendar_source - once',
    listEntries: 'GET /calendar_sources/{calendar_source_id}/entries calendar_source_entry - paged',
    listCalendars: 'GET /calendar_sources/{calendar_source_id}/calendars calendar -',
    read: 'POST /calendar_sources/{calendar_source_id}/read calendar_source - once',
  },
  calendarSourceEntries: {
    resend: 'POST /calendar_source_entries/{calendar_source_entry_id}/resend calendar_source_entry - once',
  },
  rotas: {
    list: 'GET /rotas rota - paged',
    create: 'POST /rotas rota rota once',
    get: 'GET /rotas/{rota_id} rota -',
    update: 'PUT /rotas/{rota_id} rota rota once',
    delete: 'DELETE /rotas/{rota_id} rota - once',
  },
  serviceNeeds: {
    get: 'GET /service_needs/{service_need_id} service_need -',
    update: 'PUT /service_needs/{service_need_id} service_need service_need once',
    delete: 'DELETE /service_needs/{service_need_id} service_need - once',
  },
  serviceOptions: {
    get: 'GET /service_options/{service_option_id} service_option -',
    update: 'PUT /service_options/{service_option_id} service_option service_option once',
    delete: 'DELETE /service_options/{service_option_id} service_option - once',
  },
  serviceOptionGroups: {
    get: 'GET /service_option_groups/{service_option_group_id} service_option_group -',
    update: 'PUT /service_option_groups/{service_option_group_id} service_option_group service_option_group once',
    delete: 'DELETE /service_option_groups/{service_option_group_id} service_option_group - once',
  },
  taxRates: {
    list: 'GET /tax_rates tax_rate -',
    create: 'POST /tax_rates tax_rate tax_rate once',
    get: 'GET /tax_rates/{tax_rate_id} tax_rate -',
    update: 'PUT /tax_rates/{tax_rate_id} tax_rate tax_rate once',
    delete: 'DELETE /tax_rates/{tax_rate_id} tax_rate - once',
  },
  timeOff: {
    list: 'GET /time_off time_off - paged',
    create: 'POST /time_off time_off time_off once',
    get: 'GET /time_off/{time_off_id} time_off -',
    listConflicts: 'GET /time_off/{time_off_id}/conflicts conflict -',
    approve: 'PUT /time_off/{time_off_id}/approve time_off - once',
    decline: 'PUT /time_off/{time_off_id}/decline time_off - once',
    withdraw: 'PUT /time_off/{time_off_id}/withdraw time_off - once',
  },
  waitlist: {
    list: 'GET /waitlist waitlist_entry - paged',
    create: 'POST /waitlist waitlist_entry waitlist_entry once',
    get: 'GET /waitlist/{waitlist_entry_id} waitlist_entry -',
    update: 'PUT /waitlist/{waitlist_entry_id} waitlist_entry waitlist_entry once',
    remove: 'DELETE /waitlist/{waitlist_entry_id} waitlist_entry - once',
    offer: 'PUT /waitlist/{waitlist_entry_id}/offer waitlist_entry - once',
  },
  webHooks: {
    list: 'GET /web_hooks web_hook -',
    create: 'POST /web_hooks web_hook web_hook once',
    get: 'GET /web_hooks/{web_hook_id} web_hook -',
    update: 'PUT /web_hooks/{web_hook_id} web_hook web_hook once',
    delete: 'DELETE /web_hooks/{web_hook_id} web_hook - once',
    getSecret: 'GET /web_hooks/{web_hook_id}/secret web_hook_secret -',
    rotateSecret: 'PUT /web_hooks/{web_hook_id}/rotate_secret web_hook - once',
    test: 'POST /web_hooks/{web_hook_id}/test web_hook_delivery - once',
    replay: 'POST /web_hooks/{web_hook_id}/replay web_hook_replay - once',
  },
  session: {
    signIn: 'POST /session . .',
    signOut: 'DELETE /session role -',
  },
  partner: {
    createClient: 'POST /partner/clients client .',
  },
};

export interface AccountSiteApi {
  /** The account that the key belongs to. */
  get(options?: ReadOptions): Promise<PublicAccountAnswer>;
  get<Field extends keyof PublicAccountAnswer>(options: ReadOptions & Fields<Field>): Promise<Pick<PublicAccountAnswer, Field>>;
}

export interface ServicesSiteApi {
  /** The active services. */
  list(options?: ListClientUsersParameters & ReadOptions): Promise<PublicServiceBody[]>;
  list<Field extends keyof PublicServiceBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<PublicServiceBody, Field>[]>;
  /** The active services. A free slot of a resource is booked. */
  listAppointments(options?: ListClientUsersParameters & ReadOptions): Promise<PublicServiceBody[]>;
  listAppointments<Field extends keyof PublicServiceBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<PublicServiceBody, Field>[]>;
  /** The active services. People attend an event. */
  listAttendances(options?: ListClientUsersParameters & ReadOptions): Promise<PublicServiceBody[]>;
  listAttendances<Field extends keyof PublicServiceBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<PublicServiceBody, Field>[]>;
  /** The active services. A product is sold. */
  listProducts(options?: ListClientUsersParameters & ReadOptions): Promise<PublicServiceBody[]>;
  listProducts<Field extends keyof PublicServiceBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<PublicServiceBody, Field>[]>;
  /** The active services. A gift card is sold. */
  listGiftCards(options?: ListClientUsersParameters & ReadOptions): Promise<PublicServiceBody[]>;
  listGiftCards<Field extends keyof PublicServiceBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<PublicServiceBody, Field>[]>;
  /** The active services. A package of units is sold, which pay for bookings. */
  listPackages(options?: ListClientUsersParameters & ReadOptions): Promise<PublicServiceBody[]>;
  listPackages<Field extends keyof PublicServiceBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<PublicServiceBody, Field>[]>;
  /** One service, deleted or not. */
  get(serviceId: number, options?: ReadOptions): Promise<PublicServiceBody>;
  get<Field extends keyof PublicServiceBody>(serviceId: number, options: ReadOptions & Fields<Field>): Promise<Pick<PublicServiceBody, Field>>;
  /** The active options of services. */
  listOptions(serviceId: number, options?: ListClientUsersParameters & ReadOptions): Promise<PublicServiceOptionsAnswer[]>;
  listOptions<Field extends keyof PublicServiceOptionsAnswer>(serviceId: number, options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<PublicServiceOptionsAnswer, Field>[]>;
  /** The active groups of the options of services. */
  listOptionGroups(serviceId: number, options?: ListClientUsersParameters & ReadOptions): Promise<PublicServiceOptionGroupsAnswer[]>;
  listOptionGroups<Field extends keyof PublicServiceOptionGroupsAnswer>(serviceId: number, options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<PublicServiceOptionGroupsAnswer, Field>[]>;
  /** The times that can be booked. Each is listed once, with all resources that are free. */
  listSlots(serviceId: number, options?: ListAvailableResourcesParameters & ReadOptions): Promise<SlotBody[]>;
  listSlots<Field extends keyof SlotBody>(serviceId: number, options: ListAvailableResourcesParameters & ReadOptions & Fields<Field>): Promise<Pick<SlotBody, Field>[]>;
  /** Dates with a free slot. */
  listAvailableDates(serviceId: number, options?: ListAvailableResourcesParameters & ReadOptions): Promise<AvailableDateAnswer[]>;
  listAvailableDates<Field extends keyof AvailableDateAnswer>(serviceId: number, options: ListAvailableResourcesParameters & ReadOptions & Fields<Field>): Promise<Pick<AvailableDateAnswer, Field>[]>;
  /** The next date within 30 days that has a free slot, if there is one. */
  findNextAvailableDate(serviceId: number, options?: FindNextAvailableDateParameters & ReadOptions): Promise<string[]>;
  /** The reason why a time is not free: what is in its way, at most 200 bookings, events and entries of calendars, by the rules of public bookings. Empty if it is free. Of several resources of a service, a time is free if one of them has nothing in the way. Visitors see each kind once, without anything else. */
  listTimeConflicts(serviceId: number, options: ListPublicTimeConflictsParameters & ReadOptions): Promise<PublicTimeConflictsAnswer[]>;
  listTimeConflicts<Field extends keyof PublicTimeConflictsAnswer>(serviceId: number, options: ListPublicTimeConflictsParameters & ReadOptions & Fields<Field>): Promise<Pick<PublicTimeConflictsAnswer, Field>[]>;
}

export interface VisitsSiteApi {
  /** The times at which services can be booked together as a visit that begins on a range of at most 31 days. Each start is listed once, with a resource of each item. The errors of an item are named by its place, such as `items[1].service_id`. */
  listSlots(visit: VisitSearchInput, options?: ListVisitSlotsParameters & WriteOptions): Promise<VisitSlot[]>;
  /** Creates a visit by the rules of the public site. The code of any of its bookings verifies all of them. */
  start(visit: PublicVisitInput, options?: WriteOptions): Promise<PublicVisitAnswer>;
}

export interface CategoriesSiteApi {
  /** The categories. */
  list(options?: ListClientUsersParameters & ReadOptions): Promise<PublicCategoryBody[]>;
  list<Field extends keyof PublicCategoryBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<PublicCategoryBody, Field>[]>;
  /** One category. */
  get(categoryId: number, options?: ReadOptions): Promise<PublicCategoryBody>;
  get<Field extends keyof PublicCategoryBody>(categoryId: number, options: ReadOptions & Fields<Field>): Promise<Pick<PublicCategoryBody, Field>>;
  /** The active services of a category. */
  listServices(categoryId: number, options?: ListClientUsersParameters & ReadOptions): Promise<PublicServiceBody[]>;
  listServices<Field extends keyof PublicServiceBody>(categoryId: number, options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<PublicServiceBody, Field>[]>;
}

export interface ResourcesSiteApi {
  /** The active resources. */
  list(options?: ListClientUsersParameters & ReadOptions): Promise<PublicResourceBody[]>;
  list<Field extends keyof PublicResourceBody>(options: ListClientUsersParameters & ReadOptions & Fields<Field>): Promise<Pick<PublicResourceBody, Field>[]>;
  /** One resource, deleted or not. */
  get(resourceId: number, options?: ReadOptions): Promise<PublicResourceBody>;
  get<Field extends keyof PublicResourceBody>(resourceId: number, options: ReadOptions & Fields<Field>): Promise<Pick<PublicResourceBody, Field>>;
}

export interface EventsSiteApi {
  /** The active events. */
  list(options?: ListPublicEventsParameters & ReadOptions): PagedList<PublicEventBody>;
  list<Field extends keyof PublicEventBody>(options: ListPublicEventsParameters & ReadOptions & Fields<Field>): PagedList<Pick<PublicEventBody, Field>>;
  /** One event, deleted or not. */
  get(eventId: number, options?: ReadOptions): Promise<PublicEventBody>;
  get<Field extends keyof PublicEventBody>(eventId: number, options: ReadOptions & Fields<Field>): Promise<Pick<PublicEventBody, Field>>;
}

export interface BookingsSiteApi {
  /** Creates a booking by the rules of the public site. */
  start(booking: PublicBookingInput, options?: WriteOptions): Promise<PublicBookingAnswer>;
  /** Verifies a booking by its code. The response to a wrong code reveals nothing about the booking. For an hour after the booking was made, the right code of a verified booking returns it unchanged. */
  verify(bookingId: number, options?: VerifyPublicBookingParameters & WriteOptions): Promise<PublicBookingBody>;
  /** Sends the code of a booking that awaits its verification again, to the same recipient: at most once in a minute and three times in all. The booking does not change. */
  resendVerificationCode(bookingId: number, options?: ResendVerificationCodeParameters & WriteOptions): Promise<PublicBookingBody>;
  /** Returns the booking of a link. A link that is unknown, revoked or expired is not found. It expires 30 days after the end of the booking. */
  getByLink(token: string, options?: ReadOptions): Promise<LinkedBookingBody>;
  getByLink<Field extends keyof LinkedBookingBody>(token: string, options: ReadOptions & Fields<Field>): Promise<Pick<LinkedBookingBody, Field>>;
  /** Moves the booking of a link by the rules for the public: to the start of a free slot, or to another event of its service. The conditions are those of its cancellation. */
  moveByLink(token: string, booking: BookingMoveInput, options?: ChangeOptions): Promise<LinkedBookingBody>;
  /** The times to which the booking of a link can move, of its length and with room for its people. Its own place counts as free. */
  listSlotsByLink(token: string, options?: ListSlotsByLinkParameters & ReadOptions): Promise<SlotBody[]>;
  listSlotsByLink<Field extends keyof SlotBody>(token: string, options: ListSlotsByLinkParameters & ReadOptions & Fields<Field>): Promise<Pick<SlotBody, Field>[]>;
  /** Dates with a time to which the booking of a link can move. */
  listAvailableDatesByLink(token: string, options?: ListSlotsByLinkParameters & ReadOptions): Promise<AvailableDateAnswer[]>;
  listAvailableDatesByLink<Field extends keyof AvailableDateAnswer>(token: string, options: ListSlotsByLinkParameters & ReadOptions & Fields<Field>): Promise<Pick<AvailableDateAnswer, Field>[]>;
  /** The next date within 30 days to which the booking of a link can move, if there is one. */
  findNextAvailableDateByLink(token: string, options?: FindNextAvailableDateByLinkParameters & ReadOptions): Promise<string[]>;
  /** The times that begin on a range of at most 31 days to which `move_visit_by_link` can move the bookings of a link. Their own places count as free. Empty if they cannot move. */
  listVisitSlotsByLink(token: string, options?: ListVisitSlotsByLinkParameters & ReadOptions): Promise<VisitSlot[]>;
  listVisitSlotsByLink<Field extends keyof VisitSlot>(token: string, options: ListVisitSlotsByLinkParameters & ReadOptions & Fields<Field>): Promise<Pick<VisitSlot, Field>[]>;
  /** Cancels the booking of a link, if the account has `allow_cancellation` and until its `cancellation_period` before the start. */
  cancelByLink(token: string, options?: ChangeOptions): Promise<LinkedBookingBody>;
  /** Returns the visit of the booking of a link, with the bookings of the same person and of those for whom that one may act. A booking that was made alone is a visit of one. A link that is unknown, revoked or expired is not found. */
  getVisitByLink(token: string, options?: ReadOptions): Promise<LinkedVisitBody>;
  getVisitByLink<Field extends keyof LinkedVisitBody>(token: string, options: ReadOptions & Fields<Field>): Promise<Pick<LinkedVisitBody, Field>>;
  /** Moves the active bookings that `visit_by_link` returns by the same time, all or none, by the conditions of `move_booking_by_link` for each. Errors are named by the place of the booking among those that are active. */
  moveVisitByLink(token: string, visit: LinkedVisitMoveInput, options?: ChangeOptions): Promise<LinkedVisitBody>;
  /** Cancels the active bookings that `visit_by_link` returns, all or none, by the conditions of `cancel_booking_by_link` for each. */
  cancelVisitByLink(token: string, options?: ChangeOptions): Promise<LinkedVisitBody>;
  /** Opens a page on which a person pays the booking of a link. */
  createCheckoutByLink(token: string, options?: CreateCheckoutByLinkParameters & WriteOptions): Promise<CheckoutAnswer>;
  /** Removes the card that a person stored with the booking of a link, as `remove_card`. */
  removeCardByLink(token: string, options?: ChangeOptions): Promise<LinkedBookingBody>;
}

export interface OrdersSiteApi {
  /** Places an order on the public site. */
  place(order: PublicOrderInput, options?: WriteOptions): Promise<PublicOrderBody>;
  /** The order of a visitor's link. */
  get(orderToken: string, options?: ReadOptions): Promise<PublicOrderAnswer>;
  get<Field extends keyof PublicOrderAnswer>(orderToken: string, options: ReadOptions & Fields<Field>): Promise<Pick<PublicOrderAnswer, Field>>;
  /** A document about the order of a visitor's link. */
  getDocument(orderToken: string, documentId: number, options?: ReadOptions): Promise<PublicDocumentBody>;
  getDocument<Field extends keyof PublicDocumentBody>(orderToken: string, documentId: number, options: ReadOptions & Fields<Field>): Promise<Pick<PublicDocumentBody, Field>>;
  /** Opens a page on which a visitor pays the order of the visitor's link. */
  createCheckout(orderToken: string, options?: CreatePublicCheckoutParameters & WriteOptions): Promise<CheckoutAnswer>;
}

export interface WaitlistSiteApi {
  /** Adds a visitor of the public site to the waitlist. */
  start(waitlistEntry: PublicWaitlistEntryInput, options?: WriteOptions): Promise<WaitlistTicketBody>;
  /** The entry of a secret token. */
  getTicket(waitlistToken: string, options?: ReadOptions): Promise<WaitlistTicketBody>;
  getTicket<Field extends keyof WaitlistTicketBody>(waitlistToken: string, options: ReadOptions & Fields<Field>): Promise<Pick<WaitlistTicketBody, Field>>;
  /** Takes or declines an offer, or leaves the waitlist, by a secret token. Repeating it has no effect. */
  answerOffer(waitlistToken: string, options?: AnswerWaitlistOfferParameters & WriteOptions): Promise<WaitlistTicketBody>;
}

export interface MeSiteApi {
  /** Sends a code of six digits to an email address or phone number, if a person of the account has it. The response is the same if nobody has. It is valid for 10 minutes and 5 attempts, and replaces the previous code. At most 3 are sent to an address in 10 minutes. */
  requestCode(visitor: PersonIdentifierInput, options?: WriteOptions): Promise<VisitorCodeAnswer>;
  /** Starts the session of a visitor who has the code of an address. It ends 30 minutes after its last request, and after 24 hours; after 90 days if the account has `remember_visitors`. */
  startSession(visitor: PersonIdentifierInput, options?: StartVisitorSessionParameters & WriteOptions): Promise<VisitorSessionAnswer>;
  /** The session of a visitor. */
  getSession(options?: ReadOptions): Promise<VisitorSessionBody>;
  getSession<Field extends keyof VisitorSessionBody>(options: ReadOptions & Fields<Field>): Promise<Pick<VisitorSessionBody, Field>>;
  /** Ends the session of a visitor. */
  endSession(options?: WriteOptions): Promise<VisitorSessionBody>;
  /** The people for whom the visitor of a session may book: itself first, then its dependants. */
  listPeople(options?: ReadOptions): Promise<VisitorPersonBody[]>;
  listPeople<Field extends keyof VisitorPersonBody>(options: ReadOptions & Fields<Field>): Promise<Pick<VisitorPersonBody, Field>[]>;
  /** Adds a child or somebody else for whom the visitor of a session books, as a new person of whom it is the guardian. At most 10. */
  addDependant(person: VisitorDependantInput, options?: WriteOptions): Promise<VisitorPersonBody>;
  /** The bookings of the people who have the address of the session, and of those for whom they act as guardians. Each has the token of its link, by which it can be moved, cancelled and paid. */
  listBookings(options?: ListVisitorBookingsParameters & ReadOptions): PagedList<VisitorBookingsAnswer>;
  listBookings<Field extends keyof VisitorBookingsAnswer>(options: ListVisitorBookingsParameters & ReadOptions & Fields<Field>): PagedList<Pick<VisitorBookingsAnswer, Field>>;
  /** The orders of the people who have the address of the session, newest first. Each has a token by which it can be read and paid until the session ends at the latest. */
  listOrders(options?: ListBookingHistoryParameters & ReadOptions): PagedList<OrderAnswer>;
  listOrders<Field extends keyof OrderAnswer>(options: ListBookingHistoryParameters & ReadOptions & Fields<Field>): PagedList<Pick<OrderAnswer, Field>>;
  /** The gift cards of the people who have the address of the session, and those that they bought and nobody owns, newest first. */
  listGiftCards(options?: ListBookingHistoryParameters & ReadOptions): PagedList<GiftCardAnswer>;
  listGiftCards<Field extends keyof GiftCardAnswer>(options: ListBookingHistoryParameters & ReadOptions & Fields<Field>): PagedList<Pick<GiftCardAnswer, Field>>;
  /** The packages of the people who have the address of the session, and of those for whom they act as guardians, newest first. */
  listPackages(options?: ListBookingHistoryParameters & ReadOptions): PagedList<VisitorPackagesAnswer>;
  listPackages<Field extends keyof VisitorPackagesAnswer>(options: ListBookingHistoryParameters & ReadOptions & Fields<Field>): PagedList<Pick<VisitorPackagesAnswer, Field>>;
  /** The entries of the waitlist of the people who have the address of the session, or with that address, which wait or have an offer. Each has a token by which it can leave. */
  listWaitlist(options?: ListBookingHistoryParameters & ReadOptions): PagedList<WaitlistTicketBody>;
  listWaitlist<Field extends keyof WaitlistTicketBody>(options: ListBookingHistoryParameters & ReadOptions & Fields<Field>): PagedList<Pick<WaitlistTicketBody, Field>>;
}

export interface SiteApi {
  readonly account: AccountSiteApi;
  readonly services: ServicesSiteApi;
  readonly visits: VisitsSiteApi;
  readonly categories: CategoriesSiteApi;
  readonly resources: ResourcesSiteApi;
  readonly events: EventsSiteApi;
  readonly bookings: BookingsSiteApi;
  readonly orders: OrdersSiteApi;
  readonly waitlist: WaitlistSiteApi;
  readonly me: MeSiteApi;
}

/** The method, path, name of the record in the answer, name of the record in the body, and kind of each operation. */
export const rowsOfSiteApi: { readonly [Resource in keyof SiteApi]: Record<keyof SiteApi[Resource], string> } = {
  account: {
    get: 'GET /sites/{subdomain}/client client -',
  },
  services: {
    list: 'GET /sites/{subdomain}/services service -',
    listAppointments: 'GET /sites/{subdomain}/services/appointments service -',
    listAttendances: 'GET /sites/{subdomain}/services/attendances service -',
    listProducts: 'GET /sites/{subdomain}/services/products service -',
    listGiftCards: 'GET /sites/{subdomain}/services/gift_cards service -',
    listPackages: 'GET /sites/{subdomain}/services/packages service -',
    get: 'GET /sites/{subdomain}/services/{service_id} service -',
    listOptions: 'GET /sites/{subdomain}/services/{service_id}/options service_option -',
    listOptionGroups: 'GET /sites/{subdomain}/services/{service_id}/option_groups service_option_group -',
    listSlots: 'GET /sites/{subdomain}/services/{service_id}/slots slot -',
    listAvailableDates: 'GET /sites/{subdomain}/services/{service_id}/available_dates available_date -',
    findNextAvailableDate: 'GET /sites/{subdomain}/services/{service_id}/next_available_date available_date -',
    listTimeConflicts: 'GET /sites/{subdomain}/services/{service_id}/conflicts conflict -',
  },
  visits: {
    listSlots: 'POST /sites/{subdomain}/visits/slots visit_slot visit once',
    start: 'POST /sites/{subdomain}/visits visit visit once',
  },
  categories: {
    list: 'GET /sites/{subdomain}/categories category -',
    get: 'GET /sites/{subdomain}/categories/{category_id} category -',
    listServices: 'GET /sites/{subdomain}/categories/{category_id}/services service -',
  },
  resources: {
    list: 'GET /sites/{subdomain}/resources resource -',
    get: 'GET /sites/{subdomain}/resources/{resource_id} resource -',
  },
  events: {
    list: 'GET /sites/{subdomain}/events event - paged',
    get: 'GET /sites/{subdomain}/events/{event_id} event -',
  },
  bookings: {
    start: 'POST /sites/{subdomain}/bookings booking booking once',
    verify: 'PUT /sites/{subdomain}/bookings/{booking_id}/verify_code booking - once',
    resendVerificationCode: 'POST /sites/{subdomain}/bookings/{booking_id}/resend_code booking - once',
    getByLink: 'GET /sites/{subdomain}/bookings/{token} booking -',
    moveByLink: 'PUT /sites/{subdomain}/bookings/{token} booking booking once',
    listSlotsByLink: 'GET /sites/{subdomain}/bookings/{token}/slots slot -',
    listAvailableDatesByLink: 'GET /sites/{subdomain}/bookings/{token}/available_dates available_date -',
    findNextAvailableDateByLink: 'GET /sites/{subdomain}/bookings/{token}/next_available_date available_date -',
    listVisitSlotsByLink: 'GET /sites/{subdomain}/bookings/{token}/visit/slots visit_slot -',
    cancelByLink: 'POST /sites/{subdomain}/bookings/{token}/cancel booking - once',
    getVisitByLink: 'GET /sites/{subdomain}/bookings/{token}/visit visit -',
    moveVisitByLink: 'PUT /sites/{subdomain}/bookings/{token}/visit visit visit once',
    cancelVisitByLink: 'POST /sites/{subdomain}/bookings/{token}/visit/cancel visit - once',
    createCheckoutByLink: 'POST /sites/{subdomain}/bookings/{token}/checkout checkout - once',
    removeCardByLink: 'DELETE /sites/{subdomain}/bookings/{token}/card booking - once',
  },
  orders: {
    place: 'POST /sites/{subdomain}/orders order order once',
    get: 'GET /sites/{subdomain}/orders/{order_token} order -',
    getDocument: 'GET /sites/{subdomain}/orders/{order_token}/documents/{document_id} document -',
    createCheckout: 'POST /sites/{subdomain}/orders/{order_token}/checkout checkout - once',
  },
  waitlist: {
    start: 'POST /sites/{subdomain}/waitlist waitlist_ticket waitlist_entry once',
    getTicket: 'GET /sites/{subdomain}/waitlist/{waitlist_token} waitlist_ticket -',
    answerOffer: 'POST /sites/{subdomain}/waitlist/{waitlist_token} waitlist_ticket - once',
  },
  me: {
    requestCode: 'POST /sites/{subdomain}/me/code visitor_code visitor once',
    startSession: 'POST /sites/{subdomain}/me/session visitor_session visitor once',
    getSession: 'GET /sites/{subdomain}/me/session visitor_session -',
    endSession: 'POST /sites/{subdomain}/me/sign_out visitor_session - once',
    listPeople: 'GET /sites/{subdomain}/me/people person -',
    addDependant: 'POST /sites/{subdomain}/me/people person person once',
    listBookings: 'GET /sites/{subdomain}/me/bookings booking - paged',
    listOrders: 'GET /sites/{subdomain}/me/orders order - paged',
    listGiftCards: 'GET /sites/{subdomain}/me/gift_cards gift_card - paged',
    listPackages: 'GET /sites/{subdomain}/me/packages package - paged',
    listWaitlist: 'GET /sites/{subdomain}/me/waitlist waitlist_ticket - paged',
  },
};

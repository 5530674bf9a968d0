/**
 * The attributes of its account that a request reads from its context. Features get the account through it, so that
 * the context does not depend on the feature that stores accounts.
 */
export interface AccountAttributes {
  readonly id: number;
  readonly name: string;
  readonly subdomain: string;
  readonly email: string;
  readonly phoneNumber: string | null;
  readonly address: string | null;
  readonly countryCode: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly currency: string | null;
  readonly secret: string;
  readonly linkSecret: string;
  readonly calendarId: string;
  readonly publicAccess: boolean;
  readonly allowCancellation: boolean;
  readonly cancellationPeriod: string | null;
  readonly sandbox: boolean;
  readonly suspendedAt: Date | null;
  readonly verificationMethod: number;
  readonly confirmManually: boolean;
  readonly emailNotification: boolean;
  readonly smsNotification: boolean;
  readonly mailNotificationRecipient: string | null;
  readonly reminderSms: boolean;
  readonly closedForHolidays: boolean;
  readonly intervalRounding: number;
  readonly slotGenerationType: number;
  readonly waitlistHoldMinutes: number;
  readonly firstBookablePeriod: string | null;
  readonly futureBookablePeriod: string | null;
  readonly settings: Record<string, unknown> | null;
  readonly smsVerification: string | null;
  readonly smsConfirmation: string | null;
  readonly smsModification: string | null;
  readonly smsCancellation: string | null;
  readonly smsReminder: string | null;
  readonly smsWaitlistOffer: string | null;
  readonly mailVerification: string | null;
  readonly mailConfirmation: string | null;
  readonly mailModification: string | null;
  readonly mailCancellation: string | null;
  readonly mailWaitlistOffer: string | null;
  readonly mailVerificationSubject: string | null;
  readonly mailConfirmationSubject: string | null;
  readonly mailModificationSubject: string | null;
  readonly mailCancellationSubject: string | null;
  readonly mailWaitlistOfferSubject: string | null;
}

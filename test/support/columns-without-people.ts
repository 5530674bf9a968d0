/** The columns of text that never have data of people who book, by table, with the reason. */
export const columnsWithoutPeople: Readonly<Record<string, { because: string; columns: string }>> = {
  account: {
    because: 'the business itself: its name, address, texts and settings',
    columns:
      'accent_colour address appointment_form booking_form calendar_attachment cancellation_fees cancellation_period cancellation_policy category_form closed_days country_code css_url currency dashboard_networks deposit_for deposit_type document_country documents email embed_origins event_form first_bookable_period footer former_secret future_bookable_period google_analytics google_merchant_id google_merchant_key legal_name link_secret locale logo mail_cancellation mail_cancellation_subject mail_confirmation mail_confirmation_subject mail_from mail_from_name mail_modification mail_modification_subject mail_notification_recipient mail_verification mail_verification_subject mail_waitlist_offer mail_waitlist_offer_subject moved_to name new_booking_text new_user_text organisation_number payment_provider person_form person_overlaps phone_number pictures policies reply_to resource_form secret service_form service_template settings sms_cancellation sms_confirmation sms_modification sms_reminder sms_verification sms_waitlist_offer subdomain tax_rounding time_zone tip_percentages trade vat_number verification_methods',
  },
  account_logo: {
    because: 'a picture of the business',
    columns: 'bytes digest type',
  },
  account_move: {
    because: 'where an account moves',
    columns: 'target',
  },
  account_user: {
    because: 'users, who are no customers',
    columns: 'email invitation_hash language name password_hash phone_number',
  },
  agenda_jobs: {
    because: 'the ids of the work, and the error of the last attempt until the next one',
    columns: 'data fail_reason last_modified_by name repeat_at repeat_interval repeat_timezone skip_days type',
  },
  api_key: {
    because: 'programs, and users who have signed in',
    columns: 'allowed_networks allowed_origins client_address key_hash name permissions role user_agent',
  },
  api_request: {
    because: 'how requests of programs were answered, with ids and names of attributes, without values',
    columns: 'errors interface method operation path request_id',
  },
  booking_count: {
    because: 'numbers of bookings',
    columns: 'dimension state',
  },
  booking_count_difference: {
    because: 'numbers of bookings',
    columns: 'state',
  },
  booking_order: {
    because: 'the kind of the discount and the rounding that were agreed',
    columns: 'coupon_value_type tax_rounding',
  },
  booking_refusal: {
    because: 'ids, and names of rules and attributes, without values',
    columns: 'attribute code interface operation request_id rule rules',
  },
  calendar_source: {
    because: 'the address of a calendar of a resource, the sign-in there, and how its reads ended, without its entries',
    columns: 'calendars error etag kind last_modified name secret_password secret_url target url username write_error',
  },
  calendar_source_entry: {
    because: 'how the entry of a booking was written into a calendar, without its text',
    columns: 'digest error etag href state',
  },
  category: {
    because: 'the catalogue of the business',
    columns: 'custom_data title',
  },
  cell: {
    because: 'the database itself',
    columns: 'name',
  },
  client_user_link: {
    because: 'users, who are no customers',
    columns: 'role',
  },
  coupon: {
    because: 'the catalogue of the business',
    columns: 'applies_to code custom_data title value_type',
  },
  document_series: { because: 'numbers of documents', columns: 'series' },
  encryption_key: { because: 'keys of the operator', columns: 'fingerprint id' },
  event: {
    because: 'the catalogue of the business',
    columns: 'custom_data description title',
  },
  identity_link: {
    because: 'users, who are no customers',
    columns: 'issuer subject',
  },
  identity_provider: {
    because: 'settings of the business',
    columns: 'client_id client_secret default_role group_roles groups_claim issuer name',
  },
  message_quota: {
    because: 'numbers of messages',
    columns: 'channel',
  },
  message_template: {
    because: 'texts of the business, without what they are filled with',
    columns: 'custom_data delivery_timing delivery_type message_type subject template',
  },
  passkey: {
    because: 'users, who are no customers',
    columns: 'credential_id name public_key',
  },
  payment_notification: {
    because: "the payment provider's identifiers",
    columns: 'event_id provider',
  },
  payment_settings: {
    because: 'keys of the business',
    columns: 'provider secret_key webhook_secret',
  },
  person_erasure: {
    because: 'empty as soon as the erasure has ended',
    columns: 'identifiers step',
  },
  provider: {
    because: 'the catalogue of the business',
    columns:
      'opening_hours_fri opening_hours_mon opening_hours_sat opening_hours_sun opening_hours_thu opening_hours_tue opening_hours_wed',
  },
  rate_limit: {
    because: 'addresses and keys of clients, for seconds',
    columns: 'key',
  },
  record_image: {
    because: 'pictures of the business and its staff',
    columns: 'bytes digest owner type',
  },
  relay_position: {
    because: 'names of the server',
    columns: 'consumer',
  },
  resource: {
    because: 'the catalogue of the business',
    columns:
      'custom_data description image opening_hours_fri opening_hours_mon opening_hours_sat opening_hours_sun opening_hours_thu opening_hours_tue opening_hours_wed title',
  },
  resource_exception_date: {
    because: 'the catalogue of the business',
    columns: 'opening_hours',
  },
  rota: {
    because: 'the catalogue of the business',
    columns: 'weeks',
  },
  schema_function: {
    because: 'the database itself',
    columns: 'hash name',
  },
  schema_migration: {
    because: 'the database itself',
    columns: 'name',
  },
  security_event: {
    because: 'users and programs, who are no customers, and ids',
    columns: 'about_name client_address details interface kind name repeat_key request_id user_agent',
  },
  second_factor: {
    because: 'users, who are no customers',
    columns: 'recovery_codes totp_pending totp_secret',
  },
  service_need: {
    because: 'the catalogue of the business',
    columns: 'per segments title',
  },
  service: {
    because: 'the catalogue of the business',
    columns:
      'availability_type booking_form booking_type calendar_colour cancellation_fees cancellation_policy custom_data deposit_for deposit_type description image mail_awaiting_confirmation mail_cancellation mail_confirmation mail_modification mail_verification mail_waitlist_offer package_service_ids priority_strategy sms_awaiting_confirmation sms_cancellation sms_confirmation sms_modification sms_reminder sms_verification sms_waitlist_offer template terms title',
  },
  service_option: {
    because: 'the catalogue of the business',
    columns: 'title',
  },
  service_option_group: {
    because: 'the catalogue of the business',
    columns: 'title',
  },
  tax_rate: {
    because: 'the rates of the business',
    columns: 'name',
  },
  time_off: {
    because: 'users, who are no customers',
    columns: 'asked_by decided_by from_time note reason state to_time',
  },
  used_identity_token: {
    because: 'digests of tokens of users',
    columns: 'digest',
  },
  web_hook: {
    because: 'receivers of the business',
    columns: 'event former_secret paused_reason secret target_url',
  },
};

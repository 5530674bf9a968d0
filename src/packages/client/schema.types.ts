// Written by `npm run -s packages:operations` from schema/openapi.json. Do not edit.
export interface components {
    schemas: {
        AccountBody: {
            /** @description The colour of links and buttons of the booking page, such as `#1f5fbf`. The page darkens or lightens it where it would be hard to read. Null means the built-in one. */
            accent_colour: string | null;
            /** @description The postal address. */
            address: string | null;
            /** @description Whether people may cancel their bookings. False by default. */
            allow_cancellation: boolean;
            /** @description A form of your own for appointments, as text that the server only stores. */
            appointment_form: string | null;
            /** @description A form of your own for bookings, as text that the server only stores. */
            booking_form: string | null;
            /** @description The way in which emails about a booking put it into the calendar of the person: `INVITATION` by default, `FILE` for accounts from before there were invitations. */
            calendar_attachment: components["schemas"]["CalendarAttachment"];
            /** @description The fees for cancelling late and for not coming, which staff may charge. Each is a percentage of the price or an amount, by the hours before the start from which on it applies, such as `24: 50 %, 0: 100 %, no-show: 100 %`. A booking keeps those of the time at which its person made it. Null, the default, means none. */
            cancellation_fees?: string | undefined;
            /** @description The time before its start until which a booking may be cancelled: a period such as `24 hours`. */
            cancellation_period: string | null;
            /** @description The terms of cancellation in own words, which people see before they book. Null for none. */
            cancellation_policy?: string | undefined;
            /** @description A form of your own for categories, as text that the server only stores. */
            category_form: string | null;
            /**
             * Format: int32
             * @description Days, from 7 to 30, for which changes are kept: histories, and what a client may miss and read afterwards. Null, the default, means 30. Suggested: 14.
             */
            change_retention_days: number | null;
            /** @description Dates on which all resources are closed, at most 200 entries. An exception date with hours opens its resource nevertheless. A list replaces the former one. */
            closed_days: {
                /**
                 * Format: date
                 * @description The first date.
                 * @example 2026-03-02
                 */
                from: string;
                /** @description The reason, for the staff. At most 255 characters. */
                reason: string | null;
                /** @description Whether the dates repeat in each later year. 29 February is then closed in leap years only, and the dates last less than a year. */
                repeats_yearly: boolean;
                /**
                 * Format: date
                 * @description The last date.
                 * @example 2026-03-02
                 */
                to: string;
            }[];
            /** @description Whether public bookings are refused on public holidays. False by default. */
            closed_for_holidays: boolean;
            /** @description Whether staff confirm bookings by hand. False by default. */
            confirm_manually: boolean;
            /** @description The country by ISO 3166-1 alpha-2. It sets the public holidays and the country of phone numbers. */
            country_code: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /** @description The URL of a style sheet for your booking page. */
            css_url: string | null;
            /** @description The currency of all amounts by ISO 4217. Null if it is not set. */
            currency: string | null;
            /** @description Networks such as `203.0.113.0/24`. If there are any, users can sign in and use their sessions only from these. Null unless the role may update the account. */
            dashboard_networks: string[] | null;
            /**
             * Format: int32
             * @description Days, from 7 to 3650, for which deliveries to webhooks are kept after they have ended. Null, the default, means those of the server (`RETENTION_DAYS`, 90 unless it was changed); more than that has no effect. Suggested: 30.
             */
            delivery_retention_days: number | null;
            /** @description The people whose bookings need the deposit. Null, the default, means `ALWAYS`. */
            deposit_for: components["schemas"]["DepositFor"] | null;
            /**
             * @description The lowest price of a booking with a deposit, after its discount. Null, the default, means any.
             * @example 115.0
             */
            deposit_from: string | null;
            /** @description The deposit of bookings of services that have none of their own. They are held until it is paid, and the rest is due at the appointment. Null, the default, means none. */
            deposit_type: components["schemas"]["DepositType"] | null;
            /**
             * @description The percentage, up to 100 with at most three decimals, or the amount of the deposit. Null without one.
             * @example 115.0
             */
            deposit_value: string | null;
            /** @description The country whose law decides what documents state, by ISO 3166-1 alpha-2. Null, the default, means `country_code`. */
            document_country: string | null;
            /**
             * Format: int32
             * @description Years, from 1 to 30, for which the documents of an erased person are kept after the year of their issue. Null, the default, means 5.
             */
            document_retention_years: number | null;
            /** @description The documents that are issued and sent to customers by themselves. Null, the default, means none. */
            documents: components["schemas"]["AutomaticDocuments"] | null;
            /** @description The email address of the account. */
            email: string;
            /** @description Whether the account gets an email about bookings. False by default. */
            email_notification: boolean;
            /** @description Origins such as `https://www.example.org` whose pages may show the booking page in a frame. By default none may. At most 20. */
            embed_origins: string[];
            /** @description A form of your own for events, as text that the server only stores. */
            event_form: string | null;
            /** @description The time before its start until which the public may book: a period such as `2 hours`. Null: no limit. */
            first_bookable_period: string | null;
            /** @description The text at the end of your booking page. */
            footer: string | null;
            /** @description The time ahead for which the public may book: a period in English such as `3 months`. Null: no limit. */
            future_bookable_period: string | null;
            /** @description The id of the account at Google Analytics. */
            google_analytics: string | null;
            /** @description The id of the account as a merchant at Google. */
            google_merchant_id: string | null;
            /** @description Null unless the role may update the account. */
            google_merchant_key: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description Whether German texts for customers, on pages and in messages, address them by “du”. False by default: by “Sie”. */
            informal_german: boolean;
            /**
             * Format: int32
             * @description Minutes to which the start of a slot is rounded up. 15 by default.
             */
            interval_rounding: number;
            /**
             * Format: int32
             * @description Days, from 0 to 365, after its issue when an invoice is due. Null, the default, means that invoices have no date for it.
             */
            invoice_due_days: number | null;
            /** @description The name of the business in law, as documents state it. Null, the default, means `name`. */
            legal_name: string | null;
            /** @description The language of messages and pages: `da`, `de`, `en`, `fr`, `nb` or `sv`. Defaults to `en`. */
            locale: string;
            /** @description The URL of the image. */
            logo: string | null;
            /** @description The email of the cancellation of a booking, in Liquid. Null means the built-in text. */
            mail_cancellation: string | null;
            /** @description The subject of the email of the cancellation of a booking, in Liquid. Null means the built-in one. */
            mail_cancellation_subject: string | null;
            /** @description The email of the confirmation of a booking, in Liquid. Null means the built-in text. */
            mail_confirmation: string | null;
            /** @description The subject of the email of the confirmation of a booking, in Liquid. Null means the built-in one. */
            mail_confirmation_subject: string | null;
            /** @description The address from which emails are sent, in a domain that the operator of the server allows (`MAIL_FROM_DOMAINS`). Null, the default: the address of the operator (`MAIL_FROM`), else `email`. */
            mail_from: string | null;
            /** @description The name of the sender of emails. Null, the default, means that of the account. */
            mail_from_name: string | null;
            /** @description The email of the change of a booking, in Liquid. Null means the built-in text. */
            mail_modification: string | null;
            /** @description The subject of the email of the change of a booking, in Liquid. Null means the built-in one. */
            mail_modification_subject: string | null;
            /** @description The email address for notifications. Null means that of the account. */
            mail_notification_recipient: string | null;
            /** @description The email of the verification of a booking, in Liquid. Null means the built-in text. */
            mail_verification: string | null;
            /** @description The subject of the email of the verification of a booking, in Liquid. Null means the built-in one. */
            mail_verification_subject: string | null;
            /** @description The email of the offer of the waitlist, in Liquid. Null means the built-in text. */
            mail_waitlist_offer: string | null;
            /** @description The subject of the email of the offer of the waitlist, in Liquid. Null means the built-in one. */
            mail_waitlist_offer_subject: string | null;
            /**
             * Format: int32
             * @description The most bookings that one person may have which have not ended, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_active_per_person: number | null;
            /**
             * Format: int32
             * @description The most bookings of one person that begin on one day, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_daily_per_person: number | null;
            /**
             * Format: int32
             * @description The most bookings of one person that begin in one week from Monday, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_weekly_per_person: number | null;
            /**
             * Format: int32
             * @description Days, from 7 to 3650, for which messages are kept after they were sent or have failed. Null, the default, means those of the server (`RETENTION_DAYS`, 90 unless it was changed); more than that has no effect. Suggested: 30.
             */
            message_retention_days: number | null;
            /** @description Whether visitors may see and change all their bookings, orders and gift cards, after they have proved their address by a code. True by default. It needs `public_access`. */
            my_bookings: boolean;
            /** @description The name, as people see it in messages. */
            name: string;
            /** @description The text for new bookings on your booking page. */
            new_booking_text: string | null;
            /** @description The text for new people on your booking page. */
            new_user_text: string | null;
            /** @description The number of the business in the register of its country. Nine digits in Norway, where it is checked; free elsewhere. */
            organisation_number: string | null;
            /** @description The name of the payment provider. */
            payment_provider: string | null;
            /** @description A form of your own for people, as text that the server only stores. */
            person_form: string | null;
            /** @description The treatment of a person who is booked with two resources at the same time. `OFF` by default. A booking for somebody else (`booked_for_name`) is not one of the person. */
            person_overlaps: components["schemas"]["PersonOverlaps"];
            /**
             * Format: int32
             * @description Months, from 1 to 120, after which people are erased who have had no booking since. People who are blocked, have an open order, a valid gift card or an entry on the waitlist, or are the parent of somebody stay. Null, the default: nobody is erased. Suggested: 24.
             */
            person_retention_months: number | null;
            /** @description The phone number of the account. */
            phone_number: string | null;
            /** @description The text about what to know before booking, on the first page of your booking page. */
            policies: string | null;
            /** @description Whether visitors may use the public API. False by default. */
            public_access: boolean;
            /** @description Whether visitors who have entered a code stay signed in for 90 days in their browser, where they see their bookings and book without another code. False by default. It needs `my_bookings`. */
            remember_visitors: boolean;
            /** @description Whether new bookings have an SMS reminder unless the request chooses otherwise. False by default. */
            reminder_sms: boolean;
            /** @description The email address to which replies to emails go. Null, the default, means `email`. */
            reply_to: string | null;
            /** @description A form of your own for resources, as text that the server only stores. */
            resource_form: string | null;
            /** @description Whether this is an account for tests: its clock can be advanced, and its messages are never sent. */
            sandbox: boolean;
            /** @description Whether users who sign in with a password also need a second factor. False by default. A user without one sets one up at the next sign-in. */
            second_factor_required: boolean;
            /** @description A form of your own for services, as text that the server only stores. */
            service_form: string | null;
            /** @description The name of the design of services on your booking page. */
            service_template: string | null;
            /**
             * Format: int32
             * @description The minutes without a request after which a session of a user ends, from 5 to 720. Null, the default: only after 12 hours.
             */
            session_idle_minutes: number | null;
            /**
             * @description Settings of your own, which the server only stores.
             * @example {
             *       "sms_reminder_time": "12:00"
             *     }
             */
            settings: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: int32
             * @description The starts of slots: 1 on a fixed grid from each opening, 2 (the default) at the start of each free period.
             */
            slot_generation_type: number;
            /** @description The SMS of the cancellation of a booking, in Liquid. Null means the built-in text. */
            sms_cancellation: string | null;
            /** @description The SMS of the confirmation of a booking, in Liquid. Null means the built-in text. */
            sms_confirmation: string | null;
            /** @description The SMS of the change of a booking, in Liquid. Null means the built-in text. */
            sms_modification: string | null;
            /** @description Whether the account gets an SMS about bookings. False by default. */
            sms_notification: boolean;
            /** @description The SMS of the reminder of a booking, in Liquid. Null means the built-in text. */
            sms_reminder: string | null;
            /** @description The SMS of the verification of a booking, in Liquid. Null means the built-in text. */
            sms_verification: string | null;
            /** @description The SMS of the offer of the waitlist, in Liquid. Null means the built-in text. */
            sms_waitlist_offer: string | null;
            /** @description The name of the account in addresses. Unique on the server. */
            subdomain: string;
            /** @description The rounding of the tax of new orders. Null, the default, means `LINE`. An order keeps the rounding that it began with. */
            tax_rounding: components["schemas"]["TaxRounding"] | null;
            /**
             * Format: int32
             * @description The number of the design of your booking page. 1 by default. The server only stores it.
             */
            template: number;
            /** @description The IANA time zone in which opening hours and recurrence are read, such as `Europe/Oslo`. */
            time_zone: string;
            /** @description The tips that customers who pay online are offered, as percentages of the price such as `10, 15, 20`, at most four. Null, the default, means that none can be added. */
            tip_percentages?: string | undefined;
            /** @description The trade of the business, which decides words of its pages and messages, such as “team member”. Null, the default, means `OTHER`. */
            trade: components["schemas"]["Trade"] | null;
            /** @description Whether a confirmed booking stays confirmed when its person moves it by its link, although staff confirm bookings by hand. False by default: it awaits their confirmation again. */
            trust_moves: boolean;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
            /**
             * @description NOK for one unit of the currency of the account, with at most four decimals: documents of a business in Norway state their VAT in NOK, too. Null, the default, means that each document needs a rate when it is issued. Another currency removes it.
             * @example 115.0
             */
            vat_exchange_rate: string | null;
            /** @description The VAT number. Null, the default, for a business that is not registered for VAT. In Norway the organisation number with `MVA`, such as `974760673 MVA`; free elsewhere. */
            vat_number: string | null;
            /**
             * Format: int32
             * @description The way in which holds are verified: 0 (the default) not, 1 by email, 2 by SMS.
             */
            verification_method: number;
            /** @description The methods of verification that your booking page offers. */
            verification_methods: string | null;
            /**
             * Format: int32
             * @description The minutes for which a time is held for somebody on the waitlist, from 5 to 10,080. 60 by default.
             */
            waitlist_hold_minutes: number;
        };
        /** @description Attributes of the account. An absent one stays unchanged. Null clears it or restores its default. */
        AccountInput: {
            /** @description The colour of links and buttons of the booking page, such as `#1f5fbf`. The page darkens or lightens it where it would be hard to read. Null means the built-in one. */
            accent_colour?: (string | null) | undefined;
            /** @description The postal address. */
            address?: (string | null) | undefined;
            /** @description Whether people may cancel their bookings. */
            allow_cancellation?: (boolean | null) | undefined;
            /** @description A form of your own for appointments, as text that the server only stores. */
            appointment_form?: (string | null) | undefined;
            /** @description A form of your own for bookings, as text that the server only stores. */
            booking_form?: (string | null) | undefined;
            /** @description The way in which emails about a booking put it into the calendar of the person: `INVITATION` by default, `FILE` for accounts from before there were invitations. */
            calendar_attachment?: (components["schemas"]["CalendarAttachment"] | null) | undefined;
            /** @description The fees for cancelling late and for not coming, which staff may charge. Each is a percentage of the price or an amount, by the hours before the start from which on it applies, such as `24: 50 %, 0: 100 %, no-show: 100 %`. A booking keeps those of the time at which its person made it. Null, the default, means none. */
            cancellation_fees?: (string | null) | undefined;
            /** @description The time before its start until which a booking may still be cancelled: a period in English such as `24 hours` or `2 days`. */
            cancellation_period?: (string | null) | undefined;
            /** @description The terms of cancellation in own words, which people see before they book. Null for none. */
            cancellation_policy?: (string | null) | undefined;
            /** @description A form of your own for categories, as text that the server only stores. */
            category_form?: (string | null) | undefined;
            /**
             * Format: int32
             * @description Days, from 7 to 30, for which changes are kept: histories, and what a client may miss and read afterwards. Null, the default, means 30. Suggested: 14.
             */
            change_retention_days?: (number | null) | undefined;
            /** @description Dates on which all resources are closed, at most 200 entries. An exception date with hours opens its resource nevertheless. A list replaces the former one. */
            closed_days?: (components["schemas"]["ClosedDayInput"][] | null) | undefined;
            /** @description Whether public bookings are refused on public holidays. False by default. */
            closed_for_holidays?: (boolean | null) | undefined;
            /** @description Whether staff confirm bookings by hand. False by default. */
            confirm_manually?: (boolean | null) | undefined;
            /** @description The country by ISO 3166-1 alpha-2. It sets the public holidays and the country of phone numbers. */
            country_code?: (string | null) | undefined;
            /** @description The URL of a style sheet for your booking page. */
            css_url?: (string | null) | undefined;
            /** @description The currency of all amounts by ISO 4217. Null if it is not set. */
            currency?: (string | null) | undefined;
            /** @description At most 20 networks such as `203.0.113.0/24` or `2001:db8::/32`, or single addresses. Users can sign in and use their sessions only from these. Null or empty, the default, allows all addresses. A list without the address of this request is refused, unless `force` is true. */
            dashboard_networks?: (string[] | null) | undefined;
            /**
             * Format: int32
             * @description Days, from 7 to 3650, for which deliveries to webhooks are kept after they have ended. Null, the default, means those of the server (`RETENTION_DAYS`, 90 unless it was changed); more than that has no effect. Suggested: 30.
             */
            delivery_retention_days?: (number | null) | undefined;
            /** @description The people whose bookings need the deposit. Null, the default, means `ALWAYS`. */
            deposit_for?: (components["schemas"]["DepositFor"] | null) | undefined;
            /**
             * @description The lowest price of a booking with a deposit, after its discount. Null, the default, means any.
             * @example 115.0
             */
            deposit_from?: (string | number | null) | undefined;
            /** @description The deposit of bookings of services that have none of their own. They are held until it is paid, and the rest is due at the appointment. Null, the default, means none. */
            deposit_type?: (components["schemas"]["DepositType"] | null) | undefined;
            /**
             * @description The percentage, up to 100 with at most three decimals, or the amount of the deposit. Null without one.
             * @example 115.0
             */
            deposit_value?: (string | number | null) | undefined;
            /** @description The country whose law decides what documents state, by ISO 3166-1 alpha-2. Null, the default, means `country_code`. */
            document_country?: (string | null) | undefined;
            /**
             * Format: int32
             * @description Years, from 1 to 30, for which the documents of an erased person are kept after the year of their issue. Null, the default, means 5.
             */
            document_retention_years?: (number | null) | undefined;
            /** @description The documents that are issued and sent to customers by themselves. Null, the default, means none. */
            documents?: (components["schemas"]["AutomaticDocuments"] | null) | undefined;
            /** @description The email address of the account. */
            email?: (string | null) | undefined;
            /** @description Whether the account gets an email about bookings. False by default. */
            email_notification?: (boolean | null) | undefined;
            /** @description Origins such as `https://www.example.org` whose pages may show the booking page in a frame. By default none may. At most 20. */
            embed_origins?: (string[] | null) | undefined;
            /** @description A form of your own for events, as text that the server only stores. */
            event_form?: (string | null) | undefined;
            /** @description The time before its start until which the public may book: a period such as `2 hours`. Null: no limit. */
            first_bookable_period?: (string | null) | undefined;
            /** @description The text at the end of your booking page. */
            footer?: (string | null) | undefined;
            /** @description Whether to accept `dashboard_networks` without the address of this request. False by default. */
            force?: (boolean | null) | undefined;
            /** @description The time ahead for which the public may book: a period in English such as `3 months`. Null: no limit. */
            future_bookable_period?: (string | null) | undefined;
            /** @description The id of the account at Google Analytics. */
            google_analytics?: (string | null) | undefined;
            /** @description The id of the account as a merchant at Google. */
            google_merchant_id?: (string | null) | undefined;
            /** @description Null unless the role may update the account. */
            google_merchant_key?: (string | null) | undefined;
            /** @description Whether German texts for customers, on pages and in messages, address them by “du”. False by default: by “Sie”. */
            informal_german?: (boolean | null) | undefined;
            /**
             * Format: int32
             * @description Minutes to which the start of a slot is rounded up. 15 by default.
             */
            interval_rounding?: (number | null) | undefined;
            /**
             * Format: int32
             * @description Days, from 0 to 365, after its issue when an invoice is due. Null, the default, means that invoices have no date for it.
             */
            invoice_due_days?: (number | null) | undefined;
            /** @description The name of the business in law, as documents state it. Null, the default, means `name`. */
            legal_name?: (string | null) | undefined;
            /** @description The language of messages and pages: `da`, `de`, `en`, `fr`, `nb` or `sv`. Defaults to `en`. */
            locale?: (string | null) | undefined;
            /** @description A PNG, JPEG, GIF or WebP image of at most 1 MB. */
            logo?: (components["schemas"]["FileInput"] | null) | undefined;
            /** @description The email of the cancellation of a booking, in Liquid. Null means the built-in text. */
            mail_cancellation?: (string | null) | undefined;
            /** @description The subject of the email of the cancellation of a booking, in Liquid. Null means the built-in one. */
            mail_cancellation_subject?: (string | null) | undefined;
            /** @description The email of the confirmation of a booking, in Liquid. Null means the built-in text. */
            mail_confirmation?: (string | null) | undefined;
            /** @description The subject of the email of the confirmation of a booking, in Liquid. Null means the built-in one. */
            mail_confirmation_subject?: (string | null) | undefined;
            /** @description The address from which emails are sent, in a domain that the operator of the server allows (`MAIL_FROM_DOMAINS`). Null, the default: the address of the operator (`MAIL_FROM`), else `email`. */
            mail_from?: (string | null) | undefined;
            /** @description The name of the sender of emails. Null, the default, means that of the account. */
            mail_from_name?: (string | null) | undefined;
            /** @description The email of the change of a booking, in Liquid. Null means the built-in text. */
            mail_modification?: (string | null) | undefined;
            /** @description The subject of the email of the change of a booking, in Liquid. Null means the built-in one. */
            mail_modification_subject?: (string | null) | undefined;
            /** @description The email address for notifications. Null means that of the account. */
            mail_notification_recipient?: (string | null) | undefined;
            /** @description The email of the verification of a booking, in Liquid. Null means the built-in text. */
            mail_verification?: (string | null) | undefined;
            /** @description The subject of the email of the verification of a booking, in Liquid. Null means the built-in one. */
            mail_verification_subject?: (string | null) | undefined;
            /** @description The email of the offer of the waitlist, in Liquid. Null means the built-in text. */
            mail_waitlist_offer?: (string | null) | undefined;
            /** @description The subject of the email of the offer of the waitlist, in Liquid. Null means the built-in one. */
            mail_waitlist_offer_subject?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The most bookings that one person may have which have not ended, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_active_per_person?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The most bookings of one person that begin on one day, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_daily_per_person?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The most bookings of one person that begin in one week from Monday, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_weekly_per_person?: (number | null) | undefined;
            /**
             * Format: int32
             * @description Days, from 7 to 3650, for which messages are kept after they were sent or have failed. Null, the default, means those of the server (`RETENTION_DAYS`, 90 unless it was changed); more than that has no effect. Suggested: 30.
             */
            message_retention_days?: (number | null) | undefined;
            /** @description Whether visitors may see and change all their bookings, orders and gift cards, after they have proved their address by a code. True by default. It needs `public_access`. */
            my_bookings?: (boolean | null) | undefined;
            /** @description The name, as people see it in messages. */
            name?: (string | null) | undefined;
            /** @description The text for new bookings on your booking page. */
            new_booking_text?: (string | null) | undefined;
            /** @description The text for new people on your booking page. */
            new_user_text?: (string | null) | undefined;
            /** @description The number of the business in the register of its country. Nine digits in Norway, where it is checked; free elsewhere. */
            organisation_number?: (string | null) | undefined;
            /** @description The name of the payment provider. */
            payment_provider?: (string | null) | undefined;
            /** @description A form of your own for people, as text that the server only stores. */
            person_form?: (string | null) | undefined;
            /** @description The treatment of a person who is booked with two resources at the same time. `OFF` by default. A booking for somebody else (`booked_for_name`) is not one of the person. */
            person_overlaps?: (components["schemas"]["PersonOverlaps"] | null) | undefined;
            /**
             * Format: int32
             * @description Months, from 1 to 120, after which people are erased who have had no booking since. People who are blocked, have an open order, a valid gift card or an entry on the waitlist, or are the parent of somebody stay. Null, the default: nobody is erased. Suggested: 24.
             */
            person_retention_months?: (number | null) | undefined;
            /** @description The phone number of the account. */
            phone_number?: (string | null) | undefined;
            /** @description The text about what to know before booking, on the first page of your booking page. */
            policies?: (string | null) | undefined;
            /** @description Whether visitors may use the public API. False by default. */
            public_access?: (boolean | null) | undefined;
            /** @description Whether visitors who have entered a code stay signed in for 90 days in their browser, where they see their bookings and book without another code. False by default. It needs `my_bookings`. */
            remember_visitors?: (boolean | null) | undefined;
            /** @description Whether new bookings have an SMS reminder unless the request chooses otherwise. False by default. */
            reminder_sms?: (boolean | null) | undefined;
            /** @description Whether to remove the logo. False by default. */
            remove_logo?: (boolean | null) | undefined;
            /** @description The email address to which replies to emails go. Null, the default, means `email`. */
            reply_to?: (string | null) | undefined;
            /** @description A form of your own for resources, as text that the server only stores. */
            resource_form?: (string | null) | undefined;
            /** @description Whether users who sign in with a password also need a second factor. False by default. A user without one sets one up at the next sign-in. */
            second_factor_required?: (boolean | null) | undefined;
            /** @description A form of your own for services, as text that the server only stores. */
            service_form?: (string | null) | undefined;
            /** @description The name of the design of services on your booking page. */
            service_template?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The minutes without a request after which a session of a user ends, from 5 to 720. Null, the default: only after 12 hours.
             */
            session_idle_minutes?: (number | null) | undefined;
            /**
             * @description Settings of your own, which the server only stores.
             * @example {
             *       "sms_reminder_time": "12:00"
             *     }
             */
            settings?: ({
                [key: string]: unknown;
            } | null) | undefined;
            /** @description The starts of slots. `NEXT_AVAILABLE` by default. Takes precedence over the number. */
            slot_generation?: (components["schemas"]["SlotGeneration"] | null) | undefined;
            /**
             * Format: int32
             * @description The starts of slots: 1 on a fixed grid from each opening, 2 (the default) at the start of each free period.
             */
            slot_generation_type?: (number | null) | undefined;
            /** @description The SMS of the cancellation of a booking, in Liquid. Null means the built-in text. */
            sms_cancellation?: (string | null) | undefined;
            /** @description The SMS of the confirmation of a booking, in Liquid. Null means the built-in text. */
            sms_confirmation?: (string | null) | undefined;
            /** @description The SMS of the change of a booking, in Liquid. Null means the built-in text. */
            sms_modification?: (string | null) | undefined;
            /** @description Whether the account gets an SMS about bookings. False by default. */
            sms_notification?: (boolean | null) | undefined;
            /** @description The SMS of the reminder of a booking, in Liquid. Null means the built-in text. */
            sms_reminder?: (string | null) | undefined;
            /** @description The SMS of the verification of a booking, in Liquid. Null means the built-in text. */
            sms_verification?: (string | null) | undefined;
            /** @description The SMS of the offer of the waitlist, in Liquid. Null means the built-in text. */
            sms_waitlist_offer?: (string | null) | undefined;
            /** @description The name of the account in addresses. Unique on the server. */
            subdomain?: (string | null) | undefined;
            /** @description The rounding of the tax of new orders. Null, the default, means `LINE`. An order keeps the rounding that it began with. */
            tax_rounding?: (components["schemas"]["TaxRounding"] | null) | undefined;
            /**
             * Format: int32
             * @description The number of the design of your booking page. 1 by default. The server only stores it.
             */
            template?: (number | null) | undefined;
            /** @description The IANA time zone in which opening hours and recurrence are read, such as `Europe/Oslo`. */
            time_zone?: (string | null) | undefined;
            /** @description The tips that customers who pay online are offered, as percentages of the price such as `10, 15, 20`, at most four. Null, the default, means that none can be added. */
            tip_percentages?: (string | null) | undefined;
            /** @description The trade of the business, which decides words of its pages and messages, such as “team member”. Null, the default, means `OTHER`. */
            trade?: (components["schemas"]["Trade"] | null) | undefined;
            /** @description Whether a confirmed booking stays confirmed when its person moves it by its link, although staff confirm bookings by hand. False by default: it awaits their confirmation again. */
            trust_moves?: (boolean | null) | undefined;
            /**
             * @description NOK for one unit of the currency of the account, with at most four decimals: documents of a business in Norway state their VAT in NOK, too. Null, the default, means that each document needs a rate when it is issued. Another currency removes it.
             * @example 115.0
             */
            vat_exchange_rate?: (string | number | null) | undefined;
            /** @description The VAT number. Null, the default, for a business that is not registered for VAT. In Norway the organisation number with `MVA`, such as `974760673 MVA`; free elsewhere. */
            vat_number?: (string | null) | undefined;
            /** @description The way in which holds are verified. `NONE` by default. Takes precedence over the number. */
            verification?: (components["schemas"]["AccountVerification"] | null) | undefined;
            /**
             * Format: int32
             * @description The way in which holds are verified: 0 (the default) not, 1 by email, 2 by SMS.
             */
            verification_method?: (number | null) | undefined;
            /** @description The methods of verification that your booking page offers. */
            verification_methods?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The minutes for which a time is held for somebody on the waitlist, from 5 to 10,080. 60 by default.
             */
            waitlist_hold_minutes?: (number | null) | undefined;
        };
        /**
         * @description The way in which holds are verified.
         * @enum {string}
         */
        AccountVerification: "none" | "email" | "sms";
        AddLeftOutBookingParameters: {
            /**
             * @description Also sends messages by the account's templates.
             * @default false
             */
            add_messages?: (boolean | null) | undefined;
            /** @description Schedules the SMS reminder according to the account's settings. For a new booking, defaults to the account's `reminder_sms`. */
            add_reminder_sms?: (boolean | null) | undefined;
            /**
             * @description Whether the booking is confirmed at once. If not, it may first need verification, payment or manual confirmation.
             * @default true
             */
            confirm?: (boolean | null) | undefined;
            /** @description Whether the confirmation is sent by email. Defaults to the setting of the account. */
            confirmation_send_email?: (boolean | null) | undefined;
            /** @description Whether the confirmation is sent by SMS. Defaults to the setting of the account. */
            confirmation_send_sms?: (boolean | null) | undefined;
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: (boolean | null) | undefined;
            /** @description When it begins: the `from` of one of the dates that the series left out. */
            from: components["schemas"]["DateTimeInput"];
            /**
             * @description Ignores the capacity. Has no effect on public bookings.
             * @default false
             */
            ignore_capacity?: (boolean | null) | undefined;
            /**
             * @description Books although a calendar of another program has an entry at that time. `ignore_capacity` includes it. Has no effect on public bookings.
             * @default false
             */
            ignore_external_busy?: (boolean | null) | undefined;
            /** @description Sent to the account, not to the person. */
            notification_send_email?: (boolean | null) | undefined;
            /** @description Whether the account gets an SMS. Defaults to the setting of the account. */
            notification_send_sms?: (boolean | null) | undefined;
            /** @description Whether the verification is sent by email. Defaults to the setting of the account. */
            verification_send_email?: (boolean | null) | undefined;
            /** @description Whether the verification is sent by SMS. Defaults to the setting of the account. */
            verification_send_sms?: (boolean | null) | undefined;
        };
        AddLeftOutEventParameters: {
            /** @description When it begins: the `from` of one of the dates that the series left out. */
            from: components["schemas"]["DateTimeInput"];
        };
        AdvanceClockParameters: {
            /** @description The time by which to advance: a period in English such as `90 minutes` or `3 days`. Give this or `to`. */
            by?: (string | null) | undefined;
            /** @description The time to advance to. Give this or `by`. */
            to?: (components["schemas"]["DateTimeInput"] | null) | undefined;
        };
        AnswerWaitlistOfferParameters: {
            /** @description The action. Required. */
            answer?: (components["schemas"]["WaitlistAnswer"] | null) | undefined;
        };
        ApproveTimeOffParameters: {
            /** @description A note for the user who asked. */
            note?: (string | null) | undefined;
        };
        AssignmentAnswer: {
            /** @description The resources that offered the service, in the order of the strategy: the first 50, and the one that was chosen. Empty without a strategy. */
            candidates: {
                /** @description Whether it got the booking: the first that was free did. */
                chosen: boolean;
                /**
                 * Format: int32
                 * @description The last booking that was assigned to it before. Null for none.
                 */
                last_booking_id: number | null;
                /**
                 * Format: int32
                 * @description Its bookings of the service that counted, without this one: those created in that month, or since it began to offer the service. Null for `LEAST_RECENT`, which counts none.
                 */
                load: number | null;
                /** @description The reason why it was not free. Null if it was. */
                obstacle: components["schemas"]["AssignmentObstacle"] | null;
                /**
                 * Format: int32
                 * @description The id of the resource.
                 */
                resource_id: number;
                /** @description The load with which it began, to two decimals: the average of the others at that instant, in proportion to its weight, if it began in that month. 0 otherwise. Null for `LEAST_RECENT`. */
                start_load: number | null;
                /** @description The title of the resource, as it is now. */
                title: string;
                /**
                 * Format: int32
                 * @description Its share, in proportion to those of the others.
                 */
                weight: number;
            }[];
            /**
             * Format: int32
             * @description The id of the resource.
             */
            resource_id: number;
            /** @description The strategy that assigned the resource: `BALANCED` or `LEAST_RECENT`. Null if a request named the resource, or another strategy chose it. */
            strategy: components["schemas"]["PriorityStrategy"] | null;
        };
        /**
         * @description The reason why a resource could not have a booking when it was assigned.
         * @enum {string}
         */
        AssignmentObstacle: "closed" | "full_day" | "taken" | "busy_elsewhere" | "kept_for_visit";
        /**
         * @description The documents that are issued by themselves.
         * @enum {string}
         */
        AutomaticDocuments: "receipt";
        /**
         * @description The opening hours that apply: those of the provider, or only those of the resource.
         * @enum {string}
         */
        AvailabilityType: "provider" | "resource";
        /** @description The item. */
        AvailableDateAnswer: {
            /**
             * Format: date
             * @description The date.
             * @example 2026-03-02
             */
            date: string;
        };
        BookedOptionBody: {
            /**
             * Format: int32
             * @description The minutes by which one unit lengthens the booking. 0 for events and day bookings.
             */
            minutes: number;
            /**
             * Format: int32
             * @description The id of the option, which may have been changed or deleted since.
             */
            option_id: number;
            /**
             * @description The price of one unit, with the tax if it has a rate.
             * @example 115.0
             */
            price: string;
            /**
             * Format: int32
             * @description The number of units.
             */
            quantity: number;
            /** @description The name of its tax rate. Null without one. */
            tax_name: string | null;
            /**
             * @description The percentage of its tax rate. Null without one.
             * @example 115.0
             */
            tax_percentage: string | null;
            /** @description Its title. */
            title: string;
        };
        BookingBody: {
            /** @description Whether the booking takes capacity at the time of reading. */
            active: boolean;
            /**
             * Format: int32
             * @description The id of the person who made it, if it is for another person.
             */
            booked_by_person_id: number | null;
            /** @description The name that was given for it, if the email address or phone number is of a person with another name: the one for whom that person booked. Null otherwise. */
            booked_for_name: string | null;
            /**
             * Format: date-time
             * @description When it begins.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_from: string;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_to: string;
            /** @description The kind of booking. */
            booking_type: components["schemas"]["BookingType"];
            /**
             * Format: uuid
             * @description The id that all bookings or events of a series share. Null if it is not part of one.
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            collection_id: string | null;
            /**
             * Format: int32
             * @description The number of people. 1 by default.
             */
            count: number;
            /**
             * Format: int32
             * @description The id of the coupon that reduces its price.
             */
            coupon_id: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /** @description The name of the actor who created it. */
            created_by: string | null;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data: {
                [key: string]: string | boolean;
            } | null;
            /** @description The event that people attend. */
            event: {
                /**
                 * Format: date-time
                 * @description When it ends.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                ends_at: string;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /**
                 * Format: date-time
                 * @description When it begins.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                starts_at: string;
                /** @description The title. Null means that of the service. */
                title: string | null;
            } | components["schemas"]["EventBody"] | null;
            /**
             * Format: int32
             * @description The id of the event that people attend. Null if it is not for an event.
             */
            event_id: number | null;
            /**
             * Format: date-time
             * @description When a hold expires, unless it is verified or paid before. A date alone includes that day. Null if it does not.
             * @example 2026-03-02T10:00:00+01:00
             */
            expires_at: string | null;
            /** @description A URL of the booking in another system, for the host. */
            external_host_url: string | null;
            /** @description The id of the booking in another system. */
            external_id: string | null;
            /** @description A URL of the booking in another system. */
            external_url: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The URL of the place where it happens, for the host. */
            location_host_url: string | null;
            /** @description The URL of the place where it happens. */
            location_url: string | null;
            /** @description Notes. */
            notes: string | null;
            /** @description The options that it has chosen, as they were agreed. They stay when it moves. Null without any. */
            options?: components["schemas"]["BookedOptionBody"][] | undefined;
            /**
             * Format: int32
             * @description The id of the package of its person that pays for its service. Null if none does.
             */
            package_id?: number | undefined;
            /**
             * Format: int32
             * @description The units of the package that it has taken: one for each person, 0 if they were returned when it ended. Null without one.
             */
            package_units?: number | undefined;
            /**
             * @description The amount paid, in the currency of the account.
             * @example 115.0
             */
            paid_amount: string | null;
            /**
             * Format: date-time
             * @description When it was paid.
             * @example 2026-03-02T10:00:00+01:00
             */
            paid_at: string | null;
            /** @description The person for whom it is made. */
            person: components["schemas"]["PersonBody"] | null;
            /**
             * Format: int32
             * @description The id of the person for whom it is made.
             */
            person_id: number | null;
            /** @description The places that it takes now, one after the other by the needs of its service. Empty for a booking that takes a single one, by its own resource and time. */
            places?: components["schemas"]["BookingPlaceBody"][] | undefined;
            /**
             * @description The price of one person, in the currency of the account, if its resource had one of its own when it was made. It stays when the booking moves. Null means that of its service.
             * @example 115.0
             */
            price: string | null;
            /**
             * Format: date-time
             * @description When the reminder was sent.
             * @example 2026-03-02T10:00:00+01:00
             */
            reminded_at: string | null;
            /**
             * Format: date-time
             * @description When the SMS reminder is due. Null for none.
             * @example 2026-03-02T10:00:00+01:00
             */
            reminder_at: string | null;
            /** @description The resource that is taken. */
            resource: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            } | components["schemas"]["ResourceBody"];
            /**
             * Format: int32
             * @description The id of the resource that is taken. Without one, the service chooses.
             */
            resource_id: number;
            /**
             * Format: int32
             * @description The number of changes since its creation.
             */
            revision_count: number;
            /** @description The service. */
            service: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            } | components["schemas"]["ServiceBody"] | null;
            /**
             * Format: int32
             * @description The id of the service. Null if only a resource is booked.
             */
            service_id: number | null;
            /** @description The state. */
            state: components["schemas"]["BookingState"];
            /** @description The progress. Null, the default, if none was set. */
            status: components["schemas"]["BookingStatus"] | null;
            /** @description The title. */
            title: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
            /** @description The name of the actor who last changed it. */
            updated_by: string | null;
            /** @description The way in which it is verified: `email` or `sms`. Null for no verification. */
            verification_method: string | null;
            /**
             * Format: int32
             * @description The id that all bookings of a visit share, which were made together: that of the first of them. Null if it is not part of one.
             */
            visit_id?: number | undefined;
        };
        BookingCancelledDelivery: {
            booking: components["schemas"]["BookingBody"];
            data: {
                booking: components["schemas"]["BookingBody"];
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "booking";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedBookingBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "booking.cancelled";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "booking";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        BookingConfirmedDelivery: {
            booking: components["schemas"]["BookingBody"];
            data: {
                booking: components["schemas"]["BookingBody"];
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "booking";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedBookingBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "booking.confirmed";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "booking";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        BookingCreatedDelivery: {
            booking: components["schemas"]["BookingBody"];
            data: {
                booking: components["schemas"]["BookingBody"];
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "booking";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: null | undefined;
            };
            /** @enum {string} */
            event: "booking.created";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "booking";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        BookingDeclinedDelivery: {
            booking: components["schemas"]["BookingBody"];
            data: {
                booking: components["schemas"]["BookingBody"];
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "booking";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedBookingBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "booking.declined";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "booking";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        BookingDeletedDelivery: {
            booking: components["schemas"]["BookingBody"];
            data: {
                booking: components["schemas"]["BookingBody"];
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "booking";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedBookingBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "booking.deleted";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "booking";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        /**
         * @description The dimensions of figures of bookings. Hours, weekdays, days, weeks and months are those in which bookings begin, on the wall clock of the account; weeks begin on Monday. Days, weeks and months do not combine, nor do days and weekdays.
         * @enum {string}
         */
        BookingDimension: "hour_of_day" | "weekday" | "day" | "week" | "month" | "service" | "resource" | "event" | "category" | "state" | "status" | "created_by";
        BookingFigureBody: {
            /**
             * Format: int32
             * @description The number of bookings.
             */
            bookings: number;
            /** @description The share of cancellations in `bookings`, 0 to 1, rounded to four decimals. Null without bookings. */
            cancellation_rate: number | null;
            /**
             * Format: int32
             * @description The number of cancelled bookings, with holds that were not paid in time.
             */
            cancellations: number;
            /** @description The length of the bookings together in minutes, a whole number. */
            minutes: number;
            /** @description The share of no-shows in the bookings that were not cancelled, declined, deleted or left to expire, 0 to 1, rounded to four decimals. Null without such bookings. */
            no_show_rate: number | null;
            /**
             * Format: int32
             * @description The number of bookings with the status `NO_SHOW`, without those that were cancelled, declined or deleted.
             */
            no_shows: number;
            /** @description The sum of `count` of the bookings, a whole number. */
            people: number;
            /** @description The number of bookings by state. */
            states: {
                /**
                 * Format: int32
                 * @description Bookings that await a confirmation.
                 */
                awaiting_confirmation: number;
                /**
                 * Format: int32
                 * @description Holds that await their payment, also if their time has passed.
                 */
                awaiting_payment: number;
                /**
                 * Format: int32
                 * @description Holds that await their verification, also if their time has passed.
                 */
                awaiting_verification: number;
                /**
                 * Format: int32
                 * @description Cancelled bookings, and holds that were not paid in time.
                 */
                cancelled: number;
                /**
                 * Format: int32
                 * @description Confirmed bookings.
                 */
                confirmed: number;
                /**
                 * Format: int32
                 * @description Declined bookings.
                 */
                declined: number;
                /**
                 * Format: int32
                 * @description Deleted bookings. 0 unless the filter names the state.
                 */
                deleted: number;
                /**
                 * Format: int32
                 * @description Holds that were not verified in time.
                 */
                verification_expired: number;
            };
        } | {
            /**
             * Format: int32
             * @description The number of bookings.
             */
            bookings: number;
            /** @description The share of cancellations in `bookings`, 0 to 1, rounded to four decimals. Null without bookings. */
            cancellation_rate: number | null;
            /**
             * Format: int32
             * @description The number of cancelled bookings, with holds that were not paid in time.
             */
            cancellations: number;
            /** @description The median time from the creation of a booking to its beginning in minutes, rounded to a whole number; below zero if bookings are mostly added afterwards. Null without bookings. */
            median_lead_time: number | null;
            /** @description The length of the bookings together in minutes, a whole number. */
            minutes: number;
            /**
             * Format: int32
             * @description The number of people with active bookings among these whose first active booking of all begins in the period; in groups by day, week or month, in the time of the group.
             */
            new_people: number;
            /** @description The share of no-shows in the bookings that were not cancelled, declined, deleted or left to expire, 0 to 1, rounded to four decimals. Null without such bookings. */
            no_show_rate: number | null;
            /**
             * Format: int32
             * @description The number of bookings with the status `NO_SHOW`, without those that were cancelled, declined or deleted.
             */
            no_shows: number;
            /**
             * @description The amounts paid for the bookings, less refunds.
             * @example 115.0
             */
            paid: string;
            /** @description The sum of `count` of the bookings, a whole number. */
            people: number;
            /**
             * Format: int32
             * @description The number of people with active bookings among these whose first active booking of all begins before the period; in groups by day, week or month, before the time of the group.
             */
            returning_people: number;
            /** @description The number of bookings by state. */
            states: {
                /**
                 * Format: int32
                 * @description Bookings that await a confirmation.
                 */
                awaiting_confirmation: number;
                /**
                 * Format: int32
                 * @description Holds that await their payment, also if their time has passed.
                 */
                awaiting_payment: number;
                /**
                 * Format: int32
                 * @description Holds that await their verification, also if their time has passed.
                 */
                awaiting_verification: number;
                /**
                 * Format: int32
                 * @description Cancelled bookings, and holds that were not paid in time.
                 */
                cancelled: number;
                /**
                 * Format: int32
                 * @description Confirmed bookings.
                 */
                confirmed: number;
                /**
                 * Format: int32
                 * @description Declined bookings.
                 */
                declined: number;
                /**
                 * Format: int32
                 * @description Deleted bookings. 0 unless the filter names the state.
                 */
                deleted: number;
                /**
                 * Format: int32
                 * @description Holds that were not verified in time.
                 */
                verification_expired: number;
            };
            /**
             * @description The prices of the bookings after their discounts, without those of cancelled orders.
             * @example 115.0
             */
            value: string;
        };
        BookingFiguresAnswer: {
            /** @description The groups, at most 1,000, in the order of their keys; one group without keys if `group_by` is empty. Groups without figures are included: all times of the period, and all active records. */
            groups: {
                /** @description The figures of the period. */
                figure: components["schemas"]["BookingFigureBody"];
                /** @description The values that the group has in common: one key for each dimension of `group_by`, in the same order. */
                keys: components["schemas"]["FigureKeyBody"][];
                /** @description The figures of the same group in the period with which is compared. Null without `compare`. */
                previous: components["schemas"]["BookingFigureBody"] | null;
            }[];
            /** @description The figures of the whole period with which is compared. Null without `compare`. */
            previous_total: components["schemas"]["BookingFigureBody"] | null;
            /** @description The figures of the whole period. A group may be counted in several groups, but once in the total. */
            total: components["schemas"]["BookingFigureBody"];
        };
        /** @description Attributes of a booking. An absent one stays unchanged. Null clears it or restores its default. */
        BookingInput: {
            /**
             * Format: int32
             * @description The id of the person who made it, if it is for another person.
             */
            booked_by_person_id?: (number | null) | undefined;
            /** @description The name that was given for it, if the email address or phone number is of a person with another name: the one for whom that person booked. Null otherwise. */
            booked_for_name?: (string | null) | undefined;
            /** @description When it begins. */
            booked_from?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description When it ends. */
            booked_to?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The number of people. 1 by default.
             */
            count?: (number | null) | undefined;
            /** @description The code of the coupon, in any case. It takes precedence over an id. Null clears the coupon. */
            coupon_code?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The id of the coupon that reduces its price.
             */
            coupon_id?: (number | null) | undefined;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /**
             * Format: int32
             * @description The id of the event that people attend. Null if it is not for an event.
             */
            event_id?: (number | null) | undefined;
            /** @description When a hold expires, unless it is verified or paid before. A date alone includes that day. Null if it does not. */
            expires_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description A URL of the booking in another system, for the host. */
            external_host_url?: (string | null) | undefined;
            /** @description The id of the booking in another system. */
            external_id?: (string | null) | undefined;
            /** @description A URL of the booking in another system. */
            external_url?: (string | null) | undefined;
            /** @description Notes. */
            notes?: (string | null) | undefined;
            /** @description The options of its service that it has. `booked_to` includes their minutes. If a change names options and no `booked_to`, the booking ends later or earlier by their minutes. By default none, which a group with a minimum refuses. */
            options?: (components["schemas"]["ChosenOptionInput"][] | null) | undefined;
            /**
             * Format: int32
             * @description The id of the package of its person that pays for its service. Null if none does.
             */
            package_id?: (number | null) | undefined;
            /**
             * @description The amount paid, in the currency of the account.
             * @example 115.0
             */
            paid_amount?: (string | number | null) | undefined;
            /** @description When it was paid. */
            paid_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description Updates the person of `person_id`, or the current person of the booking. Otherwise a person is matched by national id number, then phone number, then email, and only its empty attributes are filled. Without a match, a person is created. */
            person_attributes?: (components["schemas"]["PersonAttributesInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The id of the person for whom it is made.
             */
            person_id?: (number | null) | undefined;
            /** @description Whether the public rules apply to a new booking, or to the new place of a booking that moves. */
            public_booking?: (boolean | null) | undefined;
            /** @description When the reminder was sent. */
            reminded_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description When the SMS reminder is due. Null for none. */
            reminder_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The id of the resource that is taken. Without one, the service chooses.
             */
            resource_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the service. Null if only a resource is booked.
             */
            service_id?: (number | null) | undefined;
            /** @description The progress. Null, the default, if none was set. */
            status?: (components["schemas"]["BookingStatus"] | null) | undefined;
            /** @description The title. */
            title?: (string | null) | undefined;
        };
        BookingLinkAnswer: {
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The secret URL at which the person sees, moves and cancels the booking, as in messages. Null if the account has no `public_access`, the server does not know its address (`PUBLIC_URL`), or the booking is deleted or its link has expired. */
            link: string | null;
            /**
             * Format: date-time
             * @description When the link stops working: 30 days after the end of the booking.
             * @example 2026-03-02T10:00:00+01:00
             */
            link_expires_at: string;
        };
        BookingModifiedDelivery: {
            booking: components["schemas"]["BookingBody"];
            data: {
                booking: components["schemas"]["BookingBody"];
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "booking";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedBookingBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "booking.modified";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "booking";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        /** @description The new place of a booking that a person moves. An absent attribute stays unchanged. */
        BookingMoveInput: {
            /** @description When it is to begin. Not for a booking of an event. */
            booked_from?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description When it is to end. By default it keeps its duration. */
            booked_to?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The id of another event of its service. Only for a booking of an event.
             */
            event_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the resource.
             */
            resource_id?: (number | null) | undefined;
        };
        /**
         * @description The order of a list. Ties are ordered by id.
         * @enum {string}
         */
        BookingOrder: "booked_from" | "booked_from_desc" | "booked_to" | "booked_to_desc" | "expires_at" | "expires_at_desc" | "created_at" | "created_at_desc" | "updated_at" | "updated_at_desc";
        BookingPlaceBody: {
            /**
             * Format: date-time
             * @description When it begins, without buffers.
             * @example 2026-03-02T10:00:00+01:00
             */
            from: string;
            /**
             * Format: int32
             * @description The id of the need. The need may have been deleted since.
             */
            need_id: number;
            /**
             * Format: int32
             * @description The number of people who take it.
             */
            places: number;
            /**
             * Format: int32
             * @description The id of the resource.
             */
            resource_id: number;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            to: string;
        };
        /**
         * @description The state of a booking.
         * @enum {string}
         */
        BookingState: "awaiting_verification" | "verification_expired" | "awaiting_payment" | "awaiting_confirmation" | "confirmed" | "declined" | "cancelled" | "deleted";
        /**
         * @description The progress of an active booking.
         * @enum {string}
         */
        BookingStatus: "checked_in" | "in_progress" | "completed" | "no_show";
        /**
         * @description The kind of booking that a service creates.
         * @enum {string}
         */
        BookingType: "appointment" | "attendance" | "product" | "gift_card" | "package";
        BookingVerifiedDelivery: {
            booking: components["schemas"]["BookingBody"];
            data: {
                booking: components["schemas"]["BookingBody"];
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "booking";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedBookingBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "booking.verified";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "booking";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        /** @description The item. */
        CalendarAnswer: {
            /** @description Whether its entries occupy the resource. */
            counts: boolean;
            /** @description Whether it can hold events. Others hold tasks. */
            holds_events: boolean;
            /** @description The name that the user has given to it. */
            name: string;
            /** @description The address: one of `calendars`, or `target`. */
            url: string;
            /** @description Whether the user may add entries, so that it can be `target`. */
            writable: boolean;
        };
        /**
         * @description The way in which emails about a booking put it into the calendar of the person.
         * @enum {string}
         */
        CalendarAttachment: "invitation" | "file";
        /**
         * @description Whether a calendar of another program has the present state of a booking or an event.
         * @enum {string}
         */
        CalendarEntryState: "pending" | "written" | "removed" | "failed";
        /**
         * @description The reason why a pending entry is not written now.
         * @enum {string}
         */
        CalendarEntryWait: "account_paused" | "calendar_inactive" | "next_attempt" | "worker";
        /**
         * @description The way in which a calendar is read.
         * @enum {string}
         */
        CalendarKind: "ics" | "caldav";
        CalendarSourceBody: {
            /** @description Whether it is read. One that is not occupies no times. */
            active: boolean;
            /** @description The addresses of the calendars on the CalDAV server that count. If there are none, all count that hold events, except those whose entries the server calls free. */
            calendars: string[];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /** @description The reason why the last read failed: the busy times are those of `synced_at`. Or which entries could not be read: the others count. Null if all is well. */
            error: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description Minutes from one read to the next, from 2 to 60. 5 by default.
             */
            interval_minutes: number;
            /** @description The way in which it is read. It cannot be changed. */
            kind: components["schemas"]["CalendarKind"];
            /** @description The name of the calendar for the staff. By default the host of its address. */
            name: string;
            /**
             * Format: date-time
             * @description When it is to be read again, in server time. After failures the pause is longer.
             * @example 2026-03-02T10:00:00+01:00
             */
            next_read_at: string;
            /**
             * Format: int32
             * @description The id of the resource.
             */
            resource_id: number;
            /**
             * Format: date-time
             * @description When it was last read without an error. Null before the first time.
             * @example 2026-03-02T10:00:00+01:00
             */
            synced_at: string | null;
            /** @description The address of the calendar on the CalDAV server into which bookings of the resource are written. Null means none. */
            target: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
            /** @description The address. That of an i_calendar file is shortened to its host: whoever has the whole of it can read the calendar. It is never returned. */
            url: string;
            /** @description The user name at the CalDAV server. Null for an i_calendar file. */
            username: string | null;
            /**
             * Format: date-time
             * @description The time until which nothing is written, in server time, because writes have failed. Null if none has.
             * @example 2026-03-02T10:00:00+01:00
             */
            write_after: string | null;
            /** @description The reason why the last write into `target` failed. Null if it succeeded, or if nothing was written. */
            write_error: string | null;
        };
        CalendarSourceEntryBody: {
            /**
             * Format: int32
             * @description The number of attempts since it last became due.
             */
            attempt_count: number;
            /**
             * Format: int32
             * @description The id of the booking. Null for an event.
             */
            booking_id: number | null;
            /**
             * Format: int32
             * @description The id of the calendar_source.
             */
            calendar_source_id: number;
            /**
             * Format: date-time
             * @description When this server last noticed that the entry had been changed or deleted in the other program: at a read of the calendar, or when it wrote the entry. The next change of the booking overwrites it. Null if that never happened.
             * @example 2026-03-02T10:00:00+01:00
             */
            changed_there_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the booking or event ends. Entries are listed here for a while after that.
             * @example 2026-03-02T10:00:00+01:00
             */
            ends_at: string;
            /** @description The reason why the last attempt failed. Null if it succeeded. */
            error: string | null;
            /**
             * Format: int32
             * @description The id of the event. Null for a booking.
             */
            event_id: number | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: date-time
             * @description When it is to be written, in server time. Null if it is not.
             * @example 2026-03-02T10:00:00+01:00
             */
            next_attempt_at: string | null;
            /** @description Whether the calendar has the present state. */
            state: components["schemas"]["CalendarEntryState"];
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
            /** @description The reason why it is not written now. Null if it is not pending. */
            waits_for: components["schemas"]["CalendarEntryWait"] | null;
            /**
             * Format: date-time
             * @description When it was last written. Null before the first time.
             * @example 2026-03-02T10:00:00+01:00
             */
            written_at: string | null;
        };
        /** @description Attributes of a calendar of another program. An absent one stays unchanged. */
        CalendarSourceInput: {
            /** @description Whether it is read; true by default. Pausing it frees the times that it occupies. */
            active?: (boolean | null) | undefined;
            /** @description At most 20 addresses of calendars on the server of `url`, whole or without the host. Null or empty, the default, means all that hold events. Another server empties it. */
            calendars?: (string[] | null) | undefined;
            /**
             * Format: int32
             * @description Minutes from one read to the next, from 2 to 60. 5 by default.
             */
            interval_minutes?: (number | null) | undefined;
            /** @description The way in which it is read. Only for a new one. */
            kind?: (components["schemas"]["CalendarKind"] | null) | undefined;
            /** @description The name of the calendar for the staff. By default the host of its address. */
            name?: (string | null) | undefined;
            /** @description The password at the CalDAV server, better one for this purpose only. It is stored encrypted and never returned. Required for `CALDAV`, also if the server or the user name changes; otherwise a blank one changes nothing. */
            password?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The resource that its entries occupy. Required for a new one.
             */
            resource_id?: (number | null) | undefined;
            /** @description The address of a calendar on the server of `url` into which bookings of the resource are written. Null, the default, means none. Another server empties it. */
            target?: (string | null) | undefined;
            /** @description The secret address of the calendar as an i_calendar file: it begins with `https://` or `webcal://`. Or the address of a CalDAV server, of a user there, or of one calendar. Required for a new one. The shortened address that is returned changes nothing. */
            url?: (string | null) | undefined;
            /** @description The user name at the CalDAV server. Required for `CALDAV`. */
            username?: (string | null) | undefined;
        };
        CancelBookingParameters: {
            /** @description Whether the cancellation is sent by email. Defaults to the setting of the account. */
            cancellation_send_email?: (boolean | null) | undefined;
            /** @description Whether the cancellation is sent by SMS. Defaults to the setting of the account. */
            cancellation_send_sms?: (boolean | null) | undefined;
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: (boolean | null) | undefined;
        };
        CancelRecurringBookingsParameters: {
            /** @description Whether the cancellation is sent by email. Defaults to the setting of the account. */
            cancellation_send_email?: (boolean | null) | undefined;
            /** @description Whether the cancellation is sent by SMS. Defaults to the setting of the account. */
            cancellation_send_sms?: (boolean | null) | undefined;
        };
        CategoryBody: {
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data: {
                [key: string]: string | boolean;
            } | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The id of the parent category. Null, the default, for a root.
             */
            parent_id: number | null;
            /**
             * Format: int32
             * @description A number that orders or weights the record among others. Null by default, which is last.
             */
            priority_value: number | null;
            /** @description The title. */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        /** @description Attributes of a category. An absent one stays unchanged. Null clears it. */
        CategoryInput: {
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /**
             * Format: int32
             * @description The id of the parent category. Null, the default, for a root.
             */
            parent_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description A number that orders or weights the record among others. Null by default, which is last.
             */
            priority_value?: (number | null) | undefined;
            /** @description Ids of the services of the category. Replaces the current ones. */
            service_id_list?: (number[] | null) | undefined;
            /** @description The title. */
            title?: (string | null) | undefined;
        };
        ChangeBody: {
            /** @description Names of the changed attributes. Empty if the object was created or removed. */
            attributes: string[];
            /** @description The booking as it was after the change. Null for a change of another object. */
            booking: components["schemas"]["BookingBody"] | null;
            /**
             * Format: date-time
             * @description When the change was made. In a sandbox in real time, while `created_at` and `updated_at` of its object are on the clock of the account.
             * @example 2026-03-02T10:00:00+01:00
             */
            changed_at: string;
            /** @description Cursor of the change in the log of the account: pass it as `after` to read the changes that follow. */
            cursor: string;
            /** @description The event as it was after the change. Null for a change of another object. */
            event: components["schemas"]["EventBody"] | null;
            /** @description Without its text. */
            message: components["schemas"]["MessageBody"] | null;
            /** @description One of `booking.created`, `booking.modified`, `booking.verified`, `booking.confirmed`, `booking.declined`, `booking.cancelled`, `booking.deleted`, `event.created`, `event.modified`, `event.deleted`, `person.created`, `person.modified`, `person.deleted`, `person.erased`, `waitlist_entry.created`, `waitlist_entry.modified`, `waitlist_entry.offered`, `waitlist_entry.taken`, `waitlist_entry.declined`, `waitlist_entry.unanswered`, `waitlist_entry.left`, `waitlist_entry.expired`, `order.created`, `order.modified`, `order.paid`, `order.settled`, `order.refunded`, `order.cancelled`, `message.processed`, `message.modified`, `account.modified`, `api_key.created`, `api_key.modified`, `api_key.revoked`, `calendar_source.created`, `calendar_source.modified`, `calendar_source.synced`, `calendar_source.deleted`, `category.created`, `category.modified`, `category.deleted`, `client_user_link.created`, `client_user_link.modified`, `client_user_link.deleted`, `coupon.created`, `coupon.modified`, `coupon.used`, `coupon.returned`, `coupon.deleted`, `document.created`, `gift_card.created`, `gift_card.modified`, `gift_card.redeemed`, `gift_card.returned`, `gift_card.deleted`, `package.created`, `package.modified`, `package.used`, `package.returned`, `package.deleted`, `guardian.created`, `guardian.modified`, `guardian.deleted`, `message_template.created`, `message_template.modified`, `message_template.deleted`, `provider.created`, `provider.modified`, `provider.deleted`, `resource.created`, `resource.modified`, `resource.deleted`, `resource_exception_date.created`, `resource_exception_date.modified`, `resource_exception_date.deleted`, `rota.created`, `rota.modified`, `rota.deleted`, `service.created`, `service.modified`, `service.deleted`, `service_need.created`, `service_need.modified`, `service_need.deleted`, `time_off.created`, `time_off.approved`, `time_off.declined`, `time_off.withdrawn`, `service_option.created`, `service_option.modified`, `service_option.deleted`, `service_option_group.created`, `service_option_group.modified`, `service_option_group.deleted`, `tax_rate.created`, `tax_rate.modified`, `tax_rate.deleted`, `user.created`, `user.modified`, `user.deleted`, `web_hook.created`, `web_hook.modified`, `web_hook.deleted`. */
            name: string;
            /** @description Such as `booking`. */
            object: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            object_id: number;
            /** @description With its current line items and payments. */
            order: components["schemas"]["OrderBody"] | null;
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
            /** @description The person as it was after the change. Null for a change of another object. */
            person: components["schemas"]["PersonBody"] | null;
            /** @description The object as it was before the change. Null if it was created, removed or erased. */
            previous: {
                /** @description Null for a change of another object. */
                booking: components["schemas"]["ChangedBookingBody"] | null;
                /** @description Null for a change of another object. */
                event: components["schemas"]["ChangedEventBody"] | null;
                /** @description Null for a change of another object. */
                message: components["schemas"]["ChangedMessageBody"] | null;
                /** @description Null for a change of another object. */
                order: components["schemas"]["ChangedOrderBody"] | null;
                /** @description Null for a change of another object. */
                person: components["schemas"]["ChangedPersonBody"] | null;
                /** @description Null for a change of another object. */
                waitlist_entry: components["schemas"]["ChangedWaitlistEntryBody"] | null;
            } | null;
            /** @description The entry of the waitlist as it was after the change. Null for a change of another object. */
            waitlist_entry: components["schemas"]["WaitlistEntryBody"] | null;
        };
        ChangedBookingBody: {
            active?: boolean | undefined;
            /** Format: int32 */
            booked_by_person_id?: (number | null) | undefined;
            booked_for_name?: (string | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_from?: string | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_to?: string | undefined;
            booking_type?: components["schemas"]["BookingType"] | undefined;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            collection_id?: (string | null) | undefined;
            /** Format: int32 */
            count?: number | undefined;
            /** Format: int32 */
            coupon_id?: (number | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at?: string | undefined;
            created_by?: (string | null) | undefined;
            /**
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | boolean;
            } | null) | undefined;
            event?: ({
                /**
                 * Format: date-time
                 * @description When it ends.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                ends_at: string;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /**
                 * Format: date-time
                 * @description When it begins.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                starts_at: string;
                /** @description The title. Null means that of the service. */
                title: string | null;
            } | components["schemas"]["EventBody"] | null) | undefined;
            /** Format: int32 */
            event_id?: (number | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            expires_at?: (string | null) | undefined;
            external_host_url?: (string | null) | undefined;
            external_id?: (string | null) | undefined;
            external_url?: (string | null) | undefined;
            /** Format: int32 */
            id?: number | undefined;
            location_host_url?: (string | null) | undefined;
            location_url?: (string | null) | undefined;
            notes?: (string | null) | undefined;
            options?: components["schemas"]["BookedOptionBody"][] | undefined;
            /** Format: int32 */
            package_id?: number | undefined;
            /** Format: int32 */
            package_units?: number | undefined;
            /** @example 115.0 */
            paid_amount?: (string | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            paid_at?: (string | null) | undefined;
            person?: (components["schemas"]["PersonBody"] | null) | undefined;
            /** Format: int32 */
            person_id?: (number | null) | undefined;
            places?: components["schemas"]["BookingPlaceBody"][] | undefined;
            /** @example 115.0 */
            price?: (string | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            reminded_at?: (string | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            reminder_at?: (string | null) | undefined;
            resource?: ({
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            } | components["schemas"]["ResourceBody"]) | undefined;
            /** Format: int32 */
            resource_id?: number | undefined;
            /** Format: int32 */
            revision_count?: number | undefined;
            service?: ({
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            } | components["schemas"]["ServiceBody"] | null) | undefined;
            /** Format: int32 */
            service_id?: (number | null) | undefined;
            state?: components["schemas"]["BookingState"] | undefined;
            status?: (components["schemas"]["BookingStatus"] | null) | undefined;
            title?: (string | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at?: string | undefined;
            updated_by?: (string | null) | undefined;
            verification_method?: (string | null) | undefined;
            /** Format: int32 */
            visit_id?: number | undefined;
        };
        ChangedEventBody: {
            active?: boolean | undefined;
            /** Format: int32 */
            availability?: number | undefined;
            /** Format: int32 */
            capacity?: number | undefined;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            collection_id?: (string | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at?: string | undefined;
            /**
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | boolean;
            } | null) | undefined;
            description?: (string | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            ends_at?: string | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            first_booking_at?: (string | null) | undefined;
            /** Format: int32 */
            id?: number | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            last_booking_at?: (string | null) | undefined;
            /** Format: int32 */
            nr_of_attendances?: number | undefined;
            published?: boolean | undefined;
            /** Format: int32 */
            resource_id?: number | undefined;
            /** Format: int32 */
            service_id?: number | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            starts_at?: string | undefined;
            title?: (string | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at?: string | undefined;
        };
        ChangedMessageBody: {
            /** Format: int32 */
            booking_id?: (number | null) | undefined;
            channel?: components["schemas"]["MessageChannel"] | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at?: string | undefined;
            failure?: (string | null) | undefined;
            /** Format: int32 */
            id?: number | undefined;
            kind?: string | undefined;
            /** Format: int32 */
            person_id?: (number | null) | undefined;
            recipient?: string | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            sent_at?: (string | null) | undefined;
            state?: components["schemas"]["MessageState"] | undefined;
            subject?: (string | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at?: string | undefined;
        };
        ChangedOrderBody: {
            /** @example 115.0 */
            balance?: string | undefined;
            /** Format: int32 */
            coupon_id?: (number | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at?: string | undefined;
            /** @example 115.0 */
            deposit?: (string | null) | undefined;
            /** @example 115.0 */
            discount_amount?: string | undefined;
            /** @example 115.0 */
            due_later?: (string | null) | undefined;
            /** @example 115.0 */
            due_now?: (string | null) | undefined;
            /** Format: int32 */
            id?: number | undefined;
            issued_gift_cards?: {
                /** @description Whether it can be redeemed. */
                active: boolean;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /**
                 * Format: int32
                 * @description The amount when it was created.
                 */
                initial_value: number;
                /**
                 * Format: int32
                 * @description The balance, rounded down to whole units of the currency.
                 */
                value: number;
            }[] | undefined;
            order_line_items?: {
                /**
                 * @description The price of one unit, with the tax if it has a rate.
                 * @example 115.0
                 */
                amount: string;
                /**
                 * Format: int32
                 * @description The id of the booking.
                 */
                booking_id: number | null;
                /**
                 * Format: int32
                 * @description The id of the last gift card that paid for it.
                 */
                gift_card_id: number | null;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /**
                 * Format: int32
                 * @description The id of the option that is sold with the booking of the order. Null for other items.
                 */
                option_id?: number | undefined;
                /**
                 * @description The price of all its units without its share of the discount, with the tax. Null if no item of the order has a tax rate, unless it sells a visit.
                 * @example 115.0
                 */
                payable_amount: string | null;
                /**
                 * Format: int32
                 * @description The number of units.
                 */
                quantity: number;
                /**
                 * Format: int32
                 * @description The id of the service.
                 */
                service_id: number | null;
                /**
                 * @description The tax in its payable amount. Null without a tax rate.
                 * @example 115.0
                 */
                tax_amount: string | null;
                /** @description The name of its tax rate when it was sold. Null without one. */
                tax_name: string | null;
                /**
                 * @description The percentage of its tax rate when it was sold. Null without one.
                 * @example 115.0
                 */
                tax_percentage: string | null;
                /** @description The title of the option when it was agreed. Null for other items. */
                title?: string | undefined;
            }[] | undefined;
            /** @example 115.0 */
            paid_amount?: string | undefined;
            /** @example 115.0 */
            payable_amount?: string | undefined;
            person?: ({
                /** @description The email address. Unique among active people. */
                email: string | null;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The name. */
                name: string | null;
            } | null) | undefined;
            /** Format: int32 */
            person_id?: (number | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            settled_at?: (string | null) | undefined;
            state?: components["schemas"]["OrderState"] | undefined;
            /** @example 115.0 */
            tax_amount?: (string | null) | undefined;
            /** @example 115.0 */
            tip_amount?: string | undefined;
            /** @example 115.0 */
            total?: string | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at?: string | undefined;
        };
        ChangedPersonBody: {
            active?: boolean | undefined;
            blocked?: boolean | undefined;
            city?: (string | null) | undefined;
            country_code?: (string | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at?: string | undefined;
            /**
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | boolean;
            } | null) | undefined;
            /**
             * Format: date
             * @example 2026-03-02
             */
            date_of_birth?: (string | null) | undefined;
            email?: (string | null) | undefined;
            external_id?: (string | null) | undefined;
            /** Format: int32 */
            id?: number | undefined;
            locale?: (string | null) | undefined;
            name?: (string | null) | undefined;
            national_id_no?: (string | null) | undefined;
            notes?: (string | null) | undefined;
            opt_in_marketing?: boolean | undefined;
            /** Format: int32 */
            parent_id?: (number | null) | undefined;
            phone_number?: (string | null) | undefined;
            phone_number_formatted?: (string | null) | undefined;
            /** @deprecated */
            phonenumber?: (string | null) | undefined;
            postal_code?: (string | null) | undefined;
            state?: (string | null) | undefined;
            street?: (string | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at?: string | undefined;
        };
        ChangedWaitlistEntryBody: {
            /** Format: int32 */
            booking_id?: (number | null) | undefined;
            closed_reason?: (components["schemas"]["WaitlistClosedReason"] | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at?: string | undefined;
            email?: (string | null) | undefined;
            /** Format: int32 */
            event_id?: (number | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            from?: string | undefined;
            /** Format: int32 */
            id?: number | undefined;
            locale?: (string | null) | undefined;
            name?: (string | null) | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            offer_expires_at?: (string | null) | undefined;
            /** Format: int32 */
            person_id?: (number | null) | undefined;
            phone_number?: (string | null) | undefined;
            phone_number_formatted?: (string | null) | undefined;
            /** Format: int32 */
            places?: number | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            queued_at?: string | undefined;
            /** Format: int32 */
            resource_id?: (number | null) | undefined;
            /** Format: int32 */
            service_id?: number | undefined;
            state?: components["schemas"]["WaitlistState"] | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            to?: string | undefined;
            /** Format: int32 */
            unanswered_offers?: number | undefined;
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at?: string | undefined;
        };
        ChangesAnswer: {
            /** @description Cursor of the last change that was read: pass it as `after` to continue. */
            cursor: string;
            /** @description Whether more changes may follow at once. */
            has_more: boolean;
            /** @description The changes, in commit order. */
            items: components["schemas"]["ChangeBody"][];
        };
        CheckoutAnswer: {
            /** @description The address of the page. It ends when the order is paid or the page expires. */
            url: string;
        };
        /** @description An option that a booking has. */
        ChosenOptionInput: {
            /**
             * Format: int32
             * @description The id of an active option of the service.
             */
            option_id: number;
            /**
             * Format: int32
             * @description The number of units, at most its `maximum`. 1 by default.
             */
            quantity?: (number | null) | undefined;
        };
        ClientSecretAnswer: {
            /**
             * Format: date-time
             * @description The end of the time in which the secret before the last rotation signs, too. Null if the secret was never rotated.
             * @example 2026-03-02T10:00:00+01:00
             */
            former_secret_until: string | null;
            /** @description The key of `X-Service-Signature`, and of `webhook-signature` without decoding. 64 characters. */
            secret: string;
        };
        ClientUserLinkBody: {
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The id of the resource that the user is, who may ask for its time off. Null, the default, for a user who is none. A resource is one user at most.
             */
            resource_id: number | null;
            /** @description The role, which determines the permissions. */
            role: components["schemas"]["UserRole"];
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
            /** @description The user. */
            user: {
                /**
                 * Format: date-time
                 * @description When it was created.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                created_at: string;
                /** @description The email address, with which the user signs in. */
                email: string;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The name. */
                name: string;
                /** @description The phone number. */
                phone_number: string | null;
                /**
                 * @deprecated
                 * @description Use `phone_number`.
                 */
                phonenumber: string | null;
                /**
                 * Format: date-time
                 * @description When it was last changed.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                updated_at: string;
            };
            /**
             * Format: int32
             * @description The id of the user.
             */
            user_id: number;
        };
        /** @description Dates on which all resources are closed. */
        ClosedDayInput: {
            /** @description The first date. */
            from: components["schemas"]["DateInput"];
            /** @description The reason, for the staff. At most 255 characters. */
            reason?: (string | null) | undefined;
            /** @description Whether the dates repeat in each later year, 29 February in leap years only. False by default. The dates must then last less than a year. */
            repeats_yearly?: (boolean | null) | undefined;
            /** @description The last date. Defaults to the first one. */
            to?: (components["schemas"]["DateInput"] | null) | undefined;
        };
        /** @description The item. */
        ConflictAnswer: {
            /**
             * Format: date-time
             * @description When it begins: without buffers; for a limit the period of the bookings that it counts; for closed days the first of them on which the time is, and those that follow it there; for opening hours the first part of the time in which the resource is closed.
             * @example 2026-03-02T10:00:00+01:00
             */
            from: string | null;
            /**
             * Format: int32
             * @description The most of them that the pools have. Null if it is no shortage.
             */
            has?: number | undefined;
            /**
             * Format: int32
             * @description The id of the booking, the event, the calendar, or of what has the limit. Null for opening hours, closed days and the bookable period.
             */
            id: number | null;
            /** @description The kind of it. */
            kind: components["schemas"]["TimeConflictKind"];
            /**
             * Format: int32
             * @description The resources that needs take. Null if it is no shortage.
             */
            needed?: number | undefined;
            /**
             * Format: int32
             * @description The resource on which it is. Null if it concerns all.
             */
            resource_id: number | null;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            to: string | null;
        };
        CouponBody: {
            /** @description Whether it can be used. True by default. */
            active: boolean;
            /**
             * Format: date-time
             * @description The latest start of a booking that uses it. A date alone includes that day. Null: no limit.
             * @example 2026-03-02T10:00:00+01:00
             */
            allowed_booking_end_at: string | null;
            /**
             * Format: date-time
             * @description The earliest start of a booking that uses it. Null: no limit.
             * @example 2026-03-02T10:00:00+01:00
             */
            allowed_booking_start_at: string | null;
            /** @description The services and resources that it applies to. Null means all but gift cards, which it discounts only if it names their service. */
            applies_to: {
                /** @description Ids. */
                resources: number[] | null;
                /** @description Ids. */
                services: number[] | null;
            } | null;
            /**
             * Format: int32
             * @description The number of bookings that can still use it. Null, the default, means unlimited.
             */
            availability: number | null;
            /** @description The code, unique ignoring case. */
            code: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data: {
                [key: string]: string | boolean;
            } | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The maximum number of people of the booking. Null: no limit.
             */
            max_count: number | null;
            /**
             * @description The maximum price before the discount. Null: no limit.
             * @example 115.0
             */
            max_order_amount: string | null;
            /**
             * Format: int32
             * @description The minimum number of people of the booking. Null: no limit.
             */
            min_count: number | null;
            /**
             * @description The minimum price before the discount. Null: no limit.
             * @example 115.0
             */
            min_order_amount: string | null;
            /** @description The title. */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description The time from which it can be used. Null, the default, means at once.
             * @example 2026-03-02T10:00:00+01:00
             */
            valid_from: string | null;
            /**
             * Format: date-time
             * @description The time until which it can be used. A date alone includes that day. Null, the default, means without a limit.
             * @example 2026-03-02T10:00:00+01:00
             */
            valid_until: string | null;
            /**
             * Format: int32
             * @description The discount: percent of the price, or units of the currency.
             */
            value: number;
            /** @description The kind of value. */
            value_type: components["schemas"]["CouponValueType"];
        };
        /** @description Attributes of a coupon. An absent one stays unchanged. Null clears it or restores its default. */
        CouponInput: {
            /** @description Whether it can be used. True by default. */
            active?: (boolean | null) | undefined;
            /** @description The latest start of a booking that uses it. A date alone includes that day. Null: no limit. */
            allowed_booking_end_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description The earliest start of a booking that uses it. Null: no limit. */
            allowed_booking_start_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description The services and resources that it applies to. Null means all but gift cards, which it discounts only if it names their service. */
            applies_to?: (components["schemas"]["CouponScopeInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The number of bookings that can still use it. Null, the default, means unlimited.
             */
            availability?: (number | null) | undefined;
            /** @description The code, unique ignoring case. */
            code?: (string | null) | undefined;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /**
             * Format: int32
             * @description The maximum number of people of the booking. Null: no limit.
             */
            max_count?: (number | null) | undefined;
            /**
             * @description The maximum price before the discount. Null: no limit.
             * @example 115.0
             */
            max_order_amount?: (string | number | null) | undefined;
            /**
             * Format: int32
             * @description The minimum number of people of the booking. Null: no limit.
             */
            min_count?: (number | null) | undefined;
            /**
             * @description The minimum price before the discount. Null: no limit.
             * @example 115.0
             */
            min_order_amount?: (string | number | null) | undefined;
            /** @description The title. */
            title?: (string | null) | undefined;
            /** @description The time from which it can be used. Null, the default, means at once. */
            valid_from?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description The time until which it can be used. A date alone includes that day. Null, the default, means without a limit. */
            valid_until?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The discount: percent of the price, or units of the currency.
             */
            value?: (number | null) | undefined;
            /** @description Defaults to an amount. */
            value_type?: (components["schemas"]["CouponValueType"] | null) | undefined;
        };
        /** @description The services and resources that a coupon applies to. A list that is left out does not restrict. */
        CouponScopeInput: {
            /** @description Ids. Null or empty means all resources. */
            resources?: (number[] | null) | undefined;
            /** @description Ids. Null or empty means all services. */
            services?: (number[] | null) | undefined;
        };
        /**
         * @description Whether the value of a coupon is a percentage of the total or an amount in units of the currency.
         * @enum {string}
         */
        CouponValueType: "percentage" | "amount";
        CreateBookingParameters: {
            /**
             * @description Also sends messages by the account's templates.
             * @default false
             */
            add_messages?: (boolean | null) | undefined;
            /** @description Schedules the SMS reminder according to the account's settings. For a new booking, defaults to the account's `reminder_sms`. */
            add_reminder_sms?: (boolean | null) | undefined;
            /**
             * @description Whether the booking is confirmed at once. If not, it may first need verification, payment or manual confirmation.
             * @default true
             */
            confirm?: (boolean | null) | undefined;
            /** @description Whether the confirmation is sent by email. Defaults to the setting of the account. */
            confirmation_send_email?: (boolean | null) | undefined;
            /** @description Whether the confirmation is sent by SMS. Defaults to the setting of the account. */
            confirmation_send_sms?: (boolean | null) | undefined;
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: (boolean | null) | undefined;
            /**
             * @description Ignores the capacity. Has no effect on public bookings.
             * @default false
             */
            ignore_capacity?: (boolean | null) | undefined;
            /**
             * @description Books although a calendar of another program has an entry at that time. `ignore_capacity` includes it. Has no effect on public bookings.
             * @default false
             */
            ignore_external_busy?: (boolean | null) | undefined;
            /** @description Sent to the account, not to the person. */
            notification_send_email?: (boolean | null) | undefined;
            /** @description Whether the account gets an SMS. Defaults to the setting of the account. */
            notification_send_sms?: (boolean | null) | undefined;
            /** @description Whether the verification is sent by email. Defaults to the setting of the account. */
            verification_send_email?: (boolean | null) | undefined;
            /** @description Whether the verification is sent by SMS. Defaults to the setting of the account. */
            verification_send_sms?: (boolean | null) | undefined;
        };
        CreateCheckoutByLinkParameters: {
            /** @description The URL to which the person returns. By default the page of the booking. */
            return_url?: (string | null) | undefined;
            /**
             * @description A tip that the customer adds to what is due, or gives alone once the order is paid. Needs `tip_percentages` of the account. Default: none.
             * @example 115.0
             */
            tip?: (string | number | null) | undefined;
        };
        CreateCheckoutParameters: {
            /** @description The URL to which the customer returns without a payment. Defaults to the other. */
            cancel_url?: (string | null) | undefined;
            /** @description The URL to which the customer returns after the payment. Required. */
            success_url?: (string | null) | undefined;
            /**
             * @description A tip that the customer adds to what is due, or gives alone once the order is paid. Needs `tip_percentages` of the account. Default: none.
             * @example 115.0
             */
            tip?: (string | number | null) | undefined;
        };
        CreatePartnerClientInput: {
            client: {
                country_code: string;
                email: string;
                locale?: string | undefined;
                name: string;
                subdomain: string;
                time_zone: string;
            };
            user: {
                email: string;
                name: string;
                password: string;
                phone_number?: string | undefined;
            };
        };
        CreatePersonOfBookingParameters: {
            /** @description The birthday by which a dependant of the name is found, and which a new person gets. */
            date_of_birth?: (components["schemas"]["DateInput"] | null) | undefined;
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: (boolean | null) | undefined;
            /**
             * Format: int32
             * @description The id of a dependant of the person who booked, for whom the booking is.
             */
            person_id?: (number | null) | undefined;
        };
        CreatePublicCheckoutParameters: {
            /** @description The URL to which the customer returns. By default the page of the order. */
            return_url?: (string | null) | undefined;
            /**
             * @description A tip that the customer adds to what is due, or gives alone once the order is paid. Needs `tip_percentages` of the account. Default: none.
             * @example 115.0
             */
            tip?: (string | number | null) | undefined;
        };
        CreateRecurringBookingsParameters: {
            /**
             * @description Also sends messages by the account's templates.
             * @default false
             */
            add_messages?: (boolean | null) | undefined;
            /** @description Schedules the SMS reminder according to the account's settings. For a new booking, defaults to the account's `reminder_sms`. */
            add_reminder_sms?: (boolean | null) | undefined;
            /**
             * @description Whether the booking is confirmed at once. If not, it may first need verification, payment or manual confirmation.
             * @default true
             */
            confirm?: (boolean | null) | undefined;
            /** @description Whether the confirmation is sent by email. Defaults to the setting of the account. */
            confirmation_send_email?: (boolean | null) | undefined;
            /** @description Whether the confirmation is sent by SMS. Defaults to the setting of the account. */
            confirmation_send_sms?: (boolean | null) | undefined;
            /**
             * @description Ignores the capacity. Has no effect on public bookings.
             * @default false
             */
            ignore_capacity?: (boolean | null) | undefined;
            /**
             * @description Books although a calendar of another program has an entry at that time. `ignore_capacity` includes it. Has no effect on public bookings.
             * @default false
             */
            ignore_external_busy?: (boolean | null) | undefined;
            /** @description Sent to the account, not to the person. */
            notification_send_email?: (boolean | null) | undefined;
            /** @description Whether the account gets an SMS. Defaults to the setting of the account. */
            notification_send_sms?: (boolean | null) | undefined;
            /** @description The pattern of the series. */
            recurring?: components["schemas"]["RecurrenceInput"] | undefined;
            /** @description Whether the verification is sent by email. Defaults to the setting of the account. */
            verification_send_email?: (boolean | null) | undefined;
            /** @description Whether the verification is sent by SMS. Defaults to the setting of the account. */
            verification_send_sms?: (boolean | null) | undefined;
        };
        CreateRecurringEventsParameters: {
            /** @description The pattern of the series. */
            recurrence?: components["schemas"]["RecurrenceInput"] | undefined;
        };
        CreditDocumentParameters: {
            /**
             * @description With the tax. By default what is left of the document.
             * @example 115.0
             */
            amount?: (string | number | null) | undefined;
            /** @description Whether the buyer gets it by email, as PDF. True by default. Without an address nothing is sent. */
            sends_email?: (boolean | null) | undefined;
        };
        /**
         * @description `YYYY-MM-DD` (recommended), `DD.MM.YYYY`, or a date-time, whose date is used.
         * @example 2026-03-02
         */
        DateInput: string;
        /**
         * @description `YYYY-MM-DD hh:mm[:ss]`, `YYYY-MM-DDThh:mm[:ss]` with or without an offset or `Z`, `YYYY-MM-DD hh:mm:ss ±hhmm`, `YYYYMMDDThhmmssZ`, `DD.MM.YY hh:mm[:ss]` or `DD.MM.YYYY hh:mm[:ss]`; hours also with one digit. Without an offset: in the time zone of the account.
         * @example 2026-03-02 10:00
         */
        DateTimeInput: string;
        DeclineBookingParameters: {
            /** @description Whether the message about a declined booking is sent by email. Defaults to the setting of the account. */
            decline_send_email?: (boolean | null) | undefined;
            /** @description Whether the message about a declined booking is sent by SMS. Defaults to the setting of the account. */
            decline_send_sms?: (boolean | null) | undefined;
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: (boolean | null) | undefined;
        };
        DeleteBookingParameters: {
            /** @description Whether the cancellation is sent by email. Defaults to the setting of the account. */
            cancellation_send_email?: boolean | undefined;
            /** @description Whether the cancellation is sent by SMS. Defaults to the setting of the account. */
            cancellation_send_sms?: boolean | undefined;
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: boolean | undefined;
        };
        DeleteRecurringBookingsParameters: {
            /** @description Whether the cancellation is sent by email. Defaults to the setting of the account. */
            cancellation_send_email?: boolean | undefined;
            /** @description Whether the cancellation is sent by SMS. Defaults to the setting of the account. */
            cancellation_send_sms?: boolean | undefined;
        };
        DeleteRecurringEventsParameters: {
            /**
             * Format: int32
             * @description The id of the occurrence to which given times apply. The others move by the same wall-clock distance. Required unless the scope is `ALL`, where it is by default the first occurrence that changes.
             */
            from?: number | undefined;
            /** @description The `revision` that was read of the series. If the series or any of its occurrences has been changed since, nothing changes and the code is `PRECONDITION_FAILED`, in REST the status 412. Default: the change is made to any revision. */
            if_series_revision?: string | undefined;
            /**
             * @description The occurrences that change.
             * @default all
             */
            scope?: components["schemas"]["SeriesScope"] | undefined;
        };
        DeliveryCountsBody: {
            /**
             * Format: int32
             * @description Deliveries that succeeded.
             */
            delivered: number;
            /**
             * Format: int32
             * @description Deliveries that failed at their last attempt.
             */
            failed: number;
            /**
             * Format: int32
             * @description Deliveries that have not succeeded yet and are retried.
             */
            pending: number;
        };
        /**
         * @description The state of a delivery.
         * @enum {string}
         */
        DeliveryState: "pending" | "delivered" | "failed";
        /**
         * @description The way in which a message is sent.
         * @enum {string}
         */
        DeliveryType: "email" | "sms";
        /**
         * @description The people whose bookings need a deposit.
         * @enum {string}
         */
        DepositFor: "always" | "new_people" | "no_shows";
        /**
         * @description The part of the price of a booking that is paid in advance.
         * @enum {string}
         */
        DepositType: "none" | "percentage" | "amount";
        DocumentBody: {
            /**
             * @description The amount with the tax. Positive on a credit note, too.
             * @example 115.0
             */
            amount: string;
            /**
             * @description The facts: seller, buyer, lines, taxes by rate and totals, as they were when it was issued. Amounts are decimals in text.
             * @example {
             *       "sms_reminder_time": "12:00"
             *     }
             */
            content: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * Format: int32
             * @description The id of the document that a credit note corrects. Null for others.
             */
            credited_id: number | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: date-time
             * @description When it was issued.
             * @example 2026-03-02T10:00:00+01:00
             */
            issued_at: string;
            /** @description The kind. */
            kind: components["schemas"]["DocumentKind"];
            /**
             * Format: int32
             * @description The number in its series, from 1, without gaps.
             */
            number: number;
            /**
             * Format: int32
             * @description The id of the order.
             */
            order_id: number;
            /** @description The series of its number. Each kind has its own. */
            series: string;
        };
        /**
         * @description The statement of a document about an order.
         * @enum {string}
         */
        DocumentKind: "receipt" | "invoice" | "credit_note";
        ErasePersonAnswer: {
            /** @description Whether it is in use. A deleted record is inactive. */
            active: boolean;
            /** @description Whether nothing can be booked for the person. False by default. */
            blocked: boolean;
            /** @description The city. */
            city: string | null;
            /** @description The country by ISO 3166-1 alpha-2. Null means that of the account. */
            country_code: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data: {
                [key: string]: string | boolean;
            } | null;
            /**
             * Format: date
             * @description The date of birth.
             * @example 2026-03-02
             */
            date_of_birth: string | null;
            /** @description The email address. Unique among active people. */
            email: string | null;
            /**
             * Format: date-time
             * @description When the person was erased: all attributes are gone, for ever. Null if not.
             * @example 2026-03-02T10:00:00+01:00
             */
            erased_at: string | null;
            /** @description The id of the person in another system. */
            external_id: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The language of messages to the person. Null means that of the account. */
            locale: string | null;
            /** @description The name. */
            name: string | null;
            /** @description The national identity number. Unique among active people. */
            national_id_no: string | null;
            /** @description Notes. */
            notes: string | null;
            /** @description Whether the person agreed to marketing. False by default. */
            opt_in_marketing: boolean;
            /**
             * Format: int32
             * @description The id of the parent. Null, the default, if there is none.
             */
            parent_id: number | null;
            /** @description The phone number as it was entered. Unique among active people. */
            phone_number: string | null;
            /** @description The phone number in E.164. Null if the entered number is invalid. */
            phone_number_formatted: string | null;
            /**
             * @deprecated
             * @description Use `phone_number`.
             */
            phonenumber: string | null;
            /** @description The postal code. */
            postal_code: string | null;
            /** @description The state or region. */
            state: string | null;
            /** @description The street and house number. */
            street: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        ErasePersonParameters: {
            /**
             * @description Cancels the bookings of the person that are not over. Without it, they prevent the erasure.
             * @default false
             */
            cancel_bookings?: boolean | undefined;
        };
        /** @description Messages by the name of the attribute or parameter, nested like the objects in the request. Errors of the request as a whole are under `base`. */
        Errors: {
            [key: string]: string[] | components["schemas"]["Errors"];
        };
        EventBody: {
            /** @description Whether it is in use. A deleted record is inactive. */
            active: boolean;
            /**
             * Format: int32
             * @description The number of people who may still attend.
             */
            availability: number;
            /**
             * Format: int32
             * @description The number of people who may attend, from 0 to 100,000.
             */
            capacity: number;
            /**
             * Format: uuid
             * @description The id that all bookings or events of a series share. Null if it is not part of one.
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            collection_id: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data: {
                [key: string]: string | boolean;
            } | null;
            /** @description The description. */
            description: string | null;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            ends_at: string;
            /**
             * Format: date-time
             * @description The time from which it can be booked. Null means at once.
             * @example 2026-03-02T10:00:00+01:00
             */
            first_booking_at: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: date-time
             * @description The time until which it can be booked. A date alone includes that day. Null means without a limit of its own.
             * @example 2026-03-02T10:00:00+01:00
             */
            last_booking_at: string | null;
            /**
             * Format: int32
             * @description The number of people who attend.
             */
            nr_of_attendances: number;
            /** @description Whether visitors see it. True by default. */
            published: boolean;
            /**
             * Format: int32
             * @description The id of the resource.
             */
            resource_id: number;
            /**
             * Format: int32
             * @description The id of the service.
             */
            service_id: number;
            /**
             * Format: date-time
             * @description When it begins.
             * @example 2026-03-02T10:00:00+01:00
             */
            starts_at: string;
            /** @description The title. Null means that of the service. */
            title: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        EventCreatedDelivery: {
            data: {
                event: components["schemas"]["EventBody"];
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "event";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: null | undefined;
            };
            /** @enum {string} */
            event: "event.created";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "event";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        EventDeletedDelivery: {
            data: {
                event: components["schemas"]["EventBody"];
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "event";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedEventBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "event.deleted";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "event";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        /** @description Attributes of an event. An absent one stays unchanged. Null clears it or restores its default. */
        EventInput: {
            /**
             * Format: int32
             * @description The number of people who may attend, from 0 to 100,000.
             */
            capacity?: (number | null) | undefined;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /** @description The description. */
            description?: (string | null) | undefined;
            /** @description When it ends. */
            ends_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description The time from which it can be booked. Null means at once. */
            first_booking_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description The time until which it can be booked. A date alone includes that day. Null means without a limit of its own. */
            last_booking_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description Whether visitors see it. True by default. */
            published?: (boolean | null) | undefined;
            /**
             * Format: int32
             * @description The id of the resource.
             */
            resource_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the service.
             */
            service_id?: (number | null) | undefined;
            /** @description When it begins. */
            starts_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description The title. Null means that of the service. */
            title?: (string | null) | undefined;
        };
        EventModifiedDelivery: {
            data: {
                event: components["schemas"]["EventBody"];
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "event";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedEventBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "event.modified";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "event";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        /**
         * @description The order of a list. Ties are ordered by id.
         * @enum {string}
         */
        EventOrder: "starts_at" | "starts_at_desc" | "ends_at" | "ends_at_desc" | "updated_at" | "updated_at_desc" | "id" | "id_desc";
        ExportAnswer: {
            /**
             * Format: int32
             * @description The id of the person.
             */
            person_id: number;
            /**
             * @description The rows of the person by table, with the names of the database. Hashes, codes and tokens are left out.
             * @example {
             *       "sms_reminder_time": "12:00"
             *     }
             */
            tables: {
                [key: string]: unknown;
            };
        };
        ExportPersonParameters: {
            /** @description Exports only these tables, some of `person`, `recurrence`, `booking`, `booking_place`, `waitlist_entry`, `waitlist_offer`, `booking_order`, `order_line_item`, `document`, `order_payment`, `tip`, `payment_checkout`, `payment_refund`, `gift_card`, `package`, `guardian`, `message_request`, `planned_message`, `message`, `calendar_feed`, `perishable_token`, `visitor_code`, `visitor_session`, `attempt`, `failed_job`, `web_hook_delivery`, `change`, `idempotency_key`. Default: all. */
            tables?: (string | string[]) | undefined;
        };
        /**
         * @description The card to which the fee of a booking may be charged.
         * @enum {string}
         */
        FeeCard: "awaited" | "stored" | "removable";
        /**
         * @description The period with which figures are compared.
         * @enum {string}
         */
        FigureComparison: "previous_period" | "previous_year";
        /**
         * @description The dimensions of figures. Times are on the wall clock of the account, and weeks begin on Monday.
         * @enum {string}
         */
        FigureDimension: "hour_of_day" | "weekday" | "day" | "week" | "month" | "service" | "resource" | "event" | "category" | "person" | "coupon" | "state" | "status" | "created_by" | "method" | "recorded_by" | "tax_rate";
        FigureKeyBody: {
            /** @description The dimension. */
            dimension: components["schemas"]["FigureDimension"];
            /**
             * Format: date-time
             * @description The beginning of the day, week or month, or of the period if that is later. Null for other dimensions.
             * @example 2026-03-02T10:00:00+01:00
             */
            from: string | null;
            /**
             * Format: int32
             * @description The id of the record, such as the service. Null for other dimensions, and for the group without such a record.
             */
            id: number | null;
            /** @description The title or name of the record, the day (`2026-03-02`), the ISO week (`2026-W10`), the month (`2026-03`), the weekday in the language of the account, or `name`. Null for the group without a record or value. */
            label: string | null;
            /** @description A value that does not depend on the language, such as `09:00`, `monday`, a state, a method of payment or the text of `created_by`. Null for other dimensions, and for the group without such a value. */
            name: string | null;
            /**
             * Format: date-time
             * @description The end of the day, week or month, or of the period if that is earlier. Null for other dimensions.
             * @example 2026-03-02T10:00:00+01:00
             */
            to: string | null;
        };
        /**
         * @description A file: a part of `multipart/form-data`, or a data URL.
         * @example data:image/png;base64,iVBORw0KGgo=
         */
        FileInput: string;
        FindNextAvailableDateByLinkParameters: {
            /** @description Defaults to today. */
            from?: components["schemas"]["DateInput"] | undefined;
            /** @description Ids of resources. Defaults to all that offer the service. */
            selected_resources?: (number | number[]) | undefined;
        };
        FindNextAvailableDateParameters: {
            /** @description Defaults to today. */
            from?: components["schemas"]["DateInput"] | undefined;
            /**
             * Format: int32
             * @description The number of intervals of the service that one slot lasts, from 1, the default, to its `max_slots`. For day bookings the number of days, at most 366, and 1 with `same_day`. More than 1 only for appointments.
             */
            intervals?: number | undefined;
            /** @description Ids of options of the service, each as often as a booking has units of it. Slots last longer by their minutes, which have no effect on events and day bookings. Prices are without them. Defaults to none. */
            options?: (number | number[]) | undefined;
            /** @description Ids of resources that serve needs of its service other than the first. Visitors name those of needs that let them choose. Any by default. */
            other_resources?: (number | number[]) | undefined;
            /**
             * Format: int32
             * @description Leaves out what the limits of this person forbid. Not for visitors.
             */
            person_id?: number | undefined;
            /** @description Ids of resources. Defaults to all that offer the service. */
            selected_resources?: (number | number[]) | undefined;
        };
        GetBookingFiguresParameters: {
            /** @description The period to compare with. Default: none. */
            compare?: components["schemas"]["FigureComparison"] | undefined;
            /** @description Ids of events, at most 1,000. Default: all. */
            event_id?: (number | number[]) | undefined;
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: boolean | undefined;
            /** @description The first instant of the period. */
            from: components["schemas"]["DateTimeInput"];
            /** @description Up to two dimensions, which have at most 1,000 groups together. Default: none. */
            group_by?: (components["schemas"]["BookingDimension"] | components["schemas"]["BookingDimension"][]) | undefined;
            /** @description Ids of people, at most 1,000. Default: all. */
            person_id?: (number | number[]) | undefined;
            /** @description Ids of resources, at most 1,000. Default: all. */
            resource_id?: (number | number[]) | undefined;
            /** @description Ids of services, at most 1,000. Default: all. */
            service_id?: (number | number[]) | undefined;
            /** @description States. Default: all except deleted, as in a list of the bookings of a period. */
            state?: (components["schemas"]["BookingState"] | components["schemas"]["BookingState"][]) | undefined;
            /** @description The end of the period, after `from`. */
            to: components["schemas"]["DateTimeInput"];
        };
        GetBookingParameters: {
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: boolean | undefined;
        };
        GetOperationFiguresParameters: {
            /** @description The period to compare with. Default: none. */
            compare?: components["schemas"]["FigureComparison"] | undefined;
            /** @description The first instant of the period. */
            from: components["schemas"]["DateTimeInput"];
            /** @description One dimension. Default: none. */
            group_by?: (components["schemas"]["OperationDimension"] | components["schemas"]["OperationDimension"][]) | undefined;
            /** @description The end of the period, after `from`. */
            to: components["schemas"]["DateTimeInput"];
        };
        GetPaymentFiguresParameters: {
            /** @description The period to compare with. Default: none. */
            compare?: components["schemas"]["FigureComparison"] | undefined;
            /** @description The first instant of the period. */
            from: components["schemas"]["DateTimeInput"];
            /** @description Up to two dimensions, which have at most 1,000 groups together. Default: none. */
            group_by?: (components["schemas"]["PaymentDimension"] | components["schemas"]["PaymentDimension"][]) | undefined;
            /** @description The end of the period, after `from`. */
            to: components["schemas"]["DateTimeInput"];
        };
        GetPeopleFiguresParameters: {
            /**
             * Format: int32
             * @description The number of days without a booking after which people are at risk, 1 to 3660. Default: 90.
             * @default 90
             */
            at_risk_after_days?: number | undefined;
            /** @description The period to compare with. Default: none. */
            compare?: components["schemas"]["FigureComparison"] | undefined;
            /** @description The first instant of the period. */
            from: components["schemas"]["DateTimeInput"];
            /** @description One dimension. Default: none. */
            group_by?: (components["schemas"]["PeopleDimension"] | components["schemas"]["PeopleDimension"][]) | undefined;
            /** @description The end of the period, after `from`. */
            to: components["schemas"]["DateTimeInput"];
            /**
             * Format: int32
             * @description The length of each list of people, 1 to 100. Default: 10.
             * @default 10
             */
            top?: number | undefined;
        };
        GetResourceExceptionDateParameters: {
            /**
             * Format: int32
             * @description The service of the entry. Defaults to the entry for all services.
             */
            service_id?: number | undefined;
        };
        GetRevenueFiguresParameters: {
            /** @description The period to compare with. Default: none. */
            compare?: components["schemas"]["FigureComparison"] | undefined;
            /** @description The first instant of the period. */
            from: components["schemas"]["DateTimeInput"];
            /** @description Up to two dimensions, which have at most 1,000 groups together. Default: none. */
            group_by?: (components["schemas"]["RevenueDimension"] | components["schemas"]["RevenueDimension"][]) | undefined;
            /** @description The end of the period, after `from`. */
            to: components["schemas"]["DateTimeInput"];
        };
        GetTipFiguresParameters: {
            /** @description The period to compare with. Default: none. */
            compare?: components["schemas"]["FigureComparison"] | undefined;
            /** @description The first instant of the period. */
            from: components["schemas"]["DateTimeInput"];
            /** @description Up to two dimensions, which have at most 1,000 groups together. Default: none. */
            group_by?: (components["schemas"]["TipDimension"] | components["schemas"]["TipDimension"][]) | undefined;
            /** @description The end of the period, after `from`. */
            to: components["schemas"]["DateTimeInput"];
        };
        GetUtilisationFiguresParameters: {
            /** @description The period to compare with. Default: none. */
            compare?: components["schemas"]["FigureComparison"] | undefined;
            /** @description The first instant of the period. */
            from: components["schemas"]["DateTimeInput"];
            /** @description Up to two dimensions, which have at most 1,000 groups together. Default: none. */
            group_by?: (components["schemas"]["UtilisationDimension"] | components["schemas"]["UtilisationDimension"][]) | undefined;
            /** @description Ids of resources, at most 1,000. Default: all active resources, which must then be at most 1,000. */
            resource_id?: (number | number[]) | undefined;
            /** @description Ids of services, at most 1,000: only the hours in which one of them is offered count, and only their own bookings and events. Default: all. */
            service_id?: (number | number[]) | undefined;
            /** @description The end of the period, after `from`. */
            to: components["schemas"]["DateTimeInput"];
        };
        /** @description The item. */
        GiftCardAnswer: {
            /** @description Whether it can be redeemed. */
            active: boolean;
            /** @description The code, unique ignoring case. A role without the permission `sales` sees its last four characters, after asterisks. */
            code: string;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The amount when it was created.
             */
            initial_value: number;
            /**
             * Format: date
             * @description The last date on which it can be redeemed. Null, the default, means without a limit.
             * @example 2026-03-02
             */
            valid_until: string | null;
            /**
             * Format: int32
             * @description The balance, rounded down to whole units of the currency.
             */
            value: number;
        };
        GiftCardBody: {
            /** @description Whether it can be redeemed. */
            active: boolean;
            /** @description The code, unique ignoring case. A role without the permission `sales` sees its last four characters, after asterisks. */
            code: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data: {
                [key: string]: string | boolean;
            } | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The amount when it was created.
             */
            initial_value: number;
            /**
             * Format: int32
             * @description The id of the owner.
             */
            person_id: number | null;
            /**
             * Format: int32
             * @description The id of the person who bought it.
             */
            purchased_by_person_id: number | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
            /**
             * Format: date
             * @description The last date on which it can be redeemed. Null, the default, means without a limit.
             * @example 2026-03-02
             */
            valid_until: string | null;
            /**
             * Format: int32
             * @description The balance, rounded down to whole units of the currency.
             */
            value: number;
        };
        /** @description Attributes of a gift card. An absent one stays unchanged. Values are in units of the currency. */
        GiftCardInput: {
            /** @description Whether it is activated. True by default. */
            active?: (boolean | null) | undefined;
            /** @description Generated if absent. */
            code?: (string | null) | undefined;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /**
             * Format: int32
             * @description Defaults to the value on creation.
             */
            initial_value?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the owner.
             */
            person_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the person who bought it.
             */
            purchased_by_person_id?: (number | null) | undefined;
            /** @description The last date on which it can be redeemed. Null, the default, means without a limit. */
            valid_until?: (components["schemas"]["DateInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The balance, in units of the currency.
             */
            value?: (number | null) | undefined;
        };
        GuardianBody: {
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /** @description The person for whom the guardian acts. */
            dependant: {
                /**
                 * Format: date
                 * @description The date of birth.
                 * @example 2026-03-02
                 */
                date_of_birth: string | null;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The name. */
                name: string | null;
            };
            /**
             * Format: int32
             * @description The id of the person for whom the guardian acts.
             */
            dependant_id: number;
            /** @description Whether the guardian gets the messages about bookings of the dependant. True by default. */
            gets_messages: boolean;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description Whether the guardian may book for the dependant on the public site, and see and change its bookings. True by default. */
            may_book: boolean;
            /** @description Whether orders of bookings of the dependant are those of the guardian. The first one who pays counts. True by default. */
            pays: boolean;
            /** @description The person who is the guardian. */
            person: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The name. */
                name: string | null;
            };
            /**
             * Format: int32
             * @description The id of the person who is the guardian.
             */
            person_id: number;
            /**
             * Format: int32
             * @description The place among the guardians of the dependant, from 1 to 4. The first one is the parent of the dependant (`parent_id`). By default the first place that is free.
             */
            position: number;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        /** @description Attributes of a guardian. An absent one stays unchanged. Null restores its default. */
        GuardianInput: {
            /** @description Whether the guardian gets the messages about bookings of the dependant. True by default. */
            gets_messages?: (boolean | null) | undefined;
            /** @description Whether the guardian may book for the dependant on the public site, and see and change its bookings. True by default. */
            may_book?: (boolean | null) | undefined;
            /** @description Whether orders of bookings of the dependant are those of the guardian. The first one who pays counts. True by default. */
            pays?: (boolean | null) | undefined;
            /**
             * Format: int32
             * @description The id of the person who is the guardian.
             */
            person_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The place among the guardians of the dependant, from 1 to 4. The first one is the parent of the dependant (`parent_id`). By default the first place that is free.
             */
            position?: (number | null) | undefined;
        };
        /** @description The item. */
        HolidayAnswer: {
            /**
             * Format: date
             * @description The date.
             * @example 2026-03-02
             */
            date: string;
            /** @description In the account's locale. */
            name: string;
        };
        /**
         * @description The reason why a date of a series was left out, as a person is told.
         * @enum {string}
         */
        LeftOutReason: "taken" | "closed" | "full" | "limit" | "other";
        LinkedBookingBody: {
            /** @description Whether the booking takes capacity at the time of reading. */
            active: boolean;
            /** @description The `booked_for_name` as the one with the link sees it. Null for a booking of the booking page until its code was entered, so that nobody learns from it whether an address is known. */
            booked_for_name: string | null;
            /**
             * Format: date-time
             * @description When it begins.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_from: string;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_to: string;
            /** @description The kind of booking. */
            booking_type: components["schemas"]["BookingType"];
            /** @description Whether the person may cancel the booking by its link now. */
            can_cancel: boolean;
            /** @description Whether the person may move the booking by its link now. */
            can_move: boolean;
            /** @description The fees for cancelling late and for not coming. Null if none were agreed. */
            cancellation_fee?: {
                /** @description The card to which it may be charged. Null if none is stored or awaited. */
                card?: components["schemas"]["FeeCard"] | undefined;
                /**
                 * @description The amount that was charged. Null if none was.
                 * @example 115.0
                 */
                charged: string | null;
                /** @description The fees as they were agreed, such as `24: 50 %, 0: 100 %`. */
                fees: string | null;
                /**
                 * @description The fee if the person cancels the booking now.
                 * @example 115.0
                 */
                if_cancelled_now: string;
                /**
                 * @description The fee for not coming. Null for none.
                 * @example 115.0
                 */
                no_show: string | null;
                /**
                 * @description The amount left to pay of the order of a charged fee. Null if none was charged.
                 * @example 115.0
                 */
                owed: string | null;
                /** @description The terms in the words that were shown. Null without any. */
                text: string | null;
            } | undefined;
            /**
             * Format: date-time
             * @description The time until which the person may move or cancel the booking by its link. Null if the account does not allow it.
             * @example 2026-03-02T10:00:00+01:00
             */
            changeable_until: string | null;
            /**
             * Format: int32
             * @description The number of people. 1 by default.
             */
            count: number;
            /**
             * @description The amount of its order left to pay at the appointment, beside the deposit. Null without a deposit.
             * @example 115.0
             */
            due_later: string | null;
            /**
             * @description The part of the deposit of its order that is left to pay. Null without a deposit.
             * @example 115.0
             */
            due_now: string | null;
            /** @description The event that people attend. */
            event: {
                /**
                 * Format: date-time
                 * @description When it ends.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                ends_at: string;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /**
                 * Format: date-time
                 * @description When it begins.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                starts_at: string;
                /** @description The title. Null means that of the service. */
                title: string | null;
            } | null;
            /**
             * Format: int32
             * @description The id of the event that people attend. Null if it is not for an event.
             */
            event_id: number | null;
            /**
             * Format: date-time
             * @description When a hold expires, unless it is verified or paid before. A date alone includes that day. Null if it does not.
             * @example 2026-03-02T10:00:00+01:00
             */
            expires_at: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The dates that were left out of its series, in their order. Empty if it is not part of one. */
            left_out: {
                /** @description The reason, in the terms of the person for whom it was to be booked. */
                cause: components["schemas"]["LeftOutReason"];
                /**
                 * Format: date-time
                 * @description When the booking or event would have begun.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description When it would have ended.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                to: string;
            }[];
            /**
             * Format: date-time
             * @description When the link stops working: 30 days after the end of the booking.
             * @example 2026-03-02T10:00:00+01:00
             */
            link_expires_at: string;
            /** @description The options that it has chosen, as they were agreed. They stay when it moves. Null without any. */
            options?: components["schemas"]["BookedOptionBody"][] | undefined;
            /**
             * Format: int32
             * @description The units of the package that it has taken: one for each person, 0 if they were returned when it ended. Null without one.
             */
            package_units?: number | undefined;
            /**
             * @description The amount that can be paid now at the payment provider of the account. Null if the booking awaits no payment and owes no fee, awaits a card instead, or if payments are only recorded by the account.
             * @example 115.0
             */
            payable_online: string | null;
            /** @description The resource that is taken. */
            resource: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            };
            /**
             * Format: int32
             * @description The id of the resource that is taken. Without one, the service chooses.
             */
            resource_id: number;
            /** @description The service. */
            service: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            } | null;
            /**
             * Format: int32
             * @description The id of the service. Null if only a resource is booked.
             */
            service_id: number | null;
            /** @description The state. */
            state: components["schemas"]["BookingState"];
            /** @description The tips that were given online and can be added. Null if the account offers none. */
            tip?: {
                /** @description The tips that are offered, beside any other amount. Empty if the price is 0. Null if none can be added at the payment provider now. */
                choices: {
                    /**
                     * @description The amount, in the currency of the account.
                     * @example 115.0
                     */
                    amount: string;
                    /**
                     * Format: int32
                     * @description The percentage of the price.
                     */
                    percentage: number;
                }[] | null;
                /**
                 * @description The tips that were given, less what was given back.
                 * @example 115.0
                 */
                given: string;
            } | undefined;
            /** @description The way in which it is verified: `email` or `sms`. Null for no verification. */
            verification_method: string | null;
        };
        LinkedVisitBody: {
            /**
             * Format: date-time
             * @description When its first booking begins, of those that are active if any are.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_from: string;
            /**
             * Format: date-time
             * @description When its last booking ends, of those that are active if any are.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_to: string;
            /** @description Its bookings by time, at most 8, without those that are deleted. */
            bookings: {
                /** @description Whether the booking takes capacity at the time of reading. */
                active: boolean;
                /** @description The `booked_for_name` as the one with the link sees it. Null for a booking of the booking page until its code was entered, so that nobody learns from it whether an address is known. */
                booked_for_name: string | null;
                /**
                 * Format: date-time
                 * @description When it begins.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                booked_from: string;
                /**
                 * Format: date-time
                 * @description When it ends.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                booked_to: string;
                /** @description The kind of booking. */
                booking_type: components["schemas"]["BookingType"];
                /** @description Whether the person may cancel the booking by its link now. */
                can_cancel: boolean;
                /** @description Whether the person may move the booking by its link now. */
                can_move: boolean;
                /** @description The fees for cancelling late and for not coming. Null if none were agreed. */
                cancellation_fee?: {
                    /** @description The card to which it may be charged. Null if none is stored or awaited. */
                    card?: components["schemas"]["FeeCard"] | undefined;
                    /**
                     * @description The amount that was charged. Null if none was.
                     * @example 115.0
                     */
                    charged: string | null;
                    /** @description The fees as they were agreed, such as `24: 50 %, 0: 100 %`. */
                    fees: string | null;
                    /**
                     * @description The fee if the person cancels the booking now.
                     * @example 115.0
                     */
                    if_cancelled_now: string;
                    /**
                     * @description The fee for not coming. Null for none.
                     * @example 115.0
                     */
                    no_show: string | null;
                    /**
                     * @description The amount left to pay of the order of a charged fee. Null if none was charged.
                     * @example 115.0
                     */
                    owed: string | null;
                    /** @description The terms in the words that were shown. Null without any. */
                    text: string | null;
                } | undefined;
                /**
                 * Format: date-time
                 * @description The time until which the person may move or cancel the booking by its link. Null if the account does not allow it.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                changeable_until: string | null;
                /**
                 * Format: int32
                 * @description The number of people. 1 by default.
                 */
                count: number;
                /**
                 * @description The amount of its order left to pay at the appointment, beside the deposit. Null without a deposit.
                 * @example 115.0
                 */
                due_later: string | null;
                /**
                 * @description The part of the deposit of its order that is left to pay. Null without a deposit.
                 * @example 115.0
                 */
                due_now: string | null;
                /** @description The event that people attend. */
                event: {
                    /**
                     * Format: date-time
                     * @description When it ends.
                     * @example 2026-03-02T10:00:00+01:00
                     */
                    ends_at: string;
                    /**
                     * Format: int32
                     * @description The id, unique among the records of its type in the account.
                     */
                    id: number;
                    /**
                     * Format: date-time
                     * @description When it begins.
                     * @example 2026-03-02T10:00:00+01:00
                     */
                    starts_at: string;
                    /** @description The title. Null means that of the service. */
                    title: string | null;
                } | null;
                /**
                 * Format: int32
                 * @description The id of the event that people attend. Null if it is not for an event.
                 */
                event_id: number | null;
                /**
                 * Format: date-time
                 * @description When a hold expires, unless it is verified or paid before. A date alone includes that day. Null if it does not.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                expires_at: string | null;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The dates that were left out of its series, in their order. Empty if it is not part of one. */
                left_out: {
                    /** @description The reason, in the terms of the person for whom it was to be booked. */
                    cause: components["schemas"]["LeftOutReason"];
                    /**
                     * Format: date-time
                     * @description When the booking or event would have begun.
                     * @example 2026-03-02T10:00:00+01:00
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description When it would have ended.
                     * @example 2026-03-02T10:00:00+01:00
                     */
                    to: string;
                }[];
                /**
                 * Format: date-time
                 * @description When the link stops working: 30 days after the end of the booking.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                link_expires_at: string;
                /** @description The secret token of the link, which the mutations by link take. Null without the permission `bookings`, if the account has no `public_access`, or if the booking is deleted or its link has expired. */
                link_token: string | null;
                /** @description The options that it has chosen, as they were agreed. They stay when it moves. Null without any. */
                options?: components["schemas"]["BookedOptionBody"][] | undefined;
                /**
                 * Format: int32
                 * @description The units of the package that it has taken: one for each person, 0 if they were returned when it ended. Null without one.
                 */
                package_units?: number | undefined;
                /**
                 * @description The amount that can be paid now at the payment provider of the account. Null if the booking awaits no payment and owes no fee, awaits a card instead, or if payments are only recorded by the account.
                 * @example 115.0
                 */
                payable_online: string | null;
                /** @description The resource that is taken. */
                resource: {
                    /**
                     * Format: int32
                     * @description The id, unique among the records of its type in the account.
                     */
                    id: number;
                    /** @description The title. */
                    title: string;
                };
                /**
                 * Format: int32
                 * @description The id of the resource that is taken. Without one, the service chooses.
                 */
                resource_id: number;
                /** @description The service. */
                service: {
                    /**
                     * Format: int32
                     * @description The id, unique among the records of its type in the account.
                     */
                    id: number;
                    /** @description The title. */
                    title: string;
                } | null;
                /**
                 * Format: int32
                 * @description The id of the service. Null if only a resource is booked.
                 */
                service_id: number | null;
                /** @description The state. */
                state: components["schemas"]["BookingState"];
                /** @description The tips that were given online and can be added. Null if the account offers none. */
                tip?: {
                    /** @description The tips that are offered, beside any other amount. Empty if the price is 0. Null if none can be added at the payment provider now. */
                    choices: {
                        /**
                         * @description The amount, in the currency of the account.
                         * @example 115.0
                         */
                        amount: string;
                        /**
                         * Format: int32
                         * @description The percentage of the price.
                         */
                        percentage: number;
                    }[] | null;
                    /**
                     * @description The tips that were given, less what was given back.
                     * @example 115.0
                     */
                    given: string;
                } | undefined;
                /** @description The way in which it is verified: `email` or `sms`. Null for no verification. */
                verification_method: string | null;
            }[];
            /**
             * Format: int32
             * @description The id: that of the first booking that was made for it.
             */
            id: number;
        };
        /** @description The new time of the bookings of a visit that a link opens. */
        LinkedVisitMoveInput: {
            /** @description When the first of them is to begin. They keep their lengths and resources, and the times between them. Without it, none moves. */
            booked_from?: (components["schemas"]["DateTimeInput"] | null) | undefined;
        };
        ListAvailableResourcesParameters: {
            /** @description Defaults to today. */
            from?: components["schemas"]["DateInput"] | undefined;
            /**
             * Format: int32
             * @description The number of intervals of the service that one slot lasts, from 1, the default, to its `max_slots`. For day bookings the number of days, at most 366, and 1 with `same_day`. More than 1 only for appointments.
             */
            intervals?: number | undefined;
            /** @description Ids of options of the service, each as often as a booking has units of it. Slots last longer by their minutes, which have no effect on events and day bookings. Prices are without them. Defaults to none. */
            options?: (number | number[]) | undefined;
            /** @description Ids of resources that serve needs of its service other than the first. Visitors name those of needs that let them choose. Any by default. */
            other_resources?: (number | number[]) | undefined;
            /**
             * Format: int32
             * @description Leaves out what the limits of this person forbid. Not for visitors.
             */
            person_id?: number | undefined;
            /** @description Ids of resources. Defaults to all that offer the service. */
            selected_resources?: (number | number[]) | undefined;
            /** @description The last date. Defaults to the later of today and the first date. */
            to?: components["schemas"]["DateInput"] | undefined;
        };
        ListBookingHistoryParameters: {
            /**
             * Format: int32
             * @description The number of the page, counted from 1. Defaults to 1.
             * @default 1
             */
            page?: number | undefined;
        };
        ListBookingsParameters: {
            /**
             * Format: uuid
             * @description Returns bookings of this series.
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            collection_id?: string | undefined;
            /** @description Returns items that end after this instant. */
            during_from?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns items that begin before this instant. */
            during_to?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns bookings that end at or before this instant. */
            end?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns bookings of these events. */
            event_id?: (number | number[]) | undefined;
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: boolean | undefined;
            /** @description Returns bookings with this external id. */
            external_id?: string | undefined;
            /**
             * @description The order of the items.
             * @default booked_from
             */
            order?: components["schemas"]["BookingOrder"] | undefined;
            /**
             * Format: int32
             * @description The number of the page, counted from 1. Defaults to 1.
             * @default 1
             */
            page?: number | undefined;
            /** @description Returns bookings of these people. */
            person_id?: (number | number[]) | undefined;
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
            /** @description Returns bookings of these resources. */
            resource_id?: (number | number[]) | undefined;
            /** @description Returns bookings of these services. */
            service_id?: (number | number[]) | undefined;
            /** @description Returns bookings changed at or after this instant. */
            since?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns bookings that begin at or after this instant. */
            start?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns bookings in these states. */
            state?: (components["schemas"]["BookingState"] | components["schemas"]["BookingState"][]) | undefined;
            /** @description Returns bookings with one of these statuses. */
            status?: (components["schemas"]["BookingStatus"] | components["schemas"]["BookingStatus"][]) | undefined;
        };
        ListBookingsRecentParameters: {
            /**
             * Format: uuid
             * @description Returns bookings of this series.
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            collection_id?: string | undefined;
            /** @description Returns items that end after this instant. */
            during_from?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns items that begin before this instant. */
            during_to?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns bookings that end at or before this instant. */
            end?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns bookings of these events. */
            event_id?: (number | number[]) | undefined;
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: boolean | undefined;
            /** @description Returns bookings with this external id. */
            external_id?: string | undefined;
            /**
             * Format: int32
             * @description The number of the page, counted from 1. Defaults to 1.
             * @default 1
             */
            page?: number | undefined;
            /** @description Returns bookings of these people. */
            person_id?: (number | number[]) | undefined;
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
            /** @description Returns bookings of these resources. */
            resource_id?: (number | number[]) | undefined;
            /** @description Returns bookings of these services. */
            service_id?: (number | number[]) | undefined;
            /** @description Returns bookings changed at or after this instant. */
            since?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns bookings that begin at or after this instant. */
            start?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns bookings in these states. */
            state?: (components["schemas"]["BookingState"] | components["schemas"]["BookingState"][]) | undefined;
            /** @description Returns bookings with one of these statuses. */
            status?: (components["schemas"]["BookingStatus"] | components["schemas"]["BookingStatus"][]) | undefined;
        };
        ListCalendarSourceEntriesParameters: {
            /**
             * Format: int32
             * @description The number of the page, counted from 1. Defaults to 1.
             * @default 1
             */
            page?: number | undefined;
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
            /** @description Returns the entries in this state. */
            state?: components["schemas"]["CalendarEntryState"] | undefined;
        };
        ListCalendarSourcesParameters: {
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
            /**
             * Format: int32
             * @description Returns the calendars of this resource.
             */
            resource_id?: number | undefined;
        };
        ListChangesParameters: {
            /** @description The cursor after which the changes begin, or `latest`. Defaults to the oldest kept change. */
            after?: string | undefined;
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: boolean | undefined;
            /**
             * Format: int32
             * @description The number of changes that are read, from 1 to 100.
             * @default 100
             */
            limit?: number | undefined;
        };
        ListClientUsersParameters: {
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
        };
        ListDocumentsParameters: {
            /** @description Returns the documents of this kind. */
            kind?: components["schemas"]["DocumentKind"] | undefined;
            /**
             * Format: int32
             * @description Returns the documents about this order.
             */
            order_id?: number | undefined;
            /**
             * Format: int32
             * @description The number of the page, counted from 1. Defaults to 1.
             * @default 1
             */
            page?: number | undefined;
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
        };
        ListEventsParameters: {
            /** @description Returns items that end after this instant. */
            during_from?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns items that begin before this instant. */
            during_to?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns events that end at or before this instant. */
            end?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description The order of the items. */
            order?: components["schemas"]["EventOrder"] | undefined;
            /**
             * Format: int32
             * @description The number of the page, counted from 1. Defaults to 1.
             * @default 1
             */
            page?: number | undefined;
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
            /**
             * Format: int32
             * @description Returns events of this resource.
             */
            resource_id?: number | undefined;
            /**
             * Format: int32
             * @description Returns events of this service.
             */
            service_id?: number | undefined;
            /** @description Returns events changed at or after this instant. */
            since?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns events that begin at or after this instant. */
            start?: components["schemas"]["DateTimeInput"] | undefined;
        };
        ListGiftCardsParameters: {
            /**
             * Format: int32
             * @description Returns the gift cards of this person.
             */
            person_id?: number | undefined;
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
        };
        ListHolidaysParameters: {
            /** @description Defaults to the first day of this year. */
            from?: components["schemas"]["DateInput"] | undefined;
            /** @description Defaults to the last day of the year of `from`. */
            to?: components["schemas"]["DateInput"] | undefined;
        };
        ListOpeningHoursParameters: {
            /** @description Defaults to today. */
            from?: components["schemas"]["DateInput"] | undefined;
            /** @description At most 366 days after `from`. Defaults to today. */
            to?: components["schemas"]["DateInput"] | undefined;
        };
        ListOrderLineItemsParameters: {
            /**
             * Format: int32
             * @description The number of the page, counted from 1. Defaults to 1.
             * @default 1
             */
            page?: number | undefined;
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
        };
        ListOrdersParameters: {
            /**
             * Format: int32
             * @description Returns the orders of this person.
             */
            person_id?: number | undefined;
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
            /** @description Returns the orders in this state. */
            state?: components["schemas"]["OrderState"] | undefined;
        };
        ListPackagesParameters: {
            /**
             * @description The order of the items.
             * @default id
             */
            order?: components["schemas"]["PackageOrder"] | undefined;
            /**
             * Format: int32
             * @description The number of the page, counted from 1. Defaults to 1.
             * @default 1
             */
            page?: number | undefined;
            /**
             * Format: int32
             * @description Returns the packages of this person.
             */
            person_id?: number | undefined;
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
        };
        ListPeopleParameters: {
            /** @description Returns the people who were born on this date. */
            date_of_birth?: components["schemas"]["DateInput"] | undefined;
            /** @description Returns the people with this email address, in any case. */
            email?: string | undefined;
            /** @description Returns the people with this external id. */
            external_id?: string | undefined;
            /** @description Returns the people with this name. */
            name?: string | undefined;
            /** @description Returns the people with this national identity number. */
            national_id_no?: string | undefined;
            /**
             * Format: int32
             * @description The number of the page, counted from 1. Defaults to 1.
             * @default 1
             */
            page?: number | undefined;
            /** @description Returns the people with this phone number, however it is written. */
            phone_number?: string | undefined;
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
            /** @description Matches part of the name, email, phone number or national id number. */
            search?: string | undefined;
            /** @description Returns people changed at or after this instant. */
            since?: components["schemas"]["DateTimeInput"] | undefined;
        };
        ListPublicEventsParameters: {
            /** @description Returns items that end after this instant. */
            during_from?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns items that begin before this instant. */
            during_to?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns events that end at or before this instant. */
            end?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description The order of the items. */
            order?: components["schemas"]["EventOrder"] | undefined;
            /**
             * Format: int32
             * @description The number of the page, counted from 1. Defaults to 1.
             * @default 1
             */
            page?: number | undefined;
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
            /**
             * Format: int32
             * @description Returns events of this resource.
             */
            resource_id?: number | undefined;
            /**
             * Format: int32
             * @description Returns events of this service.
             */
            service_id?: number | undefined;
            /** @description Returns events that begin at or after this instant. */
            start?: components["schemas"]["DateTimeInput"] | undefined;
        };
        ListPublicTimeConflictsParameters: {
            /**
             * Format: int32
             * @description The number of people. 1 by default.
             */
            count?: number | undefined;
            /** @description The first instant of the period. */
            from: components["schemas"]["DateTimeInput"];
            /**
             * Format: int32
             * @description The resource. Required without a service.
             */
            resource_id?: number | undefined;
            /** @description The end of the period, after `from`. */
            to: components["schemas"]["DateTimeInput"];
        };
        ListResourceExceptionDatesParameters: {
            /** @description On that date or after. `filter.from` takes precedence and is the default. */
            from?: components["schemas"]["DateInput"] | undefined;
            /**
             * Format: int32
             * @description The number of the page, counted from 1. Defaults to 1.
             * @default 1
             */
            page?: number | undefined;
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
            /**
             * Format: int32
             * @description Like `filter.service_id`, which takes precedence and is the default.
             */
            service_id?: number | undefined;
            /** @description On that date or before. `filter.to` takes precedence and is the default. */
            to?: components["schemas"]["DateInput"] | undefined;
        };
        ListRotasParameters: {
            /**
             * Format: int32
             * @description The number of the page, counted from 1. Defaults to 1.
             * @default 1
             */
            page?: number | undefined;
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
            /**
             * Format: int32
             * @description Returns the rotas of this resource.
             */
            resource_id?: number | undefined;
        };
        ListSlotsByLinkParameters: {
            /** @description Defaults to today. */
            from?: components["schemas"]["DateInput"] | undefined;
            /** @description Ids of resources. Defaults to all that offer the service. */
            selected_resources?: (number | number[]) | undefined;
            /** @description The last date. Defaults to the later of today and the first date. */
            to?: components["schemas"]["DateInput"] | undefined;
        };
        ListTimeConflictsParameters: {
            /**
             * Format: int32
             * @description A booking that moves, and is not in its own way. Visitors cannot name one.
             */
            booking_id?: number | undefined;
            /**
             * Format: int32
             * @description The number of people. 1 by default.
             */
            count?: number | undefined;
            /** @description The first instant of the period. */
            from: components["schemas"]["DateTimeInput"];
            /**
             * Format: int32
             * @description The person whose limits apply, too. Visitors cannot name one.
             */
            person_id?: number | undefined;
            /**
             * Format: int32
             * @description The resource. Required without a service.
             */
            resource_id?: number | undefined;
            /** @description The end of the period, after `from`. */
            to: components["schemas"]["DateTimeInput"];
        };
        ListTimeOffParameters: {
            /** @description Returns time off that ends on this date or after. */
            from?: components["schemas"]["DateInput"] | undefined;
            /**
             * Format: int32
             * @description The number of the page, counted from 1. Defaults to 1.
             * @default 1
             */
            page?: number | undefined;
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
            /**
             * Format: int32
             * @description Returns the time off of this resource.
             */
            resource_id?: number | undefined;
            /** @description Returns time off in this state. */
            state?: components["schemas"]["TimeOffState"] | undefined;
            /** @description Returns time off that begins on this date or before. */
            to?: components["schemas"]["DateInput"] | undefined;
        };
        ListVisitorBookingsParameters: {
            /**
             * Format: int32
             * @description The number of the page, counted from 1. Defaults to 1.
             * @default 1
             */
            page?: number | undefined;
            /**
             * @description The bookings to list. `UPCOMING` by default.
             * @default upcoming
             */
            which?: components["schemas"]["VisitorBookings"] | undefined;
        };
        ListVisitSlotsByLinkParameters: {
            /** @description The first date. Defaults to today. */
            from?: components["schemas"]["DateInput"] | undefined;
            /** @description The last date. Defaults to the later of today and the first date. */
            to?: components["schemas"]["DateInput"] | undefined;
        };
        ListVisitSlotsParameters: {
            /** @description The first date. Defaults to today. */
            from?: (components["schemas"]["DateInput"] | null) | undefined;
            /** @description The last date. Defaults to the later of today and the first date. */
            to?: (components["schemas"]["DateInput"] | null) | undefined;
        };
        ListWaitlistEntriesParameters: {
            /** @description Returns items that end after this instant. */
            during_from?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns items that begin before this instant. */
            during_to?: components["schemas"]["DateTimeInput"] | undefined;
            /** @description Returns entries of these events. */
            event_id?: (number | number[]) | undefined;
            /** @description The order of the items. */
            order?: components["schemas"]["WaitlistOrder"] | undefined;
            /**
             * Format: int32
             * @description The number of the page, counted from 1. Defaults to 1.
             * @default 1
             */
            page?: number | undefined;
            /** @description Returns entries of these people. */
            person_id?: (number | number[]) | undefined;
            /**
             * @description `replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.
             * @enum {string}
             */
            prefer?: "replica" | undefined;
            /** @description Returns entries that wait for these resources. */
            resource_id?: (number | number[]) | undefined;
            /** @description Returns entries of these services, and of their events. */
            service_id?: (number | number[]) | undefined;
            /** @description Returns entries in one of these states. */
            state?: (components["schemas"]["WaitlistState"] | components["schemas"]["WaitlistState"][]) | undefined;
        };
        MergePeopleParameters: {
            /**
             * Format: int32
             * @description The id of the person who is merged into the other and deleted. Required.
             */
            merge_person_id?: (number | null) | undefined;
        };
        MessageBody: {
            /**
             * Format: int32
             * @description The id of the booking.
             */
            booking_id: number | null;
            /** @description The way in which it is sent. */
            channel: components["schemas"]["MessageChannel"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /** @description The reason why the last attempt failed. */
            failure: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The purpose, such as `confirmation`. */
            kind: string;
            /**
             * Format: int32
             * @description The id of the person.
             */
            person_id: number | null;
            /** @description An email address, or a phone number in E.164. */
            recipient: string;
            /**
             * Format: date-time
             * @description When it was sent.
             * @example 2026-03-02T10:00:00+01:00
             */
            sent_at: string | null;
            /** @description The state of its delivery. */
            state: components["schemas"]["MessageState"];
            /** @description The subject of an email. */
            subject: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        /**
         * @description The way in which a message is sent.
         * @enum {string}
         */
        MessageChannel: "email" | "sms";
        MessageCountsBody: {
            /**
             * Format: int32
             * @description Messages that failed at their last attempt.
             */
            failed: number;
            /**
             * Format: int32
             * @description Messages that wait to be sent.
             */
            queued: number;
            /**
             * Format: int32
             * @description Messages that are being sent.
             */
            sending: number;
            /**
             * Format: int32
             * @description Messages that were sent.
             */
            sent: number;
            /**
             * Format: int32
             * @description Messages that are stored, because no mail server or SMS gateway is configured.
             */
            unsent: number;
        };
        MessageProcessedDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                message: components["schemas"]["MessageBody"];
                /** @enum {string} */
                object: "message";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedMessageBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "message.processed";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            message: components["schemas"]["MessageBody"];
            /** @enum {string} */
            object: "message";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        /**
         * @description The state of the delivery of a message.
         * @enum {string}
         */
        MessageState: "queued" | "sending" | "sent" | "unsent" | "failed";
        MessageTemplateBody: {
            /** @description Whether messages are sent. True by default. */
            active: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data: {
                [key: string]: string | boolean;
            } | null;
            /** @description A period in English such as `3 hours ago`, relative to that moment. Null: at that moment. */
            delivery_timing: string | null;
            /** @description The way in which the message is sent. */
            delivery_type: components["schemas"]["DeliveryType"];
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The moment that times the message. */
            message_type: components["schemas"]["MessageTemplateType"];
            /** @description Ids of the services whose bookings send the message. Empty, the default, means all services. */
            services: number[];
            /** @description The subject of an email, in Liquid. */
            subject: string | null;
            /** @description The body, in Liquid. */
            template: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        /** @description Attributes of a message template. An absent one stays unchanged. Null clears it or restores its default. */
        MessageTemplateInput: {
            /** @description Whether messages are sent. True by default. */
            active?: (boolean | null) | undefined;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /** @description A period in English such as `3 hours ago`, relative to that moment. Null: at that moment. */
            delivery_timing?: (string | null) | undefined;
            /** @description The way in which the message is sent. */
            delivery_type?: (components["schemas"]["DeliveryType"] | null) | undefined;
            /** @description The moment that times the message. */
            message_type?: (components["schemas"]["MessageTemplateType"] | null) | undefined;
            /** @description Ids of the services whose bookings send the message. Empty, the default, means all services. */
            services?: (number[] | null) | undefined;
            /** @description The subject of an email, in Liquid. */
            subject?: (string | null) | undefined;
            /** @description The body, in Liquid. */
            template?: (string | null) | undefined;
        };
        /**
         * @description The moment that times the message: the creation, start or end of the booking.
         * @enum {string}
         */
        MessageTemplateType: "confirmation" | "reminder" | "follow_up";
        MoveVisitParameters: {
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: (boolean | null) | undefined;
            /**
             * @description Ignores the capacity. Has no effect on public bookings.
             * @default false
             */
            ignore_capacity?: (boolean | null) | undefined;
            /**
             * @description Books although a calendar of another program has an entry at that time. `ignore_capacity` includes it. Has no effect on public bookings.
             * @default false
             */
            ignore_external_busy?: (boolean | null) | undefined;
            /** @description Whether the message about a change is sent by email. Defaults to the setting of the account. */
            modification_send_email?: (boolean | null) | undefined;
            /** @description Whether the message about a change is sent by SMS. Defaults to the setting of the account. */
            modification_send_sms?: (boolean | null) | undefined;
        };
        /**
         * @description The unit that the resources of a need are counted for.
         * @enum {string}
         */
        NeedPer: "booking" | "person";
        /** @description The resources that a booking gets for a need of its service. */
        NeedResourcesInput: {
            /**
             * Format: int32
             * @description The id of the need.
             */
            need_id: number;
            /** @description The ids of resources of its pool. The booking gets others beside them if it needs more. */
            resource_ids: number[];
        };
        /** @description A part of a booking in which the resources of a need work. */
        NeedSegmentInput: {
            /**
             * Format: int32
             * @description Its length in minutes.
             */
            length: number;
            /**
             * Format: int32
             * @description The minutes from the start of the booking to its beginning.
             */
            offset: number;
        };
        /** @description Attributes of a new booking. One that is left out is empty, unless its description names a default. */
        NewBookingInput: {
            /**
             * Format: int32
             * @description The id of the person who made it, if it is for another person.
             */
            booked_by_person_id?: (number | null) | undefined;
            /** @description The name that was given for it, if the email address or phone number is of a person with another name: the one for whom that person booked. Null otherwise. */
            booked_for_name?: (string | null) | undefined;
            /** @description When it begins. */
            booked_from?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description When it ends. */
            booked_to?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The number of people. 1 by default.
             */
            count?: (number | null) | undefined;
            /** @description The code of the coupon, in any case. It takes precedence over an id. Null clears the coupon. */
            coupon_code?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The id of the coupon that reduces its price.
             */
            coupon_id?: (number | null) | undefined;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /**
             * Format: int32
             * @description The id of the event that people attend. Null if it is not for an event.
             */
            event_id?: (number | null) | undefined;
            /**
             * @description The price of the whole booking before a discount, as its person saw it. If it is another by now, nothing is booked: `CONFLICT`, in REST 409 with the price. Default: any price.
             * @example 115.0
             */
            expected_price?: (string | number | null) | undefined;
            /** @description When a hold expires, unless it is verified or paid before. A date alone includes that day. Null if it does not. */
            expires_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description A URL of the booking in another system, for the host. */
            external_host_url?: (string | null) | undefined;
            /** @description The id of the booking in another system. */
            external_id?: (string | null) | undefined;
            /** @description A URL of the booking in another system. */
            external_url?: (string | null) | undefined;
            /** @description Notes. */
            notes?: (string | null) | undefined;
            /** @description The options of its service that it has. `booked_to` includes their minutes. If a change names options and no `booked_to`, the booking ends later or earlier by their minutes. By default none, which a group with a minimum refuses. */
            options?: (components["schemas"]["ChosenOptionInput"][] | null) | undefined;
            /** @description Ids of resources that serve needs of its service other than the first. Visitors name those of needs that let them choose. Any by default. */
            other_resources?: (number[] | null) | undefined;
            /**
             * Format: int32
             * @description The id of the package of its person that pays for its service. Null if none does.
             */
            package_id?: (number | null) | undefined;
            /**
             * @description The amount paid, in the currency of the account.
             * @example 115.0
             */
            paid_amount?: (string | number | null) | undefined;
            /** @description When it was paid. */
            paid_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description Updates the person of `person_id`, or the current person of the booking. Otherwise a person is matched by national id number, then phone number, then email, and only its empty attributes are filled. Without a match, a person is created. */
            person_attributes?: (components["schemas"]["PersonAttributesInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The id of the person for whom it is made.
             */
            person_id?: (number | null) | undefined;
            /** @description Whether the public rules apply to a new booking, or to the new place of a booking that moves. */
            public_booking?: (boolean | null) | undefined;
            /** @description When the reminder was sent. */
            reminded_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description When the SMS reminder is due. Null for none. */
            reminder_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The id of the resource that is taken. Without one, the service chooses.
             */
            resource_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the service. Null if only a resource is booked.
             */
            service_id?: (number | null) | undefined;
            /** @description The progress. Null, the default, if none was set. */
            status?: (components["schemas"]["BookingStatus"] | null) | undefined;
            /** @description The title. */
            title?: (string | null) | undefined;
        };
        /** @description A new document about an order. */
        NewDocumentInput: {
            /**
             * @description NOK for one unit of the currency, by which a business in Norway states VAT in another currency in NOK, too. By default `vat_exchange_rate` of the account; it needs one of them.
             * @example 115.0
             */
            exchange_rate?: (string | number | null) | undefined;
            /** @description A receipt or an invoice. */
            kind: components["schemas"]["DocumentKind"];
            /** @description Whether the buyer gets it by email, as PDF. True by default. Without an address nothing is sent. */
            sends_email?: (boolean | null) | undefined;
        };
        /** @description A new order of products, gift cards and packages, without a booking. An attribute that is left out is empty. */
        NewOrderInput: {
            /** @description The code of the coupon, in any case. It takes precedence over an id. Null clears the coupon. */
            coupon_code?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The id of the coupon.
             */
            coupon_id?: (number | null) | undefined;
            /** @description From 1 to 20 items. */
            order_line_items: components["schemas"]["OrderLineItemInput"][];
            /** @description The person who pays, matched or created as the person of a booking. Packages are for this person; if a guardian pays for the person, the order is of the guardian. */
            person_attributes?: (components["schemas"]["PersonAttributesInput2"] | null) | undefined;
            /**
             * Format: int32
             * @description The id of the person.
             */
            person_id?: (number | null) | undefined;
        };
        /** @description A new visit. An attribute that is left out is empty. */
        NewVisitInput: {
            /** @description From 1 to 8 bookings, which are decided in this order. All are made, or none. */
            items: components["schemas"]["NewVisitItemInput"][];
            /** @description The person of all bookings that name no other, matched or created as the person of a booking. */
            person_attributes?: (components["schemas"]["PersonAttributesInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The id of the person of all bookings that name no other.
             */
            person_id?: (number | null) | undefined;
            /** @description Whether the public rules apply to all bookings. */
            public_booking?: (boolean | null) | undefined;
        };
        /** @description A booking of a new visit. An attribute that is left out is empty. */
        NewVisitItemInput: {
            /**
             * Format: int32
             * @description The id of the person who made it, if it is for another person.
             */
            booked_by_person_id?: (number | null) | undefined;
            /** @description The name that was given for it, if the email address or phone number is of a person with another name: the one for whom that person booked. Null otherwise. */
            booked_for_name?: (string | null) | undefined;
            /** @description When it begins. */
            booked_from?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description When it ends. */
            booked_to?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The number of people. 1 by default.
             */
            count?: (number | null) | undefined;
            /** @description The code of the coupon, in any case. It takes precedence over an id. Null clears the coupon. */
            coupon_code?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The id of the coupon that reduces its price.
             */
            coupon_id?: (number | null) | undefined;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /**
             * Format: int32
             * @description The id of the event that people attend. Null if it is not for an event.
             */
            event_id?: (number | null) | undefined;
            /**
             * @description The price of the whole booking before a discount, as its person saw it. If it is another by now, nothing is booked: `CONFLICT`, in REST 409 with the price. Default: any price.
             * @example 115.0
             */
            expected_price?: (string | number | null) | undefined;
            /** @description When a hold expires, unless it is verified or paid before. A date alone includes that day. Null if it does not. */
            expires_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description A URL of the booking in another system, for the host. */
            external_host_url?: (string | null) | undefined;
            /** @description The id of the booking in another system. */
            external_id?: (string | null) | undefined;
            /** @description A URL of the booking in another system. */
            external_url?: (string | null) | undefined;
            /** @description Notes. */
            notes?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The resource of the listed time, if nobody has chosen one. It is taken if it is free, unless the service assigns fairly.
             */
            offered_resource_id?: (number | null) | undefined;
            /** @description The options of its service that it has. `booked_to` includes their minutes. If a change names options and no `booked_to`, the booking ends later or earlier by their minutes. By default none, which a group with a minimum refuses. */
            options?: (components["schemas"]["ChosenOptionInput"][] | null) | undefined;
            /** @description Ids of resources that serve needs of its service other than the first. Visitors name those of needs that let them choose. Any by default. */
            other_resources?: (number[] | null) | undefined;
            /**
             * Format: int32
             * @description The id of the package of its person that pays for its service. Null if none does.
             */
            package_id?: (number | null) | undefined;
            /**
             * @description The amount paid, in the currency of the account.
             * @example 115.0
             */
            paid_amount?: (string | number | null) | undefined;
            /** @description When it was paid. */
            paid_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description Updates the person of `person_id`, or the current person of the booking. Otherwise a person is matched by national id number, then phone number, then email, and only its empty attributes are filled. Without a match, a person is created. */
            person_attributes?: (components["schemas"]["PersonAttributesInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The id of the person for whom it is made.
             */
            person_id?: (number | null) | undefined;
            /** @description Whether the public rules apply to a new booking, or to the new place of a booking that moves. */
            public_booking?: (boolean | null) | undefined;
            /** @description When the reminder was sent. */
            reminded_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description When the SMS reminder is due. Null for none. */
            reminder_at?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The id of the resource that is taken. Without one, the service chooses.
             */
            resource_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the service. Null if only a resource is booked.
             */
            service_id?: (number | null) | undefined;
            /** @description The progress. Null, the default, if none was set. */
            status?: (components["schemas"]["BookingStatus"] | null) | undefined;
            /** @description The title. */
            title?: (string | null) | undefined;
        };
        OfferWaitlistEntryParameters: {
            /** @description The start of a free slot. Defaults to the first in the period of the entry. */
            booked_from?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The resource. Defaults to that of the entry, or to any that is free.
             */
            resource_id?: (number | null) | undefined;
        };
        /** @description The item. */
        OpeningHoursAnswer: {
            /**
             * Format: date
             * @description The date.
             * @example 2026-03-02
             */
            date: string;
            /** @description Empty or null if closed. Hours that pass midnight end after 24:00, on the date on which they begin. */
            opening_hours: string[] | null;
        };
        /**
         * @description The dimensions of figures of operations: the day, week or month in which deliveries and messages were created, jobs failed and requests were made, on the wall clock of the account. Weeks begin on Monday.
         * @enum {string}
         */
        OperationDimension: "day" | "week" | "month";
        OperationFigureBody: {
            /** @description Deliveries to webhooks. Those of deleted webhooks do not count. */
            deliveries: components["schemas"]["DeliveryCountsBody"];
            /**
             * Format: int32
             * @description The number of jobs that failed at their last attempt in this time and were not restarted.
             */
            failed_jobs: number;
            /** @description Messages to people and users. */
            messages: components["schemas"]["MessageCountsBody"];
            /**
             * Format: int32
             * @description Requests with API keys over REST and GraphQL, whatever their answer. A subscription counts once; requests of sessions do not count. They are counted by day, at its start, so a period that begins within a day leaves that day out. Up to 30 seconds late.
             */
            requests: number;
        };
        OperationFiguresAnswer: {
            /** @description The current backlog, whatever the period. */
            backlog: {
                /**
                 * Format: int32
                 * @description The number of changes, counted up to 10,000.
                 */
                changes: number;
                /** @description The age of the oldest of them in seconds; 0 without any. */
                seconds: number;
            };
            /** @description The deliveries of the period by webhook, with webhooks that have none; at most 1,000, by id. */
            deliveries_by_web_hook: {
                /** @description Its deliveries in the period. */
                deliveries: components["schemas"]["DeliveryCountsBody"];
                /** @description The URL of the webhook. */
                target_url: string;
                /**
                 * Format: int32
                 * @description The id of the webhook.
                 */
                web_hook_id: number;
            }[];
            /** @description The failed jobs of the period by name, in alphabetical order. */
            failed_jobs_by_name: {
                /**
                 * Format: int32
                 * @description The number of jobs of this name that failed in the period.
                 */
                failed_jobs: number;
                /** @description The name, such as `deliver-web-hook`. */
                name: string;
            }[];
            /** @description The groups, at most 1,000, in the order of their keys; one group without keys if `group_by` is empty. Groups without figures are included: all times of the period, and all active records. */
            groups: {
                /** @description The figures of the period. */
                figure: components["schemas"]["OperationFigureBody"];
                /** @description The values that the group has in common: one key for each dimension of `group_by`, in the same order. */
                keys: components["schemas"]["FigureKeyBody"][];
                /** @description The figures of the same group in the period with which is compared. Null without `compare`. */
                previous: components["schemas"]["OperationFigureBody"] | null;
            }[];
            /** @description The messages of the period by kind, in alphabetical order. */
            messages_by_kind: {
                /** @description The kind, such as `confirmation`. */
                kind: string;
                /** @description The messages of this kind in the period. */
                messages: components["schemas"]["MessageCountsBody"];
            }[];
            /** @description The figures of the whole period with which is compared. Null without `compare`. */
            previous_total: components["schemas"]["OperationFigureBody"] | null;
            /** @description The requests of the period by API key, most first, also of keys that were revoked since; at most 1,000. Keys without requests and deleted ones are left out. */
            requests_by_api_key: {
                /**
                 * Format: int32
                 * @description The id of the API key.
                 */
                api_key_id: number;
                /** @description The name of the API key. */
                name: string;
                /**
                 * Format: int32
                 * @description Its requests in the period, up to 30 seconds late.
                 */
                requests: number;
            }[];
            /** @description The figures of the whole period. A group may be counted in several groups, but once in the total. */
            total: components["schemas"]["OperationFigureBody"];
        };
        /** @description The item. */
        OrderAnswer: {
            /**
             * @description The amount left to pay.
             * @example 115.0
             */
            balance: string;
            /** @description Whether it can be paid at the payment provider of the account. Otherwise the account receives the payment. */
            can_pay_online: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * @description The discount of the coupon, in the currency of the account.
             * @example 115.0
             */
            discount_amount: string;
            /** @description The receipts, invoices and credit notes about the order, oldest first. */
            documents: components["schemas"]["PublicDocumentBody"][];
            /**
             * @description The amount left to pay at the appointment, beside the deposit. Null without a deposit.
             * @example 115.0
             */
            due_later: string | null;
            /**
             * @description The part of the deposit that is left to pay. Null without a deposit.
             * @example 115.0
             */
            due_now: string | null;
            /** @description The gift cards that were issued, once the order is fully paid. */
            gift_cards: {
                /** @description The code, with which it is redeemed. */
                code: string;
                /**
                 * @description The balance.
                 * @example 115.0
                 */
                value: string;
            }[];
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The items that are sold. */
            order_line_items: {
                /**
                 * @description The price of one unit.
                 * @example 115.0
                 */
                amount: string;
                /**
                 * Format: int32
                 * @description The number of units.
                 */
                quantity: number;
                /**
                 * Format: int32
                 * @description The id of the service.
                 */
                service_id: number;
                /** @description The title. */
                title: string;
            }[];
            /**
             * @description The amount paid.
             * @example 115.0
             */
            paid_amount: string;
            /**
             * @description The total without the discount, in the currency of the account.
             * @example 115.0
             */
            payable_amount: string;
            /** @description The state. */
            state: components["schemas"]["OrderState"];
            /**
             * @description The tax in `payable_amount`. Null if no item has a tax rate.
             * @example 115.0
             */
            tax_amount: string | null;
            /** @description The tips that were given online and can be added. Null if the account offers none. */
            tip?: {
                /** @description The tips that are offered, beside any other amount. Empty if the price is 0. Null if none can be added at the payment provider now. */
                choices: {
                    /**
                     * @description The amount, in the currency of the account.
                     * @example 115.0
                     */
                    amount: string;
                    /**
                     * Format: int32
                     * @description The percentage of the price.
                     */
                    percentage: number;
                }[] | null;
                /**
                 * @description The tips that were given, less what was given back.
                 * @example 115.0
                 */
                given: string;
            } | undefined;
            /** @description The secret of the order's link. Everybody who knows it sees the order. */
            token: string;
            /**
             * @description The price before the discount.
             * @example 115.0
             */
            total: string;
        };
        OrderBody: {
            /**
             * @description The amount left to pay.
             * @example 115.0
             */
            balance: string;
            /**
             * Format: int32
             * @description The id of the coupon.
             */
            coupon_id: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * @description The deposit that was agreed when it was made. Its booking is held until that much is paid. Null without one.
             * @example 115.0
             */
            deposit: string | null;
            /**
             * @description The discount of the coupon.
             * @example 115.0
             */
            discount_amount: string;
            /**
             * @description The amount left to pay at the appointment, beside the deposit. Null without a deposit.
             * @example 115.0
             */
            due_later: string | null;
            /**
             * @description The part of the deposit that is left to pay. Null without a deposit.
             * @example 115.0
             */
            due_now: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The gift cards that it issued, in every state. Empty until it is paid. */
            issued_gift_cards: {
                /** @description Whether it can be redeemed. */
                active: boolean;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /**
                 * Format: int32
                 * @description The amount when it was created.
                 */
                initial_value: number;
                /**
                 * Format: int32
                 * @description The balance, rounded down to whole units of the currency.
                 */
                value: number;
            }[];
            /** @description The items that are sold. */
            order_line_items: {
                /**
                 * @description The price of one unit, with the tax if it has a rate.
                 * @example 115.0
                 */
                amount: string;
                /**
                 * Format: int32
                 * @description The id of the booking.
                 */
                booking_id: number | null;
                /**
                 * Format: int32
                 * @description The id of the last gift card that paid for it.
                 */
                gift_card_id: number | null;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /**
                 * Format: int32
                 * @description The id of the option that is sold with the booking of the order. Null for other items.
                 */
                option_id?: number | undefined;
                /**
                 * @description The price of all its units without its share of the discount, with the tax. Null if no item of the order has a tax rate, unless it sells a visit.
                 * @example 115.0
                 */
                payable_amount: string | null;
                /**
                 * Format: int32
                 * @description The number of units.
                 */
                quantity: number;
                /**
                 * Format: int32
                 * @description The id of the service.
                 */
                service_id: number | null;
                /**
                 * @description The tax in its payable amount. Null without a tax rate.
                 * @example 115.0
                 */
                tax_amount: string | null;
                /** @description The name of its tax rate when it was sold. Null without one. */
                tax_name: string | null;
                /**
                 * @description The percentage of its tax rate when it was sold. Null without one.
                 * @example 115.0
                 */
                tax_percentage: string | null;
                /** @description The title of the option when it was agreed. Null for other items. */
                title?: string | undefined;
            }[];
            /**
             * @description The amount paid.
             * @example 115.0
             */
            paid_amount: string;
            /**
             * @description The total without the discount.
             * @example 115.0
             */
            payable_amount: string;
            /** @description The person who pays. */
            person: {
                /** @description The email address. Unique among active people. */
                email: string | null;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The name. */
                name: string | null;
            } | null;
            /**
             * Format: int32
             * @description The id of the person.
             */
            person_id: number | null;
            /**
             * Format: date-time
             * @description When it was fully paid. Null if it is not.
             * @example 2026-03-02T10:00:00+01:00
             */
            settled_at: string | null;
            /** @description The state. */
            state: components["schemas"]["OrderState"];
            /**
             * @description The tax in the payable amount, by the rates of its items. Null if no item has one.
             * @example 115.0
             */
            tax_amount: string | null;
            /**
             * @description The tips that were given with it, less what was given back: no part of its price. Null without any.
             * @example 115.0
             */
            tip_amount?: string | undefined;
            /**
             * @description The price before the discount.
             * @example 115.0
             */
            total: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        OrderCancelledDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "order";
                order: components["schemas"]["OrderBody"];
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedOrderBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "order.cancelled";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "order";
            order: components["schemas"]["OrderBody"];
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        OrderCreatedDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "order";
                order: components["schemas"]["OrderBody"];
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: null | undefined;
            };
            /** @enum {string} */
            event: "order.created";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "order";
            order: components["schemas"]["OrderBody"];
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        /** @description The item. */
        OrderLineItemAnswer: {
            /**
             * @description The price of one unit, with the tax if it has a rate.
             * @example 115.0
             */
            amount: string;
            /**
             * Format: int32
             * @description The id of the booking.
             */
            booking_id: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * Format: int32
             * @description The id of the last gift card that paid for it.
             */
            gift_card_id: number | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The id of the order.
             */
            order_id: number;
            /**
             * @description The price of all its units without its share of the discount, with the tax. Null if no item of the order has a tax rate, unless it sells a visit.
             * @example 115.0
             */
            payable_amount: string | null;
            /**
             * Format: int32
             * @description The number of units.
             */
            quantity: number;
            /**
             * Format: int32
             * @description The id of the service.
             */
            service_id: number | null;
            /**
             * @description The tax in its payable amount. Null without a tax rate.
             * @example 115.0
             */
            tax_amount: string | null;
            /** @description The name of its tax rate when it was sold. Null without one. */
            tax_name: string | null;
            /**
             * @description The percentage of its tax rate when it was sold. Null without one.
             * @example 115.0
             */
            tax_percentage: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        /** @description An item of a new order. */
        OrderLineItemInput: {
            /**
             * @description The value of a gift card whose service has no price: from 1 to 10,000 units of the currency. For other items only the price of the service is accepted, which is the default.
             * @example 115.0
             */
            amount?: (string | number | null) | undefined;
            /**
             * Format: int32
             * @description The number of units. 1 by default.
             */
            quantity?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of a service of the type `PRODUCT`, `GIFT_CARD` or `PACKAGE`.
             */
            service_id: number;
        };
        OrderModifiedDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "order";
                order: components["schemas"]["OrderBody"];
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedOrderBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "order.modified";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "order";
            order: components["schemas"]["OrderBody"];
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        OrderPaidDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "order";
                order: components["schemas"]["OrderBody"];
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedOrderBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "order.paid";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "order";
            order: components["schemas"]["OrderBody"];
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        OrderRefundedDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "order";
                order: components["schemas"]["OrderBody"];
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedOrderBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "order.refunded";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "order";
            order: components["schemas"]["OrderBody"];
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        OrderSettledDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "order";
                order: components["schemas"]["OrderBody"];
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedOrderBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "order.settled";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "order";
            order: components["schemas"]["OrderBody"];
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
        };
        /**
         * @description Pending until it is fully paid, then confirmed. Cancelled by itself, or when its booking is cancelled, declined, deleted or expires. A fee for cancelling late opens it again.
         * @enum {string}
         */
        OrderState: "pending" | "confirmed" | "cancelled";
        OverlappingAttendeeBody: {
            /** @description The name that was given for it, if the email address or phone number is of a person with another name: the one for whom that person booked. Null otherwise. */
            booked_for_name: string | null;
            /**
             * Format: date-time
             * @description When it begins.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_from: string;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_to: string;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The person for whom it is made. */
            person: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The name. */
                name: string | null;
            } | null;
            /**
             * Format: int32
             * @description The id of the person for whom it is made.
             */
            person_id: number | null;
            /** @description The resource that is taken. */
            resource: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            };
            /** @description The service. */
            service: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            } | null;
            /** @description The state. */
            state: components["schemas"]["BookingState"];
        };
        OverlappingBookingBody: {
            /**
             * Format: date-time
             * @description When it begins.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_from: string;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_to: string;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The resource that is taken. */
            resource: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            };
            /** @description The service. */
            service: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            } | null;
            /** @description The state. */
            state: components["schemas"]["BookingState"];
        };
        PackageBody: {
            /** @description Whether it can be used. One that was ordered cannot be until its order is paid. */
            active: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data: {
                [key: string]: string | boolean;
            } | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The units that are left.
             */
            left: number;
            /**
             * Format: int32
             * @description The id of the person whose bookings it pays for.
             */
            person_id: number | null;
            /**
             * Format: int32
             * @description The id of the person who bought it.
             */
            purchased_by_person_id: number | null;
            /** @description The ids of the services that it pays for. Null, the default, means all. */
            service_ids: number[] | null;
            /** @description The title. */
            title: string;
            /**
             * Format: int32
             * @description The number of units, from 1 to 1,000.
             */
            units: number;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
            /**
             * Format: int32
             * @description The units that bookings have taken and not returned.
             */
            used: number;
            /**
             * Format: date
             * @description The last date of bookings that it pays for. Null, the default, means without a limit.
             * @example 2026-03-02
             */
            valid_until: string | null;
        };
        /** @description Attributes of a package. An absent one stays unchanged. Null clears it or restores its default. */
        PackageInput: {
            /** @description Whether it can be used. One that was ordered cannot be until its order is paid. */
            active?: (boolean | null) | undefined;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /**
             * Format: int32
             * @description The id of the person whose bookings it pays for.
             */
            person_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the person who bought it.
             */
            purchased_by_person_id?: (number | null) | undefined;
            /** @description The ids of the services that it pays for. Null, the default, means all. */
            service_ids?: (number[] | null) | undefined;
            /** @description The title. */
            title?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The number of units, from 1 to 1,000.
             */
            units?: (number | null) | undefined;
            /** @description The last date of bookings that it pays for. Null, the default, means without a limit. */
            valid_until?: (components["schemas"]["DateInput"] | null) | undefined;
        };
        /**
         * @description The order of a list. Ties are ordered by id.
         * @enum {string}
         */
        PackageOrder: "id" | "id_desc" | "updated_at" | "updated_at_desc";
        PartnerClientAnswer: {
            /** @description The colour of links and buttons of the booking page, such as `#1f5fbf`. The page darkens or lightens it where it would be hard to read. Null means the built-in one. */
            accent_colour: string | null;
            /** @description The postal address. */
            address: string | null;
            /** @description Whether people may cancel their bookings. False by default. */
            allow_cancellation: boolean;
            /** @example bk_1_x1Jn0sGmW3t0VwzqTqD5y6lZc2Rr8pKb */
            api_key: string;
            /** @description A form of your own for appointments, as text that the server only stores. */
            appointment_form: string | null;
            /** @description A form of your own for bookings, as text that the server only stores. */
            booking_form: string | null;
            /** @description The way in which emails about a booking put it into the calendar of the person: `INVITATION` by default, `FILE` for accounts from before there were invitations. */
            calendar_attachment: components["schemas"]["CalendarAttachment"];
            /** @description The fees for cancelling late and for not coming, which staff may charge. Each is a percentage of the price or an amount, by the hours before the start from which on it applies, such as `24: 50 %, 0: 100 %, no-show: 100 %`. A booking keeps those of the time at which its person made it. Null, the default, means none. */
            cancellation_fees?: string | undefined;
            /** @description The time before its start until which a booking may be cancelled: a period such as `24 hours`. */
            cancellation_period: string | null;
            /** @description The terms of cancellation in own words, which people see before they book. Null for none. */
            cancellation_policy?: string | undefined;
            /** @description A form of your own for categories, as text that the server only stores. */
            category_form: string | null;
            /**
             * Format: int32
             * @description Days, from 7 to 30, for which changes are kept: histories, and what a client may miss and read afterwards. Null, the default, means 30. Suggested: 14.
             */
            change_retention_days: number | null;
            /** @description Dates on which all resources are closed, at most 200 entries. An exception date with hours opens its resource nevertheless. A list replaces the former one. */
            closed_days: {
                /**
                 * Format: date
                 * @description The first date.
                 * @example 2026-03-02
                 */
                from: string;
                /** @description The reason, for the staff. At most 255 characters. */
                reason: string | null;
                /** @description Whether the dates repeat in each later year. 29 February is then closed in leap years only, and the dates last less than a year. */
                repeats_yearly: boolean;
                /**
                 * Format: date
                 * @description The last date.
                 * @example 2026-03-02
                 */
                to: string;
            }[];
            /** @description Whether public bookings are refused on public holidays. False by default. */
            closed_for_holidays: boolean;
            /** @description Whether staff confirm bookings by hand. False by default. */
            confirm_manually: boolean;
            /** @description The country by ISO 3166-1 alpha-2. It sets the public holidays and the country of phone numbers. */
            country_code: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /** @description The URL of a style sheet for your booking page. */
            css_url: string | null;
            /** @description The currency of all amounts by ISO 4217. Null if it is not set. */
            currency: string | null;
            /** @description Networks such as `203.0.113.0/24`. If there are any, users can sign in and use their sessions only from these. Null unless the role may update the account. */
            dashboard_networks: string[] | null;
            /**
             * Format: int32
             * @description Days, from 7 to 3650, for which deliveries to webhooks are kept after they have ended. Null, the default, means those of the server (`RETENTION_DAYS`, 90 unless it was changed); more than that has no effect. Suggested: 30.
             */
            delivery_retention_days: number | null;
            /** @description The people whose bookings need the deposit. Null, the default, means `ALWAYS`. */
            deposit_for: components["schemas"]["DepositFor"] | null;
            /**
             * @description The lowest price of a booking with a deposit, after its discount. Null, the default, means any.
             * @example 115.0
             */
            deposit_from: string | null;
            /** @description The deposit of bookings of services that have none of their own. They are held until it is paid, and the rest is due at the appointment. Null, the default, means none. */
            deposit_type: components["schemas"]["DepositType"] | null;
            /**
             * @description The percentage, up to 100 with at most three decimals, or the amount of the deposit. Null without one.
             * @example 115.0
             */
            deposit_value: string | null;
            /** @description The country whose law decides what documents state, by ISO 3166-1 alpha-2. Null, the default, means `country_code`. */
            document_country: string | null;
            /**
             * Format: int32
             * @description Years, from 1 to 30, for which the documents of an erased person are kept after the year of their issue. Null, the default, means 5.
             */
            document_retention_years: number | null;
            /** @description The documents that are issued and sent to customers by themselves. Null, the default, means none. */
            documents: components["schemas"]["AutomaticDocuments"] | null;
            /** @description The email address of the account. */
            email: string;
            /** @description Whether the account gets an email about bookings. False by default. */
            email_notification: boolean;
            /** @description Origins such as `https://www.example.org` whose pages may show the booking page in a frame. By default none may. At most 20. */
            embed_origins: string[];
            /** @description A form of your own for events, as text that the server only stores. */
            event_form: string | null;
            /** @description The time before its start until which the public may book: a period such as `2 hours`. Null: no limit. */
            first_bookable_period: string | null;
            /** @description The text at the end of your booking page. */
            footer: string | null;
            /** @description The time ahead for which the public may book: a period in English such as `3 months`. Null: no limit. */
            future_bookable_period: string | null;
            /** @description The id of the account at Google Analytics. */
            google_analytics: string | null;
            /** @description The id of the account as a merchant at Google. */
            google_merchant_id: string | null;
            /** @description Null unless the role may update the account. */
            google_merchant_key: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description Whether German texts for customers, on pages and in messages, address them by “du”. False by default: by “Sie”. */
            informal_german: boolean;
            /**
             * Format: int32
             * @description Minutes to which the start of a slot is rounded up. 15 by default.
             */
            interval_rounding: number;
            /**
             * Format: int32
             * @description Days, from 0 to 365, after its issue when an invoice is due. Null, the default, means that invoices have no date for it.
             */
            invoice_due_days: number | null;
            /** @description The name of the business in law, as documents state it. Null, the default, means `name`. */
            legal_name: string | null;
            /** @description The language of messages and pages: `da`, `de`, `en`, `fr`, `nb` or `sv`. Defaults to `en`. */
            locale: string;
            /** @description The URL of the image. */
            logo: string | null;
            /** @description The email of the cancellation of a booking, in Liquid. Null means the built-in text. */
            mail_cancellation: string | null;
            /** @description The subject of the email of the cancellation of a booking, in Liquid. Null means the built-in one. */
            mail_cancellation_subject: string | null;
            /** @description The email of the confirmation of a booking, in Liquid. Null means the built-in text. */
            mail_confirmation: string | null;
            /** @description The subject of the email of the confirmation of a booking, in Liquid. Null means the built-in one. */
            mail_confirmation_subject: string | null;
            /** @description The address from which emails are sent, in a domain that the operator of the server allows (`MAIL_FROM_DOMAINS`). Null, the default: the address of the operator (`MAIL_FROM`), else `email`. */
            mail_from: string | null;
            /** @description The name of the sender of emails. Null, the default, means that of the account. */
            mail_from_name: string | null;
            /** @description The email of the change of a booking, in Liquid. Null means the built-in text. */
            mail_modification: string | null;
            /** @description The subject of the email of the change of a booking, in Liquid. Null means the built-in one. */
            mail_modification_subject: string | null;
            /** @description The email address for notifications. Null means that of the account. */
            mail_notification_recipient: string | null;
            /** @description The email of the verification of a booking, in Liquid. Null means the built-in text. */
            mail_verification: string | null;
            /** @description The subject of the email of the verification of a booking, in Liquid. Null means the built-in one. */
            mail_verification_subject: string | null;
            /** @description The email of the offer of the waitlist, in Liquid. Null means the built-in text. */
            mail_waitlist_offer: string | null;
            /** @description The subject of the email of the offer of the waitlist, in Liquid. Null means the built-in one. */
            mail_waitlist_offer_subject: string | null;
            /**
             * Format: int32
             * @description The most bookings that one person may have which have not ended, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_active_per_person: number | null;
            /**
             * Format: int32
             * @description The most bookings of one person that begin on one day, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_daily_per_person: number | null;
            /**
             * Format: int32
             * @description The most bookings of one person that begin in one week from Monday, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_weekly_per_person: number | null;
            /**
             * Format: int32
             * @description Days, from 7 to 3650, for which messages are kept after they were sent or have failed. Null, the default, means those of the server (`RETENTION_DAYS`, 90 unless it was changed); more than that has no effect. Suggested: 30.
             */
            message_retention_days: number | null;
            /** @description Whether visitors may see and change all their bookings, orders and gift cards, after they have proved their address by a code. True by default. It needs `public_access`. */
            my_bookings: boolean;
            /** @description The name, as people see it in messages. */
            name: string;
            /** @description The text for new bookings on your booking page. */
            new_booking_text: string | null;
            /** @description The text for new people on your booking page. */
            new_user_text: string | null;
            /** @description The number of the business in the register of its country. Nine digits in Norway, where it is checked; free elsewhere. */
            organisation_number: string | null;
            /** @description The name of the payment provider. */
            payment_provider: string | null;
            /** @description A form of your own for people, as text that the server only stores. */
            person_form: string | null;
            /** @description The treatment of a person who is booked with two resources at the same time. `OFF` by default. A booking for somebody else (`booked_for_name`) is not one of the person. */
            person_overlaps: components["schemas"]["PersonOverlaps"];
            /**
             * Format: int32
             * @description Months, from 1 to 120, after which people are erased who have had no booking since. People who are blocked, have an open order, a valid gift card or an entry on the waitlist, or are the parent of somebody stay. Null, the default: nobody is erased. Suggested: 24.
             */
            person_retention_months: number | null;
            /** @description The phone number of the account. */
            phone_number: string | null;
            /** @description The text about what to know before booking, on the first page of your booking page. */
            policies: string | null;
            /** @description Whether visitors may use the public API. False by default. */
            public_access: boolean;
            /** @description Whether visitors who have entered a code stay signed in for 90 days in their browser, where they see their bookings and book without another code. False by default. It needs `my_bookings`. */
            remember_visitors: boolean;
            /** @description Whether new bookings have an SMS reminder unless the request chooses otherwise. False by default. */
            reminder_sms: boolean;
            /** @description The email address to which replies to emails go. Null, the default, means `email`. */
            reply_to: string | null;
            /** @description A form of your own for resources, as text that the server only stores. */
            resource_form: string | null;
            /** @description Whether this is an account for tests: its clock can be advanced, and its messages are never sent. */
            sandbox: boolean;
            /** @description Whether users who sign in with a password also need a second factor. False by default. A user without one sets one up at the next sign-in. */
            second_factor_required: boolean;
            /** @description A form of your own for services, as text that the server only stores. */
            service_form: string | null;
            /** @description The name of the design of services on your booking page. */
            service_template: string | null;
            /**
             * Format: int32
             * @description The minutes without a request after which a session of a user ends, from 5 to 720. Null, the default: only after 12 hours.
             */
            session_idle_minutes: number | null;
            /**
             * @description Settings of your own, which the server only stores.
             * @example {
             *       "sms_reminder_time": "12:00"
             *     }
             */
            settings: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: int32
             * @description The starts of slots: 1 on a fixed grid from each opening, 2 (the default) at the start of each free period.
             */
            slot_generation_type: number;
            /** @description The SMS of the cancellation of a booking, in Liquid. Null means the built-in text. */
            sms_cancellation: string | null;
            /** @description The SMS of the confirmation of a booking, in Liquid. Null means the built-in text. */
            sms_confirmation: string | null;
            /** @description The SMS of the change of a booking, in Liquid. Null means the built-in text. */
            sms_modification: string | null;
            /** @description Whether the account gets an SMS about bookings. False by default. */
            sms_notification: boolean;
            /** @description The SMS of the reminder of a booking, in Liquid. Null means the built-in text. */
            sms_reminder: string | null;
            /** @description The SMS of the verification of a booking, in Liquid. Null means the built-in text. */
            sms_verification: string | null;
            /** @description The SMS of the offer of the waitlist, in Liquid. Null means the built-in text. */
            sms_waitlist_offer: string | null;
            /** @description The name of the account in addresses. Unique on the server. */
            subdomain: string;
            /** @description The rounding of the tax of new orders. Null, the default, means `LINE`. An order keeps the rounding that it began with. */
            tax_rounding: components["schemas"]["TaxRounding"] | null;
            /**
             * Format: int32
             * @description The number of the design of your booking page. 1 by default. The server only stores it.
             */
            template: number;
            /** @description The IANA time zone in which opening hours and recurrence are read, such as `Europe/Oslo`. */
            time_zone: string;
            /** @description The tips that customers who pay online are offered, as percentages of the price such as `10, 15, 20`, at most four. Null, the default, means that none can be added. */
            tip_percentages?: string | undefined;
            /** @description The trade of the business, which decides words of its pages and messages, such as “team member”. Null, the default, means `OTHER`. */
            trade: components["schemas"]["Trade"] | null;
            /** @description Whether a confirmed booking stays confirmed when its person moves it by its link, although staff confirm bookings by hand. False by default: it awaits their confirmation again. */
            trust_moves: boolean;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
            /**
             * @description NOK for one unit of the currency of the account, with at most four decimals: documents of a business in Norway state their VAT in NOK, too. Null, the default, means that each document needs a rate when it is issued. Another currency removes it.
             * @example 115.0
             */
            vat_exchange_rate: string | null;
            /** @description The VAT number. Null, the default, for a business that is not registered for VAT. In Norway the organisation number with `MVA`, such as `974760673 MVA`; free elsewhere. */
            vat_number: string | null;
            /**
             * Format: int32
             * @description The way in which holds are verified: 0 (the default) not, 1 by email, 2 by SMS.
             */
            verification_method: number;
            /** @description The methods of verification that your booking page offers. */
            verification_methods: string | null;
            /**
             * Format: int32
             * @description The minutes for which a time is held for somebody on the waitlist, from 5 to 10,080. 60 by default.
             */
            waitlist_hold_minutes: number;
        };
        /**
         * @description The dimensions of payments. Weeks begin on Monday. Days, weeks and months do not combine. Only people with payments have a group.
         * @enum {string}
         */
        PaymentDimension: "day" | "week" | "month" | "method" | "recorded_by" | "tax_rate" | "person";
        PaymentFigureBody: {
            /**
             * @description The amount that was received less what was refunded.
             * @example 115.0
             */
            amount: string;
            /**
             * Format: int32
             * @description The number of payments and refunds.
             */
            payments: number;
            /**
             * @description The payments, also from gift cards.
             * @example 115.0
             */
            received: string;
            /**
             * @description The amount that was refunded, returned to gift cards or reversed, of payments of any date.
             * @example 115.0
             */
            refunded: string;
            /**
             * @description The VAT in `amount`, also in what gift cards paid whose VAT was due when they were sold. Null if no order had a tax rate when it was paid.
             * @example 115.0
             */
            vat: string | null;
        };
        PaymentFiguresAnswer: {
            /** @description The groups, at most 1,000, in the order of their keys; one group without keys if `group_by` is empty. Groups without figures are included: all times of the period, and all active records. */
            groups: {
                /** @description The figures of the period. */
                figure: components["schemas"]["PaymentFigureBody"];
                /** @description The values that the group has in common: one key for each dimension of `group_by`, in the same order. */
                keys: components["schemas"]["FigureKeyBody"][];
                /** @description The figures of the same group in the period with which is compared. Null without `compare`. */
                previous: components["schemas"]["PaymentFigureBody"] | null;
            }[];
            /** @description The figures of the whole period with which is compared. Null without `compare`. */
            previous_total: components["schemas"]["PaymentFigureBody"] | null;
            /** @description The figures of the whole period. A group may be counted in several groups, but once in the total. */
            total: components["schemas"]["PaymentFigureBody"];
        };
        /**
         * @description The dimensions of figures of people: the day, week or month in which their bookings begin, on the wall clock of the account. Weeks begin on Monday.
         * @enum {string}
         */
        PeopleDimension: "day" | "week" | "month";
        PeopleFigureBody: {
            /**
             * Format: int32
             * @description The number of people, without deleted ones, whose last booking of all begins more than `at_risk_after_days` days before the end of the period, or of that of their group. Future bookings count, so these people have none.
             */
            at_risk: number;
            /**
             * Format: int32
             * @description The number of these people whose first booking of all begins in the period, or in that of their group.
             */
            new_people: number;
            /**
             * Format: int32
             * @description The number of people with a booking that begins in the period, or in that of their group.
             */
            people: number;
            /**
             * Format: int32
             * @description The number of these people whose first booking of all begins before the period, or before that of their group.
             */
            returning_people: number;
        };
        PeopleFiguresAnswer: {
            /** @description The groups, at most 1,000, in the order of their keys; one group without keys if `group_by` is empty. Groups without figures are included: all times of the period, and all active records. */
            groups: {
                /** @description The figures of the period. */
                figure: components["schemas"]["PeopleFigureBody"];
                /** @description The values that the group has in common: one key for each dimension of `group_by`, in the same order. */
                keys: components["schemas"]["FigureKeyBody"][];
                /** @description The figures of the same group in the period with which is compared. Null without `compare`. */
                previous: components["schemas"]["PeopleFigureBody"] | null;
            }[];
            /** @description The figures of the whole period with which is compared. Null without `compare`. */
            previous_total: components["schemas"]["PeopleFigureBody"] | null;
            /** @description The people with the most bookings in the period, most first, then by value and id. */
            top_by_bookings: components["schemas"]["TopPersonBody"][];
            /** @description The people whose bookings in the period have the highest value, highest first, then by bookings and id. */
            top_by_value: components["schemas"]["TopPersonBody"][];
            /** @description The figures of the whole period. A group may be counted in several groups, but once in the total. */
            total: components["schemas"]["PeopleFigureBody"];
        };
        PerishableTokenAnswer: {
            /**
             * Format: date-time
             * @description When the code stops working.
             * @example 2026-03-02T10:00:00+01:00
             */
            expires_at: string;
        };
        /** @description Attributes of a person. An absent one stays unchanged. Null clears it or restores its default. */
        PersonAttributesInput: {
            /** @description Whether nothing can be booked for the person. False by default. */
            blocked?: (boolean | null) | undefined;
            /** @description The city. */
            city?: (string | null) | undefined;
            /** @description The country by ISO 3166-1 alpha-2. Null means that of the account. */
            country_code?: (string | null) | undefined;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /** @description The date of birth. */
            date_of_birth?: (components["schemas"]["DateInput"] | null) | undefined;
            /** @description The email address. Unique among active people. */
            email?: (string | null) | undefined;
            /** @description The id of the person in another system. */
            external_id?: (string | null) | undefined;
            /** @description The language of messages to the person. Null means that of the account. */
            locale?: (string | null) | undefined;
            /** @description The name. */
            name?: (string | null) | undefined;
            /** @description The national identity number. Unique among active people. */
            national_id_no?: (string | null) | undefined;
            /** @description Notes. */
            notes?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The id of the parent. Null, the default, if there is none.
             */
            parent_id?: (number | null) | undefined;
            /** @description The phone number as it was entered. Unique among active people. */
            phone_number?: (string | null) | undefined;
            /**
             * @deprecated
             * @description Use `phone_number`.
             */
            phonenumber?: (string | null) | undefined;
            /** @description The postal code. */
            postal_code?: (string | null) | undefined;
            /** @description The external identity provider. Unique together with the id there. It is not returned. */
            provider?: (string | null) | undefined;
            /** @description The state or region. */
            state?: (string | null) | undefined;
            /** @description The street and house number. */
            street?: (string | null) | undefined;
            /** @description The id of the person at the identity provider. It is not returned. */
            uid?: (string | null) | undefined;
        };
        /** @description Attributes of a person. An absent one stays unchanged. Null clears it or restores its default. */
        PersonAttributesInput2: {
            /** @description Whether nothing can be booked for the person. False by default. */
            blocked?: (boolean | null) | undefined;
            /** @description The city. */
            city?: (string | null) | undefined;
            /** @description The country by ISO 3166-1 alpha-2. Null means that of the account. */
            country_code?: (string | null) | undefined;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /** @description The date of birth. */
            date_of_birth?: (components["schemas"]["DateInput"] | null) | undefined;
            /** @description The email address. Unique among active people. */
            email?: (string | null) | undefined;
            /** @description The id of the person in another system. */
            external_id?: (string | null) | undefined;
            /** @description The language of messages to the person. Null means that of the account. */
            locale?: (string | null) | undefined;
            /** @description The name. */
            name?: (string | null) | undefined;
            /** @description The national identity number. Unique among active people. */
            national_id_no?: (string | null) | undefined;
            /** @description Notes. */
            notes?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The id of the parent. Null, the default, if there is none.
             */
            parent_id?: (number | null) | undefined;
            /** @description The phone number as it was entered. Unique among active people. */
            phone_number?: (string | null) | undefined;
            /** @description The postal code. */
            postal_code?: (string | null) | undefined;
            /** @description The external identity provider. Unique together with the id there. It is not returned. */
            provider?: (string | null) | undefined;
            /** @description The state or region. */
            state?: (string | null) | undefined;
            /** @description The street and house number. */
            street?: (string | null) | undefined;
            /** @description The id of the person at the identity provider. It is not returned. */
            uid?: (string | null) | undefined;
        };
        PersonBody: {
            /** @description Whether it is in use. A deleted record is inactive. */
            active: boolean;
            /** @description Whether nothing can be booked for the person. False by default. */
            blocked: boolean;
            /** @description The city. */
            city: string | null;
            /** @description The country by ISO 3166-1 alpha-2. Null means that of the account. */
            country_code: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data: {
                [key: string]: string | boolean;
            } | null;
            /**
             * Format: date
             * @description The date of birth.
             * @example 2026-03-02
             */
            date_of_birth: string | null;
            /** @description The email address. Unique among active people. */
            email: string | null;
            /** @description The id of the person in another system. */
            external_id: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The language of messages to the person. Null means that of the account. */
            locale: string | null;
            /** @description The name. */
            name: string | null;
            /** @description The national identity number. Unique among active people. */
            national_id_no: string | null;
            /** @description Notes. */
            notes: string | null;
            /** @description Whether the person agreed to marketing. False by default. */
            opt_in_marketing: boolean;
            /**
             * Format: int32
             * @description The id of the parent. Null, the default, if there is none.
             */
            parent_id: number | null;
            /** @description The phone number as it was entered. Unique among active people. */
            phone_number: string | null;
            /** @description The phone number in E.164. Null if the entered number is invalid. */
            phone_number_formatted: string | null;
            /**
             * @deprecated
             * @description Use `phone_number`.
             */
            phonenumber: string | null;
            /** @description The postal code. */
            postal_code: string | null;
            /** @description The state or region. */
            state: string | null;
            /** @description The street and house number. */
            street: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        PersonCreatedDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "person";
                person: components["schemas"]["PersonBody"];
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: null | undefined;
            };
            /** @enum {string} */
            event: "person.created";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "person";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
            person: components["schemas"]["PersonBody"];
        };
        /** @description Identifies a person by an email address or a phone number, of which either may be left out, and proves who it is. */
        PersonCredentialsInput: {
            /** @description The email address. Unique among active people. */
            email?: (string | null) | undefined;
            /** @description The password. Required. */
            password?: (string | null) | undefined;
            /** @description The phone number as it was entered. Unique among active people. */
            phone_number?: (string | null) | undefined;
            /**
             * @deprecated
             * @description Use `phone_number`.
             */
            phonenumber?: (string | null) | undefined;
        };
        PersonDeletedDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "person";
                person: components["schemas"]["PersonBody"];
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedPersonBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "person.deleted";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "person";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
            person: components["schemas"]["PersonBody"];
        };
        PersonErasedDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "person";
                person: components["schemas"]["PersonBody"];
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedPersonBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "person.erased";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "person";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
            person: components["schemas"]["PersonBody"];
        };
        PersonErasureAnswer: {
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * Format: date
             * @description The last day on which documents about orders of the person, such as receipts, are kept: see `document_retention_years` of the account. Null if there are none.
             * @example 2026-03-02
             */
            documents_kept_until: string | null;
            /**
             * Format: int32
             * @description The number of rows that were erased so far, without those of the person itself.
             */
            erased_rows: number;
            /**
             * Format: date-time
             * @description When everything was erased. Null while the job is not done.
             * @example 2026-03-02T10:00:00+01:00
             */
            finished_at: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The id of the person.
             */
            person_id: number;
        };
        /** @description Identifies a person by an email address or a phone number: either may be left out. If both are given, the email is used. */
        PersonIdentifierInput: {
            /** @description The email address. Unique among active people. */
            email?: (string | null) | undefined;
            /** @description The phone number as it was entered. Unique among active people. */
            phone_number?: (string | null) | undefined;
            /**
             * @deprecated
             * @description Use `phone_number`.
             */
            phonenumber?: (string | null) | undefined;
        };
        /** @description Attributes of a person, with the password. An absent one stays unchanged. Null clears it. */
        PersonInput: {
            /** @description Whether nothing can be booked for the person. False by default. */
            blocked?: (boolean | null) | undefined;
            /** @description The city. */
            city?: (string | null) | undefined;
            /** @description The country by ISO 3166-1 alpha-2. Null means that of the account. */
            country_code?: (string | null) | undefined;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /** @description The date of birth. */
            date_of_birth?: (components["schemas"]["DateInput"] | null) | undefined;
            /** @description The email address. Unique among active people. */
            email?: (string | null) | undefined;
            /** @description The id of the person in another system. */
            external_id?: (string | null) | undefined;
            /** @description The language of messages to the person. Null means that of the account. */
            locale?: (string | null) | undefined;
            /** @description The name. */
            name?: (string | null) | undefined;
            /** @description The national identity number. Unique among active people. */
            national_id_no?: (string | null) | undefined;
            /** @description Notes. */
            notes?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The id of the parent. Null, the default, if there is none.
             */
            parent_id?: (number | null) | undefined;
            /** @description From 8 to 128 characters. Only its hash is stored. */
            password?: (string | null) | undefined;
            /** @description The phone number as it was entered. Unique among active people. */
            phone_number?: (string | null) | undefined;
            /**
             * @deprecated
             * @description Use `phone_number`.
             */
            phonenumber?: (string | null) | undefined;
            /** @description The postal code. */
            postal_code?: (string | null) | undefined;
            /** @description The external identity provider. Unique together with the id there. It is not returned. */
            provider?: (string | null) | undefined;
            /** @description The state or region. */
            state?: (string | null) | undefined;
            /** @description The street and house number. */
            street?: (string | null) | undefined;
            /** @description The id of the person at the identity provider. It is not returned. */
            uid?: (string | null) | undefined;
        };
        PersonModifiedDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "person";
                person: components["schemas"]["PersonBody"];
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedPersonBody"] | null) | undefined;
            };
            /** @enum {string} */
            event: "person.modified";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "person";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
            person: components["schemas"]["PersonBody"];
        };
        /**
         * @description The action of an account about a person who is booked with two resources at the same time.
         * @enum {string}
         */
        PersonOverlaps: "off" | "warn" | "refuse";
        PriceProblem: {
            error: {
                description: string;
            };
            /** @description Of a visit: the place of the booking, such as `items[1]`. */
            item?: string | undefined;
            /** @description The price that the booking has. */
            price: string;
        };
        /**
         * @description The way in which a free resource is chosen if the booking names none: by lowest priority value, at random, at random weighted by priority value, or fairly by the bookings that each resource has.
         * @enum {string}
         */
        PriorityStrategy: "order" | "random" | "weight" | "balanced" | "least_recent";
        PrivateBookingBody: {
            /** @description Whether the booking takes capacity at the time of reading. */
            active: boolean;
            /**
             * Format: int32
             * @description The id of the person who made it, if it is for another person.
             */
            booked_by_person_id: number | null;
            /** @description The name that was given for it, if the email address or phone number is of a person with another name: the one for whom that person booked. Null otherwise. */
            booked_for_name: string | null;
            /**
             * Format: date-time
             * @description When it begins.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_from: string;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_to: string;
            /** @description The kind of booking. */
            booking_type: components["schemas"]["BookingType"];
            /**
             * Format: uuid
             * @description The id that all bookings or events of a series share. Null if it is not part of one.
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            collection_id: string | null;
            /**
             * Format: int32
             * @description The number of people. 1 by default.
             */
            count: number;
            /**
             * Format: int32
             * @description The id of the coupon that reduces its price.
             */
            coupon_id: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /** @description The name of the actor who created it. */
            created_by: string | null;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data: {
                [key: string]: string | boolean;
            } | null;
            /** @description The event that people attend. */
            event: {
                /**
                 * Format: date-time
                 * @description When it ends.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                ends_at: string;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /**
                 * Format: date-time
                 * @description When it begins.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                starts_at: string;
                /** @description The title. Null means that of the service. */
                title: string | null;
            } | components["schemas"]["EventBody"] | null;
            /**
             * Format: int32
             * @description The id of the event that people attend. Null if it is not for an event.
             */
            event_id: number | null;
            /**
             * Format: date-time
             * @description When a hold expires, unless it is verified or paid before. A date alone includes that day. Null if it does not.
             * @example 2026-03-02T10:00:00+01:00
             */
            expires_at: string | null;
            /** @description A URL of the booking in another system, for the host. */
            external_host_url: string | null;
            /** @description The id of the booking in another system. */
            external_id: string | null;
            /** @description A URL of the booking in another system. */
            external_url: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The URL of the place where it happens, for the host. */
            location_host_url: string | null;
            /** @description The URL of the place where it happens. */
            location_url: string | null;
            /** @description Notes. */
            notes: string | null;
            /** @description The options that it has chosen, as they were agreed. They stay when it moves. Null without any. */
            options?: components["schemas"]["BookedOptionBody"][] | undefined;
            /** @description The other active bookings of its person at the same time with another resource, by time. Null if `person_overlaps` of the account is `OFF`, and for visitors. */
            overlapping_bookings: components["schemas"]["OverlappingBookingBody"][] | null;
            /**
             * Format: int32
             * @description The id of the package of its person that pays for its service. Null if none does.
             */
            package_id?: number | undefined;
            /**
             * Format: int32
             * @description The units of the package that it has taken: one for each person, 0 if they were returned when it ended. Null without one.
             */
            package_units?: number | undefined;
            /**
             * @description The amount paid, in the currency of the account.
             * @example 115.0
             */
            paid_amount: string | null;
            /**
             * Format: date-time
             * @description When it was paid.
             * @example 2026-03-02T10:00:00+01:00
             */
            paid_at: string | null;
            /** @description The person for whom it is made. */
            person: components["schemas"]["PersonBody"] | null;
            /**
             * Format: int32
             * @description The id of the person for whom it is made.
             */
            person_id: number | null;
            /** @description The places that it takes now, one after the other by the needs of its service. Empty for a booking that takes a single one, by its own resource and time. */
            places?: components["schemas"]["BookingPlaceBody"][] | undefined;
            /**
             * @description The price of one person, in the currency of the account, if its resource had one of its own when it was made. It stays when the booking moves. Null means that of its service.
             * @example 115.0
             */
            price: string | null;
            /**
             * Format: date-time
             * @description When the reminder was sent.
             * @example 2026-03-02T10:00:00+01:00
             */
            reminded_at: string | null;
            /**
             * Format: date-time
             * @description When the SMS reminder is due. Null for none.
             * @example 2026-03-02T10:00:00+01:00
             */
            reminder_at: string | null;
            /** @description The resource that is taken. */
            resource: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            } | components["schemas"]["ResourceBody"];
            /**
             * Format: int32
             * @description The id of the resource that is taken. Without one, the service chooses.
             */
            resource_id: number;
            /**
             * Format: int32
             * @description The number of changes since its creation.
             */
            revision_count: number;
            /** @description The service. */
            service: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            } | components["schemas"]["ServiceBody"] | null;
            /**
             * Format: int32
             * @description The id of the service. Null if only a resource is booked.
             */
            service_id: number | null;
            /** @description The state. */
            state: components["schemas"]["BookingState"];
            /** @description The progress. Null, the default, if none was set. */
            status: components["schemas"]["BookingStatus"] | null;
            /** @description The title. */
            title: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
            /** @description The name of the actor who last changed it. */
            updated_by: string | null;
            /** @description The code that verifies it. Null if there is none. */
            verification_code: string | null;
            /** @description The way in which it is verified: `email` or `sms`. Null for no verification. */
            verification_method: string | null;
            /**
             * Format: int32
             * @description The id that all bookings of a visit share, which were made together: that of the first of them. Null if it is not part of one.
             */
            visit_id?: number | undefined;
        };
        PrivateEventBody: {
            /** @description Whether it is in use. A deleted record is inactive. */
            active: boolean;
            /**
             * Format: int32
             * @description The number of people who may still attend.
             */
            availability: number;
            /**
             * Format: int32
             * @description The number of people who may attend, from 0 to 100,000.
             */
            capacity: number;
            /**
             * Format: uuid
             * @description The id that all bookings or events of a series share. Null if it is not part of one.
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            collection_id: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data: {
                [key: string]: string | boolean;
            } | null;
            /** @description The description. */
            description: string | null;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            ends_at: string;
            /**
             * Format: date-time
             * @description The time from which it can be booked. Null means at once.
             * @example 2026-03-02T10:00:00+01:00
             */
            first_booking_at: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: date-time
             * @description The time until which it can be booked. A date alone includes that day. Null means without a limit of its own.
             * @example 2026-03-02T10:00:00+01:00
             */
            last_booking_at: string | null;
            /**
             * Format: int32
             * @description The number of people who attend.
             */
            nr_of_attendances: number;
            /** @description The other active bookings of the people who attend, at the same time with another resource, by time. Null if `person_overlaps` of the account is `OFF`, and for visitors. */
            overlapping_bookings: components["schemas"]["OverlappingAttendeeBody"][] | null;
            /** @description Whether visitors see it. True by default. */
            published: boolean;
            /**
             * Format: int32
             * @description The id of the resource.
             */
            resource_id: number;
            /**
             * Format: int32
             * @description The id of the service.
             */
            service_id: number;
            /**
             * Format: date-time
             * @description When it begins.
             * @example 2026-03-02T10:00:00+01:00
             */
            starts_at: string;
            /** @description The title. Null means that of the service. */
            title: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        Problem: {
            error: {
                description: string;
            };
        };
        /** @description An error in the form of RFC 9457, for a client that names `application/problem+json` in `Accept` and not JSON before it. */
        ProblemDetails: {
            detail: string;
            /** @description With status 400. */
            errors?: components["schemas"]["Errors"] | undefined;
            status: number;
            title: string;
            /** @description URL of the status in the guide. */
            type: string;
        } & {
            [key: string]: unknown;
        };
        ProviderBody: {
            /** @description Whether it is in use. A deleted record is inactive. */
            active: boolean;
            /**
             * Format: int32
             * @description The minutes after a booking for which the resource is kept free, like `buffer_before`.
             */
            buffer_after: number | null;
            /**
             * Format: int32
             * @description The minutes before a booking for which the resource is kept free, to 1,440. Null, the default, means the `buffer_before` of the service. It has no effect on events.
             */
            buffer_before: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The length of a slot with this resource in minutes, from 1 to 527,040. Null, the default, means that of the service. It has no effect on events and day bookings.
             */
            interval: number | null;
            /**
             * Format: int32
             * @description The id of the need of the service whose pool the resource is in. Null, the default, means the service itself. A provider without a need serves none of them: it has no effect as long as the service has needs.
             */
            need_id: number | null;
            /** @description The opening hours on Friday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_fri: string[] | null;
            /** @description The opening hours on Monday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_mon: string[] | null;
            /** @description The opening hours on Saturday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_sat: string[] | null;
            /** @description The opening hours on Sunday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_sun: string[] | null;
            /** @description The opening hours on Thursday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_thu: string[] | null;
            /** @description The opening hours on Tuesday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_tue: string[] | null;
            /** @description The opening hours on Wednesday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_wed: string[] | null;
            /**
             * @description The price of one person with this resource, in the currency of the account. Null, the default, means that of the service. It has no effect on events. A booking keeps the price at which it was made.
             * @example 115.0
             */
            price: string | null;
            /**
             * Format: int32
             * @description A number that orders or weights the record among others. Null by default, which is last.
             */
            priority_value: number | null;
            /**
             * Format: int32
             * @description The id of the resource.
             */
            resource_id: number;
            /**
             * Format: int32
             * @description The id of the service.
             */
            service_id: number;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        /** @description Attributes of a provider. An absent one stays unchanged. Null clears it. */
        ProviderInput: {
            /**
             * Format: int32
             * @description The minutes after a booking for which the resource is kept free, like `buffer_before`.
             */
            buffer_after?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The minutes before a booking for which the resource is kept free, to 1,440. Null, the default, means the `buffer_before` of the service. It has no effect on events.
             */
            buffer_before?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The length of a slot with this resource in minutes, from 1 to 527,040. Null, the default, means that of the service. It has no effect on events and day bookings.
             */
            interval?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the need of the service whose pool the resource is in. Null, the default, means the service itself. A provider without a need serves none of them: it has no effect as long as the service has needs.
             */
            need_id?: (number | null) | undefined;
            /** @description The opening hours on Friday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_fri?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Monday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_mon?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Saturday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_sat?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Sunday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_sun?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Thursday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_thu?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Tuesday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_tue?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Wednesday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_wed?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /**
             * @description The price of one person with this resource, in the currency of the account. Null, the default, means that of the service. It has no effect on events. A booking keeps the price at which it was made.
             * @example 115.0
             */
            price?: (string | number | null) | undefined;
            /**
             * Format: int32
             * @description A number that orders or weights the record among others. Null by default, which is last.
             */
            priority_value?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the resource.
             */
            resource_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the service.
             */
            service_id?: (number | null) | undefined;
        };
        PublicAccountAnswer: {
            /** @description The postal address. */
            address: string | null;
            /** @description Whether people may cancel their bookings. False by default. */
            allow_cancellation: boolean;
            /** @description The time before its start until which a booking may be cancelled: a period such as `24 hours`. */
            cancellation_period: string | null;
            /** @description The country by ISO 3166-1 alpha-2. It sets the public holidays and the country of phone numbers. */
            country_code: string;
            /** @description The URL of a style sheet for your booking page. */
            css_url: string | null;
            /** @description The currency of all amounts by ISO 4217. Null if it is not set. */
            currency: string | null;
            /** @description The time before its start until which the public may book: a period such as `2 hours`. Null: no limit. */
            first_bookable_period: string | null;
            /** @description The text at the end of your booking page. */
            footer: string | null;
            /** @description The time ahead for which the public may book: a period in English such as `3 months`. Null: no limit. */
            future_bookable_period: string | null;
            /** @description The language of messages and pages: `da`, `de`, `en`, `fr`, `nb` or `sv`. Defaults to `en`. */
            locale: string;
            /** @description The URL of the image. */
            logo: string | null;
            /** @description Whether visitors may see and change all their bookings, orders and gift cards, after they have proved their address by a code. True by default. It needs `public_access`. */
            my_bookings: boolean;
            /** @description The name, as people see it in messages. */
            name: string;
            /** @description The text for new bookings on your booking page. */
            new_booking_text: string | null;
            /** @description The text for new people on your booking page. */
            new_user_text: string | null;
            /** @description The phone number of the account. */
            phone_number: string | null;
            /** @description The name of the account in addresses. Unique on the server. */
            subdomain: string;
            /** @description The IANA time zone in which opening hours and recurrence are read, such as `Europe/Oslo`. */
            time_zone: string;
            /**
             * Format: int32
             * @description The way in which holds are verified: 0 (the default) not, 1 by email, 2 by SMS.
             */
            verification_method: number;
        };
        PublicBookingAnswer: {
            /** @description Whether the booking takes capacity at the time of reading. */
            active: boolean;
            /**
             * Format: date-time
             * @description When it begins.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_from: string;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_to: string;
            /** @description The kind of booking. */
            booking_type: components["schemas"]["BookingType"];
            /**
             * Format: int32
             * @description The number of people. 1 by default.
             */
            count: number;
            /** @description The event that people attend. */
            event: {
                /**
                 * Format: date-time
                 * @description When it ends.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                ends_at: string;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /**
                 * Format: date-time
                 * @description When it begins.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                starts_at: string;
                /** @description The title. Null means that of the service. */
                title: string | null;
            } | null;
            /**
             * Format: int32
             * @description The id of the event that people attend. Null if it is not for an event.
             */
            event_id: number | null;
            /**
             * Format: date-time
             * @description When a hold expires, unless it is verified or paid before. A date alone includes that day. Null if it does not.
             * @example 2026-03-02T10:00:00+01:00
             */
            expires_at: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The options that it has chosen, as they were agreed. They stay when it moves. Null without any. */
            options?: components["schemas"]["BookedOptionBody"][] | undefined;
            /** @description The token with which `resend_verification_code` sends the code again. Null if the booking does not await a code that was sent. */
            resend_token: string | null;
            /** @description The resource that is taken. */
            resource: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            };
            /**
             * Format: int32
             * @description The id of the resource that is taken. Without one, the service chooses.
             */
            resource_id: number;
            /** @description The service. */
            service: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            } | null;
            /**
             * Format: int32
             * @description The id of the service. Null if only a resource is booked.
             */
            service_id: number | null;
            /** @description The state. */
            state: components["schemas"]["BookingState"];
            /** @description The way in which it is verified: `email` or `sms`. Null for no verification. */
            verification_method: string | null;
        };
        PublicBookingBody: {
            /** @description Whether the booking takes capacity at the time of reading. */
            active: boolean;
            /**
             * Format: date-time
             * @description When it begins.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_from: string;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_to: string;
            /** @description The kind of booking. */
            booking_type: components["schemas"]["BookingType"];
            /**
             * Format: int32
             * @description The number of people. 1 by default.
             */
            count: number;
            /** @description The event that people attend. */
            event: {
                /**
                 * Format: date-time
                 * @description When it ends.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                ends_at: string;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /**
                 * Format: date-time
                 * @description When it begins.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                starts_at: string;
                /** @description The title. Null means that of the service. */
                title: string | null;
            } | null;
            /**
             * Format: int32
             * @description The id of the event that people attend. Null if it is not for an event.
             */
            event_id: number | null;
            /**
             * Format: date-time
             * @description When a hold expires, unless it is verified or paid before. A date alone includes that day. Null if it does not.
             * @example 2026-03-02T10:00:00+01:00
             */
            expires_at: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The options that it has chosen, as they were agreed. They stay when it moves. Null without any. */
            options?: components["schemas"]["BookedOptionBody"][] | undefined;
            /** @description The resource that is taken. */
            resource: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            };
            /**
             * Format: int32
             * @description The id of the resource that is taken. Without one, the service chooses.
             */
            resource_id: number;
            /** @description The service. */
            service: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            } | null;
            /**
             * Format: int32
             * @description The id of the service. Null if only a resource is booked.
             */
            service_id: number | null;
            /** @description The state. */
            state: components["schemas"]["BookingState"];
            /** @description The way in which it is verified: `email` or `sms`. Null for no verification. */
            verification_method: string | null;
        };
        /** @description The attributes of a booking that a visitor may set, with its person. One that is left out is empty, unless its description names a default. */
        PublicBookingInput: {
            /** @description When it begins. */
            booked_from?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description When it ends. */
            booked_to?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The number of people. 1 by default.
             */
            count?: (number | null) | undefined;
            /** @description The code of the coupon, in any case. It takes precedence over an id. Null clears the coupon. */
            coupon_code?: (string | null) | undefined;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /**
             * Format: int32
             * @description The id of the event that people attend. Null if it is not for an event.
             */
            event_id?: (number | null) | undefined;
            /**
             * @description The price of the whole booking before a discount, as its person saw it. If it is another by now, nothing is booked: `CONFLICT`, in REST 409 with the price. Default: any price.
             * @example 115.0
             */
            expected_price?: (string | number | null) | undefined;
            /** @description Notes. */
            notes?: (string | null) | undefined;
            /** @description The options of its service that it has. `booked_to` includes their minutes. By default none, which a group with a minimum refuses. */
            options?: (components["schemas"]["ChosenOptionInput"][] | null) | undefined;
            /** @description Ids of resources that serve needs of its service other than the first. Visitors name those of needs that let them choose. Any by default. */
            other_resources?: (number[] | null) | undefined;
            /**
             * Format: int32
             * @description The id of a package of its person that pays for its service. Only with a session.
             */
            package_id?: (number | null) | undefined;
            /** @description The person of the booking, matched by phone number, then email, or created. The empty attributes of a match are filled only after verification. The code is sent to the address or number given here. */
            person_attributes?: (components["schemas"]["PublicPersonInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The id of the person for whom a visitor with a session books: itself, or one for whom it may book, see `visitor_people`. Replaces `person_attributes`. The session also replaces a code that would go to the address that it has proved. Ignored without a session.
             */
            person_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the resource that is taken. Without one, the service chooses.
             */
            resource_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the service. Null if only a resource is booked.
             */
            service_id?: (number | null) | undefined;
            /** @description The title. */
            title?: (string | null) | undefined;
        };
        PublicCategoryBody: {
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The id of the parent category. Null, the default, for a root.
             */
            parent_id: number | null;
            /**
             * Format: int32
             * @description A number that orders or weights the record among others. Null by default, which is last.
             */
            priority_value: number | null;
            /** @description The title. */
            title: string;
        };
        PublicDocumentBody: {
            /**
             * @description The amount with the tax. Positive on a credit note, too.
             * @example 115.0
             */
            amount: string;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description Whether it is the receipt of a deposit. */
            is_of_deposit: boolean;
            /**
             * Format: date-time
             * @description When it was issued.
             * @example 2026-03-02T10:00:00+01:00
             */
            issued_at: string;
            /** @description The kind. */
            kind: components["schemas"]["DocumentKind"];
            /**
             * Format: int32
             * @description The number in its series, from 1, without gaps.
             */
            number: number;
        };
        PublicEventBody: {
            /**
             * Format: int32
             * @description The number of people who may still attend.
             */
            availability: number;
            /**
             * Format: int32
             * @description The number of people who may attend, from 0 to 100,000.
             */
            capacity: number;
            /** @description The description. */
            description: string | null;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            ends_at: string;
            /**
             * Format: date-time
             * @description The time from which it can be booked. Null means at once.
             * @example 2026-03-02T10:00:00+01:00
             */
            first_booking_at: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: date-time
             * @description The time until which it can be booked. A date alone includes that day. Null means without a limit of its own.
             * @example 2026-03-02T10:00:00+01:00
             */
            last_booking_at: string | null;
            /**
             * Format: int32
             * @description The id of the resource.
             */
            resource_id: number;
            /**
             * Format: int32
             * @description The id of the service.
             */
            service_id: number;
            /**
             * Format: date-time
             * @description When it begins.
             * @example 2026-03-02T10:00:00+01:00
             */
            starts_at: string;
            /** @description The title. Null means that of the service. */
            title: string | null;
        };
        PublicOrderAnswer: {
            /**
             * @description The amount left to pay.
             * @example 115.0
             */
            balance: string;
            /** @description Whether it can be paid at the payment provider of the account. Otherwise the account receives the payment. */
            can_pay_online: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * @description The discount of the coupon, in the currency of the account.
             * @example 115.0
             */
            discount_amount: string;
            /** @description The receipts, invoices and credit notes about the order, oldest first. */
            documents: components["schemas"]["PublicDocumentBody"][];
            /**
             * @description The amount left to pay at the appointment, beside the deposit. Null without a deposit.
             * @example 115.0
             */
            due_later: string | null;
            /**
             * @description The part of the deposit that is left to pay. Null without a deposit.
             * @example 115.0
             */
            due_now: string | null;
            /** @description The gift cards that were issued, once the order is fully paid. */
            gift_cards: {
                /** @description The code, with which it is redeemed. */
                code: string;
                /**
                 * @description The balance.
                 * @example 115.0
                 */
                value: string;
            }[];
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The items that are sold. */
            order_line_items: {
                /**
                 * @description The price of one unit.
                 * @example 115.0
                 */
                amount: string;
                /**
                 * Format: int32
                 * @description The number of units.
                 */
                quantity: number;
                /**
                 * Format: int32
                 * @description The id of the service.
                 */
                service_id: number;
                /** @description The title. */
                title: string;
            }[];
            /**
             * @description The amount paid.
             * @example 115.0
             */
            paid_amount: string;
            /**
             * @description The total without the discount, in the currency of the account.
             * @example 115.0
             */
            payable_amount: string;
            /** @description The state. */
            state: components["schemas"]["OrderState"];
            /**
             * @description The tax in `payable_amount`. Null if no item has a tax rate.
             * @example 115.0
             */
            tax_amount: string | null;
            /** @description The tips that were given online and can be added. Null if the account offers none. */
            tip?: {
                /** @description The tips that are offered, beside any other amount. Empty if the price is 0. Null if none can be added at the payment provider now. */
                choices: {
                    /**
                     * @description The amount, in the currency of the account.
                     * @example 115.0
                     */
                    amount: string;
                    /**
                     * Format: int32
                     * @description The percentage of the price.
                     */
                    percentage: number;
                }[] | null;
                /**
                 * @description The tips that were given, less what was given back.
                 * @example 115.0
                 */
                given: string;
            } | undefined;
            /** @description The secret of the order's link. Everybody who knows it sees the order. */
            token: string;
            /**
             * @description The price before the discount.
             * @example 115.0
             */
            total: string;
        };
        PublicOrderBody: {
            /**
             * @description The amount left to pay.
             * @example 115.0
             */
            balance: string;
            /** @description Whether it can be paid at the payment provider of the account. Otherwise the account receives the payment. */
            can_pay_online: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * @description The discount of the coupon, in the currency of the account.
             * @example 115.0
             */
            discount_amount: string;
            /**
             * @description The amount left to pay at the appointment, beside the deposit. Null without a deposit.
             * @example 115.0
             */
            due_later: string | null;
            /**
             * @description The part of the deposit that is left to pay. Null without a deposit.
             * @example 115.0
             */
            due_now: string | null;
            /** @description The gift cards that were issued, once the order is fully paid. */
            gift_cards: {
                /** @description The code, with which it is redeemed. */
                code: string;
                /**
                 * @description The balance.
                 * @example 115.0
                 */
                value: string;
            }[];
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The items that are sold. */
            order_line_items: {
                /**
                 * @description The price of one unit.
                 * @example 115.0
                 */
                amount: string;
                /**
                 * Format: int32
                 * @description The number of units.
                 */
                quantity: number;
                /**
                 * Format: int32
                 * @description The id of the service.
                 */
                service_id: number;
                /** @description The title. */
                title: string;
            }[];
            /**
             * @description The amount paid.
             * @example 115.0
             */
            paid_amount: string;
            /**
             * @description The total without the discount, in the currency of the account.
             * @example 115.0
             */
            payable_amount: string;
            /** @description The state. */
            state: components["schemas"]["OrderState"];
            /**
             * @description The tax in `payable_amount`. Null if no item has a tax rate.
             * @example 115.0
             */
            tax_amount: string | null;
            /** @description The tips that were given online and can be added. Null if the account offers none. */
            tip?: {
                /** @description The tips that are offered, beside any other amount. Empty if the price is 0. Null if none can be added at the payment provider now. */
                choices: {
                    /**
                     * @description The amount, in the currency of the account.
                     * @example 115.0
                     */
                    amount: string;
                    /**
                     * Format: int32
                     * @description The percentage of the price.
                     */
                    percentage: number;
                }[] | null;
                /**
                 * @description The tips that were given, less what was given back.
                 * @example 115.0
                 */
                given: string;
            } | undefined;
            /** @description The secret of the order's link. Everybody who knows it sees the order. */
            token: string;
            /**
             * @description The price before the discount.
             * @example 115.0
             */
            total: string;
        };
        /** @description An order of a visitor of the public site. An attribute that is left out is empty, if it is not required. */
        PublicOrderInput: {
            /** @description The code of the coupon, in any case. It takes precedence over an id. Null clears the coupon. */
            coupon_code?: (string | null) | undefined;
            /** @description From 1 to 20 items. */
            order_line_items: components["schemas"]["OrderLineItemInput"][];
            /** @description The person who pays. Needs a name and an email address, to which gift cards are sent. */
            person_attributes?: (components["schemas"]["PublicPersonInput2"] | null) | undefined;
        };
        /** @description The attributes of a person that a visitor may set. One that is left out is empty, unless its description names a default. */
        PublicPersonInput: {
            /** @description The city. */
            city?: (string | null) | undefined;
            /** @description The country by ISO 3166-1 alpha-2. Null means that of the account. */
            country_code?: (string | null) | undefined;
            /** @description The email address. Unique among active people. */
            email?: (string | null) | undefined;
            /** @description The language of messages to the person. Null means that of the account. */
            locale?: (string | null) | undefined;
            /** @description The name. */
            name?: (string | null) | undefined;
            /** @description The phone number as it was entered. Unique among active people. */
            phone_number?: (string | null) | undefined;
            /**
             * @deprecated
             * @description Use `phone_number`.
             */
            phonenumber?: (string | null) | undefined;
            /** @description The postal code. */
            postal_code?: (string | null) | undefined;
            /** @description The state or region. */
            state?: (string | null) | undefined;
            /** @description The street and house number. */
            street?: (string | null) | undefined;
        };
        /** @description The attributes of a person that a visitor may set. One that is left out is empty, unless its description names a default. */
        PublicPersonInput2: {
            /** @description The city. */
            city?: (string | null) | undefined;
            /** @description The country by ISO 3166-1 alpha-2. Null means that of the account. */
            country_code?: (string | null) | undefined;
            /** @description The email address. Unique among active people. */
            email?: (string | null) | undefined;
            /** @description The language of messages to the person. Null means that of the account. */
            locale?: (string | null) | undefined;
            /** @description The name. */
            name?: (string | null) | undefined;
            /** @description The phone number as it was entered. Unique among active people. */
            phone_number?: (string | null) | undefined;
            /** @description The postal code. */
            postal_code?: (string | null) | undefined;
            /** @description The state or region. */
            state?: (string | null) | undefined;
            /** @description The street and house number. */
            street?: (string | null) | undefined;
        };
        PublicResourceBody: {
            /** @description A description for the people who book, such as what somebody is good at. */
            description: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The URL of the image. */
            image: string | null;
            /** @description The title. */
            title: string;
        };
        PublicServiceBody: {
            /** @description Whether people may pay by invoice. False by default. */
            allow_invoice: boolean;
            /**
             * Format: int32
             * @description The maximum number of people of a booking. Null, the default, means no limit.
             */
            booking_capacity: number | null;
            /**
             * Format: int32
             * @description The minimum number of people of a booking. Null, the default, means no limit.
             */
            booking_minimum: number | null;
            /** @description The kind of booking. An appointment by default. */
            booking_type: components["schemas"]["BookingType"];
            /** @description The fees for cancelling its bookings late: its own, else those of the account. Null without any. */
            cancellation_terms?: {
                /** @description The fees by the hours before the start, such as `24: 50 %, 0: 100 %, no-show: 100 %`. */
                fees: string;
                /** @description True if a person stores a card to book, to which only these fees may be charged, unless something is paid first. Null otherwise. */
                stores_card?: boolean | undefined;
                /** @description The terms in the words of the account. Null for none. */
                text: string | null;
            } | undefined;
            /** @description Whether a booked day lasts from opening to closing, instead of to midnight. False by default. */
            day_booking_specify_time: boolean;
            /** @description The deposit of its bookings: its own, else that of the account. Null if none is asked for. */
            deposit: {
                /** @description The people whose bookings need it. */
                for: components["schemas"]["DepositFor"];
                /**
                 * @description The lowest price of a booking with a deposit. Null means any.
                 * @example 115.0
                 */
                from: string | null;
                /** @description A percentage of the price or an amount. */
                type: components["schemas"]["DepositType"];
                /**
                 * @description The percentage or the amount.
                 * @example 115.0
                 */
                value: string;
            } | null;
            /** @description The description. */
            description: string | null;
            /** @description Whether whole days are booked. False by default. */
            has_day_booking: boolean;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The URL of the image. */
            image: string | null;
            /**
             * Format: int32
             * @description The length of a slot in minutes, from 1 to 527,040. 60 by default.
             */
            interval: number;
            /**
             * Format: int32
             * @description The shortest length of a slot with a resource that offers it, in minutes. Null if none has a length of its own, so that it is `interval`.
             */
            interval_from: number | null;
            /**
             * Format: int32
             * @description The longest length, like `interval_from`.
             */
            interval_to: number | null;
            /**
             * Format: int32
             * @description The maximum length of a public booking, in slots. 1 by default.
             */
            max_slots: number;
            /** @description The needs of the service whose resource visitors may choose, by position. */
            needs?: {
                /**
                 * Format: int32
                 * @description The id of the need.
                 */
                id: number;
                /** @description The active resources of its pool, by priority value. */
                resources: components["schemas"]["PublicResourceBody"][];
                /** @description The name of what is needed, such as `Therapist`. */
                title: string;
            }[] | undefined;
            /**
             * Format: int32
             * @description The minutes between the starts of slots. Null, the default, means the length of a slot.
             */
            next_interval: number | null;
            /**
             * Format: int32
             * @description The days for which a package is valid, to 3,660, in addition to its months. Null, the default, means none.
             */
            package_days?: number | undefined;
            /**
             * Format: int32
             * @description The months for which a package is valid from the day of its order, to 120. Null, the default, means none; without days, too, it is valid without a limit.
             */
            package_months?: number | undefined;
            /** @description The ids of the services that a package pays for. Null, the default, means all. */
            package_service_ids?: number[] | undefined;
            /**
             * Format: int32
             * @description The units of a package, from 1 to 1,000, each for one person of a booking. Only packages have them.
             */
            package_units?: number | undefined;
            /** @description Whether a booking is held until it is paid. False by default. */
            payment_required: boolean;
            /**
             * @description The price of one person as it is sold: with the tax, if its rate is added to prices.
             * @example 115.0
             */
            price: string | null;
            /**
             * @description The lowest price of one person with a resource that offers it, as it is sold. Null if none has a price of its own, so that it is `sales_price`.
             * @example 115.0
             */
            price_from: string | null;
            /**
             * @description The highest price, like `price_from`.
             * @example 115.0
             */
            price_to: string | null;
            /**
             * Format: int32
             * @description A number that orders or weights the record among others. Null by default, which is last.
             */
            priority_value: number | null;
            /** @description Whether a public booking must end on the day on which it begins. False by default. */
            same_day: boolean;
            /** @description The name of the tax rate whose tax is in `sales_price`. Null without one. */
            tax_name: string | null;
            /** @description The name of its design on your booking page. */
            template: string | null;
            /** @description The terms of bookings. */
            terms: string | null;
            /** @description The title. */
            title: string;
        };
        /** @description The item. */
        PublicServiceOptionGroupsAnswer: {
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The most units of its options that a booking has together, from 1 to 100. Null, the default, means no limit.
             */
            maximum: number | null;
            /**
             * Format: int32
             * @description The least units of its options that a booking has together, from 0, the default, to 100.
             */
            minimum: number;
            /**
             * Format: int32
             * @description Its place among the groups of the service, from 0, the default, to 1,000. The older of two comes first.
             */
            position: number;
            /** @description The title, such as `Length of your hair`. */
            title: string;
        };
        /** @description The item. */
        PublicServiceOptionsAnswer: {
            /**
             * Format: int32
             * @description The id of its group. Null, the default, means none.
             */
            group_id: number | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The most units that a booking can have, from 1, the default, to 100.
             */
            maximum: number;
            /**
             * Format: int32
             * @description The minutes by which one unit lengthens a booking, from 0, the default, to 480. They have no effect on events and day bookings.
             */
            minutes: number;
            /**
             * Format: int32
             * @description Its place among the options of the service, like that of a group.
             */
            position: number;
            /**
             * @description The price of one unit as it is sold: with the tax, if its rate is added to prices.
             * @example 115.0
             */
            price: string;
            /** @description The title, such as `Long hair`. */
            title: string;
        };
        /** @description The item. */
        PublicTimeConflictsAnswer: {
            /** @description The kind of it. */
            kind: components["schemas"]["TimeConflictKind"];
        };
        PublicVisitAnswer: {
            /**
             * Format: date-time
             * @description When its first booking begins, of those that are active if any are.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_from: string;
            /**
             * Format: date-time
             * @description When its last booking ends, of those that are active if any are.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_to: string;
            /** @description Its bookings by time, at most 8, without those that are deleted. */
            bookings: {
                /** @description Whether the booking takes capacity at the time of reading. */
                active: boolean;
                /**
                 * Format: date-time
                 * @description When it begins.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                booked_from: string;
                /**
                 * Format: date-time
                 * @description When it ends.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                booked_to: string;
                /** @description The kind of booking. */
                booking_type: components["schemas"]["BookingType"];
                /**
                 * Format: int32
                 * @description The number of people. 1 by default.
                 */
                count: number;
                /** @description The event that people attend. */
                event: {
                    /**
                     * Format: date-time
                     * @description When it ends.
                     * @example 2026-03-02T10:00:00+01:00
                     */
                    ends_at: string;
                    /**
                     * Format: int32
                     * @description The id, unique among the records of its type in the account.
                     */
                    id: number;
                    /**
                     * Format: date-time
                     * @description When it begins.
                     * @example 2026-03-02T10:00:00+01:00
                     */
                    starts_at: string;
                    /** @description The title. Null means that of the service. */
                    title: string | null;
                } | null;
                /**
                 * Format: int32
                 * @description The id of the event that people attend. Null if it is not for an event.
                 */
                event_id: number | null;
                /**
                 * Format: date-time
                 * @description When a hold expires, unless it is verified or paid before. A date alone includes that day. Null if it does not.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                expires_at: string | null;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The options that it has chosen, as they were agreed. They stay when it moves. Null without any. */
                options?: components["schemas"]["BookedOptionBody"][] | undefined;
                /** @description The token with which `resend_verification_code` sends the code again. Null if the booking does not await a code that was sent. */
                resend_token: string | null;
                /** @description The resource that is taken. */
                resource: {
                    /**
                     * Format: int32
                     * @description The id, unique among the records of its type in the account.
                     */
                    id: number;
                    /** @description The title. */
                    title: string;
                };
                /**
                 * Format: int32
                 * @description The id of the resource that is taken. Without one, the service chooses.
                 */
                resource_id: number;
                /** @description The service. */
                service: {
                    /**
                     * Format: int32
                     * @description The id, unique among the records of its type in the account.
                     */
                    id: number;
                    /** @description The title. */
                    title: string;
                } | null;
                /**
                 * Format: int32
                 * @description The id of the service. Null if only a resource is booked.
                 */
                service_id: number | null;
                /** @description The state. */
                state: components["schemas"]["BookingState"];
                /** @description The way in which it is verified: `email` or `sms`. Null for no verification. */
                verification_method: string | null;
            }[];
            /**
             * Format: int32
             * @description The id: that of the first booking that was made for it.
             */
            id: number;
        };
        /** @description A visit of a visitor of the public site. An attribute that is left out is empty. */
        PublicVisitInput: {
            /** @description From 1 to 8 bookings, which are decided in this order. All are made, or none. */
            items: components["schemas"]["PublicVisitItemInput"][];
            /** @description The person of all bookings, as of a booking. One code is sent for all of them. */
            person_attributes?: (components["schemas"]["PublicPersonInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The id of the person of all bookings that name no other, as `person_id` of a booking. If the visit or one of its bookings names a person, all do, and `person_attributes` have no effect. Ignored without a session.
             */
            person_id?: (number | null) | undefined;
        };
        /** @description A booking of a visit of a visitor. An attribute that is left out is empty. */
        PublicVisitItemInput: {
            /** @description When it begins. */
            booked_from?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description When it ends. */
            booked_to?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The number of people. 1 by default.
             */
            count?: (number | null) | undefined;
            /** @description The code of the coupon, in any case. It takes precedence over an id. Null clears the coupon. */
            coupon_code?: (string | null) | undefined;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /**
             * Format: int32
             * @description The id of the event that people attend. Null if it is not for an event.
             */
            event_id?: (number | null) | undefined;
            /**
             * @description The price of the whole booking before a discount, as its person saw it. If it is another by now, nothing is booked: `CONFLICT`, in REST 409 with the price. Default: any price.
             * @example 115.0
             */
            expected_price?: (string | number | null) | undefined;
            /** @description Notes. */
            notes?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The resource of the listed time, if nobody has chosen one. It is taken if it is free, unless the service assigns fairly.
             */
            offered_resource_id?: (number | null) | undefined;
            /** @description The options of its service that it has. `booked_to` includes their minutes. By default none, which a group with a minimum refuses. */
            options?: (components["schemas"]["ChosenOptionInput"][] | null) | undefined;
            /** @description Ids of resources that serve needs of its service other than the first. Visitors name those of needs that let them choose. Any by default. */
            other_resources?: (number[] | null) | undefined;
            /**
             * Format: int32
             * @description The id of a package of its person that pays for its service. Only with a session.
             */
            package_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the person for whom a visitor with a session books it, as `person_id` of a booking. Default: that of the visit.
             */
            person_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the resource that is taken. Without one, the service chooses.
             */
            resource_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the service. Null if only a resource is booked.
             */
            service_id?: (number | null) | undefined;
            /** @description The title. */
            title?: (string | null) | undefined;
        };
        /** @description The attributes of an entry that a visitor may set. One that is left out is empty, unless its description names a default. */
        PublicWaitlistEntryInput: {
            /** @description The email address to which offers are sent. */
            email?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The id of the event. Null if the entry waits for any time of the service.
             */
            event_id?: (number | null) | undefined;
            /** @description The start of the period: a date and time, or a date for its beginning. Defaults to now for an entry of an event. */
            from?: (string | null) | undefined;
            /** @description The language of offers. Null means that of the account. */
            locale?: (string | null) | undefined;
            /** @description The name of the person. */
            name?: (string | null) | undefined;
            /** @description The phone number to which offers are sent by SMS, if there is no email address. */
            phone_number?: (string | null) | undefined;
            /**
             * @deprecated
             * @description Use `phone_number`.
             */
            phonenumber?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The number of people, from 1 to 100. 1 by default.
             */
            places?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the resource. Null, the default, means any that offers the service.
             */
            resource_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the service. For an entry of an event, that of the event.
             */
            service_id?: (number | null) | undefined;
            /** @description The end of the period: a date and time, or a date, which is included. Defaults to the end of the event for an entry of an event. */
            to?: (string | null) | undefined;
        };
        /** @description The pattern of a series, by RFC 5545. At least one of its parts is required; one that is left out adds no dates. */
        RecurrenceInput: {
            /** @description Excluded dates, in the same format. */
            exdate?: (string | null) | undefined;
            /** @description Additional dates, such as `VALUE=DATE:20260301,20260302`. */
            rdate?: (string | null) | undefined;
            /** @description A rule such as `FREQ=WEEKLY;COUNT=10`. Use COUNT or UNTIL to end it. */
            rrule?: (string | null) | undefined;
        };
        ReplayWebHookParameters: {
            /** @description The `cursor` of the call before, for the next part. */
            after?: (string | null) | undefined;
            /** @description The time of the first changes. Required. */
            since?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description The end of the period: changes from this time on are left out. Now by default. */
            until?: (components["schemas"]["DateTimeInput"] | null) | undefined;
        };
        ResendVerificationCodeParameters: {
            /** @description The `resend_token` of the booking. Required. */
            resend_token?: (string | null) | undefined;
        };
        ResourceBody: {
            /** @description Whether it is in use. A deleted record is inactive. */
            active: boolean;
            /**
             * Format: int32
             * @description The maximum number of people at any instant, from 0 to 100,000. 1 by default.
             */
            capacity: number;
            /**
             * @deprecated
             * @description The last closing on Monday. Null if closed. Use opening_hours_mon.
             * @example 08:00
             */
            close_0: string | null;
            /**
             * @deprecated
             * @description The last closing on Tuesday. Null if closed. Use opening_hours_tue.
             * @example 08:00
             */
            close_1: string | null;
            /**
             * @deprecated
             * @description The last closing on Wednesday. Null if closed. Use opening_hours_wed.
             * @example 08:00
             */
            close_2: string | null;
            /**
             * @deprecated
             * @description The last closing on Thursday. Null if closed. Use opening_hours_thu.
             * @example 08:00
             */
            close_3: string | null;
            /**
             * @deprecated
             * @description The last closing on Friday. Null if closed. Use opening_hours_fri.
             * @example 08:00
             */
            close_4: string | null;
            /**
             * @deprecated
             * @description The last closing on Saturday. Null if closed. Use opening_hours_sat.
             * @example 08:00
             */
            close_5: string | null;
            /**
             * @deprecated
             * @description The last closing on Sunday. Null if closed. Use opening_hours_sun.
             * @example 08:00
             */
            close_6: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data: {
                [key: string]: string | boolean;
            } | null;
            /** @description A description for the people who book, such as what somebody is good at. */
            description: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The URL of the image. */
            image: string | null;
            /**
             * Format: int32
             * @description The most appointments that begin on one day, from 0 to 10,000. Null, the default, or 0 means no limit. Bookings of events do not count.
             */
            max_daily_bookings: number | null;
            /**
             * @deprecated
             * @description The first opening on Monday. Null if closed. Use opening_hours_mon.
             * @example 08:00
             */
            open_0: string | null;
            /**
             * @deprecated
             * @description The first opening on Tuesday. Null if closed. Use opening_hours_tue.
             * @example 08:00
             */
            open_1: string | null;
            /**
             * @deprecated
             * @description The first opening on Wednesday. Null if closed. Use opening_hours_wed.
             * @example 08:00
             */
            open_2: string | null;
            /**
             * @deprecated
             * @description The first opening on Thursday. Null if closed. Use opening_hours_thu.
             * @example 08:00
             */
            open_3: string | null;
            /**
             * @deprecated
             * @description The first opening on Friday. Null if closed. Use opening_hours_fri.
             * @example 08:00
             */
            open_4: string | null;
            /**
             * @deprecated
             * @description The first opening on Saturday. Null if closed. Use opening_hours_sat.
             * @example 08:00
             */
            open_5: string | null;
            /**
             * @deprecated
             * @description The first opening on Sunday. Null if closed. Use opening_hours_sun.
             * @example 08:00
             */
            open_6: string | null;
            /** @description The opening hours on Friday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_fri: string[] | null;
            /** @description The opening hours on Monday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_mon: string[] | null;
            /** @description The opening hours on Saturday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_sat: string[] | null;
            /** @description The opening hours on Sunday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_sun: string[] | null;
            /** @description The opening hours on Thursday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_thu: string[] | null;
            /** @description The opening hours on Tuesday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_tue: string[] | null;
            /** @description The opening hours on Wednesday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_wed: string[] | null;
            /** @description The title. */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        ResourceExceptionDateBody: {
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * Format: date
             * @description The date.
             * @example 2026-03-02
             */
            exception_date: string;
            /** @description Pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed, also after midnight; the hours of the day before still end when they do. */
            opening_hours: string[] | null;
            /**
             * Format: int32
             * @description The id of the resource.
             */
            resource_id: number;
            /**
             * Format: int32
             * @description The id of the service for which they differ. Null means all services.
             */
            service_id: number | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        /** @description One of several exception dates that are saved together. */
        ResourceExceptionDateEntry: {
            /** @description Deletes the entry if it exists. Default: false. */
            _destroy?: (boolean | null) | undefined;
            /** @description The date. */
            exception_date: components["schemas"]["DateInput"];
            /** @description An empty list means closed, null, the default, the same hours as without the exception date. */
            opening_hours?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /**
             * Format: int32
             * @description The service to which the entry applies. Defaults to all services.
             */
            service_id?: (number | null) | undefined;
        };
        /** @description Attributes of an exception date. An absent one stays unchanged. */
        ResourceExceptionDateInput: {
            /** @description An empty list means closed, null, the default, the same hours as without the exception date. */
            opening_hours?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /**
             * Format: int32
             * @description The service to which the entry applies. Defaults to all services.
             */
            service_id?: (number | null) | undefined;
        };
        /** @description Attributes of a resource. An absent one stays unchanged. Null clears it or restores its default. */
        ResourceInput: {
            /**
             * Format: int32
             * @description The maximum number of people at any instant, from 0 to 100,000. 1 by default.
             */
            capacity?: (number | null) | undefined;
            /**
             * @deprecated
             * @description The last closing on Monday. Null if closed. Use opening_hours_mon.
             */
            close_0?: (components["schemas"]["TimeInput"] | null) | undefined;
            /**
             * @deprecated
             * @description The last closing on Tuesday. Null if closed. Use opening_hours_tue.
             */
            close_1?: (components["schemas"]["TimeInput"] | null) | undefined;
            /**
             * @deprecated
             * @description The last closing on Wednesday. Null if closed. Use opening_hours_wed.
             */
            close_2?: (components["schemas"]["TimeInput"] | null) | undefined;
            /**
             * @deprecated
             * @description The last closing on Thursday. Null if closed. Use opening_hours_thu.
             */
            close_3?: (components["schemas"]["TimeInput"] | null) | undefined;
            /**
             * @deprecated
             * @description The last closing on Friday. Null if closed. Use opening_hours_fri.
             */
            close_4?: (components["schemas"]["TimeInput"] | null) | undefined;
            /**
             * @deprecated
             * @description The last closing on Saturday. Null if closed. Use opening_hours_sat.
             */
            close_5?: (components["schemas"]["TimeInput"] | null) | undefined;
            /**
             * @deprecated
             * @description The last closing on Sunday. Null if closed. Use opening_hours_sun.
             */
            close_6?: (components["schemas"]["TimeInput"] | null) | undefined;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /** @description A description for the people who book, such as what somebody is good at. */
            description?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The most appointments that begin on one day, from 0 to 10,000. Null, the default, or 0 means no limit. Bookings of events do not count.
             */
            max_daily_bookings?: (number | null) | undefined;
            /**
             * @deprecated
             * @description The first opening on Monday. Null if closed. Use opening_hours_mon.
             */
            open_0?: (components["schemas"]["TimeInput"] | null) | undefined;
            /**
             * @deprecated
             * @description The first opening on Tuesday. Null if closed. Use opening_hours_tue.
             */
            open_1?: (components["schemas"]["TimeInput"] | null) | undefined;
            /**
             * @deprecated
             * @description The first opening on Wednesday. Null if closed. Use opening_hours_wed.
             */
            open_2?: (components["schemas"]["TimeInput"] | null) | undefined;
            /**
             * @deprecated
             * @description The first opening on Thursday. Null if closed. Use opening_hours_thu.
             */
            open_3?: (components["schemas"]["TimeInput"] | null) | undefined;
            /**
             * @deprecated
             * @description The first opening on Friday. Null if closed. Use opening_hours_fri.
             */
            open_4?: (components["schemas"]["TimeInput"] | null) | undefined;
            /**
             * @deprecated
             * @description The first opening on Saturday. Null if closed. Use opening_hours_sat.
             */
            open_5?: (components["schemas"]["TimeInput"] | null) | undefined;
            /**
             * @deprecated
             * @description The first opening on Sunday. Null if closed. Use opening_hours_sun.
             */
            open_6?: (components["schemas"]["TimeInput"] | null) | undefined;
            /** @description The opening hours on Friday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_fri?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Monday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_mon?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Saturday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_sat?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Sunday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_sun?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Thursday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_thu?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Tuesday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_tue?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Wednesday: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set. */
            opening_hours_wed?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The title. */
            title?: (string | null) | undefined;
        };
        /** @description The item. */
        ResourceOpeningHoursAnswer: {
            /**
             * Format: date
             * @description The date.
             * @example 2026-03-02
             */
            date: string;
            /** @description Empty or null if closed. Hours that pass midnight end after 24:00, on the date on which they begin. */
            opening_hours: string[] | null;
            /**
             * Format: int32
             * @description The id of the resource.
             */
            resource_id: number;
        };
        /**
         * @description The dimensions of revenue. Weeks begin on Monday. Days, weeks and months do not combine. Only people with revenue have a group.
         * @enum {string}
         */
        RevenueDimension: "day" | "week" | "month" | "service" | "person" | "coupon";
        RevenueFigureBody: {
            /**
             * @description The discounts of these orders.
             * @example 115.0
             */
            discounted: string;
            /**
             * @description The amount that is left now on the gift cards that were created in the period and can still be redeemed.
             * @example 115.0
             */
            gift_cards_open: string;
            /**
             * @description The initial values of the gift cards that were created in the period.
             * @example 115.0
             */
            gift_cards_sold: string;
            /**
             * @description The amount that gift cards of any date paid in the period, less what was returned to them. Part of `paid`.
             * @example 115.0
             */
            gift_cards_spent: string;
            /**
             * @description The price of these orders after discounts, without the VAT. Null if none has a tax rate.
             * @example 115.0
             */
            net: string | null;
            /**
             * @description The total of these orders before discounts.
             * @example 115.0
             */
            ordered: string;
            /**
             * Format: int32
             * @description The number of orders that were created in the period, without cancelled ones.
             */
            orders: number;
            /**
             * @description The amount that is still to be paid for these orders, now.
             * @example 115.0
             */
            outstanding: string;
            /**
             * @description The payments that were recorded in the period for orders of any date and state, also from gift cards.
             * @example 115.0
             */
            paid: string;
            /**
             * @description The amount that was refunded, returned to gift cards or reversed in the period, of payments of any date.
             * @example 115.0
             */
            refunded: string;
            /**
             * @description The VAT in these orders, after discounts. Null if none has a tax rate.
             * @example 115.0
             */
            vat: string | null;
            /**
             * @description The VAT in what gift cards paid in the period that have a tax rate: it was due when they were sold, and is in `vat`, too. Null if none paid.
             * @example 115.0
             */
            vat_prepaid: string | null;
        };
        RevenueFiguresAnswer: {
            /** @description The groups, at most 1,000, in the order of their keys; one group without keys if `group_by` is empty. Groups without figures are included: all times of the period, and all active records. */
            groups: {
                /** @description The figures of the period. */
                figure: components["schemas"]["RevenueFigureBody"];
                /** @description The values that the group has in common: one key for each dimension of `group_by`, in the same order. */
                keys: components["schemas"]["FigureKeyBody"][];
                /** @description The figures of the same group in the period with which is compared. Null without `compare`. */
                previous: components["schemas"]["RevenueFigureBody"] | null;
            }[];
            /** @description The figures of the whole period with which is compared. Null without `compare`. */
            previous_total: components["schemas"]["RevenueFigureBody"] | null;
            /** @description The figures of the whole period. A group may be counted in several groups, but once in the total. */
            total: components["schemas"]["RevenueFigureBody"];
        };
        RevokeBookingLinkParameters: {
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: (boolean | null) | undefined;
        };
        RotaBody: {
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The id of the resource.
             */
            resource_id: number;
            /**
             * Format: date
             * @description The Monday of a first week of the cycle, before or after `valid_from`. By default that of the week of `valid_from`.
             * @example 2026-03-02
             */
            starts_on: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
            /**
             * Format: date
             * @description The first date on which it is valid.
             * @example 2026-03-02
             */
            valid_from: string;
            /**
             * Format: date
             * @description The last date on which it is valid. Null, the default, means without end.
             * @example 2026-03-02
             */
            valid_to: string | null;
            /** @description The weeks of the cycle, 1 to 8. */
            weeks: {
                /** @description The opening hours on Friday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
                opening_hours_fri: string[] | null;
                /** @description The opening hours on Monday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
                opening_hours_mon: string[] | null;
                /** @description The opening hours on Saturday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
                opening_hours_sat: string[] | null;
                /** @description The opening hours on Sunday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
                opening_hours_sun: string[] | null;
                /** @description The opening hours on Thursday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
                opening_hours_thu: string[] | null;
                /** @description The opening hours on Tuesday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
                opening_hours_tue: string[] | null;
                /** @description The opening hours on Wednesday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
                opening_hours_wed: string[] | null;
            }[];
        };
        /** @description Attributes of a rota. An absent one stays unchanged. */
        RotaInput: {
            /**
             * Format: int32
             * @description The id of the resource.
             */
            resource_id?: (number | null) | undefined;
            /** @description The Monday of a first week of the cycle, before or after `valid_from`. By default that of the week of `valid_from`. */
            starts_on?: (components["schemas"]["DateInput"] | null) | undefined;
            /** @description The first date on which it is valid. */
            valid_from?: (components["schemas"]["DateInput"] | null) | undefined;
            /** @description The last date on which it is valid. Null, the default, means without end. */
            valid_to?: (components["schemas"]["DateInput"] | null) | undefined;
            /** @description The weeks of the cycle, 1 to 8. They replace the former ones. */
            weeks?: (components["schemas"]["RotaWeekInput"][] | null) | undefined;
        };
        RotateAccountSecretAnswer: {
            /**
             * Format: date-time
             * @description The end of the time in which the secret before the last rotation signs, too. Null if the secret was never rotated.
             * @example 2026-03-02T10:00:00+01:00
             */
            former_secret_until: string | null;
        };
        RotateAccountSecretParameters: {
            /**
             * Format: int32
             * @description The hours for which deliveries are also signed with the former secret, from 0 to 24. With 0, the former secret ends at once.
             * @default 24
             */
            overlap_hours?: number | undefined;
        };
        /** @description A week of a rota, by weekday. */
        RotaWeekInput: {
            /** @description The opening hours on Friday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
            opening_hours_fri?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Monday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
            opening_hours_mon?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Saturday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
            opening_hours_sat?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Sunday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
            opening_hours_sun?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Thursday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
            opening_hours_thu?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Tuesday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
            opening_hours_tue?: (components["schemas"]["TimeInput"][] | null) | undefined;
            /** @description The opening hours on Wednesday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
            opening_hours_wed?: (components["schemas"]["TimeInput"][] | null) | undefined;
        };
        /**
         * @description Whether one resource serves all items of a visit.
         * @enum {string}
         */
        SameResource: "prefer" | "require" | "any";
        SaveResourceExceptionDateParameters: {
            /**
             * Format: int32
             * @description The service to which the entry applies. Defaults to all services.
             */
            service_id?: (number | null) | undefined;
        };
        SeriesAnswer: {
            /**
             * Format: int32
             * @description The number of dates of the series.
             */
            dates: number;
            /** @description Whether no more are created: all dates were processed, or the series was cancelled or deleted. */
            is_finished: boolean;
            /** @description The dates so far that were left out because they were invalid, in their order, with the reason. Empty for a series from before reasons were stored. */
            left_out: {
                /**
                 * @description The attribute that was refused, such as `resource_id`, or `resource_id` in REST. Null if none was.
                 * @example booked_from
                 */
                attribute: string | null;
                /** @description The reason, in the terms of the person for whom it was to be booked. */
                cause: components["schemas"]["LeftOutReason"];
                /**
                 * Format: date-time
                 * @description When the booking or event would have begun.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                from: string;
                /** @description The reason: the error of that attribute, up to its first number or quotation, such as `is not available`. */
                reason: string;
                /**
                 * Format: date-time
                 * @description When it would have ended.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                to: string;
            }[];
            /**
             * Format: int32
             * @description The number of these dates that were created, or left out because they were invalid.
             */
            processed: number;
            /** @description Changes with each change of the series or of one of its occurrences, but not while they are created in the background. */
            revision: string;
        };
        /**
         * @description The occurrences of a collection that change. `FOLLOWING` and `ALL` leave out those that are over, cancelled, declined, expired or deleted.
         * @enum {string}
         */
        SeriesScope: "one" | "following" | "all";
        ServiceBody: {
            /** @description Whether it is in use. A deleted record is inactive. */
            active: boolean;
            /** @description Whether people may pay by invoice. False by default. */
            allow_invoice: boolean;
            /** @description The opening hours that apply. Those of the provider by default. */
            availability_type: components["schemas"]["AvailabilityType"];
            /**
             * Format: int32
             * @description The maximum number of people of a booking. Null, the default, means no limit.
             */
            booking_capacity: number | null;
            /** @description A form of your own for its bookings, as text that the server only stores. */
            booking_form: string | null;
            /**
             * Format: int32
             * @description The minimum number of people of a booking. Null, the default, means no limit.
             */
            booking_minimum: number | null;
            /** @description The kind of booking. An appointment by default. */
            booking_type: components["schemas"]["BookingType"];
            /**
             * Format: int32
             * @deprecated
             * @description The number of the kind of booking. Use booking_type.
             */
            booking_type_id: number | null;
            /**
             * Format: int32
             * @description The minutes after a booking for which its resource is kept free, like `buffer_before`. 0 by default.
             */
            buffer_after: number;
            /**
             * Format: int32
             * @description The minutes before a booking for which its resource is kept free, to 1,440, also outside the opening hours. 0 by default. A change applies to bookings and events that are made or moved from then on.
             */
            buffer_before: number;
            /** @description The colour of its bookings in the calendar of the dashboard, such as `#1f5fbf`. The calendar darkens or lightens it where a text stands on it. Null, the default, means one of its own. */
            calendar_colour: string | null;
            /** @description The fees for cancelling late and for not coming, such as `24: 50 %, 0: 100 %, no-show: 100 %`. Null, the default: as the account says. `none` for none. */
            cancellation_fees?: string | undefined;
            /** @description The terms of cancellation in own words. Null, the default: those of the account. */
            cancellation_policy?: string | undefined;
            /** @description Whether staff confirm bookings by hand. Null, the default, means the setting of the account. */
            confirm_manually: boolean | null;
            /** @description Whether `BALANCED` counts all bookings of the service. If false, it counts only those whose resource it or `LEAST_RECENT` assigned, and so none that named their resource. True by default. */
            counts_named_bookings: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data: {
                [key: string]: string | boolean;
            } | null;
            /** @description Whether a booked day lasts from opening to closing, instead of to midnight. False by default. */
            day_booking_specify_time: boolean;
            /** @description The people whose bookings need the deposit. Null, the default, means `ALWAYS`. Only with a `deposit_type`. */
            deposit_for: components["schemas"]["DepositFor"] | null;
            /**
             * @description The lowest price of a booking with a deposit, after its discount. Null, the default, means any. Only with a `deposit_type`.
             * @example 115.0
             */
            deposit_from: string | null;
            /** @description The deposit of its bookings. They are held until it is paid, and the rest is due at the appointment. Null, the default: as the four attributes of the account say. With `payment_required` there is none. */
            deposit_type: components["schemas"]["DepositType"] | null;
            /**
             * @description The percentage, up to 100 with at most three decimals, or the amount of the deposit. Null without one.
             * @example 115.0
             */
            deposit_value: string | null;
            /** @description The description. */
            description: string | null;
            /** @description Whether whole days are booked. False by default. */
            has_day_booking: boolean;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The URL of the image. */
            image: string | null;
            /**
             * Format: int32
             * @description The length of a slot in minutes, from 1 to 527,040. 60 by default.
             */
            interval: number;
            /**
             * Format: int32
             * @description Minutes to which the start of a slot is rounded up, to 1,440. Null: that of the account.
             */
            interval_rounding: number | null;
            /** @description The email of the booking that awaits confirmation, in Liquid. Null, the default, means that of the account. */
            mail_awaiting_confirmation: string | null;
            /** @description The email of the cancellation, in Liquid. Null, the default, means that of the account. */
            mail_cancellation: string | null;
            /** @description The email of the confirmation, in Liquid. Null, the default, means that of the account. */
            mail_confirmation: string | null;
            /** @description The email of the change, in Liquid. Null, the default, means that of the account. */
            mail_modification: string | null;
            /** @description The email of the verification, in Liquid. Null, the default, means that of the account. */
            mail_verification: string | null;
            /** @description The email of the offer of the waitlist, in Liquid. Null, the default, means that of the account. */
            mail_waitlist_offer: string | null;
            /**
             * Format: int32
             * @description The most bookings of the service that one person may have which have not ended, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_active_per_person: number | null;
            /**
             * Format: int32
             * @description The most bookings of the service that begin on one day, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_daily_bookings: number | null;
            /**
             * Format: int32
             * @description The most bookings of the service of one person that begin on one day, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_daily_per_person: number | null;
            /**
             * Format: int32
             * @description The maximum length of a public booking, in slots. 1 by default.
             */
            max_slots: number;
            /**
             * Format: int32
             * @description The most bookings of the service of one person that begin in one week from Monday, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_weekly_per_person: number | null;
            /**
             * Format: int32
             * @description The minutes between the starts of slots. Null, the default, means the length of a slot.
             */
            next_interval: number | null;
            /** @description Whether a person can be booked only once for each event. False by default. */
            once_per_person: boolean;
            /**
             * Format: int32
             * @description The days for which a package is valid, to 3,660, in addition to its months. Null, the default, means none.
             */
            package_days?: number | undefined;
            /**
             * Format: int32
             * @description The months for which a package is valid from the day of its order, to 120. Null, the default, means none; without days, too, it is valid without a limit.
             */
            package_months?: number | undefined;
            /** @description The ids of the services that a package pays for. Null, the default, means all. */
            package_service_ids?: number[] | undefined;
            /**
             * Format: int32
             * @description The units of a package, from 1 to 1,000, each for one person of a booking. Only packages have them.
             */
            package_units?: number | undefined;
            /** @description Whether a booking is held until it is paid. False by default. */
            payment_required: boolean;
            /**
             * @description The price of one person, in the currency of the account. Null means that no order is created.
             * @example 115.0
             */
            price: string | null;
            /** @description The way in which a free resource is chosen. By order of priority by default. */
            priority_strategy: components["schemas"]["PriorityStrategy"];
            /**
             * Format: int32
             * @description A number that orders or weights the record among others. Null by default, which is last.
             */
            priority_value: number | null;
            /** @description Whether a public booking must end on the day on which it begins. False by default. */
            same_day: boolean;
            /** @description The SMS of the booking that awaits confirmation, in Liquid. Null, the default, means that of the account. */
            sms_awaiting_confirmation: string | null;
            /** @description The SMS of the cancellation, in Liquid. Null, the default, means that of the account. */
            sms_cancellation: string | null;
            /** @description The SMS of the confirmation, in Liquid. Null, the default, means that of the account. */
            sms_confirmation: string | null;
            /** @description The SMS of the change, in Liquid. Null, the default, means that of the account. */
            sms_modification: string | null;
            /** @description The SMS of the reminder, in Liquid. Null, the default, means that of the account. */
            sms_reminder: string | null;
            /** @description The SMS of the verification, in Liquid. Null, the default, means that of the account. */
            sms_verification: string | null;
            /** @description The SMS of the offer of the waitlist, in Liquid. Null, the default, means that of the account. */
            sms_waitlist_offer: string | null;
            /**
             * Format: int32
             * @description The id of the tax rate of its price. Null, the default: orders say nothing about tax. A gift card with a rate is taxed when it is sold, and one without when it pays.
             */
            tax_rate_id: number | null;
            /** @description The name of its design on your booking page. */
            template: string | null;
            /** @description The terms of bookings. */
            terms: string | null;
            /** @description The title. */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        /** @description Attributes of a service. An absent one stays unchanged. Null clears it or restores its default. */
        ServiceInput: {
            /** @description Whether people may pay by invoice. False by default. */
            allow_invoice?: (boolean | null) | undefined;
            /** @description The opening hours that apply. Those of the provider by default. */
            availability_type?: (components["schemas"]["AvailabilityType"] | null) | undefined;
            /**
             * Format: int32
             * @description The maximum number of people of a booking. Null, the default, means no limit.
             */
            booking_capacity?: (number | null) | undefined;
            /** @description A form of your own for its bookings, as text that the server only stores. */
            booking_form?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The minimum number of people of a booking. Null, the default, means no limit.
             */
            booking_minimum?: (number | null) | undefined;
            /** @description The kind of booking. An appointment by default. */
            booking_type?: (components["schemas"]["BookingType"] | null) | undefined;
            /**
             * Format: int32
             * @deprecated
             * @description The number of the kind of booking. Use booking_type, which takes precedence.
             */
            booking_type_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The minutes after a booking for which its resource is kept free, like `buffer_before`. 0 by default.
             */
            buffer_after?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The minutes before a booking for which its resource is kept free, to 1,440, also outside the opening hours. 0 by default. A change applies to bookings and events that are made or moved from then on.
             */
            buffer_before?: (number | null) | undefined;
            /** @description The colour of its bookings in the calendar of the dashboard, such as `#1f5fbf`. The calendar darkens or lightens it where a text stands on it. Null, the default, means one of its own. */
            calendar_colour?: (string | null) | undefined;
            /** @description The fees for cancelling late and for not coming, such as `24: 50 %, 0: 100 %, no-show: 100 %`. Null, the default: as the account says. `none` for none. */
            cancellation_fees?: (string | null) | undefined;
            /** @description The terms of cancellation in own words. Null, the default: those of the account. */
            cancellation_policy?: (string | null) | undefined;
            /** @description Whether staff confirm bookings by hand. Null, the default, means the setting of the account. */
            confirm_manually?: (boolean | null) | undefined;
            /** @description Whether `BALANCED` counts all bookings of the service. If false, it counts only those whose resource it or `LEAST_RECENT` assigned, and so none that named their resource. True by default. */
            counts_named_bookings?: (boolean | null) | undefined;
            /**
             * @description Keys and values of your own.
             * @example {
             *       "colour": "blue",
             *       "vip": true
             *     }
             */
            custom_data?: ({
                [key: string]: string | number | boolean | null;
            } | null) | undefined;
            /** @description Whether a booked day lasts from opening to closing, instead of to midnight. False by default. */
            day_booking_specify_time?: (boolean | null) | undefined;
            /** @description The people whose bookings need the deposit. Null, the default, means `ALWAYS`. Only with a `deposit_type`. */
            deposit_for?: (components["schemas"]["DepositFor"] | null) | undefined;
            /**
             * @description The lowest price of a booking with a deposit, after its discount. Null, the default, means any. Only with a `deposit_type`.
             * @example 115.0
             */
            deposit_from?: (string | number | null) | undefined;
            /** @description The deposit of its bookings. They are held until it is paid, and the rest is due at the appointment. Null, the default: as the four attributes of the account say. With `payment_required` there is none. */
            deposit_type?: (components["schemas"]["DepositType"] | null) | undefined;
            /**
             * @description The percentage, up to 100 with at most three decimals, or the amount of the deposit. Null without one.
             * @example 115.0
             */
            deposit_value?: (string | number | null) | undefined;
            /** @description The description. */
            description?: (string | null) | undefined;
            /** @description Whether whole days are booked. False by default. */
            has_day_booking?: (boolean | null) | undefined;
            /**
             * Format: int32
             * @description The length of a slot in minutes, from 1 to 527,040. 60 by default.
             */
            interval?: (number | null) | undefined;
            /**
             * Format: int32
             * @description Minutes to which the start of a slot is rounded up, to 1,440. Null: that of the account.
             */
            interval_rounding?: (number | null) | undefined;
            /** @description The email of the booking that awaits confirmation, in Liquid. Null, the default, means that of the account. */
            mail_awaiting_confirmation?: (string | null) | undefined;
            /** @description The email of the cancellation, in Liquid. Null, the default, means that of the account. */
            mail_cancellation?: (string | null) | undefined;
            /** @description The email of the confirmation, in Liquid. Null, the default, means that of the account. */
            mail_confirmation?: (string | null) | undefined;
            /** @description The email of the change, in Liquid. Null, the default, means that of the account. */
            mail_modification?: (string | null) | undefined;
            /** @description The email of the verification, in Liquid. Null, the default, means that of the account. */
            mail_verification?: (string | null) | undefined;
            /** @description The email of the offer of the waitlist, in Liquid. Null, the default, means that of the account. */
            mail_waitlist_offer?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The most bookings of the service that one person may have which have not ended, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_active_per_person?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The most bookings of the service that begin on one day, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_daily_bookings?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The most bookings of the service of one person that begin on one day, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_daily_per_person?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The maximum length of a public booking, in slots. 1 by default.
             */
            max_slots?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The most bookings of the service of one person that begin in one week from Monday, from 0 to 10,000. Null, the default, or 0 means no limit.
             */
            max_weekly_per_person?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The minutes between the starts of slots. Null, the default, means the length of a slot.
             */
            next_interval?: (number | null) | undefined;
            /** @description Whether a person can be booked only once for each event. False by default. */
            once_per_person?: (boolean | null) | undefined;
            /**
             * Format: int32
             * @description The days for which a package is valid, to 3,660, in addition to its months. Null, the default, means none.
             */
            package_days?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The months for which a package is valid from the day of its order, to 120. Null, the default, means none; without days, too, it is valid without a limit.
             */
            package_months?: (number | null) | undefined;
            /** @description The ids of the services that a package pays for. Null, the default, means all. */
            package_service_ids?: (number[] | null) | undefined;
            /**
             * Format: int32
             * @description The units of a package, from 1 to 1,000, each for one person of a booking. Only packages have them.
             */
            package_units?: (number | null) | undefined;
            /** @description Whether a booking is held until it is paid. False by default. */
            payment_required?: (boolean | null) | undefined;
            /**
             * @description The price of one person, in the currency of the account. Null means that no order is created.
             * @example 115.0
             */
            price?: (string | number | null) | undefined;
            /** @description The way in which a free resource is chosen. By order of priority by default. */
            priority_strategy?: (components["schemas"]["PriorityStrategy"] | null) | undefined;
            /**
             * Format: int32
             * @description A number that orders or weights the record among others. Null by default, which is last.
             */
            priority_value?: (number | null) | undefined;
            /** @description Whether a public booking must end on the day on which it begins. False by default. */
            same_day?: (boolean | null) | undefined;
            /** @description The SMS of the booking that awaits confirmation, in Liquid. Null, the default, means that of the account. */
            sms_awaiting_confirmation?: (string | null) | undefined;
            /** @description The SMS of the cancellation, in Liquid. Null, the default, means that of the account. */
            sms_cancellation?: (string | null) | undefined;
            /** @description The SMS of the confirmation, in Liquid. Null, the default, means that of the account. */
            sms_confirmation?: (string | null) | undefined;
            /** @description The SMS of the change, in Liquid. Null, the default, means that of the account. */
            sms_modification?: (string | null) | undefined;
            /** @description The SMS of the reminder, in Liquid. Null, the default, means that of the account. */
            sms_reminder?: (string | null) | undefined;
            /** @description The SMS of the verification, in Liquid. Null, the default, means that of the account. */
            sms_verification?: (string | null) | undefined;
            /** @description The SMS of the offer of the waitlist, in Liquid. Null, the default, means that of the account. */
            sms_waitlist_offer?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The id of the tax rate of its price. Null, the default: orders say nothing about tax. A gift card with a rate is taxed when it is sold, and one without when it pays.
             */
            tax_rate_id?: (number | null) | undefined;
            /** @description The name of its design on your booking page. */
            template?: (string | null) | undefined;
            /** @description The terms of bookings. */
            terms?: (string | null) | undefined;
            /** @description The title. */
            title?: (string | null) | undefined;
        };
        ServiceNeedBody: {
            /**
             * Format: int32
             * @description The number of different resources, from 1 to 10. 1 by default.
             */
            count: number;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description Whether they are for each booking, the default, or each person. */
            per: components["schemas"]["NeedPer"];
            /**
             * Format: int32
             * @description Its place among the needs of the service, from 1 to 6. The resource of the first one is the resource of the booking. By default the first that is unused.
             */
            position: number;
            /** @description When the resources work: at most 10 parts of the booking, in order and without overlaps. Others can book them in between. One that ends with the service ends with a longer or shorter booking. Null, the default, means the whole booking. */
            segments: {
                /**
                 * Format: int32
                 * @description Its length in minutes.
                 */
                length: number;
                /**
                 * Format: int32
                 * @description The minutes from the start of the booking to its beginning.
                 */
                offset: number;
            }[] | null;
            /**
             * Format: int32
             * @description The id of the service.
             */
            service_id: number;
            /** @description The name of what is needed, such as `Therapist`. */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
            /** @description Whether visitors may choose the resource. False by default. */
            visitors_choose: boolean;
        };
        /** @description Attributes of a need. An absent one stays unchanged. Null clears it or restores its default. */
        ServiceNeedInput: {
            /**
             * Format: int32
             * @description The number of different resources, from 1 to 10. 1 by default.
             */
            count?: (number | null) | undefined;
            /** @description Whether they are for each booking, the default, or each person. */
            per?: (components["schemas"]["NeedPer"] | null) | undefined;
            /**
             * Format: int32
             * @description Its place among the needs of the service, from 1 to 6. The resource of the first one is the resource of the booking. By default the first that is unused.
             */
            position?: (number | null) | undefined;
            /** @description When the resources work: at most 10 parts of the booking, in order and without overlaps. Others can book them in between. One that ends with the service ends with a longer or shorter booking. Null, the default, means the whole booking. */
            segments?: (components["schemas"]["NeedSegmentInput"][] | null) | undefined;
            /** @description The name of what is needed, such as `Therapist`. */
            title?: (string | null) | undefined;
            /** @description Whether visitors may choose the resource. False by default. */
            visitors_choose?: (boolean | null) | undefined;
        };
        ServiceOptionBody: {
            /** @description Whether it is in use. A deleted record is inactive. */
            active: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * Format: int32
             * @description The id of its group. Null, the default, means none.
             */
            group_id: number | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The most units that a booking can have, from 1, the default, to 100.
             */
            maximum: number;
            /**
             * Format: int32
             * @description The minutes by which one unit lengthens a booking, from 0, the default, to 480. They have no effect on events and day bookings.
             */
            minutes: number;
            /**
             * Format: int32
             * @description Its place among the options of the service, like that of a group.
             */
            position: number;
            /**
             * @description The price of one unit for the whole booking, however many people it has, in the currency of the account. 0 by default.
             * @example 115.0
             */
            price: string;
            /**
             * Format: int32
             * @description The id of the service.
             */
            service_id: number;
            /**
             * Format: int32
             * @description The id of the tax rate of its price. Null, the default, means none.
             */
            tax_rate_id: number | null;
            /** @description The title, such as `Long hair`. */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        ServiceOptionGroupBody: {
            /** @description Whether it is in use. A deleted record is inactive. */
            active: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The most units of its options that a booking has together, from 1 to 100. Null, the default, means no limit.
             */
            maximum: number | null;
            /**
             * Format: int32
             * @description The least units of its options that a booking has together, from 0, the default, to 100.
             */
            minimum: number;
            /**
             * Format: int32
             * @description Its place among the groups of the service, from 0, the default, to 1,000. The older of two comes first.
             */
            position: number;
            /**
             * Format: int32
             * @description The id of the service.
             */
            service_id: number;
            /** @description The title, such as `Length of your hair`. */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        /** @description Attributes of a group of options. An absent one stays unchanged. Null clears it or restores its default. */
        ServiceOptionGroupInput: {
            /**
             * Format: int32
             * @description The most units of its options that a booking has together, from 1 to 100. Null, the default, means no limit.
             */
            maximum?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The least units of its options that a booking has together, from 0, the default, to 100.
             */
            minimum?: (number | null) | undefined;
            /**
             * Format: int32
             * @description Its place among the groups of the service, from 0, the default, to 1,000. The older of two comes first.
             */
            position?: (number | null) | undefined;
            /** @description The title, such as `Length of your hair`. */
            title?: (string | null) | undefined;
        };
        /** @description Attributes of an option. An absent one stays unchanged. Null clears it or restores its default. */
        ServiceOptionInput: {
            /**
             * Format: int32
             * @description The id of its group. Null, the default, means none.
             */
            group_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The most units that a booking can have, from 1, the default, to 100.
             */
            maximum?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The minutes by which one unit lengthens a booking, from 0, the default, to 480. They have no effect on events and day bookings.
             */
            minutes?: (number | null) | undefined;
            /**
             * Format: int32
             * @description Its place among the options of the service, like that of a group.
             */
            position?: (number | null) | undefined;
            /**
             * @description The price of one unit for the whole booking, however many people it has, in the currency of the account. 0 by default.
             * @example 115.0
             */
            price?: (string | number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the tax rate of its price. Null, the default, means none.
             */
            tax_rate_id?: (number | null) | undefined;
            /** @description The title, such as `Long hair`. */
            title?: (string | null) | undefined;
        };
        SessionAnswer: {
            /** @example bk_1_x1Jn0sGmW3t0VwzqTqD5y6lZc2Rr8pKb */
            api_key: string;
            recovery_codes?: string[] | undefined;
            role: components["schemas"]["UserRole"];
        };
        SetBookingStatusParameters: {
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: (boolean | null) | undefined;
            /** @description The new status. Null, the default, clears it. */
            status?: (components["schemas"]["BookingStatus"] | null) | undefined;
        };
        SignInInput: {
            code?: string | undefined;
            email?: string | undefined;
            /** @description An ID token of the identity provider of the account, instead of email and password. */
            id_token?: string | undefined;
            password?: string | undefined;
            subdomain: string;
        };
        SlotBody: {
            /** @description Ids of the resources that are free during the whole slot. */
            available_resources: number[];
            /**
             * Format: int32
             * @description The event to book, if the service is an attendance service.
             */
            event_id: number | null;
            /** @description Weekday, date and time in the account's locale. */
            formatted_timestamp: string;
            /** @description The weekday, date and time of its end, in the account's locale. */
            formatted_timestamp_end: string;
            /**
             * Format: int32
             * @description The number of people who can still book.
             */
            free: number;
            /**
             * Format: int32
             * @description The number of people who can book if there are no bookings yet.
             */
            maximum_capacity: number;
            /**
             * @description The lowest price of its resources for one person. Null if no resource that offers the service has a price of its own, so that all have that of the service.
             * @example 115.0
             */
            price_from: string | null;
            /**
             * @description The highest price of its resources for one person, like `price_from`.
             * @example 115.0
             */
            price_to: string | null;
            /**
             * Format: date-time
             * @description When it begins.
             * @example 2026-03-02T10:00:00+01:00
             */
            timestamp: string;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            timestamp_end: string;
        };
        /**
         * @description The starts of slots.
         * @enum {string}
         */
        SlotGeneration: "fixed" | "next_available";
        StartVisitorSessionParameters: {
            /** @description The code that was sent. Required. */
            code?: (string | null) | undefined;
        };
        SystemError: {
            error: string;
        };
        TaxRateBody: {
            /** @description Whether it is in use. A deleted record is inactive. */
            active: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description Whether the prices of services include the tax. If not, it is added to the price of each unit. True by default. */
            included: boolean;
            /** @description The name, as receipts have it, such as `VAT 25 %`. */
            name: string;
            /**
             * @description The percentage, from 0 to 100, with at most three decimals.
             * @example 115.0
             */
            percentage: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        /** @description Attributes of a tax rate. An absent one stays unchanged. Null restores its default. */
        TaxRateInput: {
            /** @description Whether the prices of services include the tax. If not, it is added to the price of each unit. True by default. */
            included?: (boolean | null) | undefined;
            /** @description The name, as receipts have it, such as `VAT 25 %`. */
            name?: (string | null) | undefined;
            /**
             * @description The percentage, from 0 to 100, with at most three decimals.
             * @example 115.0
             */
            percentage?: (string | number | null) | undefined;
        };
        /**
         * @description The rounding of the tax of an order to minor units of the currency.
         * @enum {string}
         */
        TaxRounding: "line" | "net" | "gross";
        TestClockBody: {
            /**
             * Format: date-time
             * @description The time that it is to reach. Null if it is not advanced.
             * @example 2026-03-02T10:00:00+01:00
             */
            advancing_to: string | null;
            /** @description Whether the clock is being advanced: until it has reached `advancing_to`, and all that was due is done. */
            is_advancing: boolean;
            /**
             * Format: date-time
             * @description The time of the account.
             * @example 2026-03-02T10:00:00+01:00
             */
            now: string;
        };
        /**
         * @description An obstacle in the way of a booking.
         * @enum {string}
         */
        TimeConflictKind: "past" | "period" | "closed_day" | "hours" | "event" | "booking" | "capacity" | "calendar" | "shortage" | "resource_limit" | "service_limit" | "person_limit";
        /**
         * @description A time up to 36:00, noon of the next day. A closing before its opening is one of the next day: 02:00 after 18:00 is 26:00.
         * @example 08:00
         */
        TimeInput: string;
        TimeOffBody: {
            /** @description The name of that user, as it was then. Null for an API key. */
            asked_by: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When that was. Null until then.
             * @example 2026-03-02T10:00:00+01:00
             */
            decided_at: string | null;
            /** @description The name of the user who approved, declined or entered it. Null for an API key. */
            decided_by: string | null;
            /**
             * Format: date
             * @description The last date, at most a year later. By default the first one.
             * @example 2026-03-02
             */
            ends_on: string;
            /**
             * @description Of time off on a part of one date: when it begins. Hours after midnight belong to the date on which the opening hours begin: 25:00 is 01:00 of the next. Null, the default, for whole dates.
             * @example 08:00
             */
            from_time: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The note of the user who decided. */
            note: string | null;
            /** @description The reason, which all users of the account may read. */
            reason: string | null;
            /**
             * Format: int32
             * @description The id of the resource. By default the one that the user is.
             */
            resource_id: number;
            /**
             * Format: date
             * @description The first date.
             * @example 2026-03-02
             */
            starts_on: string;
            /** @description The state. */
            state: components["schemas"]["TimeOffState"];
            /**
             * @description When it ends, if it has `from_time`.
             * @example 08:00
             */
            to_time: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
            /**
             * Format: int32
             * @description The id of the user who asked for it or entered it. Null for an API key.
             */
            user_id: number | null;
        };
        /** @description The item. */
        TimeOffConflictsAnswer: {
            /**
             * Format: date-time
             * @description When it begins: without buffers; for a limit the period of the bookings that it counts; for closed days the first of them on which the time is, and those that follow it there; for opening hours the first part of the time in which the resource is closed.
             * @example 2026-03-02T10:00:00+01:00
             */
            from: string | null;
            /**
             * Format: int32
             * @description The id of the booking, the event, the calendar, or of what has the limit. Null for opening hours, closed days and the bookable period.
             */
            id: number | null;
            /** @description The kind of it. */
            kind: components["schemas"]["TimeConflictKind"];
            /**
             * Format: int32
             * @description The resource on which it is. Null if it concerns all.
             */
            resource_id: number | null;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            to: string | null;
        };
        /** @description Attributes of new time off. */
        TimeOffInput: {
            /** @description The last date, at most a year later. By default the first one. */
            ends_on?: (components["schemas"]["DateInput"] | null) | undefined;
            /** @description Of time off on a part of one date: when it begins. Hours after midnight belong to the date on which the opening hours begin: 25:00 is 01:00 of the next. Null, the default, for whole dates. */
            from_time?: (components["schemas"]["TimeInput"] | null) | undefined;
            /** @description The reason, which all users of the account may read. */
            reason?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The id of the resource. By default the one that the user is.
             */
            resource_id?: (number | null) | undefined;
            /** @description The first date. */
            starts_on?: (components["schemas"]["DateInput"] | null) | undefined;
            /** @description ASKED or APPROVED. By default APPROVED for those who have the permission `CATALOG`, otherwise ASKED, which is then the only one. */
            state?: (components["schemas"]["TimeOffState"] | null) | undefined;
            /** @description When it ends, if it has `from_time`. */
            to_time?: (components["schemas"]["TimeInput"] | null) | undefined;
        };
        /**
         * @description The state of time off.
         * @enum {string}
         */
        TimeOffState: "asked" | "approved" | "declined" | "withdrawn";
        /**
         * @description The dimensions of tips. Weeks begin on Monday. Days, weeks and months do not combine.
         * @enum {string}
         */
        TipDimension: "day" | "week" | "month" | "resource" | "method" | "recorded_by";
        TipFigureBody: {
            /**
             * @description The tips less what was given back.
             * @example 115.0
             */
            amount: string;
            /**
             * @description The tips.
             * @example 115.0
             */
            received: string;
            /**
             * @description The tips that were given back, of any date.
             * @example 115.0
             */
            refunded: string;
        };
        TipFiguresAnswer: {
            /** @description The groups, at most 1,000, in the order of their keys; one group without keys if `group_by` is empty. Groups without figures are included: all times of the period, and all active records. */
            groups: {
                /** @description The figures of the period. */
                figure: components["schemas"]["TipFigureBody"];
                /** @description The values that the group has in common: one key for each dimension of `group_by`, in the same order. */
                keys: components["schemas"]["FigureKeyBody"][];
                /** @description The figures of the same group in the period with which is compared. Null without `compare`. */
                previous: components["schemas"]["TipFigureBody"] | null;
            }[];
            /** @description The figures of the whole period with which is compared. Null without `compare`. */
            previous_total: components["schemas"]["TipFigureBody"] | null;
            /** @description The figures of the whole period. A group may be counted in several groups, but once in the total. */
            total: components["schemas"]["TipFigureBody"];
        };
        TopPersonBody: {
            /**
             * Format: int32
             * @description The number of active bookings of the person that begin in the period.
             */
            bookings: number;
            /**
             * Format: int32
             * @description The id of the person.
             */
            id: number;
            /** @description The name of the person. */
            name: string | null;
            /**
             * @description The prices of these bookings after their discounts, without those of cancelled orders.
             * @example 115.0
             */
            value: string;
        };
        /**
         * @description The trade of a business.
         * @enum {string}
         */
        Trade: "salon" | "clinic" | "studio" | "rental" | "other";
        UpdateAccountParameters: {
            /** @description Whether to accept `dashboard_networks` without the address of this request. False by default. */
            force?: (boolean | null) | undefined;
            /** @description Whether to remove the logo. False by default. */
            remove_logo?: (boolean | null) | undefined;
        };
        UpdateBookingParameters: {
            /** @description Schedules the SMS reminder according to the account's settings. For a new booking, defaults to the account's `reminder_sms`. */
            add_reminder_sms?: (boolean | null) | undefined;
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: (boolean | null) | undefined;
            /**
             * @description Ignores the capacity. Has no effect on public bookings.
             * @default false
             */
            ignore_capacity?: (boolean | null) | undefined;
            /**
             * @description Books although a calendar of another program has an entry at that time. `ignore_capacity` includes it. Has no effect on public bookings.
             * @default false
             */
            ignore_external_busy?: (boolean | null) | undefined;
            /** @description Whether the message about a change is sent by email. Defaults to the setting of the account. */
            modification_send_email?: (boolean | null) | undefined;
            /** @description Whether the message about a change is sent by SMS. Defaults to the setting of the account. */
            modification_send_sms?: (boolean | null) | undefined;
        };
        UpdateRecurringBookingsParameters: {
            /** @description Schedules the SMS reminder according to the account's settings. For a new booking, defaults to the account's `reminder_sms`. */
            add_reminder_sms?: (boolean | null) | undefined;
            /**
             * Format: int32
             * @description The id of the occurrence to which given times apply. The others move by the same wall-clock distance. Required unless the scope is `ALL`, where it is by default the first occurrence that changes.
             */
            from?: (number | null) | undefined;
            /** @description The `revision` that was read of the series. If the series or any of its occurrences has been changed since, nothing changes and the code is `PRECONDITION_FAILED`, in REST the status 412. Default: the change is made to any revision. */
            if_series_revision?: (string | null) | undefined;
            /**
             * @description Ignores the capacity. Has no effect on public bookings.
             * @default false
             */
            ignore_capacity?: (boolean | null) | undefined;
            /**
             * @description Books although a calendar of another program has an entry at that time. `ignore_capacity` includes it. Has no effect on public bookings.
             * @default false
             */
            ignore_external_busy?: (boolean | null) | undefined;
            /** @description Whether the message about a change is sent by email. Defaults to the setting of the account. */
            modification_send_email?: (boolean | null) | undefined;
            /** @description Whether the message about a change is sent by SMS. Defaults to the setting of the account. */
            modification_send_sms?: (boolean | null) | undefined;
            /**
             * @description The occurrences that change.
             * @default all
             */
            scope?: (components["schemas"]["SeriesScope"] | null) | undefined;
        };
        UpdateRecurringEventsParameters: {
            /**
             * Format: int32
             * @description The id of the occurrence to which given times apply. The others move by the same wall-clock distance. Required unless the scope is `ALL`, where it is by default the first occurrence that changes.
             */
            from?: (number | null) | undefined;
            /** @description The `revision` that was read of the series. If the series or any of its occurrences has been changed since, nothing changes and the code is `PRECONDITION_FAILED`, in REST the status 412. Default: the change is made to any revision. */
            if_series_revision?: (string | null) | undefined;
            /**
             * @description The occurrences that change.
             * @default all
             */
            scope?: (components["schemas"]["SeriesScope"] | null) | undefined;
        };
        /** @description Attributes of a user. An absent one stays unchanged. */
        UserChangesInput: {
            /** @description The name. */
            name?: (string | null) | undefined;
            /** @description The phone number. */
            phone_number?: (string | null) | undefined;
            /**
             * @deprecated
             * @description Use `phone_number`.
             */
            phonenumber?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The id of the resource that the user is. Null for none.
             */
            resource_id?: (number | null) | undefined;
            /** @description Null means staff. */
            role?: (components["schemas"]["UserRole"] | null) | undefined;
        };
        /** @description Attributes of a new user. One that is left out is empty, unless its description names a default. */
        UserInput: {
            /** @description The email address, with which the user signs in. */
            email?: (string | null) | undefined;
            /** @description The name. */
            name?: (string | null) | undefined;
            /** @description The phone number. */
            phone_number?: (string | null) | undefined;
            /**
             * @deprecated
             * @description Use `phone_number`.
             */
            phonenumber?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The id of the resource that the user is. Null for none.
             */
            resource_id?: (number | null) | undefined;
            /** @description Defaults to staff. */
            role?: (components["schemas"]["UserRole"] | null) | undefined;
        };
        /**
         * @description The role of a user or an API key, which determines the permissions.
         * @enum {string}
         */
        UserRole: "admin" | "manager" | "staff";
        /**
         * @description The dimensions of figures of utilisation. Times are on the wall clock of the account; weeks begin on Monday. Minutes count in the hour, day, week or month in which they are: those of a booking that lasts longer are divided, and those of a night are counted on both dates. Weekday and hour together are the data of a heat map. Days, weeks and months do not combine, nor do days and weekdays.
         * @enum {string}
         */
        UtilisationDimension: "hour_of_day" | "weekday" | "day" | "week" | "month" | "service" | "resource";
        UtilisationFigureBody: {
            /** @description The minutes, times the capacity, in which an exception date closes a resource that would be open otherwise, also those after midnight of a night that would begin on that date. Holidays do not count here: they have no open time. */
            blocked_minutes: number;
            /** @description The minutes of active bookings, times `count`, and of events, times the capacity of the resource, because an event occupies all of it. Includes what is outside of open time and above the capacity. Cancelled and declined bookings and expired holds do not count; no-shows do. */
            booked_minutes: number;
            /** @description The open minutes that are not booked, times the free capacity: `open_minutes` less what is booked within open time, at each instant at most the capacity. By service, or filtered by it, time that other services take counts as free. */
            free_minutes: number;
            /** @description The minutes in which a slot of a service that the resource offers could be booked if nothing was, times the capacity of the resource. Opening hours are those of today, also for the past. A resource that offers no appointment service has its own hours. */
            open_minutes: number;
            /** @description The share of `open_minutes` that is booked, 0 to 1, rounded to four decimals. Bookings outside of open time and above the capacity do not count. Null if nothing is open. */
            rate: number | null;
        };
        UtilisationFiguresAnswer: {
            /** @description The groups, at most 1,000, in the order of their keys; one group without keys if `group_by` is empty. Groups without figures are included: all times of the period, and all active records. */
            groups: {
                /** @description The figures of the period. */
                figure: components["schemas"]["UtilisationFigureBody"];
                /** @description The values that the group has in common: one key for each dimension of `group_by`, in the same order. */
                keys: components["schemas"]["FigureKeyBody"][];
                /** @description The figures of the same group in the period with which is compared. Null without `compare`. */
                previous: components["schemas"]["UtilisationFigureBody"] | null;
            }[];
            /** @description The figures of the whole period with which is compared. Null without `compare`. */
            previous_total: components["schemas"]["UtilisationFigureBody"] | null;
            /** @description The figures of the whole period. A group may be counted in several groups, but once in the total. */
            total: components["schemas"]["UtilisationFigureBody"];
        };
        VerifyBookingByCodeParameters: {
            /** @description Whether the confirmation is sent by email. Defaults to the setting of the account. */
            confirmation_send_email?: (boolean | null) | undefined;
            /** @description Whether the confirmation is sent by SMS. Defaults to the setting of the account. */
            confirmation_send_sms?: (boolean | null) | undefined;
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: (boolean | null) | undefined;
            /** @description Sent to the account, not to the person. */
            notification_send_email?: (boolean | null) | undefined;
            /** @description Whether the account gets an SMS. Defaults to the setting of the account. */
            notification_send_sms?: (boolean | null) | undefined;
            /** @description The code that was sent. Required. */
            verification_code?: (string | null) | undefined;
        };
        VerifyBookingParameters: {
            /** @description Whether the confirmation is sent by email. Defaults to the setting of the account. */
            confirmation_send_email?: (boolean | null) | undefined;
            /** @description Whether the confirmation is sent by SMS. Defaults to the setting of the account. */
            confirmation_send_sms?: (boolean | null) | undefined;
            /**
             * @description Returns related objects and further attributes in full.
             * @default false
             */
            extended?: (boolean | null) | undefined;
            /** @description Sent to the account, not to the person. */
            notification_send_email?: (boolean | null) | undefined;
            /** @description Whether the account gets an SMS. Defaults to the setting of the account. */
            notification_send_sms?: (boolean | null) | undefined;
        };
        VerifyPerishableTokenAnswer: components["schemas"]["PersonBody"] | {
            [key: string]: null;
        };
        VerifyPerishableTokenParameters: {
            /** @description The code that was sent. Required. */
            perishable_token?: (string | null) | undefined;
        };
        VerifyPublicBookingParameters: {
            /** @description The code that was sent. Required. */
            verification_code?: (string | null) | undefined;
        };
        /**
         * @description The order of the items of a visit.
         * @enum {string}
         */
        VisitArrangement: "in_order" | "any_order" | "at_once";
        VisitBody: {
            /**
             * Format: date-time
             * @description When its first booking begins, of those that are active if any are.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_from: string;
            /**
             * Format: date-time
             * @description When its last booking ends, of those that are active if any are.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_to: string;
            /** @description Its bookings by time, at most 8, without those that are deleted. */
            bookings: components["schemas"]["PrivateBookingBody"][];
            /**
             * Format: int32
             * @description The id: that of the first booking that was made for it.
             */
            id: number;
        };
        /** @description The new place of a booking of a visit. An absent attribute stays unchanged. */
        VisitItemMoveInput: {
            /** @description When it begins. */
            booked_from?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description When it is to end. By default it keeps its duration if it gets another start. */
            booked_to?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /**
             * Format: int32
             * @description The id of the booking.
             */
            id: number;
            /**
             * Format: int32
             * @description The id of the resource that is taken. Without one, the service chooses.
             */
            resource_id?: (number | null) | undefined;
            /** @description The resources for needs of its service, in place of `resource_id`, as those of `update_booking`. */
            resources?: (components["schemas"]["NeedResourcesInput"][] | null) | undefined;
        };
        /** @description The new time of a visit: give `bookedFrom` or `items`. */
        VisitMoveInput: {
            /** @description When the visit is to begin. Its active bookings keep their lengths, and the times between them. */
            booked_from?: (components["schemas"]["DateTimeInput"] | null) | undefined;
            /** @description The new places of its bookings. Those that are left out stay where they are. */
            items?: (components["schemas"]["VisitItemMoveInput"][] | null) | undefined;
        };
        /**
         * @description The bookings of a visitor to list.
         * @enum {string}
         */
        VisitorBookings: "upcoming" | "past";
        /** @description The item. */
        VisitorBookingsAnswer: {
            /** @description Whether the booking takes capacity at the time of reading. */
            active: boolean;
            /** @description The `booked_for_name` as the one with the link sees it. Null for a booking of the booking page until its code was entered, so that nobody learns from it whether an address is known. */
            booked_for_name: string | null;
            /**
             * Format: date-time
             * @description When it begins.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_from: string;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            booked_to: string;
            /** @description The kind of booking. */
            booking_type: components["schemas"]["BookingType"];
            /** @description Whether the person may cancel the booking by its link now. */
            can_cancel: boolean;
            /** @description Whether the person may move the booking by its link now. */
            can_move: boolean;
            /** @description The fees for cancelling late and for not coming. Null if none were agreed. */
            cancellation_fee?: {
                /** @description The card to which it may be charged. Null if none is stored or awaited. */
                card?: components["schemas"]["FeeCard"] | undefined;
                /**
                 * @description The amount that was charged. Null if none was.
                 * @example 115.0
                 */
                charged: string | null;
                /** @description The fees as they were agreed, such as `24: 50 %, 0: 100 %`. */
                fees: string | null;
                /**
                 * @description The fee if the person cancels the booking now.
                 * @example 115.0
                 */
                if_cancelled_now: string;
                /**
                 * @description The fee for not coming. Null for none.
                 * @example 115.0
                 */
                no_show: string | null;
                /**
                 * @description The amount left to pay of the order of a charged fee. Null if none was charged.
                 * @example 115.0
                 */
                owed: string | null;
                /** @description The terms in the words that were shown. Null without any. */
                text: string | null;
            } | undefined;
            /**
             * Format: date-time
             * @description The time until which the person may move or cancel the booking by its link. Null if the account does not allow it.
             * @example 2026-03-02T10:00:00+01:00
             */
            changeable_until: string | null;
            /**
             * Format: int32
             * @description The number of people. 1 by default.
             */
            count: number;
            /**
             * @description The amount of its order left to pay at the appointment, beside the deposit. Null without a deposit.
             * @example 115.0
             */
            due_later: string | null;
            /**
             * @description The part of the deposit of its order that is left to pay. Null without a deposit.
             * @example 115.0
             */
            due_now: string | null;
            /** @description The event that people attend. */
            event: {
                /**
                 * Format: date-time
                 * @description When it ends.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                ends_at: string;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /**
                 * Format: date-time
                 * @description When it begins.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                starts_at: string;
                /** @description The title. Null means that of the service. */
                title: string | null;
            } | null;
            /**
             * Format: int32
             * @description The id of the event that people attend. Null if it is not for an event.
             */
            event_id: number | null;
            /**
             * Format: date-time
             * @description When a hold expires, unless it is verified or paid before. A date alone includes that day. Null if it does not.
             * @example 2026-03-02T10:00:00+01:00
             */
            expires_at: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The dates that were left out of its series, in their order. Empty if it is not part of one. */
            left_out: {
                /** @description The reason, in the terms of the person for whom it was to be booked. */
                cause: components["schemas"]["LeftOutReason"];
                /**
                 * Format: date-time
                 * @description When the booking or event would have begun.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description When it would have ended.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                to: string;
            }[];
            /**
             * Format: date-time
             * @description When the link stops working: 30 days after the end of the booking.
             * @example 2026-03-02T10:00:00+01:00
             */
            link_expires_at: string;
            /** @description The secret token of the link, which the mutations by link take. Null without the permission `bookings`, if the account has no `public_access`, or if the booking is deleted or its link has expired. */
            link_token: string | null;
            /** @description The options that it has chosen, as they were agreed. They stay when it moves. Null without any. */
            options?: components["schemas"]["BookedOptionBody"][] | undefined;
            /**
             * Format: int32
             * @description The units of the package that it has taken: one for each person, 0 if they were returned when it ended. Null without one.
             */
            package_units?: number | undefined;
            /**
             * @description The amount that can be paid now at the payment provider of the account. Null if the booking awaits no payment and owes no fee, awaits a card instead, or if payments are only recorded by the account.
             * @example 115.0
             */
            payable_online: string | null;
            /** @description The person for whom it is made. */
            person: {
                /**
                 * Format: date
                 * @description The date of birth.
                 * @example 2026-03-02
                 */
                date_of_birth: string | null;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The name. */
                name: string | null;
            } | null;
            /** @description The resource that is taken. */
            resource: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            };
            /**
             * Format: int32
             * @description The id of the resource that is taken. Without one, the service chooses.
             */
            resource_id: number;
            /** @description The service. */
            service: {
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /** @description The title. */
                title: string;
            } | null;
            /**
             * Format: int32
             * @description The id of the service. Null if only a resource is booked.
             */
            service_id: number | null;
            /** @description The state. */
            state: components["schemas"]["BookingState"];
            /** @description The tips that were given online and can be added. Null if the account offers none. */
            tip?: {
                /** @description The tips that are offered, beside any other amount. Empty if the price is 0. Null if none can be added at the payment provider now. */
                choices: {
                    /**
                     * @description The amount, in the currency of the account.
                     * @example 115.0
                     */
                    amount: string;
                    /**
                     * Format: int32
                     * @description The percentage of the price.
                     */
                    percentage: number;
                }[] | null;
                /**
                 * @description The tips that were given, less what was given back.
                 * @example 115.0
                 */
                given: string;
            } | undefined;
            /** @description The way in which it is verified: `email` or `sms`. Null for no verification. */
            verification_method: string | null;
            /**
             * Format: int32
             * @description The id that all bookings of a visit share, which were made together: that of the first of them. Null if it is not part of one.
             */
            visit_id?: number | undefined;
        };
        VisitorCodeAnswer: {
            /** @description The code, if it is only for tries: in a sandbox, and in the demo account of a server that does not send it. Null otherwise. */
            code: string | null;
            /**
             * Format: date-time
             * @description When the code stops working.
             * @example 2026-03-02T10:00:00+01:00
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description The time from which a page offers to send another code: a minute after this one, or later if the address has had as many as it may. Null if that is not before this code stops working.
             * @example 2026-03-02T10:00:00+01:00
             */
            resendable_at: string | null;
        };
        /** @description Somebody for whom a visitor wants to book, such as a child. */
        VisitorDependantInput: {
            /** @description The date of birth. Required: it tells two of the same name apart. */
            date_of_birth?: (components["schemas"]["DateInput"] | null) | undefined;
            /** @description The name. Required. */
            name?: (string | null) | undefined;
        };
        /** @description The item. */
        VisitorPackagesAnswer: {
            /** @description Whether it can be used. One that was ordered cannot be until its order is paid. */
            active: boolean;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /**
             * Format: int32
             * @description The units that are left.
             */
            left: number;
            /**
             * Format: int32
             * @description The id of the person whose bookings it pays for.
             */
            person_id: number | null;
            /** @description The ids of the services that it pays for. Null, the default, means all. */
            service_ids: number[] | null;
            /** @description The title. */
            title: string;
            /**
             * Format: int32
             * @description The number of units, from 1 to 1,000.
             */
            units: number;
            /**
             * Format: date
             * @description The last date of bookings that it pays for. Null, the default, means without a limit.
             * @example 2026-03-02
             */
            valid_until: string | null;
        };
        VisitorPersonBody: {
            /**
             * Format: date
             * @description The date of birth.
             * @example 2026-03-02
             */
            date_of_birth: string | null;
            /**
             * Format: int32
             * @description The id of the person, for `person_id` of a booking.
             */
            id: number;
            /** @description Whether it is the visitor, and not a dependant. */
            is_own: boolean;
            /** @description The name. */
            name: string | null;
        };
        VisitorSessionAnswer: {
            /** @description The email address that was proved. Null for a phone number. */
            email: string | null;
            /**
             * Format: date-time
             * @description When the session ends, however much it is used.
             * @example 2026-03-02T10:00:00+01:00
             */
            ends_at: string;
            /**
             * Format: date-time
             * @description When the session ends, unless it is used before.
             * @example 2026-03-02T10:00:00+01:00
             */
            expires_at: string;
            /** @description The phone number that was proved, in E.164. Null for an email address. */
            phone_number: string | null;
            /** @description The secret of the session. It is returned once, when the session starts; null otherwise. */
            token: string | null;
        };
        VisitorSessionBody: {
            /** @description The email address that was proved. Null for a phone number. */
            email: string | null;
            /**
             * Format: date-time
             * @description When the session ends, however much it is used.
             * @example 2026-03-02T10:00:00+01:00
             */
            ends_at: string;
            /**
             * Format: date-time
             * @description When the session ends, unless it is used before.
             * @example 2026-03-02T10:00:00+01:00
             */
            expires_at: string;
            /** @description The phone number that was proved, in E.164. Null for an email address. */
            phone_number: string | null;
        };
        /** @description The services of a visit, and how they may follow each other. */
        VisitSearchInput: {
            /** @description Their order. `IN_ORDER` by default. */
            arrangement?: (components["schemas"]["VisitArrangement"] | null) | undefined;
            /** @description From 1 to 8 items. */
            items: components["schemas"]["VisitSlotItemInput"][];
            /**
             * Format: int32
             * @description The most minutes between the end of one item and the start of the next, from 0, the default, to 120.
             */
            max_wait?: (number | null) | undefined;
            /** @description Whether one resource serves all items. `PREFER` by default. */
            same_resource?: (components["schemas"]["SameResource"] | null) | undefined;
        };
        VisitSlot: {
            /** @description Its items, as they were asked for. With these resources, they can be booked together. */
            items: {
                /**
                 * Format: int32
                 * @description The id of a resource that is free for it.
                 */
                resource_id: number;
                /**
                 * Format: int32
                 * @description The id of its service.
                 */
                service_id: number;
                /**
                 * Format: date-time
                 * @description When it begins.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                timestamp: string;
                /**
                 * Format: date-time
                 * @description When it ends.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                timestamp_end: string;
            }[];
            /**
             * Format: date-time
             * @description When its first item begins.
             * @example 2026-03-02T10:00:00+01:00
             */
            timestamp: string;
            /**
             * Format: date-time
             * @description When its last item ends.
             * @example 2026-03-02T10:00:00+01:00
             */
            timestamp_end: string;
        };
        /** @description A service that is part of a visit. */
        VisitSlotItemInput: {
            /**
             * Format: int32
             * @description The number of people. 1 by default.
             */
            count?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The length in intervals of the service. 1 by default.
             */
            intervals?: (number | null) | undefined;
            /** @description Ids of options of the service by whose minutes it is longer, as those of `slots`. None by default. */
            option_ids?: (number[] | null) | undefined;
            /** @description Ids of resources that serve needs of its service other than the first. Visitors name those of needs that let them choose. Any by default. */
            other_resources?: (number[] | null) | undefined;
            /**
             * Format: int32
             * @description The person whose limits apply. At once, each item needs another. Visitors cannot name a person.
             */
            person_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of its resource. Default: any that offers the service.
             */
            resource_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of an appointment service.
             */
            service_id: number;
        };
        /**
         * @description The answer of a person on the waitlist.
         * @enum {string}
         */
        WaitlistAnswer: "take" | "decline" | "leave";
        /**
         * @description The reason why an entry of the waitlist has expired.
         * @enum {string}
         */
        WaitlistClosedReason: "period_over" | "unanswered" | "event_deleted" | "service_deleted" | "resource_deleted" | "person_deleted" | "not_offered" | "too_many_places" | "too_few_places";
        WaitlistEntryBody: {
            /**
             * Format: int32
             * @description The id of the booking that is offered or was taken.
             */
            booking_id: number | null;
            /** @description The reason why it has expired. Null in other states, and if it expired before reasons were kept. */
            closed_reason: components["schemas"]["WaitlistClosedReason"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /** @description The email address to which offers are sent. */
            email: string | null;
            /**
             * Format: int32
             * @description The id of the event. Null if the entry waits for any time of the service.
             */
            event_id: number | null;
            /**
             * Format: date-time
             * @description The start of the period in which an offered time must be.
             * @example 2026-03-02T10:00:00+01:00
             */
            from: string;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The language of offers. Null means that of the account. */
            locale: string | null;
            /** @description The name of the person. */
            name: string | null;
            /**
             * Format: date-time
             * @description When the open offer expires. Null without one.
             * @example 2026-03-02T10:00:00+01:00
             */
            offer_expires_at: string | null;
            /**
             * Format: int32
             * @description The id of the person, if it is known.
             */
            person_id: number | null;
            /** @description The phone number to which offers are sent by SMS, if there is no email address. */
            phone_number: string | null;
            /** @description The phone number in E.164. */
            phone_number_formatted: string | null;
            /**
             * Format: int32
             * @description The number of people, from 1 to 100. 1 by default.
             */
            places: number;
            /**
             * Format: date-time
             * @description Its place in the line: earlier ones are asked first.
             * @example 2026-03-02T10:00:00+01:00
             */
            queued_at: string;
            /**
             * Format: int32
             * @description The id of the resource. Null, the default, means any that offers the service.
             */
            resource_id: number | null;
            /**
             * Format: int32
             * @description The id of the service. For an entry of an event, that of the event.
             */
            service_id: number;
            /** @description The state of it. */
            state: components["schemas"]["WaitlistState"];
            /**
             * Format: date-time
             * @description The end of the period in which an offered time must be.
             * @example 2026-03-02T10:00:00+01:00
             */
            to: string;
            /**
             * Format: int32
             * @description The number of offers without an answer. The entry expires after three.
             */
            unanswered_offers: number;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
        };
        WaitlistEntryCreatedDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "waitlist_entry";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: null | undefined;
                waitlist_entry: components["schemas"]["WaitlistEntryBody"];
            };
            /** @enum {string} */
            event: "waitlist_entry.created";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "waitlist_entry";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
            waitlist_entry: components["schemas"]["WaitlistEntryBody"];
        };
        WaitlistEntryDeclinedDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "waitlist_entry";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedWaitlistEntryBody"] | null) | undefined;
                waitlist_entry: components["schemas"]["WaitlistEntryBody"];
            };
            /** @enum {string} */
            event: "waitlist_entry.declined";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "waitlist_entry";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
            waitlist_entry: components["schemas"]["WaitlistEntryBody"];
        };
        WaitlistEntryExpiredDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "waitlist_entry";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedWaitlistEntryBody"] | null) | undefined;
                waitlist_entry: components["schemas"]["WaitlistEntryBody"];
            };
            /** @enum {string} */
            event: "waitlist_entry.expired";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "waitlist_entry";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
            waitlist_entry: components["schemas"]["WaitlistEntryBody"];
        };
        /** @description Attributes of an entry. An absent one stays unchanged. Null clears it or restores its default. */
        WaitlistEntryInput: {
            /** @description The email address to which offers are sent. */
            email?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The id of the event. Null if the entry waits for any time of the service.
             */
            event_id?: (number | null) | undefined;
            /** @description The start of the period: a date and time, or a date for its beginning. Defaults to now for an entry of an event. */
            from?: (string | null) | undefined;
            /** @description The language of offers. Null means that of the account. */
            locale?: (string | null) | undefined;
            /** @description The name of the person. */
            name?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The id of the person. Without it, the person who matches the phone number or the email, if there is one.
             */
            person_id?: (number | null) | undefined;
            /** @description The phone number to which offers are sent by SMS, if there is no email address. */
            phone_number?: (string | null) | undefined;
            /**
             * @deprecated
             * @description Use `phone_number`.
             */
            phonenumber?: (string | null) | undefined;
            /**
             * Format: int32
             * @description The number of people, from 1 to 100. 1 by default.
             */
            places?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the resource. Null, the default, means any that offers the service.
             */
            resource_id?: (number | null) | undefined;
            /**
             * Format: int32
             * @description The id of the service. For an entry of an event, that of the event.
             */
            service_id?: (number | null) | undefined;
            /** @description The end of the period: a date and time, or a date, which is included. Defaults to the end of the event for an entry of an event. */
            to?: (string | null) | undefined;
        };
        WaitlistEntryLeftDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "waitlist_entry";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedWaitlistEntryBody"] | null) | undefined;
                waitlist_entry: components["schemas"]["WaitlistEntryBody"];
            };
            /** @enum {string} */
            event: "waitlist_entry.left";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "waitlist_entry";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
            waitlist_entry: components["schemas"]["WaitlistEntryBody"];
        };
        WaitlistEntryModifiedDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "waitlist_entry";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedWaitlistEntryBody"] | null) | undefined;
                waitlist_entry: components["schemas"]["WaitlistEntryBody"];
            };
            /** @enum {string} */
            event: "waitlist_entry.modified";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "waitlist_entry";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
            waitlist_entry: components["schemas"]["WaitlistEntryBody"];
        };
        WaitlistEntryOfferedDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "waitlist_entry";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedWaitlistEntryBody"] | null) | undefined;
                waitlist_entry: components["schemas"]["WaitlistEntryBody"];
            };
            /** @enum {string} */
            event: "waitlist_entry.offered";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "waitlist_entry";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
            waitlist_entry: components["schemas"]["WaitlistEntryBody"];
        };
        WaitlistEntryTakenDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "waitlist_entry";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedWaitlistEntryBody"] | null) | undefined;
                waitlist_entry: components["schemas"]["WaitlistEntryBody"];
            };
            /** @enum {string} */
            event: "waitlist_entry.taken";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "waitlist_entry";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
            waitlist_entry: components["schemas"]["WaitlistEntryBody"];
        };
        WaitlistEntryUnansweredDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "waitlist_entry";
                /** @description The values before the change of the attributes that it changed. Null if the object was created, removed or erased. */
                previous?: (components["schemas"]["ChangedWaitlistEntryBody"] | null) | undefined;
                waitlist_entry: components["schemas"]["WaitlistEntryBody"];
            };
            /** @enum {string} */
            event: "waitlist_entry.unanswered";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "waitlist_entry";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
            waitlist_entry: components["schemas"]["WaitlistEntryBody"];
        };
        /**
         * @description The order of a list. Ties are ordered by id.
         * @enum {string}
         */
        WaitlistOrder: "queued_at" | "queued_at_desc" | "updated_at" | "updated_at_desc" | "id" | "id_desc";
        /**
         * @description The state of an entry of the waitlist.
         * @enum {string}
         */
        WaitlistState: "waiting" | "offered" | "taken" | "expired" | "left";
        WaitlistTicketBody: {
            /** @description Whether the offer can be taken with this token: that of the message with the offer, while the offer is open. */
            can_take: boolean;
            /** @description The entry. */
            entry: {
                /** @description The booking that is offered or was taken. */
                booking: components["schemas"]["PublicBookingBody"] | null;
                /** @description The reason why it has expired. Null in other states, and if it expired before reasons were kept. */
                closed_reason: components["schemas"]["WaitlistClosedReason"] | null;
                /** @description The event. */
                event: {
                    /**
                     * Format: date-time
                     * @description When it ends.
                     * @example 2026-03-02T10:00:00+01:00
                     */
                    ends_at: string;
                    /**
                     * Format: int32
                     * @description The id, unique among the records of its type in the account.
                     */
                    id: number;
                    /**
                     * Format: date-time
                     * @description When it begins.
                     * @example 2026-03-02T10:00:00+01:00
                     */
                    starts_at: string;
                    /** @description The title. Null means that of the service. */
                    title: string | null;
                } | null;
                /**
                 * Format: int32
                 * @description The id of the event. Null if the entry waits for any time of the service.
                 */
                event_id: number | null;
                /**
                 * Format: date-time
                 * @description The start of the period in which an offered time must be.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                from: string;
                /**
                 * Format: int32
                 * @description The id, unique among the records of its type in the account.
                 */
                id: number;
                /**
                 * Format: date-time
                 * @description When the open offer expires. Null without one.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                offer_expires_at: string | null;
                /**
                 * Format: int32
                 * @description The number of people, from 1 to 100. 1 by default.
                 */
                places: number;
                /** @description The resource. */
                resource: {
                    /**
                     * Format: int32
                     * @description The id, unique among the records of its type in the account.
                     */
                    id: number;
                    /** @description The title. */
                    title: string;
                } | null;
                /**
                 * Format: int32
                 * @description The id of the resource. Null, the default, means any that offers the service.
                 */
                resource_id: number | null;
                /** @description The service. */
                service: {
                    /**
                     * Format: int32
                     * @description The id, unique among the records of its type in the account.
                     */
                    id: number;
                    /** @description The title. */
                    title: string;
                };
                /**
                 * Format: int32
                 * @description The id of the service. For an entry of an event, that of the event.
                 */
                service_id: number;
                /** @description The state of it. */
                state: components["schemas"]["WaitlistState"];
                /**
                 * Format: date-time
                 * @description The end of the period in which an offered time must be.
                 * @example 2026-03-02T10:00:00+01:00
                 */
                to: string;
            };
            /** @description The secret token of the entry. It is returned once, to the person who joins; null otherwise. */
            token: string | null;
        };
        WebHookBody: {
            /** @description Whether events are delivered. */
            active: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /** @description The events: a name such as `booking.created`, a group such as `booking.*`, or `*`. */
            event: string;
            /**
             * Format: date-time
             * @description The time until which deliveries are also signed with the secret before the last rotation. Null if it was not rotated.
             * @example 2026-03-02T10:00:00+01:00
             */
            former_secret_until: string | null;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The reason why the server has switched it off: its deliveries have failed for days. Null if it has not. `active: true` clears it. */
            paused_reason: string | null;
            /** @description The URL to which events are sent. */
            target_url: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-02T10:00:00+01:00
             */
            updated_at: string;
            /** @description The reason why nothing is delivered, if the target is an address to which this server does not send. */
            warning: string | null;
        };
        WebHookDeliveryAnswer: {
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T10:00:00+01:00
             */
            created_at: string;
            /** @description The name of the event. */
            event: string;
            /**
             * Format: int32
             * @description The id, unique among the records of its type in the account.
             */
            id: number;
            /** @description The same for every attempt. */
            idempotency_id: string;
            /** @description The state of the delivery. */
            state: components["schemas"]["DeliveryState"];
            /**
             * Format: int32
             * @description The id of the webhook.
             */
            web_hook_id: number;
        };
        /** @description Attributes of a webhook. An absent one stays unchanged. */
        WebHookInput: {
            /** @description Whether events are delivered; true by default. Deactivating a webhook drops its pending deliveries. After reactivation it gets only new events. */
            active?: (boolean | null) | undefined;
            /** @description The events: a name such as `booking.created`, a group such as `booking.*`, or `*`. */
            event?: (string | null) | undefined;
            /** @description The URL to which events are sent. */
            target_url?: (string | null) | undefined;
        };
        WebHookReplayAnswer: {
            /** @description Call it again with this cursor as `after` to plan the rest of the period. Null if there is no rest. */
            cursor: string | null;
            /**
             * Format: int32
             * @description The number of deliveries that were planned.
             */
            deliveries: number;
        };
        WebHookSecretAnswer: {
            /**
             * Format: date-time
             * @description The time until which deliveries are also signed with the secret before the last rotation. Null if it was not rotated.
             * @example 2026-03-02T10:00:00+01:00
             */
            former_secret_until: string | null;
            /** @description The secret that signs its deliveries (`webhook-signature` of Standard Webhooks), such as `whsec_…`. Null if it was created by an earlier version and not rotated since: the secret of the account signs alone. Null unless the role may read webhooks. */
            secret: string | null;
        };
        WebHookTestDelivery: {
            data: {
                /**
                 * Format: int32
                 * @description The id of the object.
                 */
                id: number;
                /** @enum {string} */
                object: "web_hook";
                web_hook: {
                    active: boolean;
                    event: string;
                    id: number;
                };
            };
            /** @enum {string} */
            event: "web_hook.test";
            /**
             * Format: date-time
             * @example 2026-03-02T10:00:00+01:00
             */
            generated_at: string;
            /**
             * Format: int32
             * @description The id of the object.
             */
            id: number;
            /**
             * Format: uuid
             * @example 0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11
             */
            idempotency_id: string;
            /** @enum {string} */
            object: "web_hook";
            /** @description The actor who made the change. */
            performed_by: {
                /** @description `api_key` (a program with an API key), `user` (a user who has signed in), `partner` (the partner of the operator), `background` (a job of the server), `public` (a visitor of the public site), `booking_link` (a person by the secret link to a booking). */
                kind: string;
                /** @description As in `created_by` and `updated_by` of records, such as the name of a user. */
                name: string;
            };
            /** @description True. */
            test: boolean;
            web_hook: {
                active: boolean;
                event: string;
                id: number;
            };
        };
    };
}
export type AccountBody = components['schemas']['AccountBody'];
export type AccountInput = components['schemas']['AccountInput'];
export type AccountVerification = components['schemas']['AccountVerification'];
export type AddLeftOutBookingParameters = components['schemas']['AddLeftOutBookingParameters'];
export type AddLeftOutEventParameters = components['schemas']['AddLeftOutEventParameters'];
export type AdvanceClockParameters = components['schemas']['AdvanceClockParameters'];
export type AnswerWaitlistOfferParameters = components['schemas']['AnswerWaitlistOfferParameters'];
export type ApproveTimeOffParameters = components['schemas']['ApproveTimeOffParameters'];
export type AssignmentAnswer = components['schemas']['AssignmentAnswer'];
export type AssignmentObstacle = components['schemas']['AssignmentObstacle'];
export type AutomaticDocuments = components['schemas']['AutomaticDocuments'];
export type AvailabilityType = components['schemas']['AvailabilityType'];
export type AvailableDateAnswer = components['schemas']['AvailableDateAnswer'];
export type BookedOptionBody = components['schemas']['BookedOptionBody'];
export type BookingBody = components['schemas']['BookingBody'];
export type BookingCancelledDelivery = components['schemas']['BookingCancelledDelivery'];
export type BookingConfirmedDelivery = components['schemas']['BookingConfirmedDelivery'];
export type BookingCreatedDelivery = components['schemas']['BookingCreatedDelivery'];
export type BookingDeclinedDelivery = components['schemas']['BookingDeclinedDelivery'];
export type BookingDeletedDelivery = components['schemas']['BookingDeletedDelivery'];
export type BookingDimension = components['schemas']['BookingDimension'];
export type BookingFigureBody = components['schemas']['BookingFigureBody'];
export type BookingFiguresAnswer = components['schemas']['BookingFiguresAnswer'];
export type BookingInput = components['schemas']['BookingInput'];
export type BookingLinkAnswer = components['schemas']['BookingLinkAnswer'];
export type BookingModifiedDelivery = components['schemas']['BookingModifiedDelivery'];
export type BookingMoveInput = components['schemas']['BookingMoveInput'];
export type BookingOrder = components['schemas']['BookingOrder'];
export type BookingPlaceBody = components['schemas']['BookingPlaceBody'];
export type BookingState = components['schemas']['BookingState'];
export type BookingStatus = components['schemas']['BookingStatus'];
export type BookingType = components['schemas']['BookingType'];
export type BookingVerifiedDelivery = components['schemas']['BookingVerifiedDelivery'];
export type CalendarAnswer = components['schemas']['CalendarAnswer'];
export type CalendarAttachment = components['schemas']['CalendarAttachment'];
export type CalendarEntryState = components['schemas']['CalendarEntryState'];
export type CalendarEntryWait = components['schemas']['CalendarEntryWait'];
export type CalendarKind = components['schemas']['CalendarKind'];
export type CalendarSourceBody = components['schemas']['CalendarSourceBody'];
export type CalendarSourceEntryBody = components['schemas']['CalendarSourceEntryBody'];
export type CalendarSourceInput = components['schemas']['CalendarSourceInput'];
export type CancelBookingParameters = components['schemas']['CancelBookingParameters'];
export type CancelRecurringBookingsParameters = components['schemas']['CancelRecurringBookingsParameters'];
export type CategoryBody = components['schemas']['CategoryBody'];
export type CategoryInput = components['schemas']['CategoryInput'];
export type ChangeBody = components['schemas']['ChangeBody'];
export type ChangedBookingBody = components['schemas']['ChangedBookingBody'];
export type ChangedEventBody = components['schemas']['ChangedEventBody'];
export type ChangedMessageBody = components['schemas']['ChangedMessageBody'];
export type ChangedOrderBody = components['schemas']['ChangedOrderBody'];
export type ChangedPersonBody = components['schemas']['ChangedPersonBody'];
export type ChangedWaitlistEntryBody = components['schemas']['ChangedWaitlistEntryBody'];
export type ChangesAnswer = components['schemas']['ChangesAnswer'];
export type CheckoutAnswer = components['schemas']['CheckoutAnswer'];
export type ChosenOptionInput = components['schemas']['ChosenOptionInput'];
export type ClientSecretAnswer = components['schemas']['ClientSecretAnswer'];
export type ClientUserLinkBody = components['schemas']['ClientUserLinkBody'];
export type ClosedDayInput = components['schemas']['ClosedDayInput'];
export type ConflictAnswer = components['schemas']['ConflictAnswer'];
export type CouponBody = components['schemas']['CouponBody'];
export type CouponInput = components['schemas']['CouponInput'];
export type CouponScopeInput = components['schemas']['CouponScopeInput'];
export type CouponValueType = components['schemas']['CouponValueType'];
export type CreateBookingParameters = components['schemas']['CreateBookingParameters'];
export type CreateCheckoutByLinkParameters = components['schemas']['CreateCheckoutByLinkParameters'];
export type CreateCheckoutParameters = components['schemas']['CreateCheckoutParameters'];
export type CreatePartnerClientInput = components['schemas']['CreatePartnerClientInput'];
export type CreatePersonOfBookingParameters = components['schemas']['CreatePersonOfBookingParameters'];
export type CreatePublicCheckoutParameters = components['schemas']['CreatePublicCheckoutParameters'];
export type CreateRecurringBookingsParameters = components['schemas']['CreateRecurringBookingsParameters'];
export type CreateRecurringEventsParameters = components['schemas']['CreateRecurringEventsParameters'];
export type CreditDocumentParameters = components['schemas']['CreditDocumentParameters'];
export type DateInput = components['schemas']['DateInput'];
export type DateTimeInput = components['schemas']['DateTimeInput'];
export type DeclineBookingParameters = components['schemas']['DeclineBookingParameters'];
export type DeleteBookingParameters = components['schemas']['DeleteBookingParameters'];
export type DeleteRecurringBookingsParameters = components['schemas']['DeleteRecurringBookingsParameters'];
export type DeleteRecurringEventsParameters = components['schemas']['DeleteRecurringEventsParameters'];
export type DeliveryCountsBody = components['schemas']['DeliveryCountsBody'];
export type DeliveryState = components['schemas']['DeliveryState'];
export type DeliveryType = components['schemas']['DeliveryType'];
export type DepositFor = components['schemas']['DepositFor'];
export type DepositType = components['schemas']['DepositType'];
export type DocumentBody = components['schemas']['DocumentBody'];
export type DocumentKind = components['schemas']['DocumentKind'];
export type ErasePersonAnswer = components['schemas']['ErasePersonAnswer'];
export type ErasePersonParameters = components['schemas']['ErasePersonParameters'];
export type Errors = components['schemas']['Errors'];
export type EventBody = components['schemas']['EventBody'];
export type EventCreatedDelivery = components['schemas']['EventCreatedDelivery'];
export type EventDeletedDelivery = components['schemas']['EventDeletedDelivery'];
export type EventInput = components['schemas']['EventInput'];
export type EventModifiedDelivery = components['schemas']['EventModifiedDelivery'];
export type EventOrder = components['schemas']['EventOrder'];
export type ExportAnswer = components['schemas']['ExportAnswer'];
export type ExportPersonParameters = components['schemas']['ExportPersonParameters'];
export type FeeCard = components['schemas']['FeeCard'];
export type FigureComparison = components['schemas']['FigureComparison'];
export type FigureDimension = components['schemas']['FigureDimension'];
export type FigureKeyBody = components['schemas']['FigureKeyBody'];
export type FileInput = components['schemas']['FileInput'];
export type FindNextAvailableDateByLinkParameters = components['schemas']['FindNextAvailableDateByLinkParameters'];
export type FindNextAvailableDateParameters = components['schemas']['FindNextAvailableDateParameters'];
export type GetBookingFiguresParameters = components['schemas']['GetBookingFiguresParameters'];
export type GetBookingParameters = components['schemas']['GetBookingParameters'];
export type GetOperationFiguresParameters = components['schemas']['GetOperationFiguresParameters'];
export type GetPaymentFiguresParameters = components['schemas']['GetPaymentFiguresParameters'];
export type GetPeopleFiguresParameters = components['schemas']['GetPeopleFiguresParameters'];
export type GetResourceExceptionDateParameters = components['schemas']['GetResourceExceptionDateParameters'];
export type GetRevenueFiguresParameters = components['schemas']['GetRevenueFiguresParameters'];
export type GetTipFiguresParameters = components['schemas']['GetTipFiguresParameters'];
export type GetUtilisationFiguresParameters = components['schemas']['GetUtilisationFiguresParameters'];
export type GiftCardAnswer = components['schemas']['GiftCardAnswer'];
export type GiftCardBody = components['schemas']['GiftCardBody'];
export type GiftCardInput = components['schemas']['GiftCardInput'];
export type GuardianBody = components['schemas']['GuardianBody'];
export type GuardianInput = components['schemas']['GuardianInput'];
export type HolidayAnswer = components['schemas']['HolidayAnswer'];
export type LeftOutReason = components['schemas']['LeftOutReason'];
export type LinkedBookingBody = components['schemas']['LinkedBookingBody'];
export type LinkedVisitBody = components['schemas']['LinkedVisitBody'];
export type LinkedVisitMoveInput = components['schemas']['LinkedVisitMoveInput'];
export type ListAvailableResourcesParameters = components['schemas']['ListAvailableResourcesParameters'];
export type ListBookingHistoryParameters = components['schemas']['ListBookingHistoryParameters'];
export type ListBookingsParameters = components['schemas']['ListBookingsParameters'];
export type ListBookingsRecentParameters = components['schemas']['ListBookingsRecentParameters'];
export type ListCalendarSourceEntriesParameters = components['schemas']['ListCalendarSourceEntriesParameters'];
export type ListCalendarSourcesParameters = components['schemas']['ListCalendarSourcesParameters'];
export type ListChangesParameters = components['schemas']['ListChangesParameters'];
export type ListClientUsersParameters = components['schemas']['ListClientUsersParameters'];
export type ListDocumentsParameters = components['schemas']['ListDocumentsParameters'];
export type ListEventsParameters = components['schemas']['ListEventsParameters'];
export type ListGiftCardsParameters = components['schemas']['ListGiftCardsParameters'];
export type ListHolidaysParameters = components['schemas']['ListHolidaysParameters'];
export type ListOpeningHoursParameters = components['schemas']['ListOpeningHoursParameters'];
export type ListOrderLineItemsParameters = components['schemas']['ListOrderLineItemsParameters'];
export type ListOrdersParameters = components['schemas']['ListOrdersParameters'];
export type ListPackagesParameters = components['schemas']['ListPackagesParameters'];
export type ListPeopleParameters = components['schemas']['ListPeopleParameters'];
export type ListPublicEventsParameters = components['schemas']['ListPublicEventsParameters'];
export type ListPublicTimeConflictsParameters = components['schemas']['ListPublicTimeConflictsParameters'];
export type ListResourceExceptionDatesParameters = components['schemas']['ListResourceExceptionDatesParameters'];
export type ListRotasParameters = components['schemas']['ListRotasParameters'];
export type ListSlotsByLinkParameters = components['schemas']['ListSlotsByLinkParameters'];
export type ListTimeConflictsParameters = components['schemas']['ListTimeConflictsParameters'];
export type ListTimeOffParameters = components['schemas']['ListTimeOffParameters'];
export type ListVisitorBookingsParameters = components['schemas']['ListVisitorBookingsParameters'];
export type ListVisitSlotsByLinkParameters = components['schemas']['ListVisitSlotsByLinkParameters'];
export type ListVisitSlotsParameters = components['schemas']['ListVisitSlotsParameters'];
export type ListWaitlistEntriesParameters = components['schemas']['ListWaitlistEntriesParameters'];
export type MergePeopleParameters = components['schemas']['MergePeopleParameters'];
export type MessageBody = components['schemas']['MessageBody'];
export type MessageChannel = components['schemas']['MessageChannel'];
export type MessageCountsBody = components['schemas']['MessageCountsBody'];
export type MessageProcessedDelivery = components['schemas']['MessageProcessedDelivery'];
export type MessageState = components['schemas']['MessageState'];
export type MessageTemplateBody = components['schemas']['MessageTemplateBody'];
export type MessageTemplateInput = components['schemas']['MessageTemplateInput'];
export type MessageTemplateType = components['schemas']['MessageTemplateType'];
export type MoveVisitParameters = components['schemas']['MoveVisitParameters'];
export type NeedPer = components['schemas']['NeedPer'];
export type NeedResourcesInput = components['schemas']['NeedResourcesInput'];
export type NeedSegmentInput = components['schemas']['NeedSegmentInput'];
export type NewBookingInput = components['schemas']['NewBookingInput'];
export type NewDocumentInput = components['schemas']['NewDocumentInput'];
export type NewOrderInput = components['schemas']['NewOrderInput'];
export type NewVisitInput = components['schemas']['NewVisitInput'];
export type NewVisitItemInput = components['schemas']['NewVisitItemInput'];
export type OfferWaitlistEntryParameters = components['schemas']['OfferWaitlistEntryParameters'];
export type OpeningHoursAnswer = components['schemas']['OpeningHoursAnswer'];
export type OperationDimension = components['schemas']['OperationDimension'];
export type OperationFigureBody = components['schemas']['OperationFigureBody'];
export type OperationFiguresAnswer = components['schemas']['OperationFiguresAnswer'];
export type OrderAnswer = components['schemas']['OrderAnswer'];
export type OrderBody = components['schemas']['OrderBody'];
export type OrderCancelledDelivery = components['schemas']['OrderCancelledDelivery'];
export type OrderCreatedDelivery = components['schemas']['OrderCreatedDelivery'];
export type OrderLineItemAnswer = components['schemas']['OrderLineItemAnswer'];
export type OrderLineItemInput = components['schemas']['OrderLineItemInput'];
export type OrderModifiedDelivery = components['schemas']['OrderModifiedDelivery'];
export type OrderPaidDelivery = components['schemas']['OrderPaidDelivery'];
export type OrderRefundedDelivery = components['schemas']['OrderRefundedDelivery'];
export type OrderSettledDelivery = components['schemas']['OrderSettledDelivery'];
export type OrderState = components['schemas']['OrderState'];
export type OverlappingAttendeeBody = components['schemas']['OverlappingAttendeeBody'];
export type OverlappingBookingBody = components['schemas']['OverlappingBookingBody'];
export type PackageBody = components['schemas']['PackageBody'];
export type PackageInput = components['schemas']['PackageInput'];
export type PackageOrder = components['schemas']['PackageOrder'];
export type PartnerClientAnswer = components['schemas']['PartnerClientAnswer'];
export type PaymentDimension = components['schemas']['PaymentDimension'];
export type PaymentFigureBody = components['schemas']['PaymentFigureBody'];
export type PaymentFiguresAnswer = components['schemas']['PaymentFiguresAnswer'];
export type PeopleDimension = components['schemas']['PeopleDimension'];
export type PeopleFigureBody = components['schemas']['PeopleFigureBody'];
export type PeopleFiguresAnswer = components['schemas']['PeopleFiguresAnswer'];
export type PerishableTokenAnswer = components['schemas']['PerishableTokenAnswer'];
export type PersonAttributesInput = components['schemas']['PersonAttributesInput'];
export type PersonAttributesInput2 = components['schemas']['PersonAttributesInput2'];
export type PersonBody = components['schemas']['PersonBody'];
export type PersonCreatedDelivery = components['schemas']['PersonCreatedDelivery'];
export type PersonCredentialsInput = components['schemas']['PersonCredentialsInput'];
export type PersonDeletedDelivery = components['schemas']['PersonDeletedDelivery'];
export type PersonErasedDelivery = components['schemas']['PersonErasedDelivery'];
export type PersonErasureAnswer = components['schemas']['PersonErasureAnswer'];
export type PersonIdentifierInput = components['schemas']['PersonIdentifierInput'];
export type PersonInput = components['schemas']['PersonInput'];
export type PersonModifiedDelivery = components['schemas']['PersonModifiedDelivery'];
export type PersonOverlaps = components['schemas']['PersonOverlaps'];
export type PriceProblem = components['schemas']['PriceProblem'];
export type PriorityStrategy = components['schemas']['PriorityStrategy'];
export type PrivateBookingBody = components['schemas']['PrivateBookingBody'];
export type PrivateEventBody = components['schemas']['PrivateEventBody'];
export type Problem = components['schemas']['Problem'];
export type ProblemDetails = components['schemas']['ProblemDetails'];
export type ProviderBody = components['schemas']['ProviderBody'];
export type ProviderInput = components['schemas']['ProviderInput'];
export type PublicAccountAnswer = components['schemas']['PublicAccountAnswer'];
export type PublicBookingAnswer = components['schemas']['PublicBookingAnswer'];
export type PublicBookingBody = components['schemas']['PublicBookingBody'];
export type PublicBookingInput = components['schemas']['PublicBookingInput'];
export type PublicCategoryBody = components['schemas']['PublicCategoryBody'];
export type PublicDocumentBody = components['schemas']['PublicDocumentBody'];
export type PublicEventBody = components['schemas']['PublicEventBody'];
export type PublicOrderAnswer = components['schemas']['PublicOrderAnswer'];
export type PublicOrderBody = components['schemas']['PublicOrderBody'];
export type PublicOrderInput = components['schemas']['PublicOrderInput'];
export type PublicPersonInput = components['schemas']['PublicPersonInput'];
export type PublicPersonInput2 = components['schemas']['PublicPersonInput2'];
export type PublicResourceBody = components['schemas']['PublicResourceBody'];
export type PublicServiceBody = components['schemas']['PublicServiceBody'];
export type PublicServiceOptionGroupsAnswer = components['schemas']['PublicServiceOptionGroupsAnswer'];
export type PublicServiceOptionsAnswer = components['schemas']['PublicServiceOptionsAnswer'];
export type PublicTimeConflictsAnswer = components['schemas']['PublicTimeConflictsAnswer'];
export type PublicVisitAnswer = components['schemas']['PublicVisitAnswer'];
export type PublicVisitInput = components['schemas']['PublicVisitInput'];
export type PublicVisitItemInput = components['schemas']['PublicVisitItemInput'];
export type PublicWaitlistEntryInput = components['schemas']['PublicWaitlistEntryInput'];
export type RecurrenceInput = components['schemas']['RecurrenceInput'];
export type ReplayWebHookParameters = components['schemas']['ReplayWebHookParameters'];
export type ResendVerificationCodeParameters = components['schemas']['ResendVerificationCodeParameters'];
export type ResourceBody = components['schemas']['ResourceBody'];
export type ResourceExceptionDateBody = components['schemas']['ResourceExceptionDateBody'];
export type ResourceExceptionDateEntry = components['schemas']['ResourceExceptionDateEntry'];
export type ResourceExceptionDateInput = components['schemas']['ResourceExceptionDateInput'];
export type ResourceInput = components['schemas']['ResourceInput'];
export type ResourceOpeningHoursAnswer = components['schemas']['ResourceOpeningHoursAnswer'];
export type RevenueDimension = components['schemas']['RevenueDimension'];
export type RevenueFigureBody = components['schemas']['RevenueFigureBody'];
export type RevenueFiguresAnswer = components['schemas']['RevenueFiguresAnswer'];
export type RevokeBookingLinkParameters = components['schemas']['RevokeBookingLinkParameters'];
export type RotaBody = components['schemas']['RotaBody'];
export type RotaInput = components['schemas']['RotaInput'];
export type RotateAccountSecretAnswer = components['schemas']['RotateAccountSecretAnswer'];
export type RotateAccountSecretParameters = components['schemas']['RotateAccountSecretParameters'];
export type RotaWeekInput = components['schemas']['RotaWeekInput'];
export type SameResource = components['schemas']['SameResource'];
export type SaveResourceExceptionDateParameters = components['schemas']['SaveResourceExceptionDateParameters'];
export type SeriesAnswer = components['schemas']['SeriesAnswer'];
export type SeriesScope = components['schemas']['SeriesScope'];
export type ServiceBody = components['schemas']['ServiceBody'];
export type ServiceInput = components['schemas']['ServiceInput'];
export type ServiceNeedBody = components['schemas']['ServiceNeedBody'];
export type ServiceNeedInput = components['schemas']['ServiceNeedInput'];
export type ServiceOptionBody = components['schemas']['ServiceOptionBody'];
export type ServiceOptionGroupBody = components['schemas']['ServiceOptionGroupBody'];
export type ServiceOptionGroupInput = components['schemas']['ServiceOptionGroupInput'];
export type ServiceOptionInput = components['schemas']['ServiceOptionInput'];
export type SessionAnswer = components['schemas']['SessionAnswer'];
export type SetBookingStatusParameters = components['schemas']['SetBookingStatusParameters'];
export type SignInInput = components['schemas']['SignInInput'];
export type SlotBody = components['schemas']['SlotBody'];
export type SlotGeneration = components['schemas']['SlotGeneration'];
export type StartVisitorSessionParameters = components['schemas']['StartVisitorSessionParameters'];
export type SystemError = components['schemas']['SystemError'];
export type TaxRateBody = components['schemas']['TaxRateBody'];
export type TaxRateInput = components['schemas']['TaxRateInput'];
export type TaxRounding = components['schemas']['TaxRounding'];
export type TestClockBody = components['schemas']['TestClockBody'];
export type TimeConflictKind = components['schemas']['TimeConflictKind'];
export type TimeInput = components['schemas']['TimeInput'];
export type TimeOffBody = components['schemas']['TimeOffBody'];
export type TimeOffConflictsAnswer = components['schemas']['TimeOffConflictsAnswer'];
export type TimeOffInput = components['schemas']['TimeOffInput'];
export type TimeOffState = components['schemas']['TimeOffState'];
export type TipDimension = components['schemas']['TipDimension'];
export type TipFigureBody = components['schemas']['TipFigureBody'];
export type TipFiguresAnswer = components['schemas']['TipFiguresAnswer'];
export type TopPersonBody = components['schemas']['TopPersonBody'];
export type Trade = components['schemas']['Trade'];
export type UpdateAccountParameters = components['schemas']['UpdateAccountParameters'];
export type UpdateBookingParameters = components['schemas']['UpdateBookingParameters'];
export type UpdateRecurringBookingsParameters = components['schemas']['UpdateRecurringBookingsParameters'];
export type UpdateRecurringEventsParameters = components['schemas']['UpdateRecurringEventsParameters'];
export type UserChangesInput = components['schemas']['UserChangesInput'];
export type UserInput = components['schemas']['UserInput'];
export type UserRole = components['schemas']['UserRole'];
export type UtilisationDimension = components['schemas']['UtilisationDimension'];
export type UtilisationFigureBody = components['schemas']['UtilisationFigureBody'];
export type UtilisationFiguresAnswer = components['schemas']['UtilisationFiguresAnswer'];
export type VerifyBookingByCodeParameters = components['schemas']['VerifyBookingByCodeParameters'];
export type VerifyBookingParameters = components['schemas']['VerifyBookingParameters'];
export type VerifyPerishableTokenAnswer = components['schemas']['VerifyPerishableTokenAnswer'];
export type VerifyPerishableTokenParameters = components['schemas']['VerifyPerishableTokenParameters'];
export type VerifyPublicBookingParameters = components['schemas']['VerifyPublicBookingParameters'];
export type VisitArrangement = components['schemas']['VisitArrangement'];
export type VisitBody = components['schemas']['VisitBody'];
export type VisitItemMoveInput = components['schemas']['VisitItemMoveInput'];
export type VisitMoveInput = components['schemas']['VisitMoveInput'];
export type VisitorBookings = components['schemas']['VisitorBookings'];
export type VisitorBookingsAnswer = components['schemas']['VisitorBookingsAnswer'];
export type VisitorCodeAnswer = components['schemas']['VisitorCodeAnswer'];
export type VisitorDependantInput = components['schemas']['VisitorDependantInput'];
export type VisitorPackagesAnswer = components['schemas']['VisitorPackagesAnswer'];
export type VisitorPersonBody = components['schemas']['VisitorPersonBody'];
export type VisitorSessionAnswer = components['schemas']['VisitorSessionAnswer'];
export type VisitorSessionBody = components['schemas']['VisitorSessionBody'];
export type VisitSearchInput = components['schemas']['VisitSearchInput'];
export type VisitSlot = components['schemas']['VisitSlot'];
export type VisitSlotItemInput = components['schemas']['VisitSlotItemInput'];
export type WaitlistAnswer = components['schemas']['WaitlistAnswer'];
export type WaitlistClosedReason = components['schemas']['WaitlistClosedReason'];
export type WaitlistEntryBody = components['schemas']['WaitlistEntryBody'];
export type WaitlistEntryCreatedDelivery = components['schemas']['WaitlistEntryCreatedDelivery'];
export type WaitlistEntryDeclinedDelivery = components['schemas']['WaitlistEntryDeclinedDelivery'];
export type WaitlistEntryExpiredDelivery = components['schemas']['WaitlistEntryExpiredDelivery'];
export type WaitlistEntryInput = components['schemas']['WaitlistEntryInput'];
export type WaitlistEntryLeftDelivery = components['schemas']['WaitlistEntryLeftDelivery'];
export type WaitlistEntryModifiedDelivery = components['schemas']['WaitlistEntryModifiedDelivery'];
export type WaitlistEntryOfferedDelivery = components['schemas']['WaitlistEntryOfferedDelivery'];
export type WaitlistEntryTakenDelivery = components['schemas']['WaitlistEntryTakenDelivery'];
export type WaitlistEntryUnansweredDelivery = components['schemas']['WaitlistEntryUnansweredDelivery'];
export type WaitlistOrder = components['schemas']['WaitlistOrder'];
export type WaitlistState = components['schemas']['WaitlistState'];
export type WaitlistTicketBody = components['schemas']['WaitlistTicketBody'];
export type WebHookBody = components['schemas']['WebHookBody'];
export type WebHookDeliveryAnswer = components['schemas']['WebHookDeliveryAnswer'];
export type WebHookInput = components['schemas']['WebHookInput'];
export type WebHookReplayAnswer = components['schemas']['WebHookReplayAnswer'];
export type WebHookSecretAnswer = components['schemas']['WebHookSecretAnswer'];
export type WebHookTestDelivery = components['schemas']['WebHookTestDelivery'];

/** A webhook receives one of these, by its `event`. */
export type WebhookDelivery =
  | BookingCreatedDelivery
  | BookingModifiedDelivery
  | BookingVerifiedDelivery
  | BookingConfirmedDelivery
  | BookingDeclinedDelivery
  | BookingCancelledDelivery
  | BookingDeletedDelivery
  | EventCreatedDelivery
  | EventModifiedDelivery
  | EventDeletedDelivery
  | PersonCreatedDelivery
  | PersonModifiedDelivery
  | PersonDeletedDelivery
  | PersonErasedDelivery
  | WaitlistEntryCreatedDelivery
  | WaitlistEntryModifiedDelivery
  | WaitlistEntryOfferedDelivery
  | WaitlistEntryTakenDelivery
  | WaitlistEntryDeclinedDelivery
  | WaitlistEntryUnansweredDelivery
  | WaitlistEntryLeftDelivery
  | WaitlistEntryExpiredDelivery
  | OrderCreatedDelivery
  | OrderModifiedDelivery
  | OrderPaidDelivery
  | OrderSettledDelivery
  | OrderRefundedDelivery
  | OrderCancelledDelivery
  | MessageProcessedDelivery
  | WebHookTestDelivery;

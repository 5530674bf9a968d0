/** What holds for the whole REST API (spec, What the service does; Authentication; Errors; Limits). */
export const about = {
  openapi: '3.1.1',
  info: {
    title: 'Booking server',
    version: '1',
    summary: 'Appointments, classes and events: every feature over REST.',
    description: `The private API of an account. Call it from a server, never from a public website.

**Who asks.** Send the API key of the account as \`Authorization: Bearer <key>\`. Every request must carry a
\`User-Agent\` header that names the application or website; without one the answer is 400.

**What goes in.** JSON, or form data with nested names: \`booking[title]=…\`, \`ids[]=1&ids[]=2\`. Attributes that are unknown
or set by the service are ignored; null clears an attribute or restores its default, an absent one is left as it is. Parameters beside the object may stand in
the URL or in the body. Date-times without an offset are on the wall clock of the account.

**What comes out.** JSON, each object under its name. Every success is 200. Every attribute is there, null when it is not set.
Date-times carry the offset of the account's time zone; decimals are strings.

**Pages.** Lists of bookings (750), events, people and exception dates (50) come in pages: \`page\` in the URL, and five headers in
the answer.

**What goes wrong.** 400 explains by attribute; other errors carry a description. At most 80 requests in 20 seconds are answered for one
address, unless the operator has set another limit; beyond it the answer is 429. A method that a path does not have is 405, with the others in \`Allow\`.`,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/api/v1' }],
  security: [{ bearer: [] }, { basic: [] }],
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'The API key of the account.' },
    basic: {
      type: 'http',
      scheme: 'basic',
      description: 'Deprecated: the API key as user name, with an empty password.',
    },
  },
} as const;

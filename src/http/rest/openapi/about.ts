/** The general parts of the document (spec, What the service does; Authentication; Errors; Limits). */
export const about = {
  openapi: '3.1.1',
  info: {
    title: 'Booking server',
    version: '1',
    summary: 'Appointments, classes and events over REST.',
    description: `\`/api/v1\` is the private API of an account. Call it from a server, or from the pages of \`ALLOWED_ORIGINS\`. \`/sites/{subdomain}\` is the public
API, for visitors without a key. \`/session\` returns a key for a user, \`/partner\` creates accounts, and webhooks deliver changes to your server.

GraphQL at \`/graphql\` covers all of the private API. Only GraphQL has subscriptions, payments and refunds, calendar feeds, the list of sent messages, the
deliveries of webhooks, and failed jobs.

**Authentication.** Send the API key of the account, or the key of a session, as \`Authorization: Bearer <key>\`. Every request to \`/api/v1\` must carry a
\`User-Agent\` header that names the application or website; without one the response is 400.

**Permissions.** The role of the key, \`admin\`, \`manager\` or \`staff\`, determines what it may do; other requests are refused with 403. \`/docs/permissions\` lists the
operations of each permission.

**Input.** JSON, or form data with nested names: \`booking[title]=…\`, \`ids[]=1&ids[]=2\`. Attributes that are unknown or set by the service are ignored. Null
clears an attribute or restores its default; an absent attribute stays unchanged. Parameters beside the object may be in the URL or in the body. Date-times
without an offset are in the time zone of the account.

**Output.** JSON, each object under its name. Every success is 200. Every attribute is present, null if it is not set. Date-times have the offset of the
time zone of the account; decimals are strings.

**Pages.** Lists of bookings (750), events, people and exception dates (50) are paginated: \`page\` in the URL, and five headers in the response.

**Errors.** 400 has messages by attribute; other errors have a description. \`/docs/guides/requests\` explains each status and code. One client address may send 80 requests in 20 seconds, unless the operator has set
another limit; the response to further requests is 429 with \`Retry-After\`. For a method that a path does not support the response is 405,
\`{"error": {"description": "…"}}\`, with the supported methods in \`Allow\`. 503 with \`Retry-After\` means that the database was unavailable and that nothing was done.`,
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
    partner: { type: 'http', scheme: 'bearer', description: "The operator's `PARTNER_TOKEN`." },
  },
} as const;

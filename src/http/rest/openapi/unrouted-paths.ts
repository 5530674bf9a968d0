import type { Components, ReferenceObject, Schema } from './components.js';
import { type DescribeSection, rootServers } from './document.js';
import { exampleOf, requestExample, sharedExample } from './examples.js';
import { encodingOf } from './request-bodies.js';
import { responseSchema } from './response-schema.js';
import { alwaysPossible, errorResponses } from './responses.js';
import { apiKey } from './scalars.js';

type Properties = Readonly<Record<string, Schema>>;

/** An object in which every property is required and no other is allowed. */
export const closedObject = (properties: Properties) =>
  ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false }) as const;

/** A required request body, as JSON or form data, of a path without a route. */
function requestBodyOf(
  name: string,
  required: Properties,
  components: Components,
  optional: Properties = {},
): ReferenceObject {
  const properties = { ...required, ...optional };
  const schema: Schema = { type: 'object', properties, required: Object.keys(required) };
  const examples = sharedExample([`${name}Request`], requestExample(schema, components), components);
  return components.once('requestBodies', name, () => ({
    required: true,
    content: {
      'application/json': { schema, examples },
      'application/x-www-form-urlencoded': { schema, ...encodingOf(properties, components), examples },
    },
  }));
}

/** A JSON response of a path without a route. */
export function responseOf(name: string, description: string, schema: Schema, components: Components): ReferenceObject {
  const examples = sharedExample([name], exampleOf(schema, components), components);
  return components.once('responses', name, () => ({
    description,
    content: { 'application/json': { schema, examples } },
  }));
}

const text = { type: 'string' } as const;
const credentials = {
  email: text,
  password: text,
  code: text,
  id_token: {
    type: 'string',
    description: 'An ID token of the identity provider of the account, instead of email and password.',
  },
} as const;
const role = { $ref: '#/components/schemas/UserRole' };

const texts = { type: 'array', items: text } as const;

const sessionSchema: Schema = {
  type: 'object',
  properties: { api_key: apiKey, role, recovery_codes: texts },
  required: ['api_key', 'role'],
  additionalProperties: false,
};

const signInRefused =
  'The credentials are not right. If `second_factor` is there, the password is right, and the code is missing or wrong.';

const refusalSchema: Schema = {
  type: 'object',
  properties: {
    error: closedObject({ description: text }),
    second_factor: { type: 'array', items: { type: 'string', enum: ['totp', 'passkey', 'recovery_code'] } },
    enrolment: closedObject({ secret: text, uri: text }),
  },
  required: ['error'],
  additionalProperties: false,
};

interface AttemptLimit {
  maxAttempts: number;
  minutes: number;
}

/** The numbers in the description. */
interface SessionTerms {
  sessionHours: number;
  signInAttempts: { perNetwork: AttemptLimit; perUser: AttemptLimit };
  /** The minutes for which an ID token is accepted. */
  tokenMinutes: number;
}

/** Describes `/session`: sign in and sign out. */
export const describeSession =
  (terms: SessionTerms): DescribeSection =>
  (components) => ({
    tag: { name: 'Session', description: 'Keys for the users of an account.' },
    paths: {
      '/session': {
        servers: rootServers,
        post: {
          operationId: 'signIn',
          summary: 'Sign in',
          description: describeSignIn(terms),
          tags: ['Session'],
          security: [],
          parameters: [],
          requestBody: requestBodyOf('Session', { subdomain: text }, components, credentials),
          responses: {
            200: responseOf('Session', 'The key.', sessionSchema, components),
            ...errorResponses('Invalid', 'Suspended', 'Forbidden', 'UnsupportedMediaType', ...alwaysPossible),
            401: responseOf('SignInRefused', signInRefused, refusalSchema, components),
          },
        },
        delete: {
          operationId: 'signOut',
          summary: 'Sign out',
          description:
            'Ends the session of the key in the request. With the API key of an account the response is 403.',
          tags: ['Session'],
          parameters: [],
          responses: {
            200: responseOf('EndedSession', 'The role of the user.', closedObject({ role }), components),
            ...errorResponses('Unauthenticated', 'Forbidden', ...alwaysPossible),
          },
        },
      },
    },
  });

const secondStep =
  'A user with a second factor also sends `code`: one that the app of the user shows, or a recovery code. Without it the response is 401 with `second_factor`, the factors that the user has. If the account requires a second factor and the user has none, `enrolment` has the secret for an app: send the same request with the first code of the app, and keep the `recovery_codes` of the answer.';

function describeSignIn({ sessionHours, signInAttempts, tokenMinutes }: SessionTerms): string {
  const { perNetwork, perUser } = signInAttempts;
  const wrong = `${perNetwork.maxAttempts} wrong passwords for a user within ${perNetwork.minutes} minutes from one network`;
  const wrongInAll = `${perUser.maxAttempts} within ${perUser.minutes} minutes from all networks`;
  return `Returns a key of the private API, valid for ${sessionHours} hours, with the permissions of the user's role. ${secondStep} The user has a password, or an ID token of the identity provider of the account, which is accepted once, within ${tokenMinutes} minutes of its issue. If users sign in by the provider only, a password is answered with 403. After ${wrong}, or ${wrongInAll}, the response is 429. From an address that is not in the \`dashboard_networks\` of the account, it is 403.`;
}

const newAccount: Schema = {
  type: 'object',
  properties: { subdomain: text, name: text, email: text, time_zone: text, country_code: text, locale: text },
  required: ['subdomain', 'name', 'email', 'time_zone', 'country_code'],
};

const firstUser: Schema = {
  type: 'object',
  properties: { name: text, email: text, password: text, phone_number: text },
  required: ['name', 'email', 'password'],
};

/** `/partner`: creation of accounts. */
export const describePartner: DescribeSection = (components, operations) => {
  const operation = operations.get('GetAccount');
  if (!operation) throw new Error('no operation GetAccount');
  const { properties = {} } = responseSchema(operation, { kind: 'object', wrapper: 'client' }, components);
  const account = components.resolve(properties['client'] ?? {});
  const whole = closedObject({ ...account.properties, api_key: apiKey });
  const client = { ...whole, required: [...(account.required ?? []), 'api_key'] };
  return {
    tag: { name: 'Partner', description: 'Creation of accounts by a partner of the operator.' },
    paths: {
      '/partner/clients': {
        servers: rootServers,
        post: {
          operationId: 'createPartnerClient',
          summary: 'Create account',
          description:
            'Creates an account and a user who is its admin. Only this response contains the API key. The path exists only if the operator has set `PARTNER_TOKEN`.',
          tags: ['Partner'],
          security: [{ partner: [] }],
          parameters: [],
          requestBody: requestBodyOf('PartnerClient', { client: newAccount, user: firstUser }, components),
          responses: {
            200: responseOf('PartnerClient', 'The account with its API key.', closedObject({ client }), components),
            ...errorResponses('Invalid', 'Unauthenticated', 'NotFound', ...alwaysPossible),
          },
        },
      },
    },
  };
};

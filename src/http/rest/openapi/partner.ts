import { closedObject, requestBodyOf, responseOf } from './bodies.js';
import { type DescribeSection, rootServers } from './document.js';
import { responseSchema } from './response-schema.js';
import { alwaysPossible, errorResponses } from './responses.js';
import { apiKey } from './scalars.js';
import type { Schema } from './schema.js';

const text: Schema = { type: 'string' };

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
  const client = closedObject({ ...account.properties, api_key: apiKey });
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

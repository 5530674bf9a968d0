import { closedObject, requestBodyOf, responseOf } from './bodies.js';
import { type DescribeSection, rootServers } from './document.js';
import { alwaysPossible, errorResponses } from './responses.js';
import { apiKey } from './scalars.js';

const text = { type: 'string' } as const;
const role = { $ref: '#/components/schemas/UserRole' };

interface AttemptLimit {
  maxAttempts: number;
  minutes: number;
}

/** The numbers in the description. */
export interface SessionTerms {
  sessionHours: number;
  signInAttempts: { perNetwork: AttemptLimit; perUser: AttemptLimit };
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
          requestBody: requestBodyOf('Session', { subdomain: text, email: text, password: text }, components),
          responses: {
            200: responseOf('Session', 'The key.', closedObject({ api_key: apiKey, role }), components),
            ...errorResponses('Invalid', 'Unauthenticated', 'Suspended', 'UnsupportedMediaType', ...alwaysPossible),
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

function describeSignIn({ sessionHours, signInAttempts: { perNetwork, perUser } }: SessionTerms): string {
  const wrong = `${perNetwork.maxAttempts} wrong passwords for a user within ${perNetwork.minutes} minutes from one network`;
  const wrongInAll = `${perUser.maxAttempts} within ${perUser.minutes} minutes from all networks`;
  return `Returns a key of the private API, valid for ${sessionHours} hours, with the permissions of the user's role. After ${wrong}, or ${wrongInAll}, the response is 429.`;
}

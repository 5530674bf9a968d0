import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery } from 'graphql';
import { type Client, createClient } from 'graphql-ws';

// All addresses are relative, so that the page works behind a proxy that adds a path.
const endpoint = new URL('graphql', document.baseURI);

type Headers = Readonly<Record<string, string>>;

interface Credentials {
  headers: Headers;
  /** Sent when the socket opens. A session needs none: the browser sends its cookie. */
  connectionParams?: Headers;
  isSession: boolean;
}

/** A signed-in user of the API. */
export interface Connection extends Credentials {
  schema: GraphQLSchema;
  /** The time zone of the account. */
  zone: string;
  socket: Client;
}

export interface Operation {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown>;
  headers: Headers;
  isSubscription: boolean;
}

export const credentialsOfKey = (key: string): Credentials => ({
  headers: { Authorization: `Bearer ${key}` },
  connectionParams: { authorization: key },
  isSession: false,
});

/** Returns the credentials of the user of the dashboard, whose cookie the browser adds; undefined if nobody has signed in. */
export async function credentialsOfSession(): Promise<Credentials | undefined> {
  const response = await fetch(new URL('dashboard/session', document.baseURI));
  if (!response.ok) return undefined;
  const { csrf_token } = await response.json();
  return { headers: { 'X-CSRF-Token': csrf_token }, isSession: true };
}

/** Checks the credentials, and reads the schema and the account's time zone. @throws Error with the message for the user */
export async function connect(credentials: Credentials): Promise<Connection> {
  const read = async (query: string) => {
    const { data, errors } = await post({ query }, credentials.headers);
    if (errors) throw new Error(errors[0].message);
    return data;
  };
  const { account } = await read('{ account { timeZone } }');
  const schema = buildClientSchema(await read(getIntrospectionQuery({ inputValueDeprecation: true })));
  const url = new URL(endpoint);
  url.protocol = endpoint.protocol.replace('http', 'ws');
  const { connectionParams } = credentials;
  const socket = createClient({ url: url.href, ...(connectionParams && { connectionParams }) });
  return { ...credentials, schema, zone: account.timeZone, socket };
}

/**
 * Executes an operation: over the socket if it is a subscription, which ends when the signal is aborted.
 *
 * @param onResult called with every result, or with an error that has a message
 */
export async function execute(
  { socket, headers }: Connection,
  operation: Operation,
  signal: AbortSignal,
  onResult: (result: unknown) => void,
): Promise<void> {
  const { query, variables, operationName } = operation;
  const body = { query, variables, ...(operationName && { operationName }) };
  if (!operation.isSubscription) return onResult(await post(body, { ...headers, ...operation.headers }, signal));
  const results = socket.iterate(body);
  signal.addEventListener('abort', () => void results.return?.());
  for await (const result of results) onResult(result);
}

async function post(body: object, headers: Headers, signal?: AbortSignal) {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  return response.json();
}

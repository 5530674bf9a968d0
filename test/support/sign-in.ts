import { checkAnswer } from './described-answers.js';
import { type RestAnswer, TestAccount, type TestServer } from './test-server.js';
import { until } from './until.js';

type SentAnswer = Omit<RestAnswer, 'text'>;

/** Sends a request without an API key. @throws Error if the response does not match `schema/openapi.json` */
export async function send(
  address: string,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<SentAnswer> {
  const type = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json';
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const answer = { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  checkAnswer('POST', new URL(address).pathname, answer);
  return answer;
}

/** Returns the password link in the newest email of an account. */
export async function newestLink(server: TestServer, { credentials }: TestAccount): Promise<string> {
  const [message] = await server.sql<{ body: string }>(
    'select body from message where account_id = ? order by id desc limit 1',
    credentials.id,
  );
  return /\S+\/password\/\S+/.exec(message?.body ?? '')?.[0] ?? '';
}

/** Waits until the password link in the newest email of an account is another one, and returns it. */
export async function nextLink(server: TestServer, account: TestAccount, previous: string): Promise<string> {
  await until(async () => (await newestLink(server, account)) !== previous);
  return newestLink(server, account);
}

/** Invites a user and returns the link that the invitation contains. */
export async function inviteUser(server: TestServer, account: TestAccount, user: object): Promise<string> {
  const { status, body } = await account.post('/client/users', { json: { user } });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return newestLink(server, account);
}

export const choose = (link: string, password: string, repetition = password): Promise<SentAnswer> =>
  send(link, new URLSearchParams({ password, repetition }).toString());

export const signIn = (
  { origin, credentials: { subdomain } }: TestAccount,
  email: string,
  password: string,
): Promise<SentAnswer> => send(`${origin}/session`, { subdomain, email, password });

/** Returns the account for requests with another API key. */
export function withKey(account: TestAccount, api_key: string): TestAccount {
  return new TestAccount(account.origin, { ...account.credentials, api_key });
}

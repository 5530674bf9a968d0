import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { parse } from 'graphql';
import { createClient } from 'graphql-ws';
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { exampleVariables } from './example-variables.ts';
import 'graphiql/style.css';
import './page.css';

// Runs in the browser, at `/graphql`. All addresses are relative, so that the page works behind a proxy that adds a path.

const endpoint = new URL('graphql', document.baseURI);
const assets = new URL('graphql/explorer/', document.baseURI);
/** The key is kept until the tab is closed. */
const storedKey = 'booking-api-key';

const workers = { json: 'json.worker.js', graphql: 'graphql.worker.js' };
globalThis.MonacoEnvironment = {
  getWorker: (_id, label) => new Worker(new URL(workers[label] ?? 'editor.worker.js', assets)),
};

/** The credentials of requests and of the socket. */
const credentialsOfKey = (key) => ({
  headers: { Authorization: `Bearer ${key}` },
  connectionParams: { authorization: key },
});

/** Returns the credentials of the user of the dashboard, whose cookie the browser adds; undefined if nobody has signed in. */
async function credentialsOfSession() {
  const response = await fetch(new URL('dashboard/session', document.baseURI));
  if (!response.ok) return undefined;
  const { csrf_token } = await response.json();
  return { headers: { 'X-CSRF-Token': csrf_token }, isSession: true };
}

/** Sends an operation. Throws the message for the user if the server refuses the key. */
async function request({ headers }, query) {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  return data;
}

/** Checks the credentials and reads the account's time zone. Throws the message for the user if the server refuses them. */
async function connect({ headers, connectionParams, isSession = false }) {
  const { account } = await request({ headers }, '{ account { timeZone } }');
  const socket = new URL(endpoint);
  socket.protocol = endpoint.protocol.replace('http', 'ws');
  const wsClient = createClient({ url: socket.href, connectionParams });
  const fetcher = createGraphiQLFetcher({ url: endpoint.href, headers, wsClient });
  return { fetcher, isSession, zone: account.timeZone };
}

function App({ examples, initialConnection }) {
  const [connection, setConnection] = useState(initialConnection);
  const signIn = async (key) => {
    setConnection(await connect(credentialsOfKey(key)));
    sessionStorage.setItem(storedKey, key);
  };
  const signOut = () => {
    sessionStorage.removeItem(storedKey);
    location.reload();
  };
  if (!connection) return h(SignIn, { onSignIn: signIn });
  return h(
    GraphiQL,
    {
      fetcher: connection.fetcher,
      plugins: [HISTORY_PLUGIN],
      isHeadersEditorEnabled: false,
      defaultQuery: '{ account { name timeZone } }\n',
    },
    h(
      GraphiQL.Logo,
      null,
      h(Examples, { examples, zone: connection.zone }),
      connection.isSession
        ? h('a', { href: './dashboard' }, 'Dashboard')
        : h('button', { type: 'button', className: 'sign-out', onClick: signOut }, 'Sign out'),
      h('a', { href: './docs' }, 'REST'),
    ),
  );
}

function SignIn({ onSignIn }) {
  const [problem, setProblem] = useState('');
  const submit = async (event) => {
    event.preventDefault();
    const key = String(new FormData(event.target).get('key')).trim();
    try {
      await onSignIn(key);
    } catch (error) {
      setProblem(error.message);
    }
  };
  return h(
    'form',
    { className: 'sign-in', onSubmit: submit },
    h('h1', null, 'GraphQL explorer'),
    h('label', null, 'API key', h('input', { name: 'key', type: 'password', required: true, autoComplete: 'off' })),
    h('p', { role: 'alert' }, problem),
    h('button', { type: 'submit' }, 'Sign in'),
    h(
      'p',
      null,
      'The key of an account, or of a session that POST /session has begun. It is kept until this tab is closed. Users who have signed in to the ',
      h('a', { href: './dashboard' }, 'dashboard'),
      ' need none.',
    ),
  );
}

/** A menu that puts an example into the editors. */
function Examples({ examples, zone }) {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const { setOperationFacts } = useGraphiQLActions();
  const choose = ({ target }) => {
    const { query } = examples[target.value];
    queryEditor.setValue(query);
    // GraphiQL parses the editor's text with a delay, and would run the new text by the old operation's name until then.
    const documentAST = parse(query);
    const operations = documentAST.definitions.filter(({ kind }) => kind === 'OperationDefinition');
    setOperationFacts({ documentAST, operations, operationName: operations[0].name.value });
    variableEditor?.setValue(JSON.stringify(exampleVariables(query, new Date(), zone), null, 2));
    target.value = '';
  };
  const options = examples.map(({ title }, index) => h('option', { key: title, value: index }, title));
  return h(
    'select',
    { className: 'examples', 'aria-label': 'Examples', defaultValue: '', onChange: choose },
    h('option', { value: '', disabled: true }, 'Examples'),
    options,
  );
}

const examples = await (await fetch(new URL('examples.json', assets))).json();
const key = sessionStorage.getItem(storedKey);
const credentials = key ? credentialsOfKey(key) : await credentialsOfSession();
// A key that has been revoked since, or a session that has ended, leads to the form.
const initialConnection = credentials && (await connect(credentials).catch(() => undefined));
createRoot(document.getElementById('root')).render(h(App, { examples, initialConnection }));

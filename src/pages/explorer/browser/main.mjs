import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { parse } from 'graphql';
import { createClient } from 'graphql-ws';
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { exampleVariables } from './example-variables.mjs';
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

/** Sends an operation. Throws the message for the user if the server refuses the key. */
async function request(key, query) {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  return data;
}

function createFetcher(key) {
  const socket = new URL(endpoint);
  socket.protocol = endpoint.protocol.replace('http', 'ws');
  const wsClient = createClient({ url: socket.href, connectionParams: { authorization: key } });
  return createGraphiQLFetcher({ url: endpoint.href, headers: { Authorization: `Bearer ${key}` }, wsClient });
}

function App({ examples }) {
  const [key, setKey] = useState(sessionStorage.getItem(storedKey));
  const [fetcher, setFetcher] = useState(() => (key ? createFetcher(key) : undefined));
  const signIn = (entered) => {
    sessionStorage.setItem(storedKey, entered);
    setFetcher(() => createFetcher(entered));
    setKey(entered);
  };
  const signOut = () => {
    sessionStorage.removeItem(storedKey);
    location.reload();
  };
  if (!fetcher) return h(SignIn, { onSignIn: signIn });
  return h(
    GraphiQL,
    {
      fetcher,
      plugins: [HISTORY_PLUGIN],
      isHeadersEditorEnabled: false,
      defaultQuery: '{ account { name timeZone } }\n',
    },
    h(
      GraphiQL.Logo,
      null,
      h(Examples, { examples }),
      h('button', { type: 'button', className: 'sign-out', onClick: signOut }, 'Sign out'),
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
      await request(key, '{ account { id } }');
      onSignIn(key);
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
      'The key of an account, or of a session that POST /session has begun. It is kept until this tab is closed.',
    ),
  );
}

/** A menu that puts an example into the editors. */
function Examples({ examples }) {
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
    variableEditor?.setValue(JSON.stringify(exampleVariables(query, new Date()), null, 2));
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
createRoot(document.getElementById('root')).render(h(App, { examples }));

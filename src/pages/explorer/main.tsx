import { render } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../design/button.js';
import { ComponentTextsProvider } from '../design/component-texts.js';
import { englishTexts } from '../design/english-texts.js';
import { Field } from '../design/field.js';
import { Form } from '../design/form.js';
import { Toasts } from '../design/toast.js';
import { type Connection, connect, credentialsOfKey, credentialsOfSession } from './connection.js';
import { Explorer } from './explorer.js';
import '../design/design.css';
import './page.css';

// Runs in the browser, at `/graphql`.

/** The key is kept until the tab is closed. */
const storedKey = 'booking-api-key';

interface AppProps {
  examples: readonly { title: string; query: string }[];
  initialConnection: Connection | undefined;
}

function App({ examples, initialConnection }: AppProps) {
  const [connection, setConnection] = useState(initialConnection);
  const signIn = async (key: string) => {
    setConnection(await connect(credentialsOfKey(key)));
    sessionStorage.setItem(storedKey, key);
  };
  const signOut = () => {
    sessionStorage.clear();
    location.reload();
  };
  return (
    <ComponentTextsProvider value={englishTexts}>
      {connection ? <Explorer {...{ connection, examples }} onSignOut={signOut} /> : <SignIn onSignIn={signIn} />}
      <Toasts />
    </ComponentTextsProvider>
  );
}

function SignIn({ onSignIn }: { onSignIn: (key: string) => Promise<void> }) {
  return (
    <main class="sign-in">
      <h1>GraphQL explorer</h1>
      <Form onSubmit={(values) => onSignIn(String(values.get('key')).trim())}>
        {({ isBusy }) => (
          <>
            <Field label="API key" name="key" type="password" required autoComplete="off" />
            <Button type="submit" kind="primary" isBusy={isBusy}>
              Sign in
            </Button>
          </>
        )}
      </Form>
      <p class="hint">
        The key of an account, or of a session that POST /session has begun. It is kept until this tab is closed. Users
        who have signed in to the <a href="./dashboard">dashboard</a> need none.
      </p>
    </main>
  );
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  const examples = await (await fetch(new URL('graphql/explorer/examples.json', document.baseURI))).json();
  const key = sessionStorage.getItem(storedKey);
  const credentials = key ? credentialsOfKey(key) : await credentialsOfSession();
  // A key that has been revoked since, or a session that has ended, leads to the form.
  const initialConnection = credentials && (await connect(credentials).catch(() => undefined));
  render(<App {...{ examples, initialConnection }} />, root);
}

await start();

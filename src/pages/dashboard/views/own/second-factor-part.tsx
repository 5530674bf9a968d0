import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Field } from '../../../design/field.js';
import { Form, textIn } from '../../../design/form.js';
import { Table } from '../../../design/table.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { canUsePasskeys, makePasskey } from '../../second-factor/passkey.js';
import { RecoveryCodes } from '../../second-factor/recovery-codes.js';
import { TotpKey } from '../../second-factor/totp-key.js';
import type { Enrolment } from '../../session.js';
import {
  addPasskey,
  confirmTotp,
  removePasskey,
  removeTotp,
  replaceRecoveryCodes,
  type SecondFactorFragment,
  startPasskey,
  startTotp,
} from './own.operations.js';

interface SecondFactorPartProps {
  state: SecondFactorFragment;
  onChange: () => Promise<void>;
}

/** What needs the password once more. */
interface Question {
  title: string;
  submit: string;
  /** Whether the user also names a passkey. */
  asksName?: boolean;
  /** Returns new recovery codes, if the user got some. */
  act: (password: string, name: string) => Promise<readonly string[]>;
}

/** The app for codes, the recovery codes and the passkeys of the user. */
export function SecondFactorPart({ state, onChange }: SecondFactorPartProps) {
  const { dateTime, number } = formats();
  const { isRequired, totpSince, recoveryCodesLeft, passkeys } = state;
  const [question, setQuestion] = useState<Question>();
  const [setup, setSetup] = useState<Enrolment>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const hasFactor = totpSince !== null || passkeys.length > 0;
  const finish = async (recoveryCodes: readonly string[]) => {
    setQuestion(undefined);
    setCodes(recoveryCodes);
    await onChange();
  };
  const questions = {
    app: {
      title: totpSince === null ? 'Set up an app for codes' : 'Replace the app for codes',
      submit: 'Go on',
      act: async (password) => {
        setSetup((await execute(startTotp, { password })).startTotp ?? undefined);
        return [];
      },
    },
    noApp: {
      title: 'Remove the app for codes',
      submit: 'Remove',
      act: async (password) => (await execute(removeTotp, { password })).removeTotp?.recoveryCodes ?? [],
    },
    codes: {
      title: 'New recovery codes',
      submit: 'Create new codes',
      act: async (password) =>
        (await execute(replaceRecoveryCodes, { password })).replaceRecoveryCodes?.recoveryCodes ?? [],
    },
    passkey: {
      title: 'Add a passkey',
      submit: 'Go on',
      asksName: true,
      act: async (password, name) => {
        const { startPasskey: options } = await execute(startPasskey, { password });
        const response = { ...(await makePasskey(options ?? {})) };
        return (await execute(addPasskey, { name, response })).addPasskey?.recoveryCodes ?? [];
      },
    },
  } satisfies Record<string, Question>;
  const remove = (id: number, name: string): Question => ({
    title: `Remove the passkey ${name}`,
    submit: 'Remove',
    act: async (password) => (await execute(removePasskey, { id, password })).removePasskey?.recoveryCodes ?? [],
  });
  return (
    <section class="panel" aria-labelledby="own-second-factor">
      <h2 id="own-second-factor">Second factor</h2>
      <p>
        {isRequired ? 'Your account requires a second factor. ' : ''}
        {totpSince === null
          ? 'No app shows codes for you.'
          : `An app shows codes for you since ${dateTime(totpSince)}.`}
      </p>
      <div class="actions">
        <Button onClick={() => setQuestion(questions.app)}>
          {totpSince === null ? 'Set up an app' : 'Replace the app'}
        </Button>
        {totpSince !== null && <Button onClick={() => setQuestion(questions.noApp)}>Remove the app</Button>}
      </div>
      <h3>Passkeys</h3>
      <Table
        caption="Passkeys"
        rows={passkeys}
        keyOf={({ id }) => id}
        empty="No passkeys. With one you sign in without a password."
        columns={[
          { title: 'Name', cell: ({ name }) => name },
          { title: 'Added', cell: ({ createdAt }) => dateTime(createdAt) },
          { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : dateTime(lastUsedAt)) },
          {
            title: 'Action',
            cell: ({ id, name }) => (
              <Button label={`Remove the passkey: ${name}`} onClick={() => setQuestion(remove(id, name))}>
                Remove
              </Button>
            ),
          },
        ]}
      />
      {canUsePasskeys && <Button onClick={() => setQuestion(questions.passkey)}>Add a passkey</Button>}
      {hasFactor && (
        <>
          <h3>Recovery codes</h3>
          <p>{number(recoveryCodesLeft)} left. Each works once if you lose the app or the passkey.</p>
          <Button onClick={() => setQuestion(questions.codes)}>New recovery codes</Button>
        </>
      )}
      {question && <PasswordDialog question={question} onDone={finish} onClose={() => setQuestion(undefined)} />}
      {setup && (
        <Dialog title="The app for codes" onClose={() => setSetup(undefined)}>
          <Form
            fields={['code']}
            onSubmit={async (values) => {
              const { confirmTotp: confirmed } = await execute(confirmTotp, { code: textIn(values, 'code') ?? '' });
              setSetup(undefined);
              await finish(confirmed?.recoveryCodes ?? []);
            }}
          >
            {({ isBusy, error }) => (
              <>
                <TotpKey {...setup} error={error('code')} />
                <div class="actions">
                  <Button type="submit" kind="primary" isBusy={isBusy}>
                    Use this app
                  </Button>
                </div>
              </>
            )}
          </Form>
        </Dialog>
      )}
      {codes.length > 0 && (
        <Dialog title="Recovery codes">
          <RecoveryCodes codes={codes} onDone={() => setCodes([])} />
        </Dialog>
      )}
    </section>
  );
}

interface PasswordDialogProps {
  question: Question;
  onDone: (recoveryCodes: readonly string[]) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password once more, so that nobody else at this page changes how the user signs in. */
function PasswordDialog({ question: { title, submit, asksName, act }, onDone, onClose }: PasswordDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        fields={['password', 'name']}
        onSubmit={async (values) =>
          onDone(await act(String(values.get('password') ?? ''), textIn(values, 'name') ?? ''))
        }
      >
        {({ isBusy, error }) => (
          <>
            {asksName && (
              <Field label="Name of the passkey" name="name" required maxLength={63} error={error('name')} />
            )}
            <Field
              label="Your password"
              name="password"
              type="password"
              autocomplete="current-password"
              maxLength={255}
              hint="Empty if you sign in without one"
              error={error('password')}
            />
            <div class="actions">
              <Button type="submit" kind="primary" isBusy={isBusy}>
                {submit}
              </Button>
              <Button onClick={onClose}>Cancel</Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}

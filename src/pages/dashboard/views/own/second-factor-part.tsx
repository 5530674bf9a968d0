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
import { t } from '../../texts.js';
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

/** A change for which the user has to enter the password again. */
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
      title: totpSince === null ? t.own.setUpAppForCodes : t.own.replaceAppForCodes,
      submit: t.own.goOn,
      act: async (password) => {
        setSetup((await execute(startTotp, { password })).startTotp ?? undefined);
        return [];
      },
    },
    noApp: {
      title: t.own.removeAppForCodes,
      submit: t.own.remove,
      act: async (password) => (await execute(removeTotp, { password })).removeTotp?.recoveryCodes ?? [],
    },
    codes: {
      title: t.own.newCodes,
      submit: t.own.createCodes,
      act: async (password) =>
        (await execute(replaceRecoveryCodes, { password })).replaceRecoveryCodes?.recoveryCodes ?? [],
    },
    passkey: {
      title: t.own.addPasskey,
      submit: t.own.goOn,
      asksName: true,
      act: async (password, name) => {
        const { startPasskey: options } = await execute(startPasskey, { password });
        const response = { ...(await makePasskey(options ?? {})) };
        return (await execute(addPasskey, { name, response })).addPasskey?.recoveryCodes ?? [];
      },
    },
  } satisfies Record<string, Question>;
  const remove = (id: number, name: string): Question => ({
    title: t.own.removePasskey({ name }),
    submit: t.own.remove,
    act: async (password) => (await execute(removePasskey, { id, password })).removePasskey?.recoveryCodes ?? [],
  });
  return (
    <section class="panel" aria-labelledby="own-second-factor">
      <h2 id="own-second-factor">{t.own.secondFactor}</h2>
      <p>
        {isRequired ? `${t.own.factorRequired} ` : ''}
        {totpSince === null ? t.own.noApp : t.own.appSince({ time: dateTime(totpSince) })}
      </p>
      <div class="actions">
        <Button onClick={() => setQuestion(questions.app)}>
          {totpSince === null ? t.own.setUpApp : t.own.replaceApp}
        </Button>
        {totpSince !== null && <Button onClick={() => setQuestion(questions.noApp)}>{t.own.removeApp}</Button>}
      </div>
      <h3>{t.own.passkeys}</h3>
      <Table
        caption={t.own.passkeys}
        rows={passkeys}
        keyOf={({ id }) => id}
        empty={t.own.noPasskeys}
        columns={[
          { title: t.own.name, cell: ({ name }) => name },
          { title: t.own.added, cell: ({ createdAt }) => dateTime(createdAt) },
          {
            title: t.own.lastUsed,
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.own.never : dateTime(lastUsedAt)),
          },
          {
            title: t.own.action,
            cell: ({ id, name }) => (
              <Button label={t.own.removePasskey({ name })} onClick={() => setQuestion(remove(id, name))}>
                {t.own.remove}
              </Button>
            ),
          },
        ]}
      />
      {canUsePasskeys && <Button onClick={() => setQuestion(questions.passkey)}>{t.own.addPasskey}</Button>}
      {hasFactor && (
        <>
          <h3>{t.own.recoveryCodes}</h3>
          <p>{t.own.codesLeft({ count: number(recoveryCodesLeft) })}</p>
          <Button onClick={() => setQuestion(questions.codes)}>{t.own.newCodes}</Button>
        </>
      )}
      {question && <PasswordDialog question={question} onDone={finish} onClose={() => setQuestion(undefined)} />}
      {setup && (
        <Dialog title={t.own.appForCodes} onClose={() => setSetup(undefined)}>
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
                    {t.own.useApp}
                  </Button>
                </div>
              </>
            )}
          </Form>
        </Dialog>
      )}
      {codes.length > 0 && (
        <Dialog title={t.own.recoveryCodes}>
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
            {asksName && <Field label={t.own.passkeyName} name="name" required maxLength={63} error={error('name')} />}
            <Field
              label={t.own.password}
              name="password"
              type="password"
              autocomplete="current-password"
              maxLength={255}
              hint={t.own.passwordHint}
              error={error('password')}
            />
            <div class="actions">
              <Button type="submit" kind="primary" isBusy={isBusy}>
                {submit}
              </Button>
              <Button onClick={onClose}>{t.own.cancel}</Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}

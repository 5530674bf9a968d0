import { Button } from '../../../design/button.js';
import { CopyField } from '../../../design/copy.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Checkbox, Field, Select, TextArea } from '../../../design/field.js';
import { Form, textIn } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import type { IdentityProviderInput, UserRole } from '../../graphql/schema.types.js';
import { ServerError } from '../../graphql/server-error.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { optionsOf } from './fields.js';
import {
  type ProviderFragment,
  readIdentityProvider,
  removeIdentityProvider,
  setIdentityProvider,
} from './identity-provider.operations.js';

/** The identity provider by which the users of the account sign in. */
export function IdentityProvider() {
  const loaded = useData('identity provider', () => execute(readIdentityProvider, {}));
  const once = useRequestKey();
  const save = async (values: FormData) => {
    const input = inputOf(values);
    await once((key) => execute(setIdentityProvider, { input }, key));
    showDone(t.setup.identityProvider.saved);
    await loaded.reload();
  };
  const remove = async () => {
    await once((key) => execute(removeIdentityProvider, {}, key));
    showDone(t.setup.identityProvider.removed);
    await loaded.reload();
  };
  return (
    <LoadedContent label={t.setup.identityProvider.title} loaded={loaded}>
      {({ identityProviderRedirectUri: redirectUri, identityProvider: provider }) => (
        <>
          <p>{t.setup.identityProvider.lead}</p>
          {redirectUri === null && <p class="notice">{noAddress}</p>}
          <ProviderForm key={provider?.issuer ?? ''} {...{ provider, redirectUri }} onSave={save} />
          {provider && (
            <div class="actions">
              <ConfirmButton question={t.setup.identityProvider.removal} onConfirm={remove}>
                {t.setup.identityProvider.removeIt}
              </ConfirmButton>
            </div>
          )}
        </>
      )}
    </LoadedContent>
  );
}

const noAddress = t.setup.identityProvider.noAddress;

interface ProviderFormProps {
  provider: ProviderFragment | null;
  redirectUri: string | null;
  onSave: (values: FormData) => Promise<void>;
}

const fields = ['name', 'issuer', 'clientId', 'clientSecret', 'groupsClaim', 'groupRoles', 'defaultRole', 'required'];

function ProviderForm({ provider, redirectUri, onSave }: ProviderFormProps) {
  const { groupRoles = [], defaultRole, trustsEmail = false, required = false, active = true } = provider ?? {};
  return (
    <Form fields={fields} onSubmit={onSave}>
      {({ isBusy, error }) => (
        <>
          {redirectUri !== null && (
            <CopyField label={t.setup.identityProvider.redirectUri} name="redirectUri" value={redirectUri} />
          )}
          <TextField
            name="name"
            label={t.setup.identityProvider.buttonName}
            provider={provider}
            error={error}
            required
          />
          <TextField
            name="issuer"
            label={t.setup.identityProvider.issuer}
            hint={t.setup.identityProvider.issuerHint}
            provider={provider}
            error={error}
            required
          />
          <TextField
            name="clientId"
            label={t.setup.identityProvider.clientId}
            provider={provider}
            error={error}
            required
          />
          <Field
            label={t.setup.identityProvider.clientSecret}
            name="clientSecret"
            type="password"
            autocomplete="off"
            maxLength={255}
            required={!provider}
            hint={provider ? t.setup.identityProvider.secretKept : t.setup.identityProvider.secretStored}
            error={error('clientSecret')}
          />
          <TextField
            name="groupsClaim"
            label={t.setup.identityProvider.groupsClaim}
            hint={t.setup.identityProvider.groupsClaimHint}
            provider={provider}
            error={error}
          />
          <TextArea
            label={t.setup.identityProvider.groupRoles}
            name="groupRoles"
            maxLength={30_000}
            defaultValue={groupRoles.map(({ group, role }) => `${group} = ${role.toLowerCase()}`).join('\n')}
            hint={t.setup.identityProvider.groupRolesHint}
            error={error('groupRoles')}
          />
          <Select
            label={t.setup.identityProvider.defaultRole}
            name="defaultRole"
            value={defaultRole ?? ''}
            options={[{ value: '', text: t.setup.identityProvider.noRole }, ...optionsOf('STAFF', 'MANAGER', 'ADMIN')]}
          />
          <Checkbox name="trustsEmail" label={t.setup.identityProvider.trustsEmail} defaultChecked={trustsEmail} />
          <Checkbox name="required" label={t.setup.identityProvider.required} defaultChecked={required} />
          {error('required') && (
            <p class="problem" role="alert">
              {error('required')}
            </p>
          )}
          <Checkbox name="active" label={t.setup.identityProvider.usable} defaultChecked={active} />
          <div class="actions">
            <Button type="submit" kind="primary" isBusy={isBusy}>
              {t.setup.common.save}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

interface TextFieldProps {
  name: 'name' | 'issuer' | 'clientId' | 'groupsClaim';
  label: string;
  hint?: string;
  required?: boolean;
  provider: ProviderFragment | null;
  error: (field: string) => string | undefined;
}

function TextField({ name, provider, error, ...labelled }: TextFieldProps) {
  return <Field {...labelled} name={name} maxLength={255} defaultValue={provider?.[name] ?? ''} error={error(name)} />;
}

const roles = { admin: 'ADMIN', manager: 'MANAGER', staff: 'STAFF' } as const satisfies Record<string, UserRole>;

/** @throws ServerError for a line without a role */
function inputOf(values: FormData): IdentityProviderInput {
  const lines = (textIn(values, 'groupRoles') ?? '').split('\n').map((line) => line.trim());
  return {
    name: textIn(values, 'name') ?? '',
    issuer: textIn(values, 'issuer') ?? '',
    clientId: textIn(values, 'clientId') ?? '',
    clientSecret: textIn(values, 'clientSecret'),
    groupsClaim: textIn(values, 'groupsClaim'),
    groupRoles: lines.filter((line) => line !== '').map(groupRoleOf),
    defaultRole: Object.values(roles).find((role) => role === values.get('defaultRole')) ?? null,
    trustsEmail: values.has('trustsEmail'),
    required: values.has('required'),
    active: values.has('active'),
  };
}

/** The role is after the last sign, because names of groups may have one. */
function groupRoleOf(line: string): { group: string; role: UserRole } {
  const at = line.lastIndexOf('=');
  const name = line
    .slice(at + 1)
    .trim()
    .toLowerCase();
  const role = Object.entries(roles).find(([known]) => known === name)?.[1];
  const group = line.slice(0, Math.max(at, 0)).trim();
  if (role && group !== '') return { group, role };
  const message = t.setup.identityProvider.wrongLine({ line: line.slice(0, 60) });
  throw new ServerError('BAD_USER_INPUT', t.setup.identityProvider.wrongRoles({ problem: message }), {
    groupRoles: [message],
  });
}

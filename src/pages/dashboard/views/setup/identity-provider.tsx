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
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
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
    showDone('The identity provider is saved.');
    await loaded.reload();
  };
  const remove = async () => {
    await once((key) => execute(removeIdentityProvider, {}, key));
    showDone('The identity provider is removed.');
    await loaded.reload();
  };
  return (
    <LoadedContent label="The identity provider" loaded={loaded}>
      {({ identityProviderRedirectUri: redirectUri, identityProvider: provider }) => (
        <>
          <p>
            Users sign in by an OpenID Connect provider of your organisation, such as Keycloak, Entra ID, Okta or
            Google. Register this server there as a confidential web client.
          </p>
          {redirectUri === null && <p class="notice">{noAddress}</p>}
          <ProviderForm key={provider?.issuer ?? ''} {...{ provider, redirectUri }} onSave={save} />
          {provider && (
            <div class="actions">
              <ConfirmButton question="Users sign in with their passwords then." onConfirm={remove}>
                Remove the provider
              </ConfirmButton>
            </div>
          )}
        </>
      )}
    </LoadedContent>
  );
}

const noAddress =
  'The address of this server is unknown, so no provider can be set. Its operator must set PUBLIC_URL, such as https://book.example.org.';

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
            <CopyField label="Redirect URI, to enter at the provider" name="redirectUri" value={redirectUri} />
          )}
          <TextField name="name" label="Name on the button" provider={provider} error={error} required />
          <TextField
            name="issuer"
            label="Issuer"
            hint="The URL of the provider, such as https://login.example.org/realms/staff"
            provider={provider}
            error={error}
            required
          />
          <TextField name="clientId" label="Client id" provider={provider} error={error} required />
          <Field
            label="Client secret"
            name="clientSecret"
            type="password"
            autocomplete="off"
            maxLength={255}
            required={!provider}
            hint={provider ? 'It is stored and not shown. Leave it empty to keep it.' : 'It is stored, and not shown.'}
            error={error('clientSecret')}
          />
          <TextField
            name="groupsClaim"
            label="Claim with the groups"
            hint="Such as groups, roles or realm_access.roles. Empty if groups give no roles."
            provider={provider}
            error={error}
          />
          <TextArea
            label="Roles of groups"
            name="groupRoles"
            maxLength={30_000}
            defaultValue={groupRoles.map(({ group, role }) => `${group} = ${role.toLowerCase()}`).join('\n')}
            hint="One in each line, such as: booking-admins = admin. The roles are admin, manager and staff."
            error={error('groupRoles')}
          />
          <Select
            label="Role of users without such a group"
            name="defaultRole"
            value={defaultRole ?? ''}
            options={[
              { value: '', text: 'None: they cannot sign in' },
              { value: 'STAFF', text: 'Staff' },
              { value: 'MANAGER', text: 'Manager' },
              { value: 'ADMIN', text: 'Admin' },
            ]}
          />
          <Checkbox
            name="trustsEmail"
            label="The provider verifies email addresses without saying so (Entra ID)"
            defaultChecked={trustsEmail}
          />
          <Checkbox name="required" label="Users sign in by this provider only" defaultChecked={required} />
          {error('required') && (
            <p class="problem" role="alert">
              {error('required')}
            </p>
          )}
          <Checkbox name="active" label="Users can sign in by it" defaultChecked={active} />
          <div class="actions">
            <Button type="submit" kind="primary" isBusy={isBusy}>
              Save
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
  const message = `has the line “${line.slice(0, 60)}”: it must be a group and a role, such as booking-admins = admin`;
  throw new ServerError('BAD_USER_INPUT', `“Roles of groups” ${message}.`, { groupRoles: [message] });
}

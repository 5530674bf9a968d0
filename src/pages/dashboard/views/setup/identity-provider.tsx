import { CopyField } from '../../../design/copy.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { textIn } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import type { IdentityProviderInput, UserRole } from '../../graphql/schema.types.js';
import { ServerError } from '../../graphql/server-error.js';
import { FieldsForm } from '../../records/fields-form.js';
import type { FieldDefinition } from '../../records/record.rules.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { optionsOf } from './record-kind.js';
import {
  type ProviderFragment,
  readIdentityProvider,
  removeIdentityProvider,
  setIdentityProvider,
} from './setup.operations.js';

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
          {redirectUri === null && <p class="notice">{t.setup.identityProvider.noAddress}</p>}
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

interface ProviderFormProps {
  provider: ProviderFragment | null;
  redirectUri: string | null;
  onSave: (values: FormData) => Promise<void>;
}

function ProviderForm({ provider, redirectUri, onSave }: ProviderFormProps) {
  const texts = t.setup.identityProvider;
  const groupRoles = provider?.groupRoles.map(({ group, role }) => `${group} = ${role.toLowerCase()}`) ?? [];
  const fields: readonly FieldDefinition[] = [
    { name: 'name', label: texts.buttonName, kind: 'text', required: true },
    { name: 'issuer', label: texts.issuer, kind: 'text', required: true, hint: texts.issuerHint },
    { name: 'clientId', label: texts.clientId, kind: 'text', required: true },
    {
      ...{ name: 'clientSecret', label: texts.clientSecret, kind: 'password', required: !provider },
      hint: provider ? texts.secretKept : texts.secretStored,
    },
    { name: 'groupsClaim', label: texts.groupsClaim, kind: 'text', hint: texts.groupsClaimHint },
    {
      ...{ name: 'groupRoles', label: texts.groupRoles, kind: 'long-text', maxLength: 30_000, rows: 3 },
      hint: texts.groupRolesHint,
    },
    {
      ...{ name: 'defaultRole', label: texts.defaultRole, kind: 'choice' },
      options: [{ value: '', text: texts.noRole }, ...optionsOf('STAFF', 'MANAGER', 'ADMIN')],
    },
    { name: 'trustsEmail', label: texts.trustsEmail, kind: 'flag' },
    { name: 'required', label: texts.required, kind: 'flag' },
    { name: 'active', label: texts.usable, kind: 'flag' },
  ];
  return (
    <FieldsForm
      fields={fields}
      shown={{ active: true, ...provider, groupRoles: groupRoles.join('\n') }}
      onSubmit={onSave}
      submitLabel={t.setup.common.save}
    >
      {redirectUri !== null && <CopyField label={texts.redirectUri} name="redirectUri" value={redirectUri} />}
    </FieldsForm>
  );
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

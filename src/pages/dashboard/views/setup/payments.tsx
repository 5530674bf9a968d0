import { useState } from 'preact/hooks';
import { CopyField } from '../../../design/copy.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Select } from '../../../design/field.js';
import { textIn } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { serverUrl } from '../../addresses.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import { FieldsForm } from '../../records/fields-form.js';
import type { FieldDefinition } from '../../records/record.rules.js';
import { currentSession } from '../../session.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import {
  type PaymentProviderFragment,
  type PaymentProviderOptionFragment,
  readPaymentProvider,
  removePaymentProvider,
  setPaymentProvider,
} from './setup.operations.js';

/** The payment provider by which customers pay online. Its keys are never sent back. */
export function Payments() {
  const loaded = useData('payment provider', () => execute(readPaymentProvider, {}));
  const { account } = currentSession();
  const texts = t.business.payments;
  return (
    <>
      <p>{texts.lead}</p>
      {account.currency === null && <p class="notice">{texts.noCurrency}</p>}
      <LoadedContent label={texts.title} loaded={loaded}>
        {({ paymentSettings, paymentProviders }) => (
          <Settings
            key={paymentSettings?.updatedAt}
            settings={paymentSettings}
            providers={paymentProviders ?? []}
            onChanged={loaded.reload}
          />
        )}
      </LoadedContent>
    </>
  );
}

interface SettingsProps {
  settings: PaymentProviderFragment | null;
  providers: readonly PaymentProviderOptionFragment[];
  onChanged: () => Promise<void>;
}

function Settings({ settings, providers, onChanged }: SettingsProps) {
  const texts = t.business.payments;
  const once = useRequestKey();
  const [chosen, setChosen] = useState(settings?.provider ?? providers[0]?.name ?? '');
  const titleOf = (name: string) => providers.find((provider) => provider.name === name)?.title ?? name;
  const { events = [], savesCards = false } = providers.find(({ name }) => name === chosen) ?? {};
  const save = async (values: FormData) => {
    const input = {
      provider: chosen,
      secretKey: textIn(values, 'secretKey'),
      webhookSecret: textIn(values, 'webhookSecret'),
      active: values.has('active'),
      asksForCards: values.has('asksForCards'),
    };
    await once((key) => execute(setPaymentProvider, { input }, key));
    showDone(texts.saved);
    await onChanged();
  };
  const remove = async () => {
    await once((key) => execute(removePaymentProvider, {}, key));
    showDone(texts.removed);
    await onChanged();
  };
  return (
    <>
      <p role="status">
        {settings
          ? texts.isSet({ provider: titleOf(settings.provider), time: formats().dateTime(settings.updatedAt) })
          : texts.isNotSet}
      </p>
      <Select
        label={texts.provider}
        name="provider"
        value={chosen}
        options={providers.map(({ name, title }) => ({ value: name, text: title }))}
        onChange={setChosen}
      />
      {events.length > 0 && (
        <>
          <CopyField
            key={chosen}
            label={texts.address({ provider: titleOf(chosen) })}
            name="address"
            value={new URL(`payments/${chosen}/${currentSession().account.subdomain}`, serverUrl).href}
          />
          <p class="hint">{texts.addressHint({ provider: titleOf(chosen), events: events.join(', ') })}</p>
        </>
      )}
      <KeysForm
        key={chosen}
        provider={titleOf(chosen)}
        isSet={settings?.provider === chosen}
        isSigning={events.length > 0}
        savesCards={savesCards}
        shown={{ active: settings?.active ?? true, asksForCards: settings?.asksForCards ?? false }}
        onSave={save}
      />
      {settings && (
        <div class="record-footer">
          <ConfirmButton question={texts.removeQuestion} onConfirm={remove}>
            {texts.remove}
          </ConfirmButton>
        </div>
      )}
    </>
  );
}

interface KeysFormProps {
  /** The name of the provider as people know it. */
  provider: string;
  /** Whether its keys are stored. */
  isSet: boolean;
  /** Whether it signs notifications with a secret. */
  isSigning: boolean;
  savesCards: boolean;
  shown: { active: boolean; asksForCards: boolean };
  onSave: (values: FormData) => Promise<void>;
}

/** Shows that a key is set, and not which. An empty field keeps it. */
const mask = '••••••••••••';

function KeysForm({ provider, isSet, isSigning, savesCards, shown, onSave }: KeysFormProps) {
  const texts = t.business.payments;
  const key = (name: string, label: string, hint: string): FieldDefinition => ({
    ...{ name, label, kind: 'password', required: !isSet },
    ...(isSet ? { hint: texts.keep, placeholder: mask } : { hint }),
  });
  return (
    <>
      {!savesCards && <p class="hint">{texts.noCards({ provider })}</p>}
      <FieldsForm
        fields={[
          key('secretKey', texts.secretKey, texts.secretKeyHint({ provider })),
          ...(isSigning ? [key('webhookSecret', texts.webhookSecret, texts.webhookSecretHint({ provider }))] : []),
          { name: 'active', label: texts.active, kind: 'flag' },
          ...(savesCards ? [{ name: 'asksForCards', label: texts.asksForCards, kind: 'flag' } as const] : []),
        ]}
        shown={shown}
        onSubmit={onSave}
        submitLabel={t.business.save}
      />
    </>
  );
}

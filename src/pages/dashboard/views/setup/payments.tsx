import { CopyField } from '../../../design/copy.js';
import { ConfirmButton } from '../../../design/dialog.js';
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
  readPaymentProvider,
  removePaymentProvider,
  setPaymentProvider,
} from './setup.operations.js';

/** The only provider that the server has. */
const provider = 'stripe';

/** The payment provider by which customers pay online. Its keys are never sent back. */
export function Payments() {
  const loaded = useData('payment provider', async () => (await execute(readPaymentProvider, {})).paymentSettings);
  const once = useRequestKey();
  const { account } = currentSession();
  const save = async (values: FormData) => {
    const input = {
      provider,
      secretKey: textIn(values, 'secretKey'),
      webhookSecret: textIn(values, 'webhookSecret'),
      active: values.has('active'),
    };
    await once((key) => execute(setPaymentProvider, { input }, key));
    showDone(t.business.payments.saved);
    await loaded.reload();
  };
  const remove = async () => {
    await once((key) => execute(removePaymentProvider, {}, key));
    showDone(t.business.payments.removed);
    await loaded.reload();
  };
  return (
    <>
      <p>{t.business.payments.lead}</p>
      {account.currency === null && <p class="notice">{t.business.payments.noCurrency}</p>}
      <LoadedContent label={t.business.payments.title} loaded={loaded}>
        {(settings) => (
          <>
            <p role="status">
              {settings
                ? t.business.payments.isSet({ time: formats().dateTime(settings.updatedAt) })
                : t.business.payments.isNotSet}
            </p>
            <CopyField
              label={t.business.payments.address}
              name="address"
              value={new URL(`payments/${provider}/${account.subdomain}`, serverUrl).href}
            />
            <p class="hint">{t.business.payments.addressHint}</p>
            <KeysForm key={settings?.updatedAt} settings={settings} onSave={save} />
            {settings && (
              <div class="record-footer">
                <ConfirmButton question={t.business.payments.removeQuestion} onConfirm={remove}>
                  {t.business.payments.remove}
                </ConfirmButton>
              </div>
            )}
          </>
        )}
      </LoadedContent>
    </>
  );
}

interface KeysFormProps {
  settings: PaymentProviderFragment | null;
  onSave: (values: FormData) => Promise<void>;
}

/** Shows that a key is set, and not which. An empty field keeps it. */
const mask = '••••••••••••';

function KeysForm({ settings, onSave }: KeysFormProps) {
  const texts = t.business.payments;
  const key = (name: string, label: string, hint: string): FieldDefinition => ({
    ...{ name, label, kind: 'password', required: settings === null },
    ...(settings ? { hint: texts.keep, placeholder: mask } : { hint }),
  });
  return (
    <FieldsForm
      fields={[
        key('secretKey', texts.secretKey, texts.secretKeyHint),
        key('webhookSecret', texts.webhookSecret, texts.webhookSecretHint),
        { name: 'active', label: texts.active, kind: 'flag' },
      ]}
      shown={{ active: settings?.active ?? true }}
      onSubmit={onSave}
      submitLabel={t.business.save}
    />
  );
}

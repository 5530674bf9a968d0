import { Button } from '../../../../design/button.js';
import { Dialog } from '../../../../design/dialog.js';
import { Field, Select } from '../../../../design/field.js';
import { Form, numberIn, textIn } from '../../../../design/form.js';
import { execute } from '../../../graphql/client.js';
import { useRequestKey } from '../../../graphql/request-key.js';
import { useChoices } from '../../../records/use-choices.js';
import { t } from '../../../texts.js';
import { offerWaitlistEntry, type WaitlistEntryFragment } from './waitlist.operations.js';

interface OfferDialogProps {
  entry: WaitlistEntryFragment;
  name: string;
  onOffered: (entry: WaitlistEntryFragment | null) => void;
  onClose: () => void;
}

/** Offers a time to somebody who waits, whatever the place in the line: the first free one, or the one that the user enters. */
export function OfferDialog({ entry, name, onOffered, onClose }: OfferDialogProps) {
  const { data: choices } = useChoices();
  const once = useRequestKey();
  const isForEvent = entry.event !== null;
  const offer = async (values: FormData) => {
    const variables = {
      id: entry.id,
      bookedFrom: textIn(values, 'bookedFrom'),
      resourceId: numberIn(values, 'resourceId'),
    };
    const answer = await once((key) => execute(offerWaitlistEntry, variables, key));
    onOffered(answer.offerWaitlistEntry);
  };
  const resources = entry.resourceId === null ? (choices?.resources ?? []) : [];
  return (
    <Dialog title={t.business.waitlist.offerTo({ name })} onClose={onClose}>
      <p>{isForEvent ? t.business.waitlist.offerEventHint : t.business.waitlist.offerHint}</p>
      <Form onSubmit={offer} fields={['bookedFrom', 'resourceId']}>
        {({ isBusy, error }) => (
          <>
            {!isForEvent && (
              <div class="fields">
                <Field
                  label={t.business.waitlist.start}
                  name="bookedFrom"
                  type="datetime-local"
                  hint={t.business.waitlist.startHint}
                  error={error('bookedFrom')}
                />
                {resources.length > 0 && (
                  <Select
                    label={t.business.waitlist.resource}
                    name="resourceId"
                    options={[{ value: '', text: t.business.anyResource }, ...resources]}
                    error={error('resourceId')}
                  />
                )}
              </div>
            )}
            <div class="actions">
              <Button type="submit" kind="primary" isBusy={isBusy}>
                {t.business.waitlist.sendOffer}
              </Button>
              <Button onClick={onClose}>{t.business.cancel}</Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}

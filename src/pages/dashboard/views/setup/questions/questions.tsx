import { useState } from 'preact/hooks';
import { Select } from '../../../../design/field.js';
import { useChoices } from '../../../records/use-choices.js';
import { t } from '../../../texts.js';
import { LoadedContent } from '../../../ui/loaded.js';
import { useData } from '../../../use-data.js';
import { accountRecords, serviceRecords } from '../record-sources.js';
import { QuestionEditor } from './question-editor.js';

/** The questions to customers when they book: of the account, and of a service in their place. */
export function Questions() {
  const texts = t.business.questions;
  const [serviceId, setServiceId] = useState('');
  const { data: choices } = useChoices();
  const source = serviceId === '' ? accountRecords : serviceRecords;
  const id = serviceId === '' ? undefined : Number(serviceId);
  const loaded = useData(`questions ${serviceId}`, () => source.read(id));
  return (
    <>
      <p>{texts.lead}</p>
      <Select
        label={texts.of}
        name="service"
        value={serviceId}
        options={[{ value: '', text: texts.ofAll }, ...(choices?.services ?? [])]}
        hint={texts.ofHint}
        onChange={setServiceId}
      />
      <LoadedContent label={texts.title} loaded={loaded}>
        {(stored) => (
          <QuestionEditor key={`${serviceId} ${stored.version}`} {...{ source, id, stored }} reload={loaded.reload} />
        )}
      </LoadedContent>
    </>
  );
}

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Banner } from '../../../../design/banner.js';
import { Button } from '../../../../design/button.js';
import { Select } from '../../../../design/field.js';
import { Form } from '../../../../design/form.js';
import { showDone } from '../../../../design/toast.js';
import { useRequestKey } from '../../../graphql/request-key.js';
import { ServerError, staleError } from '../../../graphql/server-error.js';
import type { RecordSource, StoredRecord } from '../../../records/record-source.js';
import { updateShown } from '../../../records/update-shown.js';
import { useChoices } from '../../../records/use-choices.js';
import { DraftNotice, useDraft } from '../../../records/use-draft.js';
import { t } from '../../../texts.js';
import { LoadedContent } from '../../../ui/loaded.js';
import { useData } from '../../../use-data.js';
import { account, services } from '../records.js';
import { QuestionFields, QuestionPreview } from './question-fields.js';
import {
  formatQuestions,
  maxQuestions,
  moved,
  newQuestion,
  parseQuestions,
  type Question,
  repeatedName,
} from './questions.rules.js';
import { useDragging } from './use-dragging.js';

/** The questions to customers when they book: of the account, and of a service in their place. */
export function Questions() {
  const texts = t.business.questions;
  const [serviceId, setServiceId] = useState('');
  const { data: choices } = useChoices();
  const source = serviceId === '' ? account.source : services.source;
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

interface QuestionEditorProps {
  source: RecordSource;
  /** The service; undefined for the account. */
  id: number | undefined;
  stored: StoredRecord;
  reload: () => Promise<void>;
}

/** The list of questions: add, reorder, remove; what is not saved survives a reload of the page. */
function QuestionEditor({ source, id, stored, reload }: QuestionEditorProps) {
  const texts = t.business.questions;
  const form = formOf(stored);
  const shown = { questions: form ?? '' };
  const draft = useDraft(`${source.path}/${id ?? 'only'}/questions`, shown);
  const first = parseQuestions(draft.restored?.['questions'] ?? form);
  const [questions, setQuestions] = useState<readonly Question[]>(first ?? []);
  const storedNames = new Set(parseQuestions(form)?.map(({ name }) => name));
  const once = useRequestKey();
  const list = useRef<HTMLOListElement>(null);
  const [focus, setFocus] = useState<string>();
  useLayoutEffect(() => {
    if (focus === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-focus="${focus}"]`)?.focus();
    setFocus(undefined);
  }, [focus]);
  const change = (next: readonly Question[]) => {
    setQuestions(next);
    draft.store({ questions: formatQuestions(next) ?? '' });
  };
  const move = (from: number, to: number, button: 'up' | 'down') => {
    change(moved(questions, from, to));
    setFocus(`${button}-${to}`);
  };
  const { drag, start, handlers } = useDragging(list, (from, to) => move(from, to, 'up'));
  const inOrder = drag ? moved(questions, drag.from, drag.to) : questions;
  const repeated = repeatedName(questions);
  const save = async () => {
    if (repeated !== undefined) throw new ServerError('INVALID', texts.nameRepeated({ name: repeated }));
    const bookingForm = formatQuestions(questions);
    const result = await updateShown({
      version: stored.version,
      send: (version) => once((key) => source.update(id, { bookingForm }, version, key)),
      read: () => source.read(id),
      isShownChanged: (now) => formOf(now) !== form,
    });
    if ('theirs' in result) {
      const { code, message } = staleError();
      throw new ServerError(code, `${message} ${texts.stale}`);
    }
    draft.clear();
    showDone(texts.saved);
    await reload();
  };
  const discard = async () => {
    draft.discard();
    setQuestions(parseQuestions(form) ?? []);
    await reload();
  };
  return (
    <>
      {draft.restored && <DraftNotice onDiscard={discard} />}
      {first === undefined && <Banner kind="warning">{texts.other}</Banner>}
      <div class="message-editor">
        <Form onSubmit={save}>
          {({ isBusy }) => (
            <>
              {questions.length === 0 && <p class="empty">{texts.none}</p>}
              <ol class={drag ? 'questions dragging' : 'questions'} ref={list} {...handlers}>
                {inOrder.map((question, index) => (
                  <QuestionFields
                    // Its name can be typed, and all of its fields are controlled.
                    key={index}
                    {...{ question, index }}
                    isStored={storedNames.has(question.name) && question.name !== repeated}
                    count={questions.length}
                    isDragged={index === drag?.to}
                    onDragStart={(event) => start(index, event)}
                    onChange={(changes) => change(questions.with(index, { ...question, ...changes }))}
                    onMove={(to, button) => move(index, to, button)}
                    onRemove={() => change(questions.toSpliced(index, 1))}
                  />
                ))}
              </ol>
              <div class="actions">
                <Button
                  disabled={questions.length >= maxQuestions}
                  onClick={() => {
                    change([...questions, newQuestion(questions)]);
                    setFocus(`label-${questions.length}`);
                  }}
                >
                  {texts.add}
                </Button>
                <Button type="submit" kind="primary" isBusy={isBusy}>
                  {t.business.save}
                </Button>
              </div>
            </>
          )}
        </Form>
        <QuestionPreview questions={questions} />
      </div>
    </>
  );
}

function formOf({ attributes: { bookingForm } }: StoredRecord): string | null {
  return typeof bookingForm === 'string' ? bookingForm : null;
}

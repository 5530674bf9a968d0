import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Field } from '../../../design/field.js';
import { Form, textIn } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import { t } from '../../texts.js';
import { type CalendarSourceFragment, updateCalendarSource } from './calendar-sources.operations.js';

interface EditSourceProps {
  source: CalendarSourceFragment;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** Changes the address, the user and the name of a calendar. Its secret address is shown shortened, which changes nothing. */
export function EditSource({ source, onSaved, onClose }: EditSourceProps) {
  const { id, kind, name, url, username, intervalMinutes } = source;
  const texts = t.business.calendarSource;
  const once = useRequestKey();
  const isServer = kind === 'CALDAV';
  const save = async (values: FormData) => {
    const password = textIn(values, 'password');
    const minutes = textIn(values, 'intervalMinutes');
    const entered = {
      ...{ name: textIn(values, 'name'), url: textIn(values, 'url'), password },
      intervalMinutes: minutes === null ? null : Number(minutes),
      ...(isServer && { username: textIn(values, 'username') }),
    };
    const shown: Readonly<Record<string, unknown>> = { name, url, password: null, intervalMinutes, username };
    // Only what was changed, because the revision also changes with each read of the calendar.
    const input = Object.fromEntries(
      Object.entries(entered).filter(([attribute, value]) => value !== shown[attribute]),
    );
    await once((key) => execute(updateCalendarSource, { id, input }, key));
    showDone(texts.saved);
    await onSaved();
  };
  return (
    <Dialog title={texts.editOf({ name })} onClose={onClose}>
      <Form onSubmit={save} fields={['name', 'url', 'username', 'password', 'intervalMinutes']}>
        {({ isBusy, error }) => (
          <>
            <Field label={texts.name} name="name" maxLength={255} defaultValue={name} error={error('name')} />
            <Field
              label={texts.url}
              name="url"
              required
              maxLength={2_048}
              defaultValue={url}
              hint={texts.urlHint}
              error={error('url')}
            />
            {isServer && (
              <>
                <Field
                  label={texts.username}
                  name="username"
                  required
                  maxLength={255}
                  defaultValue={username ?? ''}
                  error={error('username')}
                />
                <Field
                  label={texts.password}
                  name="password"
                  type="password"
                  autocomplete="off"
                  maxLength={255}
                  hint={texts.passwordHint}
                  error={error('password')}
                />
              </>
            )}
            <Field
              label={texts.interval}
              name="intervalMinutes"
              inputMode="numeric"
              maxLength={2}
              defaultValue={String(intervalMinutes)}
              hint={texts.intervalHint}
              error={error('intervalMinutes')}
            />
            <div class="actions">
              <Button type="submit" kind="primary" isBusy={isBusy}>
                {t.business.save}
              </Button>
              <Button onClick={onClose}>{t.business.cancel}</Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}

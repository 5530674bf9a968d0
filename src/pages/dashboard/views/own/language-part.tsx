import { languageNames, languageOf } from '../../../../platform/language.js';
import { Button } from '../../../design/button.js';
import { Select } from '../../../design/field.js';
import { Form, textIn } from '../../../design/form.js';
import { execute } from '../../graphql/client.js';
import { currentSession, renewSession } from '../../session.js';
import { t } from '../../texts.js';
import { changeOwnLanguage } from './own.operations.js';

/** The language of the user, or that of the account. */
export function LanguagePart({ language }: { language: string | null }) {
  const { locale } = currentSession().account;
  const ofAccount = t.own.languageOfAccount({ language: languageNames[languageOf(locale)] });
  const choices = Object.entries(languageNames).map(([value, text]) => ({ value, text }));
  return (
    <section class="panel" aria-labelledby="own-language">
      <h2 id="own-language">{t.own.language}</h2>
      <Form
        fields={['language']}
        onSubmit={async (values) => {
          await execute(changeOwnLanguage, { language: textIn(values, 'language') ?? null });
          // The page is loaded anew if it is in another language.
          await renewSession();
        }}
      >
        {({ isBusy, error }) => (
          <>
            <Select
              label={t.own.language}
              name="language"
              hint={t.own.languageHint}
              value={language ?? ''}
              options={[{ value: '', text: ofAccount }, ...choices]}
              error={error('language')}
            />
            <div class="actions">
              <Button type="submit" kind="primary" isBusy={isBusy}>
                {t.own.save}
              </Button>
            </div>
          </>
        )}
      </Form>
    </section>
  );
}

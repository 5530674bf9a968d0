import { execute } from '../../graphql/client.js';
import { t } from '../../texts.js';
import { TimeOff } from '../../time-off/time-off.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { LanguagePart } from './language-part.js';
import { readOwn } from './own.operations.js';
import { SecondFactorPart } from './second-factor-part.js';
import { SessionsPart } from './sessions-part.js';

/** The settings of the user: the language, the time off of a user who is a resource, the second factor and the sessions. */
export default function OwnView() {
  const loaded = useData('own', async () => (await execute(readOwn, {})).viewer);
  return (
    <>
      <h1>{t.own.title}</h1>
      <LoadedContent label={t.own.loading} loaded={loaded}>
        {(own) => (
          <>
            <LanguagePart language={own?.user?.language ?? null} />
            {own?.resource && <TimeOff resourceId={own.resource.id} isOwn asks />}
            {own?.secondFactor && <SecondFactorPart state={own.secondFactor} onChange={loaded.reload} />}
            <SessionsPart sessions={own?.sessions ?? []} onChange={loaded.reload} />
          </>
        )}
      </LoadedContent>
    </>
  );
}

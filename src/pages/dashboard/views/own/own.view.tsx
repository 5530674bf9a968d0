import { execute } from '../../graphql/client.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { readOwn } from './own.operations.js';
import { SecondFactorPart } from './second-factor-part.js';
import { SessionsPart } from './sessions-part.js';

/** What users set for themselves: the second factor and the sessions. */
export default function OwnView() {
  const loaded = useData('own', async () => (await execute(readOwn, {})).viewer);
  return (
    <>
      <h1>My account</h1>
      <LoadedContent label="Your account" loaded={loaded}>
        {(own) => (
          <>
            {own?.secondFactor && <SecondFactorPart state={own.secondFactor} onChange={loaded.reload} />}
            <SessionsPart sessions={own?.sessions ?? []} onChange={loaded.reload} />
          </>
        )}
      </LoadedContent>
    </>
  );
}

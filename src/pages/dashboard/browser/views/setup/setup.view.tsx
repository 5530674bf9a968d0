import { navigate, place } from '../../navigation.js';
import { can } from '../../session.js';
import { useSignal } from '../../ui/signal.js';
import { Tabs } from '../../ui/tabs.js';
import { setupParts } from './parts.js';

/** `setup/services`: the list of a part; `setup/services/12`: one of its records; `setup/services/new`: a new one. */
export default function SetupView() {
  const { rest } = useSignal(place);
  const allowed = setupParts.filter(({ permission }) => can(permission));
  const current = allowed.find(({ name }) => name === rest[0]) ?? allowed[0];
  if (!current) return <p>Your role does not allow any of this.</p>;
  const { name, Content } = current;
  return (
    <>
      <h1>Set-up</h1>
      <Tabs label="Parts of the set-up" tabs={allowed} current={name} onSelect={(next) => navigate(`setup/${next}`)}>
        <Content key={name} open={rest[1]} />
      </Tabs>
    </>
  );
}

import { Select } from '../../../design/field.js';
import { execute } from '../../graphql/client.js';
import { keyText } from '../../history/history.rules.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { useData } from '../../use-data.js';
import { listSecuritySubjects } from './setup.operations.js';

interface Subject {
  /** `user 3` or `key 5`. */
  value: string;
  text: string;
}

/** Returns the users and the keys of the account. Empty without the permission to read keys. */
export function useSubjects(): readonly Subject[] {
  const { data } = useData('security subjects', async () => {
    return can('account') ? execute(listSecuritySubjects, {}) : undefined;
  });
  const users = data?.clientUsers.nodes.map(({ user: { id, name } }) => ({ value: `user ${id}`, text: name })) ?? [];
  const keys = data?.apiKeys.nodes.map(({ id, name }) => ({ value: `key ${id}`, text: keyText(id, name) })) ?? [];
  return [...users, ...keys];
}

interface WhoSelectProps {
  subjects: readonly Subject[];
  value: string;
  onChange: (changes: { who: string }) => void;
}

/** The choice of a user or a key. */
export function WhoSelect({ subjects, value, onChange }: WhoSelectProps) {
  const options = [{ value: '', text: t.setup.common.everybody }, ...subjects];
  return (
    <Select
      label={t.setup.common.who}
      name="who"
      value={value}
      options={options}
      onChange={(who) => onChange({ who })}
    />
  );
}

import { Field } from '../../design/field.js';
import { t } from '../texts.js';

/** The first and the last day of a period, as plain dates. An empty text does not restrict. */
interface Days {
  from: string;
  to: string;
}

interface PeriodFieldsProps extends Days {
  onChange: (changes: Partial<Days>) => void;
  /** About the period, below the last day. */
  hint?: string;
  error?: string | undefined;
}

/** The fields for the first and the last day of a period. */
export function PeriodFields({ from, to, onChange, hint, error }: PeriodFieldsProps) {
  return (
    <>
      <Field
        label={t.records.from}
        name="from"
        type="date"
        value={from}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <Field
        label={t.records.to}
        name="to"
        type="date"
        value={to}
        hint={hint}
        error={error}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
    </>
  );
}

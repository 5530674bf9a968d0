import { useState } from 'preact/hooks';
import { Select } from '../../../design/field.js';
import { navigate } from '../../navigation.js';
import { PeriodFields } from '../../ui/period-fields.js';
import { comparisons, maxDays, type PeriodChoice, presets, problemOf, toQuery } from './period.rules.js';

const presetTitles: Record<(typeof presets)[number], string> = {
  'last-7-days': 'Last 7 days',
  'last-30-days': 'Last 30 days',
  'last-90-days': 'Last 90 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
  'next-30-days': 'Next 30 days',
};

const comparisonTitles: Record<(typeof comparisons)[number], string> = {
  none: 'No comparison',
  'previous-period': 'The period before',
  'previous-year': 'The year before',
};

/** The choice of the period and the comparison. It is kept in the address, so that it can be bookmarked and sent. */
export function PeriodForm({ choice }: { choice: PeriodChoice }) {
  const [entered, setEntered] = useState(choice.period);
  const problem = choice.preset === 'custom' ? problemOf(entered) : undefined;
  const go = (changes: Partial<PeriodChoice>) => navigate('figures', toQuery({ ...choice, ...changes }), true);
  const enter = (changes: Partial<typeof entered>) => {
    const period = { ...entered, ...changes };
    setEntered(period);
    if (problemOf(period) === undefined) go({ preset: 'custom', period });
  };
  return (
    <form class="fields period" onSubmit={(event) => event.preventDefault()}>
      <Select
        label="Period"
        name="period"
        value={choice.preset}
        options={[
          ...presets.map((value) => ({ value, text: presetTitles[value] })),
          { value: 'custom', text: 'Dates…' },
        ]}
        onChange={(value) => {
          setEntered(choice.period);
          go({ preset: presets.find((name) => name === value) ?? 'custom' });
        }}
      />
      {choice.preset === 'custom' && (
        <PeriodFields
          from={entered.from}
          to={entered.to}
          hint={`At most ${maxDays} days`}
          error={problem ?? choice.problem}
          onChange={enter}
        />
      )}
      <Select
        label="Compare with"
        name="compare"
        value={choice.comparison}
        options={comparisons.map((value) => ({ value, text: comparisonTitles[value] }))}
        onChange={(value) => go({ comparison: comparisons.find((name) => name === value) ?? 'none' })}
      />
    </form>
  );
}

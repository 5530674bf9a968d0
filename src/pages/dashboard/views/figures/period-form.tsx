import { useState } from 'preact/hooks';
import { Select } from '../../../design/field.js';
import { navigate } from '../../navigation.js';
import { t } from '../../texts.js';
import { PeriodFields } from '../../ui/period-fields.js';
import { comparisons, maxDays, type PeriodChoice, presets, problemOf, toQuery } from './period.rules.js';

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
        label={t.figures.period}
        name="period"
        value={choice.preset}
        options={[
          ...presets.map((value) => ({ value, text: t.figures.presets[value] })),
          { value: 'custom', text: t.figures.custom },
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
          hint={t.figures.atMost({ days: maxDays })}
          error={problem ?? choice.problem}
          onChange={enter}
        />
      )}
      <Select
        label={t.figures.compareWith}
        name="compare"
        value={choice.comparison}
        options={comparisons.map((value) => ({ value, text: t.figures.comparisons[value] }))}
        onChange={(value) => go({ comparison: comparisons.find((name) => name === value) ?? 'none' })}
      />
    </form>
  );
}

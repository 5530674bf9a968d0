import { useState } from 'preact/hooks';
import { Checkbox } from '../../../../design/field.js';
import { Table } from '../../../../design/table.js';
import { showError } from '../../../../design/toast.js';
import { formats } from '../../../format.js';
import { t } from '../../../texts.js';
import type { ReadClosedDaysQuery } from './closed-days.operations.js';

type Holidays = ReadClosedDaysQuery['thisYear']['nodes'];

interface PublicHolidaysProps {
  countryCode: string;
  isClosed: boolean;
  /** The holidays of this year and of the next one. */
  years: readonly Holidays[];
  onChange: (isClosed: boolean) => Promise<void>;
}

/** The public holidays of the account's country, and whether customers can book on them. */
export function PublicHolidays({ countryCode, isClosed, years, onChange }: PublicHolidaysProps) {
  const texts = t.setup.days;
  const { language, weekdayDate } = formats();
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(countryCode) ?? countryCode;
  const [wanted, setWanted] = useState<boolean>();
  const change = async (isWanted: boolean) => {
    setWanted(isWanted);
    try {
      await onChange(isWanted);
    } catch (error) {
      showError(error);
    }
    setWanted(undefined);
  };
  const known = years.filter((holidays) => holidays.length > 0);
  return (
    <section class="panel" aria-label={texts.holidays}>
      <h2>{texts.holidaysOf({ country })}</h2>
      <Checkbox
        label={texts.closedForHolidays}
        checked={wanted ?? isClosed}
        disabled={wanted !== undefined}
        onChange={change}
      />
      <p class="hint">{known.length > 0 ? texts.holidaysHint : texts.noHolidays({ country })}</p>
      {known.map((holidays, index) => {
        const title = texts.holidaysIn({ year: holidays[0]?.date.slice(0, 4) ?? '' });
        return (
          <details key={title} class="section" open={index === 0}>
            <summary>{title}</summary>
            <Table
              caption={title}
              rows={holidays}
              keyOf={({ date, name }) => `${date} ${name}`}
              columns={[
                { title: texts.date, cell: ({ date }) => weekdayDate(date) },
                { title: texts.holiday, cell: ({ name }) => name },
              ]}
            />
          </details>
        );
      })}
    </section>
  );
}

/**
 * The examples of RFC 5545, 3.8.5.3, in its order, in America/New_York. `1997-09 EDT 2-4 11` are the 2nd, 3rd, 4th and
 * 11th of that month, at 09:00; for endless rules the RFC lists the first occurrences.
 */
export interface Example {
  name: string;
  rules: string[];
  /** The date of the first occurrence, at 09:00; 1997-09-02 by default. */
  from?: string;
  exdate?: string;
  dates: string[];
  endless?: true;
}

const weekdays = 'MO,TU,WE,TH,FR';

const everyDay = 'SU,MO,TU,WE,TH,FR,SA';

export const examples: Example[] = [
  { name: 'daily for 10 occurrences', rules: ['FREQ=DAILY;COUNT=10'], dates: ['1997-09 EDT 2-11'] },
  {
    name: 'daily until December 24, 1997',
    rules: ['FREQ=DAILY;UNTIL=19971224T000000Z'],
    dates: ['1997-09 EDT 2-30', '1997-10 EDT 1-25', '1997-10 EST 26-31', '1997-11 EST 1-30', '1997-12 EST 1-23'],
  },
  {
    name: 'every other day',
    rules: ['FREQ=DAILY;INTERVAL=2'],
    dates: [
      '1997-09 EDT 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30',
      '1997-10 EDT 2 4 6 8 10 12 14 16 18 20 22 24',
      '1997-10 EST 26 28 30',
      '1997-11 EST 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29',
      '1997-12 EST 1 3',
    ],
    endless: true,
  },
  {
    name: 'every 10 days, 5 occurrences',
    rules: ['FREQ=DAILY;INTERVAL=10;COUNT=5'],
    dates: ['1997-09 EDT 2 12 22', '1997-10 EDT 2 12'],
  },
  {
    name: 'every day in January, for 3 years',
    rules: [
      `FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=${everyDay}`,
      'FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1',
    ],
    from: '1998-01-01',
    dates: ['1998-01 EST 1-31', '1999-01 EST 1-31', '2000-01 EST 1-31'],
  },
  {
    name: 'weekly for 10 occurrences',
    rules: ['FREQ=WEEKLY;COUNT=10'],
    dates: ['1997-09 EDT 2 9 16 23 30', '1997-10 EDT 7 14 21', '1997-10 EST 28', '1997-11 EST 4'],
  },
  {
    name: 'weekly until December 24, 1997',
    rules: ['FREQ=WEEKLY;UNTIL=19971224T000000Z'],
    dates: [
      '1997-09 EDT 2 9 16 23 30',
      '1997-10 EDT 7 14 21',
      '1997-10 EST 28',
      '1997-11 EST 4 11 18 25',
      '1997-12 EST 2 9 16 23',
    ],
  },
  {
    name: 'every other week',
    rules: ['FREQ=WEEKLY;INTERVAL=2;WKST=SU'],
    dates: [
      '1997-09 EDT 2 16 30',
      '1997-10 EDT 14',
      '1997-10 EST 28',
      '1997-11 EST 11 25',
      '1997-12 EST 9 23',
      '1998-01 EST 6 20',
      '1998-02 EST 3 17',
    ],
    endless: true,
  },
  {
    name: 'weekly on Tuesday and Thursday for five weeks',
    rules: ['FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH', 'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH'],
    dates: ['1997-09 EDT 2 4 9 11 16 18 23 25 30', '1997-10 EDT 2'],
  },
  {
    name: 'every other week on Monday, Wednesday and Friday until December 24, 1997',
    rules: ['FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR'],
    from: '1997-09-01',
    dates: [
      '1997-09 EDT 1 3 5 15 17 19 29',
      '1997-10 EDT 1 3 13 15 17',
      '1997-10 EST 27 29 31',
      '1997-11 EST 10 12 14 24 26 28',
      '1997-12 EST 8 10 12 22',
    ],
  },
  {
    name: 'every other week on Tuesday and Thursday, for 8 occurrences',
    rules: ['FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH'],
    dates: ['1997-09 EDT 2 4 16 18 30', '1997-10 EDT 2 14 16'],
  },
  {
    name: 'monthly on the first Friday for 10 occurrences',
    rules: ['FREQ=MONTHLY;COUNT=10;BYDAY=1FR'],
    from: '1997-09-05',
    dates: [
      '1997-09 EDT 5',
      '1997-10 EDT 3',
      '1997-11 EST 7',
      '1997-12 EST 5',
      '1998-01 EST 2',
      '1998-02 EST 6',
      '1998-03 EST 6',
      '1998-04 EST 3',
      '1998-05 EDT 1',
      '1998-06 EDT 5',
    ],
  },
  {
    name: 'monthly on the first Friday until December 24, 1997',
    rules: ['FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR'],
    from: '1997-09-05',
    dates: ['1997-09 EDT 5', '1997-10 EDT 3', '1997-11 EST 7', '1997-12 EST 5'],
  },
  {
    name: 'every other month on the first and last Sunday for 10 occurrences',
    rules: ['FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU'],
    from: '1997-09-07',
    dates: ['1997-09 EDT 7 28', '1997-11 EST 2 30', '1998-01 EST 4 25', '1998-03 EST 1 29', '1998-05 EDT 3 31'],
  },
  {
    name: 'monthly on the second-to-last Monday for 6 months',
    rules: ['FREQ=MONTHLY;COUNT=6;BYDAY=-2MO'],
    from: '1997-09-22',
    dates: ['1997-09 EDT 22', '1997-10 EDT 20', '1997-11 EST 17', '1997-12 EST 22', '1998-01 EST 19', '1998-02 EST 16'],
  },
  {
    name: 'monthly on the third-to-the-last day',
    rules: ['FREQ=MONTHLY;BYMONTHDAY=-3'],
    from: '1997-09-28',
    dates: ['1997-09 EDT 28', '1997-10 EST 29', '1997-11 EST 28', '1997-12 EST 29', '1998-01 EST 29', '1998-02 EST 26'],
    endless: true,
  },
  {
    name: 'monthly on the 2nd and 15th for 10 occurrences',
    rules: ['FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15'],
    dates: ['1997-09 EDT 2 15', '1997-10 EDT 2 15', '1997-11 EST 2 15', '1997-12 EST 2 15', '1998-01 EST 2 15'],
  },
  {
    name: 'monthly on the first and last day for 10 occurrences',
    rules: ['FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1'],
    from: '1997-09-30',
    dates: [
      '1997-09 EDT 30',
      '1997-10 EDT 1',
      '1997-10 EST 31',
      '1997-11 EST 1 30',
      '1997-12 EST 1 31',
      '1998-01 EST 1 31',
      '1998-02 EST 1',
    ],
  },
  {
    name: 'every 18 months on the 10th to 15th for 10 occurrences',
    rules: ['FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15'],
    from: '1997-09-10',
    dates: ['1997-09 EDT 10-15', '1999-03 EST 10-13'],
  },
  {
    name: 'every Tuesday, every other month',
    rules: ['FREQ=MONTHLY;INTERVAL=2;BYDAY=TU'],
    dates: [
      '1997-09 EDT 2 9 16 23 30',
      '1997-11 EST 4 11 18 25',
      '1998-01 EST 6 13 20 27',
      '1998-03 EST 3 10 17 24 31',
    ],
    endless: true,
  },
  {
    name: 'yearly in June and July for 10 occurrences',
    rules: ['FREQ=YEARLY;COUNT=10;BYMONTH=6,7'],
    from: '1997-06-10',
    dates: [1997, 1998, 1999, 2000, 2001].flatMap((year) => [`${year}-06 EDT 10`, `${year}-07 EDT 10`]),
  },
  {
    name: 'every other year in January, February and March for 10 occurrences',
    rules: ['FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3'],
    from: '1997-03-10',
    dates: [
      '1997-03 EST 10',
      ...[1999, 2001, 2003].flatMap((year) => [`${year}-01 EST 10`, `${year}-02 EST 10`, `${year}-03 EST 10`]),
    ],
  },
  {
    name: 'every third year on the 1st, 100th and 200th day for 10 occurrences',
    rules: ['FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200'],
    from: '1997-01-01',
    dates: [
      ...['1997-01 EST 1', '1997-04 EDT 10', '1997-07 EDT 19', '2000-01 EST 1', '2000-04 EDT 9', '2000-07 EDT 18'],
      ...['2003-01 EST 1', '2003-04 EDT 10', '2003-07 EDT 19', '2006-01 EST 1'],
    ],
  },
  {
    name: 'every 20th Monday of the year',
    rules: ['FREQ=YEARLY;BYDAY=20MO'],
    from: '1997-05-19',
    dates: ['1997-05 EDT 19', '1998-05 EDT 18', '1999-05 EDT 17'],
    endless: true,
  },
  {
    name: 'Monday of week number 20',
    rules: ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO'],
    from: '1997-05-12',
    dates: ['1997-05 EDT 12', '1998-05 EDT 11', '1999-05 EDT 17'],
    endless: true,
  },
  {
    name: 'every Thursday in March',
    rules: ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH'],
    from: '1997-03-13',
    dates: ['1997-03 EST 13 20 27', '1998-03 EST 5 12 19 26', '1999-03 EST 4 11 18 25'],
    endless: true,
  },
  {
    name: 'every Thursday in June, July and August',
    rules: ['FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8'],
    from: '1997-06-05',
    dates: [
      ...['1997-06 EDT 5 12 19 26', '1997-07 EDT 3 10 17 24 31', '1997-08 EDT 7 14 21 28'],
      ...['1998-06 EDT 4 11 18 25', '1998-07 EDT 2 9 16 23 30', '1998-08 EDT 6 13 20 27'],
      ...['1999-06 EDT 3 10 17 24', '1999-07 EDT 1 8 15 22 29', '1999-08 EDT 5 12 19 26'],
    ],
    endless: true,
  },
  {
    name: 'every Friday the 13th',
    rules: ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13'],
    exdate: 'EXDATE;TZID=America/New_York:19970902T090000',
    dates: ['1998-02 EST 13', '1998-03 EST 13', '1998-11 EST 13', '1999-08 EDT 13', '2000-10 EDT 13'],
    endless: true,
  },
  {
    name: 'the first Saturday that follows the first Sunday of the month',
    rules: ['FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13'],
    from: '1997-09-13',
    dates: [
      ...['1997-09 EDT 13', '1997-10 EDT 11', '1997-11 EST 8', '1997-12 EST 13', '1998-01 EST 10'],
      ...['1998-02 EST 7', '1998-03 EST 7', '1998-04 EDT 11', '1998-05 EDT 9', '1998-06 EDT 13'],
    ],
    endless: true,
  },
  {
    name: 'every 4 years, the first Tuesday after a Monday in November',
    rules: ['FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8'],
    from: '1996-11-05',
    dates: ['1996-11 EST 5', '2000-11 EST 7', '2004-11 EST 2'],
    endless: true,
  },
  {
    name: 'the third instance of Tuesday, Wednesday or Thursday for 3 months',
    rules: ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3'],
    from: '1997-09-04',
    dates: ['1997-09 EDT 4', '1997-10 EDT 7', '1997-11 EST 6'],
  },
  {
    name: 'the second-to-last weekday of the month',
    rules: [`FREQ=MONTHLY;BYDAY=${weekdays};BYSETPOS=-2`],
    from: '1997-09-29',
    dates: [
      ...['1997-09 EDT 29', '1997-10 EST 30', '1997-11 EST 27', '1997-12 EST 30'],
      ...['1998-01 EST 29', '1998-02 EST 26', '1998-03 EST 30'],
    ],
    endless: true,
  },
  {
    name: 'weeks that begin on Monday',
    rules: ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO'],
    from: '1997-08-05',
    dates: ['1997-08 EDT 5 10 19 24'],
  },
  {
    name: 'weeks that begin on Sunday',
    rules: ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU'],
    from: '1997-08-05',
    dates: ['1997-08 EDT 5 17 19 31'],
  },
  {
    name: 'an invalid date, which is ignored',
    rules: ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5'],
    from: '2007-01-15',
    dates: ['2007-01 EST 15 30', '2007-02 EST 15', '2007-03 EDT 15 30'],
  },
];

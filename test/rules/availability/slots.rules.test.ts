import { booking, type Given, hours, monday, resource, slotsOf, span, starts, time, tuesday } from './given-slots.js';

describe('the slots of one resource', () => {
  const table: { name: string; given: Given; slots: string[] }[] = [
    {
      name: 'fit into the opening hours',
      given: { resources: [resource(['09:00', '11:30'])] },
      slots: ['09:00', '10:00'],
    },
    { name: 'are absent on a day without opening hours', given: { resources: [resource([])] }, slots: [] },
    {
      name: 'are absent if the opening hours are shorter than a slot',
      given: { resources: [resource(['09:00', '09:59'])] },
      slots: [],
    },
    {
      name: 'exclude a break',
      given: { resources: [resource(['09:00', '11:00', '11:30', '13:00'])] },
      slots: ['09:00', '10:00', '11:30'],
    },
    { name: 'may end at 24:00', given: { resources: [resource(['22:30', '24:00'])] }, slots: ['22:30'] },
    {
      name: 'start every next_interval minutes',
      given: { service: { nextInterval: 30 }, resources: [resource(['09:00', '11:00'])] },
      slots: ['09:00', '09:30', '10:00'],
    },
    {
      name: 'may start further apart than they last',
      given: { service: { interval: 30, nextInterval: 45 }, resources: [resource(['09:00', '11:00'])] },
      slots: ['09:00', '09:45', '10:30'],
    },
    {
      name: 'start where a booking ends (next available)',
      given: { resources: [resource(['09:00', '13:00'], { occupancies: [booking('10:00', '10:30')] })] },
      slots: ['09:00', '10:30', '11:30'],
    },
    {
      name: 'start at 10:15 after a booking until 10:07 (next available)',
      given: { resources: [resource(['09:00', '13:00'], { occupancies: [booking('09:00', '10:07')] })] },
      slots: ['10:15', '11:15'],
    },
    {
      name: 'are rounded up from one second past a quarter (next available)',
      given: { resources: [resource(['09:00', '12:00'], { occupancies: [booking('09:00', '10:15:01')] })] },
      slots: ['10:30'],
    },
    {
      name: 'start at the opening, rounded up (next available)',
      given: { service: { rounding: 30 }, resources: [resource(['09:10', '12:00'])] },
      slots: ['09:30', '10:30'],
    },
    {
      name: 'are absent if rounding moves them past the closing (next available)',
      given: { service: { rounding: 2000 }, resources: [resource(['09:10', '24:00'])] },
      slots: [],
    },
    {
      name: 'keep their grid beside a booking (fixed)',
      given: {
        service: { generation: 'FIXED' },
        resources: [resource(['09:10', '13:10'], { occupancies: [booking('10:00', '10:15')] })],
      },
      slots: ['11:10', '12:10'],
    },
    {
      name: 'start a grid at each opening (fixed)',
      given: {
        service: { generation: 'FIXED', interval: 45 },
        resources: [resource(['09:00', '10:00', '10:07', '12:00'])],
      },
      slots: ['09:00', '10:07', '10:52'],
    },
    {
      name: 'may start when a booking ends',
      given: {
        service: { generation: 'FIXED' },
        resources: [
          resource(['09:00', '12:00'], { occupancies: [booking('08:00', '09:00'), booking('10:00', '11:00')] }),
        ],
      },
      slots: ['09:00', '11:00'],
    },
    {
      name: 'exclude an event, which takes all of the capacity',
      given: { resources: [resource(['09:00', '12:00'], { capacity: 9, blocked: [span('10:00', '11:00')] })] },
      slots: ['09:00', '11:00'],
    },
    {
      name: 'start within the bookable period, including both its ends, without a grid of its own',
      given: {
        service: { nextInterval: 30 },
        resources: [resource(['09:00', '13:00'])],
        bookable: span('09:40', '11:00'),
      },
      slots: ['10:00', '10:30', '11:00'],
    },
    {
      name: 'are absent on a closed date',
      given: { resources: [resource(['09:00', '11:00'])], closedDates: new Set([monday]) },
      slots: [],
    },
    {
      name: 'follow an exception that opens a closed date',
      given: {
        resources: [
          resource([], {
            hours: hours(['09:00', '11:00'], {
              exceptions: [{ date: monday, serviceId: 1, openingHours: ['18:00', '19:00'] }],
            }),
          }),
        ],
        closedDates: new Set([monday]),
      },
      slots: ['18:00'],
    },
  ];

  it.each(table)('$name', ({ given, slots }) => {
    expect(starts(given)).toEqual(slots);
  });
});

describe('capacity', () => {
  const occupancies = [booking('09:00', '09:40', 2), booking('09:30', '10:30', 1)];

  it('is reduced by the peak during the slot', () => {
    const slots = slotsOf({ resources: [resource(['09:00', '12:00'], { capacity: 4, occupancies })] });
    expect(slots.map(({ from, free, maximumCapacity }) => [time(from), free, maximumCapacity])).toEqual([
      ['09:00', 1, 4],
      ['10:00', 3, 4],
      ['11:00', 4, 4],
    ]);
  });

  it.each([
    { generation: 'FIXED', minimum: 2, slots: ['10:00', '11:00'] },
    { generation: 'NEXT_AVAILABLE', minimum: 2, slots: ['09:45', '10:45'] },
    { generation: 'NEXT_AVAILABLE', minimum: 4, slots: ['10:30'] },
    { generation: 'NEXT_AVAILABLE', minimum: 5, slots: [] },
    { generation: 'FIXED', minimum: 0, slots: ['09:00', '10:00', '11:00'] },
  ] as const)('excludes slots with fewer than $minimum free places ($generation)', ({ slots, ...service }) => {
    const resources = [resource(['09:00', '12:00'], { capacity: 4, occupancies })];
    expect(starts({ service, resources })).toEqual(slots);
  });
});

describe('several resources and dates', () => {
  it('lists a time once, with every resource that is free for all of it', () => {
    const resources = [
      resource(['09:00', '11:00'], { id: 3, capacity: 2, occupancies: [booking('09:30', '10:00')] }),
      resource(['10:00', '11:00'], { id: 1 }),
      resource(['09:00', '11:00'], { id: 2, blocked: [span('09:59', '10:30')] }),
    ];
    expect(slotsOf({ service: { generation: 'FIXED' }, resources })).toEqual([
      { ...span('09:00', '10:00'), free: 1, maximumCapacity: 2, resourceIds: [3] },
      { ...span('10:00', '11:00'), free: 3, maximumCapacity: 3, resourceIds: [1, 3] },
    ]);
  });

  it('lists times that start together but end apart one by one', () => {
    const resources = [resource(['09:00', '17:00'], { id: 1 }), resource(['09:00', '15:00'], { id: 2 })];
    expect(slotsOf({ service: { dayBooking: 'OPENING' }, resources })).toEqual([
      { ...span('09:00', '15:00'), free: 2, maximumCapacity: 2, resourceIds: [1, 2] },
      { ...span('09:00', '17:00'), free: 1, maximumCapacity: 1, resourceIds: [1] },
    ]);
  });

  it('adds the free places of a resource with longer hours to a shorter day booking', () => {
    const resources = [
      resource(['08:00', '18:00'], { id: 1, capacity: 3, occupancies: [booking('17:00', '18:00', 2)] }),
      resource(['09:00', '17:00'], { id: 2, capacity: 2, occupancies: [booking('12:00', '13:00')] }),
    ];
    expect(slotsOf({ service: { dayBooking: 'OPENING' }, resources })).toEqual([
      { ...span('08:00', '18:00'), free: 1, maximumCapacity: 3, resourceIds: [1] },
      { ...span('09:00', '17:00'), free: 4, maximumCapacity: 5, resourceIds: [1, 2] },
    ]);
  });

  it('includes every free resource at each start, even if its own grid differs', () => {
    const resources = [resource(['09:50', '12:00'], { id: 1 }), resource(['09:30', '12:00'], { id: 2 })];
    expect(slotsOf({ service: { rounding: 5 }, resources })).toEqual([
      { ...span('09:30', '10:30'), free: 1, maximumCapacity: 1, resourceIds: [2] },
      { ...span('09:50', '10:50'), free: 2, maximumCapacity: 2, resourceIds: [1, 2] },
      { ...span('10:30', '11:30'), free: 2, maximumCapacity: 2, resourceIds: [1, 2] },
      { ...span('10:50', '11:50'), free: 2, maximumCapacity: 2, resourceIds: [1, 2] },
    ]);
  });

  it('lists a start on the fixed grid of a booked resource if another resource is free', () => {
    const resources = [
      resource(['09:15', '11:15'], { id: 1, occupancies: [booking('09:15', '11:15')] }),
      resource(['09:00', '11:30'], { id: 2 }),
    ];
    expect(slotsOf({ service: { generation: 'FIXED' }, resources })).toEqual([
      { ...span('09:00', '10:00'), free: 1, maximumCapacity: 1, resourceIds: [2] },
      { ...span('09:15', '10:15'), free: 1, maximumCapacity: 1, resourceIds: [2] },
      { ...span('10:00', '11:00'), free: 1, maximumCapacity: 1, resourceIds: [2] },
      { ...span('10:15', '11:15'), free: 1, maximumCapacity: 1, resourceIds: [2] },
    ]);
  });

  it('starts the grid again at each midnight, which slots may pass', () => {
    const resources = [resource(['00:00', '24:00'])];
    expect(starts({ dates: [monday, tuesday], service: { interval: 540 }, resources })).toEqual([
      ...['00:00', '09:00', '18:00'],
      ...['00:00', '09:00', '18:00'],
    ]);
  });
});

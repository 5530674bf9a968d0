import { booking, type Given, hours, monday, resource, slotsOf, span, starts, time, tuesday } from './given-slots.js';

describe('the grid of one resource', () => {
  const table: { of: string; given: Given; slots: string[] }[] = [
    { of: 'slots that fit', given: { resources: [resource(['09:00', '11:30'])] }, slots: ['09:00', '10:00'] },
    { of: 'none when closed', given: { resources: [resource([])] }, slots: [] },
    { of: 'none when shorter than a slot', given: { resources: [resource(['09:00', '09:59'])] }, slots: [] },
    {
      of: 'slots on each side of a break',
      given: { resources: [resource(['09:00', '11:00', '11:30', '13:00'])] },
      slots: ['09:00', '10:00', '11:30'],
    },
    { of: 'a slot up to 24:00', given: { resources: [resource(['22:30', '24:00'])] }, slots: ['22:30'] },
    {
      of: 'starts every next_interval',
      given: { service: { nextInterval: 30 }, resources: [resource(['09:00', '11:00'])] },
      slots: ['09:00', '09:30', '10:00'],
    },
    {
      of: 'starts further apart than the length',
      given: { service: { interval: 30, nextInterval: 45 }, resources: [resource(['09:00', '11:00'])] },
      slots: ['09:00', '09:45', '10:30'],
    },
    {
      of: 'next available: from where a booking ends',
      given: { resources: [resource(['09:00', '13:00'], { occupancies: [booking('10:00', '10:30')] })] },
      slots: ['09:00', '10:30', '11:30'],
    },
    {
      of: 'next available: 10:07 rounded up to 10:15',
      given: { resources: [resource(['09:00', '13:00'], { occupancies: [booking('09:00', '10:07')] })] },
      slots: ['10:15', '11:15'],
    },
    {
      of: 'next available: a second past the minute is past it',
      given: { resources: [resource(['09:00', '12:00'], { occupancies: [booking('09:00', '10:15:01')] })] },
      slots: ['10:30'],
    },
    {
      of: 'next available: an opening is rounded too',
      given: { service: { rounding: 30 }, resources: [resource(['09:10', '12:00'])] },
      slots: ['09:30', '10:30'],
    },
    {
      of: 'next available: rounded past all that is left',
      given: { service: { rounding: 2000 }, resources: [resource(['09:10', '24:00'])] },
      slots: [],
    },
    {
      of: 'fixed: the grid stays, without what is taken',
      given: {
        service: { generation: 'FIXED' },
        resources: [resource(['09:10', '13:10'], { occupancies: [booking('10:00', '10:15')] })],
      },
      slots: ['11:10', '12:10'],
    },
    {
      of: 'fixed: a grid from each opening',
      given: {
        service: { generation: 'FIXED', interval: 45 },
        resources: [resource(['09:00', '10:00', '10:07', '12:00'])],
      },
      slots: ['09:00', '10:07', '10:52'],
    },
    {
      of: 'a booking that ends as the slot starts is no hindrance',
      given: {
        service: { generation: 'FIXED' },
        resources: [
          resource(['09:00', '12:00'], { occupancies: [booking('08:00', '09:00'), booking('10:00', '11:00')] }),
        ],
      },
      slots: ['09:00', '11:00'],
    },
    {
      of: 'an event takes all of the capacity',
      given: { resources: [resource(['09:00', '12:00'], { capacity: 9, blocked: [span('10:00', '11:00')] })] },
      slots: ['09:00', '11:00'],
    },
    {
      of: 'bookable: both ends included, and no stretch of its own',
      given: {
        service: { nextInterval: 30 },
        resources: [resource(['09:00', '13:00'])],
        bookable: span('09:40', '11:00'),
      },
      slots: ['10:00', '10:30', '11:00'],
    },
    {
      of: 'a closed date',
      given: { resources: [resource(['09:00', '11:00'])], closedDates: new Set([monday]) },
      slots: [],
    },
    {
      of: 'a closed date that an exception opens',
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

  it.each(table)('$of', ({ given, slots }) => {
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
  ] as const)('leaves out where there is room for fewer than $minimum ($generation)', ({ slots, ...service }) => {
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

  it('finds the peak of day bookings that lie within each other', () => {
    const resources = [
      resource(['08:00', '18:00'], { id: 1, capacity: 3, occupancies: [booking('17:00', '18:00', 2)] }),
      resource(['09:00', '17:00'], { id: 2, capacity: 2, occupancies: [booking('12:00', '13:00')] }),
    ];
    expect(slotsOf({ service: { dayBooking: 'OPENING' }, resources })).toEqual([
      { ...span('08:00', '18:00'), free: 1, maximumCapacity: 3, resourceIds: [1] },
      { ...span('09:00', '17:00'), free: 4, maximumCapacity: 5, resourceIds: [1, 2] },
    ]);
  });

  it('includes every free resource at a start, also one with another grid', () => {
    const resources = [resource(['09:50', '12:00'], { id: 1 }), resource(['09:30', '12:00'], { id: 2 })];
    expect(slotsOf({ service: { rounding: 5 }, resources })).toEqual([
      { ...span('09:30', '10:30'), free: 1, maximumCapacity: 1, resourceIds: [2] },
      { ...span('09:50', '10:50'), free: 2, maximumCapacity: 2, resourceIds: [1, 2] },
      { ...span('10:30', '11:30'), free: 2, maximumCapacity: 2, resourceIds: [1, 2] },
      { ...span('10:50', '11:50'), free: 2, maximumCapacity: 2, resourceIds: [1, 2] },
    ]);
  });

  it('lists a start of the fixed grid of a booked resource if another one is free', () => {
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

  it('starts the grid again at each midnight', () => {
    const resources = [resource(['00:00', '24:00'])];
    expect(starts({ dates: [monday, tuesday], service: { interval: 540 }, resources })).toEqual([
      '00:00',
      '09:00',
      '00:00',
      '09:00',
    ]);
  });
});

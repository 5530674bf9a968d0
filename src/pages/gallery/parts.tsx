import { useState } from 'preact/hooks';
import { Badge } from '../design/badge.js';
import { Banner } from '../design/banner.js';
import { BottomBar } from '../design/bottom-bar.js';
import { Button } from '../design/button.js';
import { Card } from '../design/card.js';
import { EmptyState } from '../design/empty-state.js';
import { Progress } from '../design/progress.js';
import { SideMenu } from '../design/side-menu.js';
import { Skeleton } from '../design/skeleton.js';
import { Table } from '../design/table.js';
import { Tabs } from '../design/tabs.js';
import { Part } from './part.js';

export function MessagesPart() {
  return (
    <Part title="Messages">
      <Banner kind="info">The booking page is not open yet.</Banner>
      <Banner kind="good">All hours are saved.</Banner>
      <Banner kind="warning" actions={<Button>Set it up</Button>}>
        This server sends no email. <a href="#messages">Read how</a>
      </Banner>
      <Banner kind="danger">The calendar could not be read.</Banner>
      <p class="actions">
        <Badge>ended</Badge>
        <Badge kind="info">new</Badge>
        <Badge kind="good">confirmed</Badge>
        <Badge kind="warning">on hold</Badge>
        <Badge kind="danger">no-show</Badge>
      </p>
      <EmptyState icon="calendar-plus" action={<Button kind="primary">New booking</Button>}>
        Bookings of this day will stand here.
      </EmptyState>
      <Skeleton label="Loading" />
      <Progress label="Moving bookings" done={3} total={12} />
    </Part>
  );
}

const people = [
  { id: 1, name: 'Nora Lie', email: 'nora@example.org', bookings: 12 },
  { id: 2, name: 'Ola Nordmann', email: '', bookings: 3 },
];

export function RecordsPart() {
  return (
    <Part title="Records">
      <ul class="cards">
        <Card as="li" level={3} icon="scissors" title="Haircut" actions={<Button>Choose</Button>}>
          <p>45 minutes, 450 kr</p>
        </Card>
        <Card as="li" level={3} icon="users" title="Yoga">
          <p>5 of 12 places</p>
        </Card>
      </ul>
      <Table
        caption="People"
        rows={people}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Name', cell: ({ name }) => name },
          { title: 'Email', cell: ({ email }) => email },
          { title: 'Bookings', cell: ({ bookings }) => bookings, isNumber: true },
        ]}
      />
    </Part>
  );
}

export function NavigationPart() {
  const [tab, setTab] = useState('day');
  const link = (title: string, isCurrent = false) => ({ href: `#${title.toLowerCase()}`, title, isCurrent });
  return (
    <Part title="Navigation">
      <Tabs
        label="Views"
        tabs={[
          { name: 'day', title: 'Day' },
          { name: 'week', title: 'Week' },
        ]}
        current={tab}
        onSelect={setTab}
      >
        The content of {tab}
      </Tabs>
      <SideMenu
        label="Parts"
        groups={[
          { title: 'Business', links: [link('Hours', true), link('Services')] },
          { title: 'Messages', links: [link('Texts')] },
        ]}
      />
      <BottomBar
        label="Main views"
        links={[
          { ...link('Calendar', true), icon: 'calendar' },
          { ...link('Today'), icon: 'clock' },
          { ...link('People'), icon: 'users' },
        ]}
      />
    </Part>
  );
}

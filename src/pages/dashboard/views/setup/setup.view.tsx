import type { FunctionComponent } from 'preact';
import { useSignal } from '../../../design/signal.js';
import { Tabs } from '../../../design/tabs.js';
import { navigate, place } from '../../navigation.js';
import { can, type Permission } from '../../session.js';
import { AccountSettings } from './account-settings.js';
import { ApiKeys } from './api-keys.js';
import { Categories } from './categories.js';
import { Coupons } from './coupons.js';
import { Events } from './events.js';
import { FailedJobs } from './failed-jobs.js';
import { GiftCards } from './gift-cards.js';
import { IdentityProvider } from './identity-provider.js';
import { MoveBookings } from './move-bookings.js';
import { Providers } from './providers.js';
import type { SetupPartProps } from './record-part.js';
import { Refusals } from './refusals.js';
import { Resources } from './resources.js';
import { SecurityLog } from './security-log.js';
import { Services } from './services.js';
import { Templates } from './templates.js';
import { Users } from './users.js';
import { WebHooks } from './web-hooks.js';

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

interface SetupPart {
  /** The part of the address after `setup/`. */
  name: string;
  title: string;
  /** Users without it do not see the part. */
  permission: Permission;
  Content: FunctionComponent<SetupPartProps>;
}

const setupParts: readonly SetupPart[] = [
  { name: 'resources', title: 'Resources', permission: 'exceptionDates', Content: Resources },
  { name: 'services', title: 'Services', permission: 'catalog', Content: Services },
  { name: 'providers', title: 'Providers', permission: 'catalog', Content: Providers },
  { name: 'categories', title: 'Categories', permission: 'catalog', Content: Categories },
  { name: 'events', title: 'Events', permission: 'catalog', Content: Events },
  { name: 'coupons', title: 'Coupons', permission: 'sales', Content: Coupons },
  { name: 'gift-cards', title: 'Gift cards', permission: 'sales', Content: GiftCards },
  { name: 'move', title: 'Move bookings', permission: 'bookings', Content: MoveBookings },
  { name: 'templates', title: 'Messages', permission: 'messages', Content: Templates },
  { name: 'users', title: 'Users', permission: 'users', Content: Users },
  { name: 'sign-in', title: 'Sign-in', permission: 'users', Content: IdentityProvider },
  { name: 'keys', title: 'API keys', permission: 'account', Content: ApiKeys },
  { name: 'web-hooks', title: 'Web hooks', permission: 'webhooks', Content: WebHooks },
  { name: 'security', title: 'Security log', permission: 'account', Content: SecurityLog },
  { name: 'refusals', title: 'Refused bookings', permission: 'read', Content: Refusals },
  { name: 'jobs', title: 'Failed jobs', permission: 'account', Content: FailedJobs },
  { name: 'account', title: 'Account', permission: 'account', Content: AccountSettings },
];

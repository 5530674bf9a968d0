import type { Database } from '../../platform/database/database.js';
import { hasErrors, rejectIfAny } from '../../platform/errors.js';
import { noAccount } from '../../platform/fairness.js';
import { hashPassword, validatePassword } from '../../platform/password.js';
import type { Clock } from '../../platform/time/clock.js';
import { type AccountCredentials, addAccount, writeNewAccount } from '../account/account.actions.js';
import { type NewAccountAttributes, validateAccount } from '../account/account.rules.js';
import { assignAttributes } from '../records/attributes.js';
import { validateTexts } from '../text/contact-details.js';
import { addUser, validateUser } from './user.actions.js';
import { AccountUser } from './user.entity.js';

interface PartnerUser {
  name: string;
  email: string;
  password: string;
  phoneNumber?: string | undefined;
}

/**
 * Creates an account with one API key and an admin user in one transaction (contract of the partner API).
 *
 * @throws DomainError INVALID by attribute; the user's attributes are nested under `user`
 */
export async function createPartnerAccount(
  database: Database,
  clock: Clock,
  account: NewAccountAttributes,
  { password, ...attributes }: PartnerUser,
): Promise<AccountCredentials> {
  const known = [account.name, account.subdomain, attributes.email];
  const wrongPassword = password === '' ? { password: ["can't be blank"] } : validatePassword(password, { known });
  const passwordHash = hasErrors(wrongPassword) ? null : await hashPassword(noAccount, password);
  const at = clock.now();
  const draft = new AccountUser();
  const attributeErrors = assignAttributes(database, draft, attributes);
  const userErrors = { ...validateUser(draft), ...validateTexts(attributes), ...attributeErrors, ...wrongPassword };
  rejectIfAny(validateAccount(account), validateTexts(account), hasErrors(userErrors) ? { user: userErrors } : {});
  return writeNewAccount(database, account.subdomain, async (session, id) => {
    const credentials = await addAccount(database, session, { ...account, id }, at);
    const tx = database.accountTransaction(session, credentials.id);
    const user = Object.assign(tx.create(AccountUser, at), draft, { passwordHash });
    await addUser(tx, user, { role: 'admin' }, { actor: { kind: 'partner' }, at });
    return credentials;
  });
}

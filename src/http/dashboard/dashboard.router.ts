import { type Request, type RequestHandler, type Response, Router } from 'express';
import { parseAccountId } from '../../domain/account/api-key.rules.js';
import { permissionsOf } from '../../domain/account/permissions.rules.js';
import type { RequestContext } from '../../domain/context.js';
import {
  findSignOutUrl,
  type IdentitySignInServices,
} from '../../domain/identity-provider/identity-sign-in.actions.js';
import { readOwnLanguage } from '../../domain/user/own-language.actions.js';
import { signInWithPasskey, startPasskeySignIn } from '../../domain/user/passkey-sign-in.actions.js';
import { requestPasswordLink } from '../../domain/user/password.actions.js';
import { signIn, signOut } from '../../domain/user/session.actions.js';
import type { BackgroundTasks } from '../../platform/background-tasks.js';
import { decimalsOf } from '../../platform/currencies.js';
import { DomainError, rejectIfAny } from '../../platform/errors.js';
import type { Language } from '../../platform/language.js';
import { textsIn } from '../../texts/texts.js';
import { isTrade, type TradeName } from '../../texts/trade-words.js';
import { repeatWithAccount } from '../account-parameter.js';
import { readTexts, requireTexts } from '../body-texts.js';
import { refuseOtherMethods } from '../http-errors.js';
import { readPageBundle } from '../page-bundle.js';
import { pageHeaders, pageIcon, prefersJson } from '../page-headers.js';
import {
  clearSessionCookie,
  confirmedSessionKeyOf,
  csrfTokenOf,
  sessionKeyOf,
  setSessionCookie,
} from '../request-authentication.js';
import { scopeOf, sourceOf } from '../request-scope.js';
import { isOwnPage } from '../request-source.js';
import { asRecord } from '../rest/coerce.js';
import { readRequest } from '../rest/request.js';
import { dashboardLanguage, dashboardTrade, keepLanguage, keepTrade } from './dashboard-language.js';
import type { DemoEntry } from './demo-links.js';
import { demoSignInRouter } from './demo-sign-in.router.js';
import { identityCookies } from './identity-cookies.js';
import { identitySignInRouter } from './identity-sign-in.router.js';
import { installedAppRouter } from './installed-app.router.js';

const headers = {
  // The frames are the previews of the booking page and of emails.
  ...pageHeaders({ 'manifest-src': "'self'", 'worker-src': "'self'", 'frame-src': "'self'" }),
  'Cache-Control': 'private, no-cache',
};

/** The page that the dashboard fills with the HTML of an email, which has its styles within it. */
const mailFrame = {
  headers: {
    ...pageHeaders({
      ...{ 'script-src': "'none'", 'connect-src': "'none'", 'style-src': "'unsafe-inline'" },
      ...{ 'frame-ancestors': "'self'", sandbox: 'allow-same-origin' },
    }),
    'Cache-Control': 'private, no-cache',
  },
  page: '<!doctype html>\n<title></title>\n',
};

/** The names of the bundles of a page. */
interface Files {
  script: string;
  style: string;
  texts: string;
}

/**
 * Returns the page. Its URLs are relative, so that it works behind a proxy that adds a path prefix.
 *
 * @param base the relative URL of the folder that contains `dashboard`, such as `../`
 */
const pageOf = (
  base: string,
  language: Language,
  trade: TradeName,
  { script, style, texts }: Files,
): string => `<!doctype html>
<html lang="${language}"${trade === 'other' ? '' : ` data-trade="${trade}"`}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <title>${textsIn(language).signIn.pageTitle}</title>
    <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="#191f28" media="(prefers-color-scheme: dark)">
    <link rel="icon" href="${pageIcon}">
    <link rel="apple-touch-icon" href="${base}dashboard/assets/icon-192.png">
    <link rel="manifest" href="${base}dashboard/manifest.webmanifest?language=${language}">
    <link rel="stylesheet" href="${base}dashboard/assets/${style}">
    <link rel="modulepreload" href="${base}dashboard/assets/${texts}">
    <script type="module" src="${base}dashboard/assets/${script}"></script>
  </head>
  <body>
    <div id="root"></div>
    <noscript>${textsIn(language).signIn.noScript}</noscript>
  </body>
</html>
`;

/**
 * Mounted at `/dashboard`. Serves the page of the staff at this path and every path of a view below it, its bundles and
 * its session. The page is the same for everyone with the same language and trade; its data come from GraphQL.
 */
export function dashboardRouter(options: DashboardSessionOptions): Router {
  const router = Router().use('/sign-in', identitySignInRouter(options)).use(dashboardSessionRouter(options));
  if (options.demo) router.use('/demo', demoSignInRouter(options.demo, options.clock));
  const bundle = readPageBundle('dashboard');
  if (!bundle) return router;
  const [script, style] = [bundle.fileOf('main.js'), bundle.fileOf('main.css')];
  const sendPage: RequestHandler = (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    response.vary('Accept').vary('Accept-Language').vary('Cookie');
    if (prefersJson(request)) return next();
    const { pathname } = new URL(request.originalUrl, 'http://localhost');
    const depth = pathname.split('/').length - 2;
    const language = dashboardLanguage(request);
    response
      .set(headers)
      .type('html')
      .send(
        pageOf('../'.repeat(depth), language, dashboardTrade(request), {
          script,
          style,
          texts: bundle.fileOf(`${language}.js`),
        }),
      );
  };
  return router
    .use('/assets', bundle.serve)
    .use(installedAppRouter())
    .get('/mail-frame', (_request, response) => {
      response.set(mailFrame.headers).type('html').send(mailFrame.page);
    })
    .all('/assets/{*file}', (_request, _response, next) => next('router'))
    .all('/{*view}', sendPage);
}

interface DashboardSessionOptions extends IdentitySignInServices {
  tasks: BackgroundTasks;
  demo?: DemoEntry | undefined;
  /** Authenticates without counting the request as a use of the session. @throws DomainError UNAUTHENTICATED, SUSPENDED */
  checkKey(key: string | undefined, request: Request): Promise<RequestContext>;
}

/**
 * `/dashboard/session`: a session in a cookie that scripts cannot read. POST begins it, GET describes it, DELETE ends it.
 * `POST /dashboard/password` sends a link to choose a new password.
 */
function dashboardSessionRouter(options: DashboardSessionOptions): Router {
  const { database, clock, tasks, checkKey } = options;
  /** Returns the URL at which the provider ends the session that it began. */
  const endAtProvider = async (request: Request, response: Response, key = ''): Promise<string | undefined> => {
    const { address } = scopeOf(request);
    const cookies = identityCookies(address);
    const accountId = parseAccountId(key);
    const wasMarked = cookies.clearMark(request, response);
    return wasMarked && accountId !== undefined
      ? findSignOutUrl(options, accountId, `${address}/dashboard`)
      : undefined;
  };
  const describe = async (request: Request, response: Response, key: string | undefined): Promise<object> => {
    const context = await checkKey(key, request);
    const language = await readOwnLanguage(context);
    keepLanguage(request, response, language);
    keepTrade(request, response, isTrade(context.account.trade) ? context.account.trade : 'other');
    return { ...descriptionOf(context), language, csrf_token: csrfTokenOf(key ?? '') };
  };
  return Router()
    .get('/session', async (request, response) => {
      response.json(await describe(request, response, sessionKeyOf(request)));
    })
    .post('/session', async (request, response) => {
      const { texts, passkey } = await readSignIn(request);
      const source = sourceOf(request, clock);
      try {
        const { address } = scopeOf(request);
        const { apiKey, recoveryCodes } = await (passkey === undefined
          ? signIn(database, source, texts)
          : signInWithPasskey(database, source, { ...texts, passkey, address }));
        const description = await describe(request, response, apiKey);
        setSessionCookie(request, response, apiKey);
        identityCookies(scopeOf(request).address).clearMark(request, response);
        response.json({ ...description, ...(recoveryCodes && { recovery_codes: recoveryCodes }) });
      } catch (error) {
        repeatWithAccount(request, response, texts.subdomain, error);
      }
    })
    .delete('/session', async (request, response) => {
      const key = confirmedSessionKeyOf(request);
      const role = await signOut(database, sourceOf(request, clock), key);
      clearSessionCookie(request, response);
      const url = await endAtProvider(request, response, key);
      response.json({ role, ...(url !== undefined && { sign_out_url: url }) });
    })
    .all('/session', refuseOtherMethods('GET', 'POST', 'DELETE'))
    .post('/session/passkey', async (request, response) => {
      const { subdomain } = await readCredentials(request, ['subdomain']);
      try {
        const { address } = scopeOf(request);
        response.json(await startPasskeySignIn(database, sourceOf(request, clock), { subdomain, address }));
      } catch (error) {
        repeatWithAccount(request, response, subdomain, error);
      }
    })
    .all('/session/passkey', refuseOtherMethods('POST'))
    .post('/password', async (request, response) => {
      const texts = await readCredentials(request, ['subdomain', 'email']);
      const { address, sends } = scopeOf(request);
      try {
        await requestPasswordLink(database, sourceOf(request, clock), { ...texts, address }, tasks);
        response.json({ sends_email: sends.email });
      } catch (error) {
        repeatWithAccount(request, response, texts.subdomain, error);
      }
    })
    .all('/password', refuseOtherMethods('POST'));
}

/** @throws DomainError FORBIDDEN for a request of another page */
function requireOwnPage(request: Request): void {
  // Otherwise another page could sign its visitor in to an account of its own, and see what is entered there.
  if (!isOwnPage(request)) throw new DomainError('FORBIDDEN', 'Only the dashboard may sign in here');
}

/** @throws DomainError INVALID for empty texts, FORBIDDEN for a request of another page */
async function readCredentials<Name extends string>(
  request: Request,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  requireOwnPage(request);
  const { body } = await readRequest(request);
  const { texts, errors } = readTexts(body, names);
  rejectIfAny(errors);
  requireTexts(texts);
  return texts;
}

/**
 * Reads a sign-in: by password, perhaps with a code, or by what a passkey has answered.
 *
 * @throws DomainError INVALID for empty texts, FORBIDDEN for a request of another page
 */
async function readSignIn(request: Request) {
  requireOwnPage(request);
  const { body } = await readRequest(request);
  const { texts, errors } = readTexts(body, ['subdomain', 'email', 'password', 'code']);
  const passkey = asRecord(body)?.['passkey'];
  rejectIfAny(errors);
  const { subdomain, email, password } = texts;
  requireTexts(passkey === undefined ? { subdomain, email, password } : { subdomain });
  return { texts, passkey };
}

/** Describes who is signed in, where, and what time it is there: a sandbox has a clock of its own. */
function descriptionOf({ account, actor, clock, address, sends }: RequestContext): object {
  if (actor.kind !== 'user') throw new DomainError('UNAUTHENTICATED', 'The API key is not valid');
  const { subdomain, name, timeZone, locale, currency, sandbox, trade } = account;
  const { id, name: userName, role } = actor;
  return {
    account: {
      id: account.id,
      subdomain,
      name,
      time_zone: timeZone,
      locale,
      currency,
      currency_decimals: decimalsOf(currency),
      sandbox,
      trade,
    },
    user: { id, name: userName },
    role,
    permissions: permissionsOf(actor),
    now: clock.now().toISOString(),
    server: { has_address: address !== '', sends_email: sends?.email === true, sends_sms: sends?.sms === true },
  };
}

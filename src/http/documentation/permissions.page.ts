import type { GraphQLSchema } from 'graphql';
import { isGranted, type Permission, permissionNames, permissions } from '../../domain/account/permissions.rules.js';
import { declaredOperations } from '../../graphql/authorisation.js';
import type { Operation } from '../../graphql/operations.js';
import { roles } from '../../outbox/actor.js';
import { type Html, html } from '../html.js';
import type { Route } from '../rest/route.js';
import { documentationPage, joinHtml } from './page.js';

interface ApiOptions {
  schema: GraphQLSchema;
  operations: ReadonlyMap<string, Operation>;
  routes: readonly Route[];
}

/** Creates the page that lists which roles have which permissions, and which operations require them. */
export function permissionsPage(api: ApiOptions): string {
  const restPaths = restPathsOf(api);
  const declared = declaredOperations(api.schema);
  const sections = permissionNames.map((permission) => {
    const names = declared.filter((operation) => operation.permission === permission).map(({ name }) => name);
    const rows = names.map(
      (name) => html`<tr><td><code>${name}</code></td><td>${codes(restPaths.get(name))}</td></tr>`,
    );
    return html`<h2 id="${permission}">${permission}</h2>
<p>${permissions[permission].covers}: ${rolesOf(permission)}.</p>
<table><thead><tr><th>GraphQL</th><th>REST</th></tr></thead><tbody>
${joinHtml(rows, '\n')}
</tbody></table>
`;
  });
  const content = html`<h1>Permissions</h1>
<p>The role of an API key or a user determines what it may do. A key can be limited to some permissions of its role:
with <code>read</code> alone it is read-only. Other requests are refused with 403, and the answer names the permission
that is missing.</p>
${overview()}
${joinHtml(sections)}`;
  return documentationPage({ title: 'permissions', content, root: '../' });
}

function overview(): Html {
  const head = roles.map((role) => html`<th>${role}</th>`);
  const rows = permissionNames.map((permission) => {
    const cells = roles.map((role) => html`<td>${isGranted(role, permission) ? 'yes' : 'no'}</td>`);
    return html`<tr><td><a href="#${permission}">${permission}</a></td><td>${permissions[permission].covers}</td>${joinHtml(cells)}</tr>`;
  });
  return html`<table><thead><tr><th>Permission</th><th></th>${joinHtml(head)}</tr></thead><tbody>
${joinHtml(rows, '\n')}
</tbody></table>`;
}

/** `admin and manager` */
function rolesOf(permission: Permission): string {
  const allowed = roles.filter((role) => isGranted(role, permission));
  return new Intl.ListFormat('en').format(allowed);
}

/** The routes that use each query or mutation, such as `GET /bookings/{id}`. */
function restPathsOf({ routes, operations }: ApiOptions): ReadonlyMap<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { method, path, operation } of routes) {
    for (const selection of operations.get(operation)?.definition.selectionSet.selections ?? []) {
      if (selection.kind !== 'Field') continue;
      const name = selection.name.value;
      paths.set(name, [...(paths.get(name) ?? []), `${method} ${path.replace(/:(\w+)/g, '{$1}')}`]);
    }
  }
  return paths;
}

function codes(texts: readonly string[] = []): Html {
  return joinHtml(
    texts.map((text) => html`<code>${text}</code>`),
    '<br>',
  );
}

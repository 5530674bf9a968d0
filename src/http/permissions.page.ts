import type { GraphQLSchema } from 'graphql';
import { isGranted, type Permission, permissionNames, permissions } from '../domain/account/permissions.rules.js';
import { declaredOperations } from '../graphql/authorisation.js';
import type { Operation } from '../graphql/operations.js';
import { roles } from '../outbox/actor.js';
import { Html, html } from './public-pages/html.js';
import type { Route } from './rest/route.js';

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
${join(rows, '\n')}
</tbody></table>
`;
  });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Booking server: permissions</title>
<link rel="stylesheet" href="permissions.css">
</head>
<body>
<h1>Permissions</h1>
<p>The role of an API key or a user determines what it may do. Other requests are refused with 403.</p>
${overview()}
${join(sections)}
</body>
</html>
`.markup;
}

export const permissionsStyle = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid #ccc; padding: .25rem .5rem; text-align: left; vertical-align: top }
`;

function overview(): Html {
  const head = roles.map((role) => html`<th>${role}</th>`);
  const rows = permissionNames.map((permission) => {
    const cells = roles.map((role) => html`<td>${isGranted(role, permission) ? 'yes' : 'no'}</td>`);
    return html`<tr><td><a href="#${permission}">${permission}</a></td><td>${permissions[permission].covers}</td>${join(cells)}</tr>`;
  });
  return html`<table><thead><tr><th>Permission</th><th></th>${join(head)}</tr></thead><tbody>
${join(rows, '\n')}
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
  return join(
    texts.map((text) => html`<code>${text}</code>`),
    '<br>',
  );
}

function join(parts: readonly Html[], separator = ''): Html {
  return new Html(parts.map(({ markup }) => markup).join(separator));
}

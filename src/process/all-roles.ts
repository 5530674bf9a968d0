/** Loads the modules of all roles, to compile them ahead. */
await import('./run.js');
await import('./server.js');
await import('./app.js');
await import('../http/graphql/server.js');
await import('./background-jobs.js');
await import('../observability/monitoring.router.js');

/** Base URL of the server. This module is in `<server>/dashboard/assets/`, also behind a proxy that adds a path. */
export const serverUrl = new URL('../../', import.meta.url);

export const graphqlUrl = new URL('graphql', serverUrl);

/** Path of the dashboard without a trailing slash, such as `/dashboard`. */
export const dashboardPath = new URL('dashboard', serverUrl).pathname;

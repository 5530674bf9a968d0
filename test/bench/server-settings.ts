/** Settings of a process of the server that is measured. */
export function serverSettings(databaseUrl: string, settings: Record<string, string> = {}): Record<string, string> {
  return { DATABASE_URL: databaseUrl, ROLE: 'web', DEMO: 'off', LOG_LEVEL: 'warn', ...settings };
}

import { readConfig } from '../../src/process/config.js';

/** Returns the names of all settings. Variables in lower case, which npm sets, are not settings. */
export function settingNames(): string[] {
  const names: string[] = [];
  readConfig(new Proxy({}, { get: (_target, name) => void names.push(String(name)) }));
  return names.filter((name) => name === name.toUpperCase());
}
